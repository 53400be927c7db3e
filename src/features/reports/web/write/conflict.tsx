import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import type { FormAnswers, FormDefinition } from '../../rules.ts';
import { mergeAnswers } from './answers.ts';
import type { ReportDrafts, SectionState } from './drafts.ts';

/** A section that was changed somewhere else meanwhile, or that the server will not take: what to do about it. */
export function SectionNotice({
  section,
  title,
  state,
  answers,
  definition,
  drafts,
}: {
  section: string;
  title: string;
  state: SectionState;
  answers: FormAnswers;
  definition: FormDefinition;
  drafts: ReportDrafts;
}) {
  if (state.kind === 'conflict') {
    const { fresh } = state;
    return (
      <InlineNotice
        kind="conflict"
        title={`“${title}” was changed somewhere else since you opened it.`}
        actions={[
          {
            label: 'Keep both',
            onAct: () => drafts.resolve(section, { value: mergeAnswers(definition, fresh.value, answers) }),
          },
          { label: 'Take the other version', onAct: () => drafts.resolve(section, 'fresh') },
          { label: 'Keep mine', onAct: () => drafts.resolve(section, 'mine') },
        ]}
      >
        Your words are safe here. Keeping both puts differing texts under each other.
      </InlineNotice>
    );
  }
  if (state.kind === 'refused')
    return (
      <InlineNotice kind="bad" title={`“${title}” was not saved.`} live>
        {state.message}
      </InlineNotice>
    );
  if (state.kind === 'offline')
    return (
      <InlineNotice kind="warn" title="You are offline." live>
        {state.kept
          ? 'Keep writing: everything is kept on this device and sent when the connection is back.'
          : 'This device cannot keep drafts. Leave this page open until the connection is back.'}
      </InlineNotice>
    );
  return null;
}
