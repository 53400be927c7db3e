import { IconClock, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { dateText, isDate } from '../../../core/dates.ts';
import { formatCents } from '../../../core/money.ts';
import { urlOf } from '../../../core/url-of.ts';
import { query } from '../../../ui/api/hooks.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { hrefWith, inAddress } from '../../../ui/parts/address.ts';
import { ButtonLink } from '../../../ui/parts/button.tsx';
import { DeskBar, DeskChoice } from '../../../ui/parts/desk-bar.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { ListCell, ListTable, ListTableRow, NumberCell } from '../../../ui/parts/list-table.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { invoiceEndpoints } from '../contract.ts';
import { AGE_WORDS, AGES } from '../rules.ts';
import styles from './invoices.module.css';

const day = (value: unknown): string | undefined => (typeof value === 'string' && isDate(value) ? value : undefined);

/** What an organization owed, what was invoiced, credited and paid in a while, and what it owes; as a PDF, too. */
export function Statement({ organizationId, search }: { organizationId: number; search: Record<string, unknown> }) {
  const navigate = useNavigate();
  const asked = { from: day(search['from']), until: day(search['until']) };
  const { data, error, refetch } = useQuery({
    ...query(invoiceEndpoints.statement, { params: { organizationId }, query: asked }),
    placeholderData: (before) => before,
  });
  const go = (next: { from?: string | null; until?: string | null }) =>
    void navigate({
      to: '/invoice',
      search: {
        statement: organizationId,
        ...inAddress({ from: asked.from ?? null, until: asked.until ?? null, ...next }),
      },
      replace: true,
    });
  const ages = data ? AGES.filter((age) => (data.aging[age] ?? 0) > 0) : [];
  return (
    <>
      <PageHeader
        title="Statement of account"
        crumbs={[{ label: 'Invoices', href: '/invoice' }, { label: 'Statement of account' }]}
        lead={
          data ? `${data.organization.name}, ${dateText(data.from, 'long')} to ${dateText(data.until, 'long')}` : ''
        }
        actions={
          <ButtonLink
            icon={<IconDownload size={16} stroke={1.75} />}
            href={urlOf(invoiceEndpoints.statementPdf, { params: { organizationId }, query: asked })}
          >
            Download the PDF
          </ButtonLink>
        }
      />
      <DeskBar>
        <DeskChoice>
          <DateField
            path="from"
            label="From"
            value={asked.from ?? data?.from ?? null}
            onChange={(from) => go({ from })}
          />
        </DeskChoice>
        <DeskChoice>
          <DateField
            path="until"
            label="Until"
            value={asked.until ?? data?.until ?? null}
            onChange={(until) => go({ until })}
          />
        </DeskChoice>
      </DeskBar>
      {error ? (
        <Failure error={error} what="The statement could not be loaded." onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <div className={styles.sums}>
            <Facts
              labelWidth={180}
              items={[
                { label: `Owed before ${dateText(data.from, 'medium')}`, value: formatCents(data.opening_cents) },
                { label: `Owed on ${dateText(data.until, 'medium')}`, value: <b>{formatCents(data.closing_cents)}</b> },
                ...ages.map((age) => ({
                  label: `Open now, ${AGE_WORDS[age].toLowerCase()}`,
                  value: formatCents(data.aging[age] ?? 0),
                })),
              ]}
            />
          </div>
          {data.moves.length === 0 ? (
            <EmptyState icon={<IconClock size={28} stroke={1.5} />} title="Nothing moved in these days">
              Invoices, credit notes and payments are here by their day.
            </EmptyState>
          ) : (
            <ListTable
              label="What moved it"
              columns={['What', 'Day', { title: 'Amount', number: true }, { title: 'Owed then', number: true }]}
            >
              {data.moves.map(({ on, label, cents, balance_cents, invoice_id }, at) => (
                <ListTableRow
                  // two payments of a day can be the same
                  key={`${at} ${label}`}
                  href={invoice_id === null ? null : hrefWith('/invoice', { invoice: invoice_id })}
                  name={label}
                >
                  <ListCell>{dateText(on, 'medium')}</ListCell>
                  <NumberCell unit="">{formatCents(cents)}</NumberCell>
                  <NumberCell unit="owed then">{formatCents(balance_cents)}</NumberCell>
                </ListTableRow>
              ))}
            </ListTable>
          )}
        </>
      ) : (
        <SkeletonRows rows={6} columns={[30, 20, 15, 15]} height={52} label="Loading the statement" />
      )}
    </>
  );
}
