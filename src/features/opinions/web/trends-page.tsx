import { plural } from '../../../core/phrases.ts';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { KINDS, trendsKind } from '../../../core/kinds.ts';
import { urlOf } from '../../../core/url-of.ts';
import type { ApiError } from '../../../ui/api/client.ts';
import { download, savedWords } from '../../../ui/api/download.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query } from '../../../ui/api/hooks.ts';
import { ChoiceField } from '../../../ui/form/choice-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { Button, TextButton } from '../../../ui/parts/button.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { PageHeader, SectionHead } from '../../../ui/parts/page-header.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useNow } from '../../../ui/time/use-now.ts';
import { Page } from '../../../ui/shell/layouts.tsx';
import { organizationChoices } from '../../organizations/contract/choices.ts';
import { trendEndpoints, type TrendName, type TrendsView } from '../contract.ts';
import { quarterOf, quarterWords, SCALES, shiftQuarter } from '../rules.ts';
import { AgreementSection } from './agreement.tsx';
import { QuarterChart } from './chart.tsx';
import { LevelWords } from './level.tsx';
import { PolicySection } from './policy-section.tsx';
import { readTrendSearch, type TrendSearch } from './search.ts';
import { CategoryTables, ChangeWords, GroupTable, percentWords, QuarterTable } from './trends-tables.tsx';
import styles from './trends.module.css';

const PATH = '/peer-reviews/trends';
const hrefOf = (search: TrendSearch): string => urlOf({ ...trendEndpoints.read, path: PATH }, { query: search });

/** Peer reviews over the quarters: levels, providers, facilities, categories, and how far reviewers agree. */
export function TrendsPage() {
  const navigate = useNavigate();
  const search = readTrendSearch(useSearch({ strict: false }));
  const [exporting, setExporting] = useState<'not' | 'busy' | ApiError>('not');
  const { data, error, isPending, refetch } = useQuery({
    ...query(trendEndpoints.read, { query: search }),
    placeholderData: keepPreviousData,
  });
  const change = (next: TrendSearch) => void navigate({ to: '.', search: readTrendSearch({ ...next }) });
  const save = async () => {
    setExporting('busy');
    try {
      const { name, lines } = await download(urlOf(trendEndpoints.export, { query: search }), 'trends.csv');
      setExporting('not');
      toastDone(savedWords(name, lines));
    } catch (failed) {
      setExporting(failed as ApiError);
    }
  };
  const { label, list_path } = KINDS[trendsKind()];
  return (
    <Page>
      <div className={styles.page}>
        <PageHeader
          crumbs={[{ label, href: list_path }, { label: 'Trends' }]}
          title="Trends and agreement"
          lead="Each case counts once, in the quarter its report was delivered, with its final level."
          actions={
            <Button icon={<IconDownload stroke={1.75} />} busy={exporting === 'busy'} onClick={() => void save()}>
              Export
            </Button>
          }
        />
        {typeof exporting === 'object' ? <Failure error={exporting} what="The file could not be made." /> : null}
        <Failure error={error} what="The trends could not be loaded." onRetry={() => void refetch()} />
        {isPending ? <SkeletonRows rows={8} columns={[30, 20, 20]} label="Loading the trends" /> : null}
        {data ? (
          <>
            <Filters view={data} search={search} onChange={change} />
            {data.total.n === 0 ? (
              <EmptyState icon={<IconChartBar />} title="No delivered report in this period">
                Trends begin with the first delivered report. Choose a longer period or fewer filters.
              </EmptyState>
            ) : (
              <Trends view={data} search={search} />
            )}
            <AgreementSection view={data} />
            <PolicySection
              organizationId={typeof search.organization_id === 'number' ? search.organization_id : null}
            />
          </>
        ) : null}
      </div>
    </Page>
  );
}

/** Filters of which one value is chosen by its name. */
const NAMED: readonly { key: TrendName; label: string }[] = [
  { key: 'facility', label: 'Facility' },
  { key: 'provider', label: 'Provider' },
  { key: 'review_type', label: 'Type of review' },
];

