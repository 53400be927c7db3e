import { useState } from 'react';
import type { Kind } from '../../../../core/kinds.ts';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import type { accountEndpoints } from '../../../accounts/contract.ts';
import { ACCOUNT_PATHS } from '../../../accounts/contract/paths.ts';
import type { OnboardingHint } from '../../../accounts/rules.ts';
import { guideOf } from '../../rules.ts';

/** The endpoint without its schemas, which a page need not load. */
const hintSeen = {
  ...ACCOUNT_PATHS.hintSeen,
  idempotent: false,
} as unknown as (typeof accountEndpoints)['hintSeen'];

/** Put away on this page: who comes back to the step is not told again. */
const putAway = new Set<string>();

/** What helps with a step the first time, one thing after the other, each until the person puts it away for good. */
export function OnboardingHint({ kind, section }: { kind: Kind; section: string }) {
  const { hints_seen, user_id } = useViewer();
  const [, setLast] = useState<OnboardingHint | null>(null);
  const put = useCommand(hintSeen);
  const next = guideOf(kind).onboarding.find(
    (hint) => hint.section === section && !hints_seen.includes(hint.key) && !putAway.has(`${user_id} ${hint.key}`),
  );
  if (!next) return null;
  return (
    <InlineNotice
      kind="info"
      title={next.title}
      actions={[
        {
          label: 'Got it',
          onAct: () => {
            putAway.add(`${user_id} ${next.key}`);
            setLast(next.key);
            put.mutate({ body: { hint: next.key } });
          },
        },
      ]}
    >
      {` ${next.text}`}
    </InlineNotice>
  );
}
