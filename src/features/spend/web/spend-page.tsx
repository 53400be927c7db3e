import { IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { isAdmin } from '../../../core/actor.ts';
import { type Kind, KIND_NAMES, KINDS } from '../../../core/kinds.ts';
import { formatCents } from '../../../core/money.ts';
import { plural } from '../../../core/phrases.ts';
import { dateIn } from '../../../core/time.ts';
import { urlOf } from '../../../core/url-of.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query } from '../../../ui/api/hooks.ts';
import { SaveFile } from '../../../ui/api/save-file.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { hrefWith, inAddress, oneOf } from '../../../ui/parts/address.ts';
import { ButtonLink } from '../../../ui/parts/button.tsx';
import { DeskBar, DeskChoice } from '../../../ui/parts/desk-bar.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { ListTable, ListTableRow, NumberCell } from '../../../ui/parts/list-table.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { LinkTabs } from '../../../ui/parts/tabs.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { useNow } from '../../../ui/time/use-now.ts';
import { usedPercent } from '../../billing/rules.ts';
import { spendEndpoints, type SpendView } from '../contract.ts';
import { isMonth, monthPlus, MONTHS_MOST, monthsAsked, SPEND_BY, SPEND_BY_WORDS, type SpendBy } from '../rules.ts';
import { SPEND_PLACE } from '../rules/place.ts';
import { MonthChart, monthText } from './month-chart.tsx';
import styles from './spend.module.css';

type SpendKind = Kind | 'subscription';
const SPEND_KINDS: readonly SpendKind[] = [...KIND_NAMES, 'subscription'];
const kindWords = (kind: SpendKind): string => (kind === 'subscription' ? 'Subscriptions' : KINDS[kind].label);

interface Search {
  by: SpendBy | null;
  organization: number | null;
  kind: SpendKind | null;
  from: string | null;
  until: string | null;
}
const monthIn = (value: unknown): string | null => (isMonth(value) ? value : null);
function readSearch(search: Record<string, unknown>): Search {
  const organization = Number(search['organization']);
  return {
    by: oneOf(SPEND_BY, search['by']),
    organization: Number.isSafeInteger(organization) && organization > 0 ? organization : null,
    kind: oneOf(SPEND_KINDS, search['kind']),
    from: monthIn(search['from']),
    until: monthIn(search['until']),
  };
}

/** What organizations spent: a year by month, and by kind, specialty, requester or organization. */
export function SpendPage() {
  const search = readSearch(useSearch({ strict: false }));
  const by = search.by ?? 'kind';
  const asked = {
    organization_id: search.organization ?? undefined,
    kind: search.kind ?? undefined,
    from: search.from ?? undefined,
    until: search.until ?? undefined,
  };
  const { kind } = useViewer();
  const { data, error, refetch } = useQuery({
    ...query(spendEndpoints.read, { query: { ...asked, by } }),
    placeholderData: (before) => before,
  });
  return (
    <Page width="full">
      <PageHeader
        // who has no console comes from their invoices
        crumbs={SPEND_PLACE.admits(kind) ? [] : [{ label: 'Invoices', href: '/invoice' }, { label: 'Spend' }]}
        title="Spend"
        lead="What was charged in each month, as it was earned: calls held, reports delivered, time worked, less what was credited. Retainers count as they are used."
      />
      <div className={styles.page}>
        <Filters search={search} asked={asked} organizations={data?.organizations ?? []} />
        {error ? (
          <Failure error={error} what="What was spent could not be loaded." onRetry={() => void refetch()} />
        ) : data ? (
          <Spent view={data} search={search} by={by} />
        ) : (
          <SkeletonRows rows={8} columns={[30, 20, 20]} height={48} label="Loading what was spent" />
        )}
      </div>
    </Page>
  );
}

function Filters({
  search,
  asked,
  organizations,
}: {
  search: Search;
  asked: Partial<Record<string, string | number | undefined>>;
  organizations: SpendView['organizations'];
}) {
  const navigate = useNavigate();
  const go = (next: Partial<Search>) =>
    void navigate({ to: SPEND_PLACE.path, search: inAddress({ ...search, ...next }), replace: true });
  const today = dateIn(new Date(useNow(3_600_000)), 'UTC');
  const shown = monthsAsked({ from: search.from ?? undefined, until: search.until ?? undefined }, today);
  const months = Array.from({ length: MONTHS_MOST }, (_, at) => monthPlus(today.slice(0, 7), -at)).map((value) => ({
    value,
    label: monthText(value),
  }));
  const withShown = (value: string) =>
    months.some((one) => one.value === value) ? months : [...months, { value, label: monthText(value) }];
  return (
    <DeskBar>
      {organizations.length > 1 ? (
        <DeskChoice>
          <SelectField
            path="organization"
            label="Organization"
            value={search.organization === null ? 'all' : String(search.organization)}
            options={[
              { value: 'all', label: 'All' },
              ...organizations.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={(value) => go({ organization: value === 'all' || value === null ? null : Number(value) })}
          />
        </DeskChoice>
      ) : null}
      <DeskChoice>
        <SelectField
          path="kind"
          label="Kind"
          value={search.kind ?? 'all'}
          options={[
            { value: 'all', label: 'All' },
            ...SPEND_KINDS.map((value) => ({ value, label: kindWords(value) })),
          ]}
          onChange={(value) => go({ kind: oneOf(SPEND_KINDS, value) })}
        />
      </DeskChoice>
      <DeskChoice>
        <SelectField
          path="from"
          label="From"
          value={shown.from}
          options={withShown(shown.from)}
          onChange={(from) => go({ from })}
        />
      </DeskChoice>
      <DeskChoice>
        <SelectField
          path="until"
          label="Until"
          value={shown.until}
          options={withShown(shown.until)}
          onChange={(until) => go({ until })}
        />
      </DeskChoice>
      <div className={styles.export}>
        <SaveFile url={urlOf(spendEndpoints.export, { query: asked })} name="spend.csv" />
      </div>
    </DeskBar>
  );
}

function Spent({ view, search, by }: { view: SpendView; search: Search; by: SpendBy }) {
  const { kind } = useViewer();
  if (view.rows.length === 0)
    return (
      <EmptyState
        icon={<IconClock size={28} stroke={1.5} />}
        title="Nothing was charged in these months"
        action={
          search.kind === null && search.organization === null ? null : (
            <ButtonLink href={hrefWith(SPEND_PLACE.path, inAddress({ ...search, kind: null, organization: null }))}>
              Show all kinds and organizations
            </ButtonLink>
          )
        }
      >
        Once a call is held, a report is delivered or time is worked, it is here.
      </EmptyState>
    );
  // what was spent before there was one is not held against it
  const withBudget = view.months.filter(({ budget_cents }) => budget_cents !== null);
  const budgeted = withBudget.reduce((sum, { cents }) => sum + cents, 0);
  const tabs = SPEND_BY.filter((one) => one !== 'organization' || view.organizations.length > 1);
  const share = (cents: number): string =>
    view.total_cents <= 0 ? '–' : `${Math.round((cents / view.total_cents) * 100)}%`;
  return (
    <>
      <dl className={styles.sums}>
        <div>
          <dt>Spent</dt>
          <dd>
            <b>{formatCents(view.total_cents)}</b>
          </dd>
          <dd className={styles.says}>
            {view.tax_cents === 0 ? plural(view.reviews, 'review') : `${formatCents(view.tax_cents)} of it sales tax`}
          </dd>
        </div>
        <div>
          <dt>A month</dt>
          <dd>
            <b>{formatCents(Math.round(view.total_cents / view.months.length))}</b>
          </dd>
          <dd className={styles.says}>On average</dd>
        </div>
        {view.budget_cents === null ? null : (
          <div>
            <dt>Budget</dt>
            <dd>
              <b>{formatCents(view.budget_cents)}</b>
            </dd>
            <dd className={styles.says}>
              {budgeted > view.budget_cents
                ? `Exceeded by ${formatCents(budgeted - view.budget_cents)}`
                : `${usedPercent(view.budget_cents, budgeted)}% spent`}
              {withBudget.length < view.months.length ? `, in ${plural(withBudget.length, 'month')}` : ''}
            </dd>
          </div>
        )}
        {view.unbilled_cents === null ? null : (
          <div>
            <dt>Not invoiced yet</dt>
            <dd>
              <b>{formatCents(view.unbilled_cents)}</b>
            </dd>
            <dd className={styles.says}>{isAdmin(kind) ? 'Of the organization, as of today' : 'As of today'}</dd>
          </div>
        )}
      </dl>
      <MonthChart months={view.months} />
      <LinkTabs
        label="Spend by"
        tabs={tabs.map((value) => ({
          value,
          label: SPEND_BY_WORDS[value],
          href: hrefWith(SPEND_PLACE.path, inAddress({ ...search, by: value })),
          active: value === by,
        }))}
      />
      <ListTable
        label={`Spend by ${SPEND_BY_WORDS[by].toLowerCase()}`}
        columns={[
          SPEND_BY_WORDS[by],
          { title: 'Reviews', number: true },
          { title: 'Spent', number: true },
          { title: 'Share', number: true },
        ]}
      >
        {view.rows.map((row) => (
          <ListTableRow
            key={row.id}
            href={narrowed(search, by, row.id)}
            name={by === 'month' ? monthText(row.label) : row.label}
          >
            <NumberCell unit={row.reviews === 1 ? 'review' : 'reviews'}>
              {row.reviews === 0 ? '–' : row.reviews}
            </NumberCell>
            <NumberCell unit="">{formatCents(row.cents)}</NumberCell>
            <NumberCell unit="of all">{share(row.cents)}</NumberCell>
          </ListTableRow>
        ))}
      </ListTable>
    </>
  );
}

/** Where a row leads: to the same of it alone, told apart by something else; null where it cannot be narrowed to. */
function narrowed(search: Search, by: SpendBy, id: string): string | null {
  if (by === 'kind') return hrefWith(SPEND_PLACE.path, inAddress({ ...search, kind: id, by: 'specialty' }));
  if (by === 'organization')
    return hrefWith(SPEND_PLACE.path, inAddress({ ...search, organization: Number(id), by: 'kind' }));
  return null;
}
