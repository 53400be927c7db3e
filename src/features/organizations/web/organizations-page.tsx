import { IconBuilding, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { grouped, plural } from '../../../core/phrases.ts';
import { type ApiError, call } from '../../../ui/api/client.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { queryKey } from '../../../ui/api/hooks.ts';
import { SearchWords } from '../../../ui/form/search-words.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { EmptyState, FilteredEmpty, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { RouteLink } from '../../../ui/parts/link.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { type OrganizationListRow, organizationConsoleEndpoints } from '../contract/console.ts';
import { NewOrganization } from './new-organization.tsx';
import styles from './organizations.module.css';
import { type ListSearch, organizationHref, readListSearch, writeListSearch } from './search.ts';

const HOLD_LABELS = { billing: 'Billing hold', legal: 'Legal hold' } as const;
const TYPE_LABELS = { managed: 'Managed', saas: 'Self-service' } as const;

/** Every organization its reader keeps, each below its parent, found by name. */
export function OrganizationsPage() {
  const search = readListSearch(useSearch({ strict: false }));
  const [adding, setAdding] = useState(false);
  const list = useInfiniteQuery({
    queryKey: [...queryKey(organizationConsoleEndpoints.list), search],
    queryFn: ({ pageParam, signal }) =>
      call(organizationConsoleEndpoints.list, {
        signal,
        query: {
          ...(search.q === '' ? {} : { q: search.q }),
          ...(search.platform_type === null ? {} : { platform_type: search.platform_type }),
          ...(search.hold === null ? {} : { hold: search.hold }),
          ...(pageParam === '' ? {} : { cursor: pageParam }),
        },
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
  });
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];
  // found by name, a row stands without its parent above it
  const isTree = search.q === '' && search.platform_type === null && search.hold === null;
  return (
    <Page width="wide">
      <PageHeader
        title="Organizations"
        lead="Who orders here. Sub-organizations inherit what they do not set themselves."
        actions={
          list.data?.pages[0]?.may_create ? (
            <Button kind="primary" icon={<IconPlus stroke={2} />} onClick={() => setAdding(true)}>
              New organization
            </Button>
          ) : null
        }
      />
      <Filters search={search} />
      {list.isPending ? (
        <SkeletonRows rows={6} columns={[45, 0, 12, 12, 12]} height={52} label="Loading organizations" />
      ) : null}
      <Failure
        error={list.error as ApiError | null}
        what="The organizations could not be loaded."
        onRetry={() => void (list.data ? list.fetchNextPage() : list.refetch())}
      />
      {list.data && rows.length === 0 ? <Nothing search={search} /> : null}
      {rows.length > 0 ? (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Organization</th>
              <th scope="col">Platform</th>
              <th scope="col" className={styles.count}>
                Below it
              </th>
              <th scope="col" className={styles.count}>
                People
              </th>
              <th scope="col" className={styles.count}>
                Open reviews
              </th>
              <th scope="col">Holds</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.id} row={row} isTree={isTree} />
            ))}
          </tbody>
        </table>
      ) : null}
      {list.hasNextPage ? (
        <div className={styles.more}>
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
      {adding ? <NewOrganization parent={null} onClose={() => setAdding(false)} /> : null}
    </Page>
  );
}

function Row({ row, isTree }: { row: OrganizationListRow; isTree: boolean }) {
  const holds = [row.billing_hold ? HOLD_LABELS.billing : null, row.legal_hold ? HOLD_LABELS.legal : null].filter(
    Boolean,
  );
  return (
    <tr>
      <th scope="row" style={{ '--depth': isTree ? row.depth : 0 } as Record<string, number>}>
        <RouteLink href={organizationHref(row.id)} className={styles.name}>
          {row.name}
        </RouteLink>
        {row.parent ? <span className={styles.parent}>of {row.parent.name}</span> : null}
      </th>
      <td>{TYPE_LABELS[row.platform_type]}</td>
      <td className={styles.count} data-unit={plural(row.sub_organizations, 'sub-organization').replace(/^\S+ /, '')}>
        {grouped(row.sub_organizations)}
      </td>
      <td className={styles.count} data-unit={row.people === 1 ? 'person' : 'people'}>
        {grouped(row.people)}
      </td>
      <td className={styles.count} data-unit={row.open_reviews === 1 ? 'open review' : 'open reviews'}>
        {grouped(row.open_reviews)}
      </td>
      <td className={styles.holds}>{holds.join(', ') || <span className={styles.none}>None</span>}</td>
    </tr>
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
      onClear={() => void navigate({ to: '/admin/organizations', search: {} })}
    />
  );
}
