import { IconArrowDown, IconArrowUp, IconPlus, IconTags } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { plural } from '../../../../core/phrases.ts';
import { Failure } from '../../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../../ui/api/hooks.ts';
import { SearchWords } from '../../../../ui/form/search-words.tsx';
import { Button, IconButton } from '../../../../ui/parts/button.tsx';
import { EmptyState, FilteredEmpty, SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { RouteLink } from '../../../../ui/parts/link.tsx';
import { PageHeader } from '../../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../../ui/parts/ruled-list.tsx';
import { LinkTabs } from '../../../../ui/parts/tabs.tsx';
import { Page } from '../../../../ui/shell/layouts.tsx';
import { type KeptSpecialty, taxonomyEndpoints, type Taxonomy } from '../../contract/taxonomy-desk.ts';
import { AVAILABILITY_LABELS } from '../../rules/taxonomy-desk.ts';
import { EditSpecialty } from './edit-specialty.tsx';
import { EditLicense, Licenses } from './licenses.tsx';
import { SpecialtyView } from './specialty-view.tsx';
import { usedWords } from './used-words.ts';
import styles from './taxonomy.module.css';

const TABS = { specialties: 'In use', retired: 'Retired', licenses: 'License types' } as const;
type Tab = keyof typeof TABS;
const TAB_NAMES = Object.keys(TABS) as readonly Tab[];

interface Search {
  tab: Tab;
  q: string;
  specialty: number | null;
}
const readSearch = (search: Record<string, unknown>): Search => {
  const { tab, q, specialty } = search;
  return {
    tab: TAB_NAMES.find((one) => one === tab) ?? 'specialties',
    q: typeof q === 'string' || typeof q === 'number' ? String(q) : '',
    specialty: typeof specialty === 'number' ? specialty : null,
  };
};

/** The specialties as they are kept, one of them where the address names it, and the license types. */
export function TaxonomyPage() {
  const search = readSearch(useSearch({ strict: false }));
  const read = useQuery(query(taxonomyEndpoints.read, {}));
  const view = read.data;
  const one = view?.specialties.find(({ id }) => id === search.specialty);
  if (view && one) return <SpecialtyView key={one.id} one={one} view={view} />;
  return (
    <Page width="wide">
      <Listed search={search} view={view} />
      {read.isPending ? <SkeletonRows rows={8} columns={[40, 30]} height={64} label="Loading the taxonomy" /> : null}
      <Failure error={read.error} what="The taxonomy could not be loaded." onRetry={() => void read.refetch()} />
    </Page>
  );
}

function Listed({ search, view }: { search: Search; view: Taxonomy | undefined }) {
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const { tab, q } = search;
  const words = q.trim().toLowerCase();
  const active = view?.specialties.filter((one) => one.active) ?? [];
  const kept = tab === 'retired' ? (view?.specialties.filter((one) => !one.active) ?? []) : active;
  const shown = kept.filter((one) =>
    [one.name, one.nucc_code ?? '', ...one.sub_specialties.map((sub) => sub.name)].some((text) =>
      text.toLowerCase().includes(words),
    ),
  );
  return (
    <>
      <PageHeader
        title="Taxonomy"
        lead="What can be ordered: specialties with their sub-specialties and prices, in the order people choose from."
        actions={
          view?.change.allowed ? (
            <Button kind="primary" icon={<IconPlus stroke={2} />} onClick={() => setAdding(true)}>
              {tab === 'licenses' ? 'New license type' : 'New specialty'}
            </Button>
          ) : null
        }
      />
      <LinkTabs
        label="Part"
        tabs={TAB_NAMES.map((value) => ({
          value,
          label: TABS[value],
          href: value === 'specialties' ? '/admin/taxonomy' : `/admin/taxonomy?tab=${value}`,
          active: tab === value,
        }))}
      />
      {view && tab === 'licenses' ? <Licenses view={view} /> : null}
      {view && tab !== 'licenses' ? (
        <>
          <div className={styles.bar}>
            <SearchWords
              value={q}
              placeholder="Specialty, sub-specialty, code"
              maxLength={100}
              onSearch={(next) =>
                void navigate({
                  to: '/admin/taxonomy',
                  search: { ...(tab === 'specialties' ? {} : { tab }), ...(next === '' ? {} : { q: next }) },
                  replace: true,
                })
              }
            />
          </div>
          {shown.length === 0 && words !== '' ? (
            <FilteredEmpty
              what="specialty"
              query={q}
              filters={[]}
              onClear={() => void navigate({ to: '/admin/taxonomy', search: tab === 'specialties' ? {} : { tab } })}
            />
          ) : null}
          {shown.length === 0 && words === '' ? (
            <EmptyState icon={<IconTags size={28} stroke={1.5} />} title="None is retired">
              A specialty that is retired or merged into another stays here, and its reviews keep its name.
            </EmptyState>
          ) : null}
          {shown.length > 0 ? (
            <Specialties shown={shown} view={view} movable={tab !== 'retired' && words === ''} />
          ) : null}
        </>
      ) : null}
      {adding && tab !== 'licenses' ? <EditSpecialty one={null} onClose={() => setAdding(false)} /> : null}
      {adding && tab === 'licenses' ? <EditLicense one={null} onClose={() => setAdding(false)} /> : null}
    </>
  );
}

function Specialties({ shown, view, movable }: { shown: KeptSpecialty[]; view: Taxonomy; movable: boolean }) {
  const order = useCommand(taxonomyEndpoints.order, { refresh: [taxonomyEndpoints.read] });
  const move = (id: number, by: number) => {
    const ids = shown.map((one) => one.id);
    const at = ids.indexOf(id);
    const other = ids[at + by];
    if (other === undefined || order.isPending) return;
    ids[at] = other;
    ids[at + by] = id;
    const rest = view.specialties.map((one) => one.id).filter((one) => !ids.includes(one));
    order.mutate({ body: { ids: [...ids, ...rest] } });
  };
  return (
    <>
      <Failure error={order.error} what="The order was not changed." />
      <RuledList label="Specialties">
        {shown.map((one, index) => (
          <RuledRow
            key={one.id}
            title={<RouteLink href={`/admin/taxonomy?specialty=${one.id}`}>{one.name}</RouteLink>}
            lines={[
              [
                one.merged_into ? `Merged into ${one.merged_into.name}` : AVAILABILITY_LABELS[one.availability],
                plural(one.sub_specialties.length, 'sub-specialty', 'sub-specialties'),
                one.nucc_code,
              ]
                .filter(Boolean)
                .join(' · '),
              usedWords(one.used),
            ]}
            actions={
              movable && view.change.allowed ? (
                <>
                  <IconButton label={`Move ${one.name} up`} disabled={index === 0} onClick={() => move(one.id, -1)}>
                    <IconArrowUp stroke={1.75} />
                  </IconButton>
                  <IconButton
                    label={`Move ${one.name} down`}
                    disabled={index === shown.length - 1}
                    onClick={() => move(one.id, 1)}
                  >
                    <IconArrowDown stroke={1.75} />
                  </IconButton>
                </>
              ) : null
            }
          />
        ))}
      </RuledList>
    </>
  );
}
