import { useState } from 'react';
import type { Kind } from '../../../../core/kinds.ts';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { cx } from '../../../../ui/parts/common.ts';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import type { accountEndpoints } from '../../../accounts/contract.ts';
import { ACCOUNT_PATHS } from '../../../accounts/contract/paths.ts';
import type { OnboardingHint as HintKey } from '../../../accounts/rules.ts';
import { guideOf, type StepHint } from '../../rules.ts';
import styles from './wizard.module.css';

/** The endpoints without their schemas, which a page need not load. */
const hintSeen = {
  ...ACCOUNT_PATHS.hintSeen,
  idempotent: false,
  // why: the client reads only the path; the schemas would be loaded for nothing
} as unknown as (typeof accountEndpoints)['hintSeen'];
const currentUser = ACCOUNT_PATHS.currentUser as unknown as (typeof accountEndpoints)['currentUser'];

/** What helps with a step the first time, one thing after the other, each until the person puts it away for good. */
export function useOnboardingHint(kind: Kind, section: string): { hint: StepHint | undefined; putAway: () => void } {
  const { hints_seen } = useViewer();
  const [gone, setGone] = useState<readonly HintKey[]>([]);
  const put = useCommand(hintSeen, { refresh: [currentUser] });
  const hint = guideOf(kind).onboarding.find(
    (one) => one.section === section && !hints_seen.includes(one.key) && !gone.includes(one.key),
  );
  return {
    hint,
    putAway: () => {
      if (!hint) return;
      setGone([...gone, hint.key]);
      put.mutate({ body: { hint: hint.key } });
    },
  };
}

/** The hint itself: under the field it points at, whose label stays as it is, or above the whole step. */
export function OnboardingHint({ hint, onPutAway }: { hint: StepHint; onPutAway: () => void }) {
  return (
    <div className={cx(styles.hint, hint.at !== null && styles.pointing)}>
      <InlineNotice kind="info" title={hint.title} actions={[{ label: 'Got it', onAct: onPutAway }]}>
        {` ${hint.text}`}
      </InlineNotice>
    </div>
  );
}
