import { LinkTabs } from '../../../ui/parts/tabs.tsx';
import { AUDIT_PLACE, VERIFICATION_PATH } from '../rules.ts';

/** The two sides of the audit log: what it says, and whether it is unchanged. */
export const AuditTabs = ({ at }: { at: 'log' | 'verification' }) => (
  <LinkTabs
    label="Audit log"
    tabs={[
      { value: 'log', label: 'Log', href: AUDIT_PLACE.path, active: at === 'log' },
      { value: 'verification', label: 'Verification', href: VERIFICATION_PATH, active: at === 'verification' },
    ]}
  />
);
