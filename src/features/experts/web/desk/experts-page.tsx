import { IconStethoscope } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { US_STATES } from '../../../../core/us-states.ts';
import { query } from '../../../../ui/api/hooks.ts';
import { ListRows } from '../../../../ui/api/list-rows.tsx';
import { usePages } from '../../../../ui/api/pages.ts';
import { SearchWords } from '../../../../ui/form/search-words.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { EmptyState, FilteredEmpty, SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { ListTable, ListTableRow, NumberCell } from '../../../../ui/parts/list-table.tsx';
import { PageHeader } from '../../../../ui/parts/page-header.tsx';
import { StatusText } from '../../../../ui/parts/status.tsx';
import { Page } from '../../../../ui/shell/layouts.tsx';
import { formatDay } from '../../../../ui/time/format.ts';
import { expertEndpoints } from '../../contract.ts';
import type { ExpertRow } from '../../contract/experts-desk.ts';
import { readSpecialties } from '../../contract/specialties.ts';
import { STANDING_WORDS, STANDINGS } from '../../rules/experts-desk.ts';
import {
  AVAILABILITIES,
  type DirectorySearch,
  ENDINGS,
  LOADS,
  readDirectory,
  WHOLE_DIRECTORY,
  writeDirectory,
} from './directory-search.ts';
import { AVAILABILITY, standingDisplay } from './standing.ts';
import styles from './desk.module.css';

const LOAD_WORDS = { free: 'Has room', full: 'As many as they take' } as const;
const ENDING_WORDS = { ended: 'Something has ended', soon: 'Something ends within 90 days' } as const;

/** The directory of experts; every choice is in the address. */
export function ExpertsPage() {
  const search = readDirectory(useSearch({ strict: false }));
  const { status, specialty, state, ending, availability, load, waiting, q } = search;
  const list = usePages(expertEndpoints.experts, {
    query: {
      status: status ?? undefined,
      specialty_id: specialty ?? undefined,
      state: state ?? undefined,
      ending: ending ?? undefined,
      availability: availability ?? undefined,
      load: load ?? undefined,
      waiting: waiting === null ? undefined : ('1' as const),
      q: q || undefined,
    },
  });
  return (
    <Page width="full">
      <PageHeader
        title="Experts"
        lead="Everybody in the directory, what their work rests on, and who is asked at present."
      />
      <Filters search={search} />
      <ListRows
        list={list}
        what="The directory could not be loaded."
        loading={<SkeletonRows rows={8} columns={[40, 30, 20, 20]} height={52} label="Loading experts" />}
        empty={<Nothing search={search} />}
      >
        <ListTable
          columns={[
            'Expert',
            'Specialty',
            'Standing',
            'Availability',
            { title: 'Open reviews', number: true },
            'Ends first',
            'To verify',
          ]}
        >
          {list.rows.map((row) => (
            <Row key={row.profile_id} row={row} />
          ))}
        </ListTable>
      </ListRows>
    </Page>
  );
}

function Row({ row }: { row: ExpertRow }) {
  return (
    <ListTableRow
      href={`/admin/experts/${row.profile_id}`}
      name={row.name}
      about={[row.code, row.region].filter(Boolean).join(' · ')}
    >
      <td>{row.specialty}</td>
      <td>
        <StatusText {...standingDisplay(row.status)} />
      </td>
      <td>{row.availability === null ? '' : AVAILABILITY[row.availability]}</td>
      <NumberCell unit="open">
        {row.open_reviews} of {row.max_open_reviews}
      </NumberCell>
      <td>
        {row.ends_on === null ? (
          <span className={styles.quiet}>No day recorded</span>
        ) : row.lapsed ? (
          <StatusText label={`Ended ${formatDay(row.ends_on)}`} tone="bad" share={1} side="attention" />
        ) : (
          formatDay(row.ends_on)
        )}
      </td>
      <td>
        {row.to_verify === 0 ? null : <StatusText label={`${row.to_verify} to verify`} tone="info" share={0.5} />}
      </td>
    </ListTableRow>
  );
}

