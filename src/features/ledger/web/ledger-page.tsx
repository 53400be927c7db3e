import { IconBook2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { isDate } from '../../../core/dates.ts';
import { KINDS } from '../../../core/kinds.ts';
import { formatCents } from '../../../core/money.ts';
import { urlOf } from '../../../core/url-of.ts';
import { query } from '../../../ui/api/hooks.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { ListRows } from '../../../ui/api/list-rows.tsx';
import { SaveFile } from '../../../ui/api/save-file.tsx';
import { usePages } from '../../../ui/api/pages.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { SearchWords } from '../../../ui/form/search-words.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { inAddress, oneOf, wordsIn } from '../../../ui/parts/address.ts';
import { DeskBar, DeskChoice, DeskSearch } from '../../../ui/parts/desk-bar.tsx';
import { EmptyState, FilteredEmpty, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { ListCell, ListTable, ListTableRow, NumberCell } from '../../../ui/parts/list-table.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { ledgerEndpoints, type LedgerEntryRow } from '../contract.ts';
import { type Account, ACCOUNTS, type Cause, CAUSES, RULES } from '../rules.ts';
import { LEDGER_PLACE } from '../rules/place.ts';
import styles from './ledger.module.css';

const CAUSE_KEYS = Object.keys(CAUSES) as Cause[];
type Search = { q: string; cause: Cause | null; from: string | null; until: string | null };
const day = (value: unknown): string | null => (typeof value === 'string' && isDate(value) ? value : null);
const readSearch = (search: Record<string, unknown>): Search => ({
  q: wordsIn(search['q']),
  cause: oneOf(CAUSE_KEYS, search['cause']),
  from: day(search['from']),
  until: day(search['until']),
});

/** The book of account: the balance of each account, and its entries, newest first. */
export function LedgerPage() {
  const search = readSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const go = (next: Search) => void navigate({ to: LEDGER_PLACE.path, search: inAddress(next), replace: true });
  const list = usePages(ledgerEndpoints.entries, {
    query: { q: search.q || undefined, cause: search.cause ?? undefined },
  });
  const filters = [...(search.q === '' ? [] : [search.q]), ...(search.cause === null ? [] : [CAUSES[search.cause]])];
  return (
    <Page width="full">
      <PageHeader
        title="Ledger"
        lead="Every amount that was charged, paid in, drawn, or earned by an expert. Entries are only added: a mistake is put right by another one."
      />
      <Balances />
      <DeskBar>
        <DeskSearch>
          <SearchWords
            value={search.q}
            placeholder="Review number, CR-20017"
            maxLength={40}
            onSearch={(q) => go({ ...search, q })}
          />
        </DeskSearch>
        <DeskChoice>
          <SelectField
            path="cause"
            label="What it comes from"
            value={search.cause ?? 'all'}
            options={[
              { value: 'all', label: 'Everything' },
              ...CAUSE_KEYS.map((value) => ({ value, label: CAUSES[value] })),
            ]}
            onChange={(value) => go({ ...search, cause: oneOf(CAUSE_KEYS, value) })}
          />
        </DeskChoice>
        <DeskChoice>
          <DateField
            path="from"
            label="Journal from"
            value={search.from}
            onChange={(from) => go({ ...search, from })}
          />
        </DeskChoice>
        <DeskChoice>
          <DateField
            path="until"
            label="Journal until"
            value={search.until}
            onChange={(until) => go({ ...search, until })}
          />
        </DeskChoice>
        <div className={styles.export}>
          <SaveFile
            url={urlOf(ledgerEndpoints.journal, {
              query: { from: search.from ?? undefined, until: search.until ?? undefined },
            })}
            name="journal.csv"
          />
        </div>
      </DeskBar>
      <ListRows
        list={list}
        what="The entries could not be loaded."
        loading={<SkeletonRows rows={8} columns={[20, 30, 20, 15]} height={52} label="Loading entries" />}
        empty={
          filters.length === 0 ? (
            <EmptyState icon={<IconBook2 size={28} stroke={1.5} />} title="Nothing was charged yet">
              Once a call is held, a report is delivered or time is worked, what is due for it is here.
            </EmptyState>
          ) : (
            <FilteredEmpty
              what="entry"
              query={search.q || undefined}
              filters={search.cause === null ? [] : [CAUSES[search.cause]]}
              onClear={() => go({ ...search, q: '', cause: null })}
            />
          )
        }
      >
        <ListTable
          label="Entries"
          columns={['Review', 'What', 'Debit', 'Credit', { title: 'Amount', number: true }, 'Posted']}
        >
          {list.rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ListTable>
      </ListRows>
    </Page>
  );
}

/** The balance of each account, and that all of them agree. */
function Balances() {
  const { data, error, refetch } = useQuery(query(ledgerEndpoints.balances, { query: {} }));
  if (error && !data)
    return <Failure error={error} what="The balances could not be loaded." onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={1} columns={[20, 20, 20, 20]} height={72} label="Loading balances" />;
  return (
    <section aria-label="Balances" className={styles.balances}>
      <dl className={styles.accounts}>
        {data.accounts.map(({ account, cents }) => (
          <div key={account}>
            <dt>{ACCOUNTS[account].label}</dt>
            <dd>{formatCents(cents)}</dd>
            <dd className={styles.says}>{ACCOUNTS[account].says}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.says}>
        {data.difference_cents === 0
          ? 'Debits and credits agree to the cent.'
          : `Debits and credits differ by ${formatCents(data.difference_cents)}. Run “npm run ledger” to see where.`}
      </p>
    </section>
  );
}

/** What an entry comes to on each account, cents: debits positive. */
function netsOf({ lines }: LedgerEntryRow): ReadonlyMap<Account, number> {
  const nets = new Map<Account, number>();
  for (const { account, cents } of lines) nets.set(account, (nets.get(account) ?? 0) + cents);
  return nets;
}

/** The accounts on one side of an entry. */
const accountsOn = (nets: ReadonlyMap<Account, number>, side: 1 | -1): string =>
  [...nets].flatMap(([account, cents]) => (Math.sign(cents) === side ? [ACCOUNTS[account].label] : [])).join(', ') ||
  '–';

function Row({ row }: { row: LedgerEntryRow }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const nets = netsOf(row);
  const amount = [...nets.values()].reduce((sum, cents) => (cents > 0 ? sum + cents : sum), 0);
  return (
    <ListTableRow
      href={
        row.review
          ? `/${KINDS[row.review.kind].slug}/${row.review.id}`
          : `/admin/invoices?organization=${row.organization.id}`
      }
      name={row.review?.number ?? row.organization.name}
      about={row.review ? row.organization.name : null}
    >
      <ListCell wide>
        {row.corrects ? 'Correction: ' : ''}
        {CAUSES[row.cause]}
        {row.expert ? `, ${row.expert.name}` : ''}
        <span className={styles.rule}>{RULES[row.rule]}</span>
      </ListCell>
      <ListCell>{accountsOn(nets, 1)}</ListCell>
      <ListCell>{accountsOn(nets, -1)}</ListCell>
      <NumberCell unit="">{formatCents(amount)}</NumberCell>
      <ListCell>{formatInstant(row.posted_at, { zone, now })}</ListCell>
    </ListTableRow>
  );
}
