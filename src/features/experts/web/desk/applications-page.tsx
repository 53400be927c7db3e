import { IconId, IconLayoutColumns, IconList } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ListRows } from '../../../../ui/api/list-rows.tsx';
import { usePages } from '../../../../ui/api/pages.ts';
import { SearchWords } from '../../../../ui/form/search-words.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { ButtonLink } from '../../../../ui/parts/button.tsx';
import { EmptyState, FilteredEmpty, SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { ListTable, ListTableRow, NumberCell } from '../../../../ui/parts/list-table.tsx';
import { PageHeader } from '../../../../ui/parts/page-header.tsx';
import { StatusText } from '../../../../ui/parts/status.tsx';
import { LinkTabs } from '../../../../ui/parts/tabs.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { Page } from '../../../../ui/shell/layouts.tsx';
import { formatAgo, formatInstant } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { expertEndpoints } from '../../contract.ts';
import type { ApplicationRow } from '../../contract/application-desk.ts';
import {
  APPLICATION_STATES,
  type ApplicationState,
  DESK_STATES,
  isOpenApplication,
} from '../../rules/application-states.ts';
import { Board } from './board.tsx';
import { askOf, type DeskSearch, hrefOf, readSearch, writeSearch } from './search.ts';
import { displayOf } from './states.ts';
import styles from './desk.module.css';

const TABS = [
  'open',
  ...APPLICATION_STATES.filter((state) => state !== 'started'),
  'all',
] as const satisfies readonly DeskSearch['status'][];

/** Applications of experts as a list or on a board; every choice is in the address. */
export function ApplicationsPage() {
  const search = readSearch(useSearch({ strict: false }));
  const other = search.view === 'list' ? 'board' : 'list';
  return (
    <Page width="full">
      <PageHeader
        title="Applications"
        lead="What experts apply with, where each stands, and what is to be done."
        actions={
          <ButtonLink
            href={hrefOf({ ...search, view: other })}
            icon={other === 'board' ? <IconLayoutColumns stroke={1.75} /> : <IconList stroke={1.75} />}
          >
            {other === 'board' ? 'Show as a board' : 'Show as a list'}
          </ButtonLink>
        }
      />
      {search.view === 'board' ? (
        <>
          <Filters search={search} />
          <Board search={search} />
        </>
      ) : (
        <List search={search} />
      )}
    </Page>
  );
}

function List({ search }: { search: DeskSearch }) {
  const { status, newest } = search;
  const list = usePages(expertEndpoints.applications, {
    query: {
      ...askOf(search),
      ...(status === 'open' ? { open: '1' as const } : status === 'all' || status === 'started' ? {} : { status }),
      ...(newest ? { sort: 'newest' as const } : {}),
    },
  });
  const counts = list.first?.counts;
  const countOf = (tab: DeskSearch['status']): number | null => {
    if (!counts) return null;
    const states: readonly ApplicationState[] =
      tab === 'open' ? APPLICATION_STATES.filter(isOpenApplication) : tab === 'all' ? APPLICATION_STATES : [tab];
    return states.reduce<number>((sum, state) => sum + (counts[state] ?? 0), 0);
  };
  return (
    <>
      <LinkTabs
        label="State"
        tabs={TABS.map((value) => ({
          value,
          label: value === 'open' ? 'Open' : value === 'all' ? 'All' : DESK_STATES[value].label,
          count: countOf(value),
          href: hrefOf({ ...search, status: value }),
          active: status === value,
        }))}
      />
      <Filters search={search} />
      <ListRows
        list={list}
        what="The applications could not be loaded."
        loading={<SkeletonRows rows={8} columns={[40, 30, 20, 20]} height={52} label="Loading applications" />}
        empty={<Nothing search={search} />}
      >
        <ListTable
          columns={['Applicant', 'Specialty', 'State', 'Since', { title: 'Checks', number: true }, 'Assigned to']}
        >
          {list.rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ListTable>
      </ListRows>
    </>
  );
}

function Row({ row }: { row: ApplicationRow }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  return (
    <ListTableRow
      href={`/admin/applications/${row.id}`}
      name={row.name}
      about={[row.number, row.region].filter(Boolean).join(' · ')}
    >
      <td>{row.specialty}</td>
      <td>
        <StatusText {...displayOf(row.status)} />
      </td>
      <td>
        <time dateTime={row.status_since} title={formatInstant(row.status_since, { zone, now })}>
          {formatAgo(row.status_since, { zone, now })}
        </time>
      </td>
      <NumberCell unit="checks">
        {row.checks.done} of {row.checks.all}
      </NumberCell>
      <td>{row.assigned_to?.name ?? <span className={styles.quiet}>Nobody</span>}</td>
    </ListTableRow>
  );
}

function Filters({ search }: { search: DeskSearch }) {
  const navigate = useNavigate();
  const go = (next: DeskSearch) =>
    void navigate({ to: '/admin/applications', search: writeSearch(next), replace: true });
  return (
    <div className={styles.bar}>
      <div className={styles.search}>
        <SearchWords
          value={search.q}
          placeholder="Name, e-mail, application number"
          maxLength={100}
          onSearch={(q) => go({ ...search, q })}
        />
      </div>
      <div className={styles.choice}>
        <SelectField
          path="assigned"
          label="Assigned to"
          value={search.assigned ?? 'anybody'}
          options={[
            { value: 'anybody', label: 'Anybody' },
            { value: 'me', label: 'Me' },
            { value: 'nobody', label: 'Nobody' },
          ]}
          onChange={(value) => go({ ...search, assigned: value === 'me' || value === 'nobody' ? value : null })}
        />
      </div>
      {search.view === 'list' ? (
        <div className={styles.choice}>
          <SelectField
            path="sort"
            label="Order"
            value={search.newest ? 'newest' : 'waiting'}
            options={[
              { value: 'waiting', label: 'Longest waiting first' },
              { value: 'newest', label: 'Latest first' },
            ]}
            onChange={(value) => go({ ...search, newest: value === 'newest' })}
          />
        </div>
      ) : null}
    </div>
  );
}

function Nothing({ search }: { search: DeskSearch }) {
  const navigate = useNavigate();
  const filters = [
    ...(search.assigned === null ? [] : [search.assigned === 'me' ? 'Assigned to me' : 'Assigned to nobody']),
    ...(search.status === 'open' || search.status === 'all' ? [] : [DESK_STATES[search.status].label]),
  ];
  if (search.q === '' && filters.length === 0)
    return (
      <EmptyState icon={<IconId size={28} stroke={1.5} />} title="No application is waiting">
        What experts send from the page “Apply” is listed here.
      </EmptyState>
    );
  return (
    <FilteredEmpty
      what="application"
      query={search.q || undefined}
      filters={filters}
      onClear={() => void navigate({ to: '/admin/applications', search: {} })}
    />
  );
}
