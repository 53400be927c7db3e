import { IconHistory } from '@tabler/icons-react';
import { capital } from '../../../core/phrases.ts';
import { actedName } from '../../../core/names.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { urlOf } from '../../../core/url-of.ts';
import { ListRows } from '../../../ui/api/list-rows.tsx';
import { usePages } from '../../../ui/api/pages.ts';
import { SaveFile } from '../../../ui/api/save-file.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { inAddress, wordsIn } from '../../../ui/parts/address.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { EmptyState, FilteredEmpty, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { ListCell, ListTable, ListTableRow } from '../../../ui/parts/list-table.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { type AuditListed, oversightEndpoints } from '../contract.ts';
import { AUDIT_PLACE } from '../rules.ts';
import { AuditTabs } from './audit-tabs.tsx';
import styles from './oversight.module.css';

const FIELDS = [
  { field: 'who', label: 'Person', placeholder: 'Name or e-mail', max: 100 },
  { field: 'action', label: 'Action', placeholder: 'Signed in, or its code', max: 60 },
  { field: 'about', label: 'Review or subject', placeholder: 'CR-20418 or user:7', max: 100 },
  { field: 'organization', label: 'Organization', placeholder: 'Part of its name', max: 100 },
] as const;
type Search = Record<(typeof FIELDS)[number]['field'], string> & { from: string | null; until: string | null };

const NOTHING: Search = { who: '', action: '', about: '', organization: '', from: null, until: null };
const day = (value: unknown): string | null => (/^\d{4}-\d{2}-\d{2}$/.test(wordsIn(value)) ? wordsIn(value) : null);
const readSearch = (search: Record<string, unknown>): Search => ({
  who: wordsIn(search['who']),
  action: wordsIn(search['action']),
  about: wordsIn(search['about']),
  organization: wordsIn(search['organization']),
  from: day(search['from']),
  until: day(search['until']),
});

/** "Draft to Records check". */
const movedWords = ({ from, to }: NonNullable<AuditListed['moved']>): string =>
  from === null ? to : `${from} to ${to}`;

/** The audit log: who did what, newest first. */
export function AuditPage() {
  const search = readSearch(useSearch({ strict: false }));
  const query = inAddress(search);
  const navigate = useNavigate();
  const go = (next: Search) => void navigate({ to: AUDIT_PLACE.path, search: inAddress(next), replace: true });
  const list = usePages(oversightEndpoints.audit, { query });
  const filters = [
    ...FIELDS.flatMap(({ field, label }) => (search[field] === '' ? [] : [`${label} ${search[field]}`])),
    ...(search.from === null ? [] : ['From']),
    ...(search.until === null ? [] : ['Until']),
  ];
  return (
    <Page width="full">
      <PageHeader
        title="Audit log"
        lead="What anybody did, newest first. Rows are sealed and cannot be changed unnoticed."
        actions={<Export query={query} />}
      />
      <AuditTabs at="log" />
      <Filters key={JSON.stringify(query)} search={search} onSearch={go} />
      <ListRows
        list={list}
        what="The audit log could not be loaded."
        loading={<SkeletonRows rows={8} columns={[20, 20, 30, 20]} height={52} label="Loading the audit log" />}
        empty={
          filters.length === 0 ? (
            <EmptyState icon={<IconHistory size={28} stroke={1.5} />} title="Nothing happened yet">
              What somebody does is here from then on.
            </EmptyState>
          ) : (
            <FilteredEmpty what="row" filters={filters} onClear={() => go(NOTHING)} />
          )
        }
      >
        <ListTable label="Rows" columns={['Action', 'By', 'Subject', 'Organization', 'When']}>
          {list.rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ListTable>
      </ListRows>
    </Page>
  );
}

function Filters({ search, onSearch }: { search: Search; onSearch: (next: Search) => void }) {
  const [typed, setTyped] = useState(search);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(typed);
  };
  return (
    <form className={styles.filters} role="search" aria-label="Audit log" onSubmit={submit} noValidate>
      {FIELDS.map(({ field, label, placeholder, max }) => (
        <TextField
          key={field}
          path={field}
          label={label}
          placeholder={placeholder}
          maxLength={max}
          value={typed[field]}
          onChange={(value) => setTyped({ ...typed, [field]: value })}
        />
      ))}
      <DateField path="from" label="From" value={typed.from} onChange={(from) => setTyped({ ...typed, from })} />
      <DateField path="until" label="Until" value={typed.until} onChange={(until) => setTyped({ ...typed, until })} />
      <div className={styles.acts}>
        <Button type="submit">Search</Button>
      </div>
    </form>
  );
}

function Export({ query }: { query: Record<string, string | number> }) {
  return (
    <div className={styles.acts}>
      <SaveFile url={urlOf(oversightEndpoints.exportAudit, { query })} name="audit-log.csv" />
    </div>
  );
}

function Row({ row }: { row: AuditListed }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  return (
    <ListTableRow
      href={`${AUDIT_PLACE.path}/${row.id}`}
      name={capital(row.says)}
      about={[row.action, row.moved?.from && movedWords(row.moved)].filter(Boolean).join(' · ')}
    >
      <ListCell>{actedName(row.by.name, row.by.acting)}</ListCell>
      <ListCell wide>{row.review?.number ?? row.subject ?? ''}</ListCell>
      <ListCell>{row.organization ?? ''}</ListCell>
      <ListCell>{formatInstant(row.at, { zone, now })}</ListCell>
    </ListTableRow>
  );
}