function Filters({
  view,
  search,
  onChange,
}: {
  view: TrendsView;
  search: TrendSearch;
  onChange: (search: TrendSearch) => void;
}) {
  const now = useNow(3_600_000);
  const { options } = view;
  const newest = [quarterOf(new Date(now).toISOString().slice(0, 10)), view.to].toSorted().at(-1) ?? view.to;
  const quarters = Array.from({ length: 24 }, (_, i) => shiftQuarter(newest, -i)).map((value) => ({
    value,
    label: quarterWords(value),
  }));
  const set = (key: keyof TrendSearch) => (value: string | null) => onChange({ ...search, [key]: value ?? undefined });
  const filtered = search.organization_id !== undefined || NAMED.some(({ key }) => search[key]);
  return (
    <div className={styles.filters} role="group" aria-label="Filters">
      {options.of_several ? (
        <ChoiceField
          from={organizationChoices}
          asked={{ uses: trendsKind() }}
          path="organization_id"
          label="Organization"
          value={typeof search.organization_id === 'number' ? String(search.organization_id) : null}
          onChange={set('organization_id')}
          placeholder="All"
          clearable
        />
      ) : null}
      {NAMED.map(({ key, label }) => (
        <ChoiceField
          key={key}
          from={trendEndpoints.choices}
          asked={{ by: key }}
          path={key}
          label={label}
          value={search[key] ?? null}
          onChange={set(key)}
          placeholder="All"
          clearable
        />
      ))}
      <SelectField
        path="scale"
        label="Level of"
        value={view.scale}
        onChange={set('scale')}
        options={options.scales.map(({ value, label, n }) => ({ value, label: `${label} (${n})` }))}
      />
      <SelectField
        path="from"
        label="From"
        value={view.from}
        onChange={set('from')}
        options={quarters}
        searchable={false}
      />
      <SelectField path="to" label="To" value={view.to} onChange={set('to')} options={quarters} searchable={false} />
      {filtered ? (
        <TextButton
          onClick={() =>
            onChange({
              ...search,
              organization_id: undefined,
              facility: undefined,
              provider: undefined,
              review_type: undefined,
            })
          }
        >
          Clear filters
        </TextButton>
      ) : null}
    </div>
  );
}

function Trends({ view, search }: { view: TrendsView; search: TrendSearch }) {
  const { total } = view;
  const organizations = view.options.of_several;
  return (
    <>
      <section aria-labelledby="total" className={styles.section}>
        <SectionHead
          id="total"
          title={SCALES[view.scale].label}
          note={`${plural(total.n, 'review')}, ${quarterWords(view.from)} to ${quarterWords(view.to)}`}
        />
        <ul className={styles.total}>
          {total.levels.map((one) => (
            <li key={one.level}>
              <b>{one.n}</b>
              <LevelWords scale={view.scale} level={one.level} label={one.label} tone={one.tone} />
              <span className={styles.quiet}>
                {one.share === null ? 'Too few for a share' : percentWords(one.share)}
              </span>
            </li>
          ))}
          <li>
            <b>{total.attention}</b>
            <span>Marked as needing attention</span>
          </li>
          <li>
            <b>{total.undetermined}</b>
            <span>Level not determined</span>
          </li>
        </ul>
        <p>
          <span className={styles.quiet}>
            The share on the best level, the later half of the period against the earlier:{' '}
          </span>
          <ChangeWords change={view.change} />
        </p>
        <QuarterChart view={view} />
        <QuarterTable view={view} />
      </section>
      {view.providers.length > 0 ? (
        <section aria-labelledby="providers" className={styles.section}>
          <SectionHead id="providers" title="Providers" />
          <GroupTable
            view={view}
            rows={view.providers}
            what="Provider"
            more={view.more_providers}
            organizations={organizations}
            hrefOf={(one) => hrefOf({ ...search, organization_id: one.organization_id, provider: one.key })}
          />
        </section>
      ) : null}
      {view.facilities.length > 0 ? (
        <section aria-labelledby="facilities" className={styles.section}>
          <SectionHead id="facilities" title="Facilities" />
          <GroupTable
            view={view}
            rows={view.facilities}
            what="Facility"
            more={view.more_facilities}
            organizations={organizations}
            hrefOf={(one) => hrefOf({ ...search, organization_id: one.organization_id, facility: one.key })}
          />
        </section>
      ) : null}
      {view.categories.length > 0 ? (
        <section aria-labelledby="categories" className={styles.section}>
          <SectionHead id="categories" title="Categories" note="most deficiencies first" />
          <CategoryTables view={view} />
        </section>
      ) : null}
    </>
  );
}
