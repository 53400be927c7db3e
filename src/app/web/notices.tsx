import { IconAlertTriangle } from '@tabler/icons-react';
import { isOrganizationAdmin } from '../../core/actor.ts';
import { KINDS } from '../../core/kinds.ts';
import { type CurrentUser, viewerOf } from '../../features/accounts/web/current-user.ts';
import { TextLink } from '../../ui/parts/link.tsx';
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

/** A calendar date, in words. What else formats dates would be one file more for every page. */
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** While an organization's billing is held, above every page of its admins, who can have it lifted; what follows from it is said where it is met. */
export function BillingHoldBanner({ user }: { user: CurrentUser | null }) {
  if (!user?.organization?.billingHold || !isOrganizationAdmin(viewerOf(user).kind)) return null;
  const { name, overdueSince } = user.organization;
  return (
    <div className={styles.held} role="note">
      <IconAlertTriangle size={16} stroke={1.9} aria-hidden />
      <p>
        <b>Billing hold.</b> {name} cannot submit reviews or invite experts until{' '}
        {overdueSince ? `what is overdue is paid. On since ${DAY.format(Date.parse(overdueSince))}` : 'it is lifted'}.
        Reviews under way finish.{' '}
        {overdueSince ? (
          <TextLink href="/invoice?state=overdue">See what is overdue</TextLink>
        ) : (
          <TextLink href="/contact?reason=billing">Ask us about it</TextLink>
        )}
      </p>
    </div>
  );
}
