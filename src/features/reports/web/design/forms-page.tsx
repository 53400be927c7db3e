import { IconForms, IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { KINDS } from '../../../../core/kinds.ts';
import { grouped, plural } from '../../../../core/phrases.ts';
import { ListRows } from '../../../../ui/api/list-rows.tsx';
import { usePages } from '../../../../ui/api/pages.ts';
import { SearchWords } from '../../../../ui/form/search-words.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { EmptyState, FilteredEmpty, SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { TextLink } from '../../../../ui/parts/link.tsx';
import { ListTable, ListTableRow, NumberCell } from '../../../../ui/parts/list-table.tsx';
import { PageHeader, SectionHead } from '../../../../ui/parts/page-header.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { Page } from '../../../../ui/shell/layouts.tsx';
import { formatInstant } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { customFormEndpoints, type CustomFormRow, type ShippedFormRow } from '../../contract/design.ts';
import { BeginForm, type Source } from './begin-form.tsx';
import styles from './design.module.css';
import {
  formHref,
  type FormsSearch,
  readFormsSearch,
  STATE_LABELS,
  STATE_OPTIONS,
  writeFormsSearch,
} from './search.ts';

/** The forms reports are written on: an organization's own, and those that come with the product, to copy. */
export function FormsPage() {
  const search = readFormsSearch(useSearch({ strict: false }));
  const [beginning, setBeginning] = useState<Source | 'new' | null>(null);
  const list = usePages(customFormEndpoints.list, {
    query: { q: search.q || undefined, state: search.state ?? undefined },
  });
  const { first } = list;
  return (
    <Page width="wide">
      <PageHeader
        title="Report forms"
        lead="What experts fill in. Publish a version, give it to a type of peer review, and new orders are reported on it."
        actions={
          first ? (
            <Button kind="primary" icon={<IconPlus stroke={2} />} onClick={() => setBeginning('new')}>
              New form
            </Button>
          ) : null
        }
      />
      <Filters search={search} />
      <ListRows
        list={list}
        what="The forms could not be loaded."
        loading={<SkeletonRows rows={5} columns={[40, 0, 15, 12, 12]} height={52} label="Loading forms" />}
        empty={<Nothing search={search} />}
      >
        <ListTable
          columns={[
            'Form',
            'State',
            'Changed',
            { title: 'Types', number: true },
            { title: 'Open reviews', number: true },
          ]}
        >
          {list.rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ListTable>
      </ListRows>
      {first && search.q === '' && search.state === null ? (
        <Shipped rows={first.shipped} onCopy={setBeginning} />
      ) : null}
      {beginning !== null && first ? (
        <BeginForm
          from={beginning === 'new' ? null : beginning}
          forAll={first.may_write_for_all}
          onClose={() => setBeginning(null)}
        />
      ) : null}
    </Page>
  );
}

/** How far a form is, in words. */
export function stateWords({
  version,
  is_changed,
  retired_at,
}: Pick<CustomFormRow, 'version' | 'is_changed' | 'retired_at'>) {
  if (retired_at !== null) return STATE_LABELS.retired;
  if (version === null) return STATE_LABELS.draft;
  return is_changed ? `Version ${version}, draft changed` : `Version ${version}`;
}

function Row({ row }: { row: CustomFormRow }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  return (
    <ListTableRow
      href={formHref(row.id)}
      name={row.name || 'Without a name'}
      about={row.organization ? `of ${row.organization.name}` : 'for every organization'}
    >
      <td>{stateWords(row)}</td>
      <td>{formatInstant(row.updated_at, { zone, now })}</td>
      <NumberCell unit={row.types === 1 ? 'type' : 'types'}>{grouped(row.types)}</NumberCell>
      <NumberCell unit={row.open_reviews === 1 ? 'open review' : 'open reviews'}>
        {grouped(row.open_reviews)}
      </NumberCell>
    </ListTableRow>
  );
}

function Shipped({ rows, onCopy }: { rows: readonly ShippedFormRow[]; onCopy: (source: Source) => void }) {
  return (
    <section aria-labelledby="shipped-forms" className={styles.shipped}>
      <SectionHead title="Included with Peritus" id="shipped-forms" />
      <p className={styles.about}>They stay as they are. Copy one to have your own.</p>
      <ul className={styles.lines}>
        {rows.map((row) => (
          <li key={row.key} className={styles.line}>
            <span className={styles.lineName}>
              <b>{row.name}</b>
              <span className={styles.about}>
                {KINDS[row.kind].label}, version {row.version}, {plural(row.open_reviews, 'open review')}
              </span>
            </span>
            <span className={styles.lineActs}>
              <TextLink href={`/preview-form?reportFormId=${row.key}`}>See it</TextLink>
              {row.may_copy ? (
                <Button
                  size="sm"
                  aria-label={`Copy ${row.name}`}
                  onClick={() => onCopy({ form: `${row.key}@${row.version}`, name: row.name })}
                >
                  Copy
                </Button>
              ) : (
                <span className={styles.about}>Every case is reported on it</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Filters({ search }: { search: FormsSearch }) {
  const navigate = useNavigate();
  const go = (next: FormsSearch) =>
    void navigate({ to: '/admin/report-forms', search: writeFormsSearch(next), replace: true, resetScroll: false });
  return (
    <div className={styles.filters} role="search">
      <div className={styles.search}>
        <SearchWords
          value={search.q}
          placeholder="Name of a form"
          maxLength={200}
          onSearch={(q) => go({ ...search, q })}
        />
      </div>
      <div className={styles.choice}>
        <SelectField
          path="state"
          label="State"
          value={search.state ?? ''}
          clearable
          placeholder="All"
          options={STATE_OPTIONS}
          onChange={(value) => go({ ...search, state: readFormsSearch({ state: value }).state })}
        />
      </div>
    </div>
  );
}

function Nothing({ search }: { search: FormsSearch }) {
  const navigate = useNavigate();
  if (search.q === '' && search.state === null)
    return (
      <EmptyState icon={<IconForms size={28} stroke={1.5} />} title="No form of your own yet">
        Reports are written on the forms below. Copy one and change it, or begin a new one.
      </EmptyState>
    );
  return (
    <FilteredEmpty
      what="form"
      query={search.q || undefined}
      filters={search.state === null ? [] : [STATE_LABELS[search.state]]}
      onClear={() => void navigate({ to: '/admin/report-forms', search: {} })}
    />
  );
}
