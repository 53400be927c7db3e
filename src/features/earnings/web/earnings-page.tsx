import { IconDownload, IconReceiptDollar } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { dateText, isDate } from '../../../core/dates.ts';
import { KINDS } from '../../../core/kinds.ts';
import { formatCents } from '../../../core/money.ts';
import { plural } from '../../../core/phrases.ts';
import { dateIn } from '../../../core/time.ts';
import { urlOf } from '../../../core/url-of.ts';
import { ListRows } from '../../../ui/api/list-rows.tsx';
import { usePages } from '../../../ui/api/pages.ts';
import { SaveFile } from '../../../ui/api/save-file.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { inAddress } from '../../../ui/parts/address.ts';
import { ButtonLink } from '../../../ui/parts/button.tsx';
import { DeskBar, DeskChoice } from '../../../ui/parts/desk-bar.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { ListCell, ListTable, ListTableRow, NumberCell } from '../../../ui/parts/list-table.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { formatDateOf } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { type Earning, earningsEndpoints, type EarningsView } from '../contract.ts';
import { STATE_WORDS } from '../rules.ts';
import styles from './earnings.module.css';

const monthText = (month: string): string => dateText(`${month}-01`, 'long').replace(/ 1,/, '');
const day = (value: unknown): string | undefined => (typeof value === 'string' && isDate(value) ? value : undefined);
const reviewHref = ({ kind, id }: Earning['review']): string => `/${KINDS[kind].slug}/${id}`;

/** What an expert earned, the newest first, by month, and what reviews under way will pay; a statement of some days to keep. */
export function EarningsPage() {
  const list = usePages(earningsEndpoints.list, { query: {} });
  const view = list.first;
  return (
    <Page width="full">
      <PageHeader
        title="Earnings"
        lead="What you earned, as it arises: calls and exams held, reports delivered, time worked, expenses approved."
        actions={<ButtonLink href="/payouts">Payouts</ButtonLink>}
      />
      <div className={styles.page}>
        {view ? <Sums view={view} /> : null}
        <Statement />
        <ListRows
          list={list}
          what="What you earned could not be loaded."
          loading={<SkeletonRows rows={8} columns={[20, 30, 20, 15]} height={52} label="Loading what you earned" />}
          empty={
            <EmptyState icon={<IconReceiptDollar size={28} stroke={1.5} />} title="Nothing was earned yet">
              Once a call of yours is held or a report of yours is delivered, it is here.
            </EmptyState>
          }
        >
          <ListTable label="Earned" columns={['Review', 'What', 'Day', 'State', { title: 'Amount', number: true }]}>
            {list.rows.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ListTable>
        </ListRows>
      </div>
    </Page>
  );
}

function Sums({ view }: { view: EarningsView }) {
  const { totals, months, expected } = view;
  const earned = months.filter(({ cents }) => cents !== 0);
  return (
    <>
      <dl className={styles.sums}>
        <div>
          <dt>Owed to you</dt>
          <dd>
            <b>{formatCents(totals.owed_cents)}</b>
          </dd>
          <dd className={styles.says}>Earned and not paid yet</dd>
        </div>
        <div>
          <dt>Earned in twelve months</dt>
          <dd>
            <b>{formatCents(totals.earned_cents)}</b>
          </dd>
          <dd className={styles.says}>Paid or not</dd>
        </div>
        <div>
          <dt>Expected</dt>
          <dd>
            <b>{formatCents(totals.expected_cents)}</b>
          </dd>
          <dd className={styles.says}>
            {expected.length === 0 ? 'No review is under way' : `Of ${plural(expected.length, 'review')} under way`}
          </dd>
        </div>
      </dl>
      {earned.length > 0 || expected.length > 0 ? (
        <div className={styles.beside}>
          {earned.length > 0 ? (
            <section aria-labelledby="months">
              <h2 id="months">By month</h2>
              <Facts
                items={earned.map(({ month, cents }) => ({ label: monthText(month), value: formatCents(cents) }))}
              />
            </section>
          ) : null}
          {expected.length > 0 ? (
            <section aria-labelledby="expected">
              <h2 id="expected">Expected</h2>
              <Facts
                items={expected.map(({ review, cents }) => ({
                  label: review.number,
                  value: <a href={reviewHref(review)}>{formatCents(cents)}</a>,
                }))}
              />
            </section>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

/** The days a statement or a file is of; the year so far where none are chosen. */
function Statement() {
  const { time_zone } = useViewer();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const today = dateIn(new Date(useNow(3_600_000)), time_zone);
  const chosen = { from: day(search['from']), until: day(search['until']) };
  const from = chosen.from ?? `${(chosen.until ?? today).slice(0, 4)}-01-01`;
  const until = chosen.until ?? today;
  const query = from <= until ? { from, until } : { from: until, until };
  const go = (next: { from?: string | null; until?: string | null }) =>
    void navigate({
      to: '/earnings',
      search: inAddress({ from: chosen.from ?? null, until: chosen.until ?? null, ...next }),
      replace: true,
    });
  return (
    <DeskBar>
      <DeskChoice>
        <DateField path="from" label="From" value={from} onChange={(value) => go({ from: value })} />
      </DeskChoice>
      <DeskChoice>
        <DateField path="until" label="Until" value={until} onChange={(value) => go({ until: value })} />
      </DeskChoice>
      <div className={styles.files}>
        <ButtonLink
          icon={<IconDownload size={16} stroke={1.75} />}
          href={urlOf(earningsEndpoints.statement, { query })}
        >
          Statement
        </ButtonLink>
        <SaveFile url={urlOf(earningsEndpoints.export, { query })} name="earnings.csv" />
      </div>
    </DeskBar>
  );
}

function Row({ row }: { row: Earning }) {
  const { time_zone: zone } = useViewer();
  const state =
    row.paid_on === null ? STATE_WORDS[row.state] : `${STATE_WORDS[row.state]} ${dateText(row.paid_on, 'medium')}`;
  return (
    <ListTableRow href={reviewHref(row.review)} name={row.review.number}>
      <ListCell wide>
        {row.corrects ? 'Correction: ' : ''}
        {row.what}
        <span className={styles.rule}>{row.rule}</span>
      </ListCell>
      <ListCell>{formatDateOf(row.happened_at, { zone })}</ListCell>
      <ListCell>{state}</ListCell>
      <NumberCell unit="">{formatCents(row.cents)}</NumberCell>
    </ListTableRow>
  );
}
