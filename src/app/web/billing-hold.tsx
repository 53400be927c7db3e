import { IconAlertTriangle } from '@tabler/icons-react';
import { dateText } from '../../core/dates.ts';
import { TextLink } from '../../ui/parts/link.tsx';
import styles from './web.module.css';

/** What a billing hold means, and what lifts it. `since`: the day it began by itself, for what is overdue. */
export default function BillingHold({ name, since }: { name: string; since: string | undefined }) {
  return (
    <div className={styles.held} role="note">
      <IconAlertTriangle size={16} stroke={1.9} aria-hidden />
      <p>
        <b>Billing hold.</b> {name} cannot submit reviews or invite experts until{' '}
        {since === undefined ? 'it is lifted' : `what is overdue is paid. On since ${dateText(since, 'long')}`}. Reviews
        under way finish.{' '}
        {since === undefined ? (
          <TextLink href="/contact?reason=billing">Ask us about it</TextLink>
        ) : (
          <TextLink href="/invoice?state=overdue">See what is overdue</TextLink>
        )}
      </p>
    </div>
  );
}
