import { useState } from 'react';
import type { Kind } from '../../../../core/kinds.ts';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import type { accountEndpoints } from '../../../accounts/contract.ts';
import { ACCOUNT_PATHS } from '../../../accounts/contract/paths.ts';
import type { OnboardingHint } from '../../../accounts/rules.ts';
import { guideOf } from '../../rules.ts';
import styles from './wizard.module.css';

/** The endpoints without their schemas, which a page need not load. */
const hintSeen = {
  ...ACCOUNT_PATHS.hintSeen,
  idempotent: false,
  // why: the client reads only the path; the schemas would be loaded for nothing
} as unknown as (typeof accountEndpoints)['hintSeen'];
const currentUser = ACCOUNT_PATHS.currentUser as unknown as (typeof accountEndpoints)['currentUser'];

/** What helps with a step the first time, one thing after the other, each until the person puts it away for good. */
export function OnboardingHint({ kind, section }: { kind: Kind; section: string }) {
  const { hints_seen } = useViewer();
  const [gone, setGone] = useState<readonly OnboardingHint[]>([]);
  const put = useCommand(hintSeen, { refresh: [currentUser] });
  const next = guideOf(kind).onboarding.find(
    (hint) => hint.section === section && !hints_seen.includes(hint.key) && !gone.includes(hint.key),
  );
  if (!next) return null;
  return (
    <div className={styles.hint}>
      <InlineNotice
        kind="info"
        title={next.title}
        actions={[
          {
            label: 'Got it',
            onAct: () => {
              setGone([...gone, next.key]);
              put.mutate({ body: { hint: next.key } });
            },
          },
        ]}
      >
        {` ${next.text}`}
      </InlineNotice>
    </div>
  );
}
