import { IconClock } from '@tabler/icons-react';
import { dateText } from '../../../core/dates.ts';
import { formatCents } from '../../../core/money.ts';
import { ListRows } from '../../../ui/api/list-rows.tsx';
import { usePages } from '../../../ui/api/pages.ts';
import { ButtonLink } from '../../../ui/parts/button.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { StatusText } from '../../../ui/parts/status.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { type OwnPayout, payoutEndpoints } from '../contract.ts';
import { returnWords } from '../rules.ts';
import { PAYOUT_DISPLAYS } from './states.ts';
import styles from './payouts.module.css';

/** What an expert is paid: each payout that was released, when, where to, and how it stands. */
export function OwnPayoutsPage() {
  const list = usePages(payoutEndpoints.own, { query: {} });
  return (
    <Page width="form">
      <PageHeader
        title="Payouts"
        lead="What you earned is paid together, to the account of your payment details."
        actions={
          <>
            {list.rows.some(({ cents }) => cents !== null) ? (
              <ButtonLink href="/earnings">Earnings and statements</ButtonLink>
            ) : null}
            <ButtonLink href="/account/vendor-info">Payment details</ButtonLink>
          </>
        }
      />
      <div className={styles.section}>
        <ListRows
          list={list}
          what="Your payouts could not be loaded."
          loading={<SkeletonRows rows={4} columns={[40, 30]} height={52} label="Loading payouts" />}
          empty={
            <EmptyState icon={<IconClock size={28} stroke={1.5} />} title="No payouts yet">
              What you earn is in the next payout once your payment details and your W-9 are there.
            </EmptyState>
          }
        >
          <RuledList label="Payouts">
            {list.rows.map((one) => (
              <RuledRow
                key={one.id}
                title={titleOf(one)}
                status={<StatusText {...PAYOUT_DISPLAYS[one.state]} />}
                lines={linesOf(one)}
              />
            ))}
          </RuledList>
        </ListRows>
      </div>
    </Page>
  );
}

const titleOf = ({ cents, withheld_cents, paid_on, pay_on }: OwnPayout): string =>
  [cents === null ? null : formatCents(cents - (withheld_cents ?? 0)), dateText(paid_on ?? pay_on, 'long')]
    .filter((part) => part !== null)
    .join(', ');

const linesOf = (one: OwnPayout): (string | null)[] => [
  `To the account ending in ${one.account_last4}`,
  one.withheld_cents !== null && one.withheld_cents > 0 && one.cents !== null
    ? `${formatCents(one.cents)} earned, ${formatCents(one.withheld_cents)} withheld for the tax authority`
    : null,
  one.returned_on !== null && one.return_code !== null
    ? `Came back on ${dateText(one.returned_on, 'long')}: ${returnWords(one.return_code).toLowerCase()}. It is in the next payout; check your payment details.`
    : null,
];
