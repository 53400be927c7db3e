import { type FormEvent, useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { focusPath } from '../../../ui/form/field.tsx';
import { ReasonAct } from '../../../ui/form/reason-act.tsx';
import { useKept } from '../../../ui/form/use-kept.ts';
import { YesNoLines } from '../../../ui/form/yes-no-lines.tsx';
import { InlineEnds } from '../../../ui/form/inline-form.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { NamesToCheck } from '../../../ui/parts/names-to-check.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { continuationEndpoints, type ContinuationView } from '../contract.ts';
import { CONSENT_LINES, consentState } from '../rules.ts';
import { TOUCHED } from './touched.ts';
import styles from './continuations.module.css';

/** The expert's answer: the lines on the names that come with it, then agreeing or declining. What is answered is kept on this device. */
export function AnswerForm({
  kind,
  view,
  asked,
}: {
  kind: Kind;
  view: ContinuationView;
  asked: NonNullable<ContinuationView['asked']>;
}) {
  const { user_id } = useViewer();
  const [answers, setAnswers, forget] = useKept<Record<string, boolean>>(`${user_id}:continuation:${asked.id}`, {});
  const [faults, setFaults] = useState<Record<string, string>>({});
  const params = { id: view.review_id };
  const answer = useCommand(continuationEndpoints.answer, {
    refresh: TOUCHED,
    onSuccess: (now) => {
      forget();
      toastDone(now.asked?.state === 'agreed' ? 'You have agreed. The matching team is told.' : 'You have declined.');
    },
  });
  const { missing, disclosed } = consentState(answers);
  const said = {
    ...Object.fromEntries((answer.error?.errors ?? []).map(({ path, message }) => [path, message])),
    ...faults,
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (answer.isPending) return;
    const found = Object.fromEntries(missing.map((key) => [`answers.${key}`, 'Answer yes or no.']));
    setFaults(found);
    const [first] = Object.keys(found);
    if (first) return focusPath(first);
    answer.mutate({ kind, params, body: { asked_id: asked.id, agrees: true, answers } });
  };
  return (
    <>
      <form className={styles.form} onSubmit={send} noValidate aria-label="Agree to continue">
        <NamesToCheck names={asked.names} />
        <SectionHead
          title="About these names"
          level={3}
          note={`${CONSENT_LINES.length - missing.length} of ${CONSENT_LINES.length} answered`}
        />
        <YesNoLines
          lines={CONSENT_LINES}
          answers={answers}
          disclosed={disclosed}
          faults={said}
          disabled={answer.isPending}
          onAnswer={(key, yes) => {
            setAnswers({ ...answers, [key]: yes });
            setFaults({});
          }}
        />
        {disclosed.length > 0 ? (
          <InlineNotice kind="warn">
            With this answer you cannot continue. The requester learns that you declined, and not why; the matching team
            reads your answers.
          </InlineNotice>
        ) : null}
        <InlineEnds
          error={answer.error}
          placed
          what="Your answer could not be sent. It is still here."
          busy={answer.isPending}
          primary
        >
          {disclosed.length > 0 ? 'Send these answers' : 'Agree to continue'}
        </InlineEnds>
      </form>
      <ReasonAct
        opens="Decline"
        label="Why do you decline?"
        help="The requester sees this: name nobody you know in it. The review stays as it is."
        submit="Decline it"
        busy={answer.isPending}
        error={answer.error}
        onSubmit={(reason) => answer.mutate({ kind, params, body: { asked_id: asked.id, agrees: false, reason } })}
      />
    </>
  );
}