function useGo() {
  const navigate = useNavigate();
  return (next: DirectorySearch) =>
    void navigate({ to: '/admin/experts', search: writeDirectory(next), replace: true });
}

function Filters({ search }: { search: DirectorySearch }) {
  const go = useGo();
  const specialties = useQuery({ ...query(readSpecialties, {}), staleTime: 300_000 });
  const any = { value: 'any', label: 'Any' };
  return (
    <div className={styles.bar}>
      <div className={styles.search}>
        <SearchWords
          value={search.q}
          placeholder="Name, e-mail, code"
          maxLength={100}
          onSearch={(q) => go({ ...search, q })}
        />
      </div>
      <div className={styles.choice}>
        <SelectField
          path="specialty"
          label="Specialty"
          searchable
          clearable
          placeholder="Any"
          value={search.specialty === null ? null : String(search.specialty)}
          options={(specialties.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(value) => go({ ...search, specialty: value === null ? null : Number(value) })}
        />
      </div>
      <div className={styles.choice}>
        <SelectField
          path="state"
          label="State"
          clearable
          placeholder="Any"
          value={search.state}
          options={US_STATES.map(([value, label]) => ({ value, label }))}
          onChange={(state) => go({ ...search, state })}
        />
      </div>
      <div className={styles.choice}>
        <SelectField
          path="status"
          label="Standing"
          value={search.status ?? 'any'}
          options={[any, ...STANDINGS.map((value) => ({ value, label: STANDING_WORDS[value] }))]}
          onChange={(value) => go({ ...search, status: STANDINGS.find((one) => one === value) ?? null })}
        />
      </div>
      <div className={styles.choice}>
        <SelectField
          path="ending"
          label="Credentials"
          value={search.ending ?? 'any'}
          options={[any, ...ENDINGS.map((value) => ({ value, label: ENDING_WORDS[value] }))]}
          onChange={(value) => go({ ...search, ending: ENDINGS.find((one) => one === value) ?? null })}
        />
      </div>
      <div className={styles.choice}>
        <SelectField
          path="availability"
          label="Availability"
          value={search.availability ?? 'any'}
          options={[any, ...AVAILABILITIES.map((value) => ({ value, label: AVAILABILITY[value] }))]}
          onChange={(value) => go({ ...search, availability: AVAILABILITIES.find((one) => one === value) ?? null })}
        />
      </div>
      <div className={styles.choice}>
        <SelectField
          path="load"
          label="Load"
          value={search.load ?? 'any'}
          options={[any, ...LOADS.map((value) => ({ value, label: LOAD_WORDS[value] }))]}
          onChange={(value) => go({ ...search, load: LOADS.find((one) => one === value) ?? null })}
        />
      </div>
      <div className={styles.choice}>
        <SelectField
          path="waiting"
          label="To verify"
          value={search.waiting === null ? 'any' : 'waiting'}
          options={[any, { value: 'waiting', label: 'Something to verify' }]}
          onChange={(value) => go({ ...search, waiting: value === 'waiting' ? 1 : null })}
        />
      </div>
    </div>
  );
}

function Nothing({ search }: { search: DirectorySearch }) {
  const go = useGo();
  const filters = [
    ...(search.status === null ? [] : [STANDING_WORDS[search.status]]),
    ...(search.specialty === null ? [] : ['Specialty']),
    ...(search.state === null ? [] : [search.state]),
    ...(search.ending === null ? [] : [ENDING_WORDS[search.ending]]),
    ...(search.availability === null ? [] : [AVAILABILITY[search.availability]]),
    ...(search.load === null ? [] : [LOAD_WORDS[search.load]]),
    ...(search.waiting === null ? [] : ['Something to verify']),
  ];
  if (search.q === '' && filters.length === 0)
    return (
      <EmptyState icon={<IconStethoscope size={28} stroke={1.5} />} title="Nobody is in the directory yet">
        Applicants who are approved, and experts an organization invited, are listed here.
      </EmptyState>
    );
  return (
    <FilteredEmpty what="expert" query={search.q || undefined} filters={filters} onClear={() => go(WHOLE_DIRECTORY)} />
  );
}
