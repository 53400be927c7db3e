import { IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { dateText } from '../../../core/dates.ts';
import { formatCents } from '../../../core/money.ts';
import { plural } from '../../../core/phrases.ts';
import { query } from '../../../ui/api/hooks.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { hrefWith } from '../../../ui/parts/address.ts';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { ListCell, ListTable, ListTableRow, NumberCell } from '../../../ui/parts/list-table.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { lazyPart } from '../../../ui/parts/lazy-part.tsx';
import { LinkTabs } from '../../../ui/parts/tabs.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { invoiceEndpoints } from '../contract.ts';
import { INVOICES_PLACE } from '../rules/place.ts';
import { Billing } from './billing.tsx';

import { InvoiceList } from './invoice-page.tsx';

const Bank = lazyPart(() => import('./bank.tsx'));

/** Where staff issue what was earned, and see what is open; of one organization: all of it. */
export function InvoicesPage() {
  const { tab, organization } = useSearch({ strict: false }) as { tab?: unknown; organization?: unknown };
  const id = Number(organization);
  if (Number.isSafeInteger(id) && id > 0 && tab !== 'all')
    return (
      <Page width="wide">
        <Billing key={id} organizationId={id} />
      </Page>
    );
  const all = tab === 'all';
  const bank = tab === 'bank';
  return (
    <Page width="full">
      <PageHeader
        title="Invoices"
        lead="What was earned is invoiced here, under numbers without gaps. An invoice is never changed: a credit note takes back what was wrong."
      />
      <LinkTabs
        label="Invoices"
        tabs={[
          { value: 'unbilled', label: 'To invoice', href: INVOICES_PLACE.path, active: !all && !bank },
          { value: 'all', label: 'Issued', href: hrefWith(INVOICES_PLACE.path, { tab: 'all' }), active: all },
          { value: 'bank', label: 'Bank', href: hrefWith(INVOICES_PLACE.path, { tab: 'bank' }), active: bank },
        ]}
      />
      {bank ? (
        <Suspense fallback={<SkeletonRows rows={5} columns={[30, 40, 20]} height={72} label="Loading what arrived" />}>
          <Bank />
        </Suspense>
      ) : all ? (
        <InvoiceList path={INVOICES_PLACE.path} more={{ tab: 'all' }} />
      ) : (
        <Unbilled />
      )}
    </Page>
  );
}

/** Organizations with work that is on no invoice yet. */
function Unbilled() {
  const { data, error, refetch } = useQuery(query(invoiceEndpoints.unbilled, {}));
  if (error && !data)
    return <Failure error={error} what="What is to be invoiced could not be loaded." onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={5} columns={[40, 20, 20]} height={52} label="Loading what is to be invoiced" />;
  if (data.data.length === 0)
    return (
      <EmptyState icon={<IconClock size={28} stroke={1.5} />} title="Everything is invoiced">
        Calls held, reports delivered, time and expenses are here until they are on an invoice.
      </EmptyState>
    );
  return (
    <ListTable label="To invoice" columns={['Organization', 'Since', 'Reviews', { title: 'To invoice', number: true }]}>
      {data.data.map(({ organization, oldest_on, reviews, lines, total_cents }) => (
        <ListTableRow
          key={organization.id}
          href={hrefWith(INVOICES_PLACE.path, { organization: organization.id })}
          name={organization.name}
        >
          <ListCell>{dateText(oldest_on, 'medium')}</ListCell>
          <ListCell>
            {plural(reviews, 'review')}, {plural(lines, 'line')}
          </ListCell>
          <NumberCell unit="to invoice">{formatCents(total_cents)}</NumberCell>
        </ListTableRow>
      ))}
    </ListTable>
  );
}
