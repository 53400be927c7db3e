import { IconBuilding, IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import { grouped, plural } from '../../../core/phrases.ts';
import { ListRows } from '../../../ui/api/list-rows.tsx';
import { usePages } from '../../../ui/api/pages.ts';
import { SearchWords } from '../../../ui/form/search-words.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { EmptyState, FilteredEmpty, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { ListCell, ListTable, ListTableRow, NumberCell } from '../../../ui/parts/list-table.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { type OrganizationListRow, organizationConsoleEndpoints } from '../contract/console.ts';
import { NewOrganization } from './new-organization.tsx';
import styles from './organizations.module.css';
import { type Setting, settingOf } from './settings.ts';
import { type ListSearch, organizationHref, readListSearch, writeListSearch } from './search.ts';

const HOLD_LABELS = { billing: 'Billing hold', legal: 'Legal hold' } as const;
const TYPE_LABELS = { managed: 'Managed', saas: 'Self-service' } as const;

/** Every organization its reader keeps, each below its parent, found by name. */
export function OrganizationsPage() {
  const search = readListSearch(useSearch({ strict: false }));
  const [adding, setAdding] = useState(false);
  const list = usePages(organizationConsoleEndpoints.list, {
    query: {
      q: search.q || undefined,
      platform_type: search.platform_type ?? undefined,
      hold: search.hold ?? undefined,
    },
  });
  // found by name, a row stands without its parent above it
  const isTree = search.q === '' && search.platform_type === null && search.hold === null;
  const setting = settingOf(search.setting);
  return (
    <Page width="wide">
      <PageHeader
        title="Organizations"
        lead="Who orders here. Sub-organizations inherit what they do not set themselves."
        actions={
          list.first?.may_create ? (
            <Button kind="primary" icon={<IconPlus stroke={2} />} onClick={() => setAdding(true)}>
              New organization
            </Button>
          ) : null
        }
      />
      {setting ? <Whose setting={setting} search={search} /> : null}
      <Filters search={search} />
      <ListRows
        list={list}
        what="The organizations could not be loaded."
        loading={<SkeletonRows rows={6} columns={[45, 0, 12, 12, 12]} height={52} label="Loading organizations" />}
        empty={<Nothing search={search} />}
      >
        <ListTable
          columns={[
            'Organization',
            'Platform',
            { title: 'Below it', number: true },
            { title: 'People', number: true },
            { title: 'Open reviews', number: true },
            'Holds',
          ]}
        >
          {list.rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              isTree={isTree}
              href={setting ? setting.href(row.id) : organizationHref(row.id)}
            />
          ))}
        </ListTable>
      </ListRows>
      {adding ? <NewOrganization parent={null} onClose={() => setAdding(false)} /> : null}
    </Page>
  );
}

/** Said when somebody looks for a setting and has not said of whom. */
function Whose({ setting, search }: { setting: Setting; search: ListSearch }) {
  const navigate = useNavigate();
  return (
    <div className={styles.whose}>
      <InlineNotice
        kind="info"
        title={`Whose “${setting.label}”?`}
        actions={[
          {
            label: 'Show the list only',
            onAct: () =>
              void navigate({ to: '/admin/organizations', search: writeListSearch({ ...search, setting: null }) }),
          },
        ]}
      >
        Choose the organization, and its page opens where the setting is.
      </InlineNotice>
    </div>
  );
}

/** With since when, where it is for what is overdue. */
const billingHold = (since: string | null): string =>
  since === null ? HOLD_LABELS.billing : `${HOLD_LABELS.billing}, overdue since ${dateText(since, 'medium')}`;

function Row({ row, isTree, href }: { row: OrganizationListRow; isTree: boolean; href: string }) {
  const holds = [
    row.billing_hold ? billingHold(row.overdue_since) : null,
    row.legal_hold ? HOLD_LABELS.legal : null,
  ].filter(Boolean);
  return (
    <ListTableRow
      href={href}
      name={row.name}
      about={row.parent ? `of ${row.parent.name}` : null}
      depth={isTree ? row.depth : 0}
    >
      <td>{TYPE_LABELS[row.platform_type]}</td>
      <NumberCell unit={plural(row.sub_organizations, 'sub-organization').replace(/^\S+ /, '')}>
        {grouped(row.sub_organizations)}
      </NumberCell>
      <NumberCell unit={row.people === 1 ? 'person' : 'people'}>{grouped(row.people)}</NumberCell>
      <NumberCell unit={row.open_reviews === 1 ? 'open review' : 'open reviews'}>
        {grouped(row.open_reviews)}
      </NumberCell>
      <ListCell says={holds.length > 0}>{holds.join(', ') || 'None'}</ListCell>
    </ListTableRow>
  );
}

function Filters({ search }: { search: ListSearch }) {
  const navigate = useNavigate();
  const go = (next: ListSearch) =>
    void navigate({ to: '/admin/organizations', search: writeListSearch(next), replace: true, resetScroll: false });
  return (
    <div className={styles.filters} role="search">
      <div className={styles.search}>
        <SearchWords
          value={search.q}
          placeholder="Name of an organization"
          maxLength={200}
          onSearch={(q) => go({ ...search, q })}
        />
      </div>
      <div className={styles.choice}>
        <SelectField
          path="platform_type"
          label="Platform type"
          value={search.platform_type ?? ''}
          clearable
          placeholder="All"
          options={[
            { value: 'managed', label: TYPE_LABELS.managed },
            { value: 'saas', label: TYPE_LABELS.saas },
          ]}
          onChange={(value) => go({ ...search, platform_type: value === 'managed' || value === 'saas' ? value : null })}
        />
      </div>
      <div className={styles.choice}>
        <SelectField
          path="hold"
          label="Holds"
          value={search.hold ?? ''}
          clearable
          placeholder="All"
          options={[
            { value: 'billing', label: HOLD_LABELS.billing },
            { value: 'legal', label: HOLD_LABELS.legal },
          ]}
          onChange={(value) => go({ ...search, hold: value === 'billing' || value === 'legal' ? value : null })}
        />
      </div>
    </div>
  );
}

function Nothing({ search }: { search: ListSearch }) {
  const navigate = useNavigate();
  const filters = [
    search.platform_type === null ? [] : [TYPE_LABELS[search.platform_type]],
    search.hold === null ? [] : [HOLD_LABELS[search.hold]],
  ].flat();
  if (search.q === '' && filters.length === 0)
    return (
      <EmptyState icon={<IconBuilding size={28} stroke={1.5} />} title="No organization yet">
        The organizations that order reviews are listed here.
      </EmptyState>
    );
  return (
    <FilteredEmpty
      what="organization"
      query={search.q || undefined}
      filters={filters}
      onClear={() =>
        void navigate({
          to: '/admin/organizations',
          search: writeListSearch({ q: '', platform_type: null, hold: null, setting: search.setting }),
        })
      }
    />
  );
}
