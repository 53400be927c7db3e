import { Suspense } from 'react';
import { isOrganizationAdmin } from '../../core/actor.ts';
import { KINDS } from '../../core/kinds.ts';
import { type CurrentUser, viewerOf } from '../../features/accounts/web/current-user.ts';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import styles from './web.module.css';

/** Stands above the footer of every page whose path names a kind with a statement of its own, and where a provider under review is heard. */
export function ConfidentialityBanner({ path }: { path: string }) {
  const told = Object.values(KINDS).find(
    ({ confidential, slug, hears_provider }) =>
      confidential !== null && (path.includes(slug) || (hears_provider && path.startsWith('/provider-statement'))),
  );
  if (!told) return null;
  return (
    <div className={styles.confidential} role="note">
      {told.confidential}
    </div>
  );
}

const Held = lazyPart(() => import('./billing-hold.tsx'), 'nothing');

/** While an organization's billing is held, above every page of its admins, who can have it lifted; what follows from it is said where it is met. */
export function BillingHoldBanner({ user }: { user: CurrentUser | null }) {
  if (!user?.organization?.billingHold || !isOrganizationAdmin(viewerOf(user).kind)) return null;
  return (
    <Suspense>
      <Held name={user.organization.name} since={user.organization.overdueSince} />
    </Suspense>
  );
}
