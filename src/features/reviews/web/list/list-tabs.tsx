import { isStaff } from '../../../../core/actor.ts';
import type { Out } from '../../../../core/endpoint.ts';
import { KINDS, type Kind } from '../../../../core/kinds.ts';
import { LinkTabs } from '../../../../ui/parts/tabs.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import type { countReviews, ListTab } from '../../contract.ts';
import { type ListSearch, writeListSearch } from './search.ts';

const LABELS: Record<ListTab, string> = {
  all: 'All',
  active: 'Active',
  yours: 'Your move',
  others: 'With others',
  calls: 'Calls',
  needs_information: 'Needs information',
  on_hold: 'On hold',
  attention: 'Needs attention',
  drafts: 'Drafts',
  completed: 'Completed',
};
const ALWAYS: readonly ListTab[] = ['active', 'yours', 'calls', 'needs_information'];
const STAFF: readonly ListTab[] = ['attention', 'on_hold'];

/** Tabs as links with counts. A tab beyond the usual ones stands there while it is chosen. */
export function ListTabs({
  kind,
  search,
  counts,
}: {
  kind: Kind;
  search: ListSearch;
  counts: Out<typeof countReviews> | null;
}) {
  const { kind: who } = useViewer();
  const experts = who === 'medical_expert' || who === 'external_medical_expert' || who === 'expert_assistant';
  const wanted: ListTab[] = [
    ...ALWAYS,
    ...(isStaff(who) ? STAFF : []),
    ...(experts ? [] : (['drafts'] as const)),
    'completed',
  ];
  const tabs = wanted.includes(search.tab) ? wanted : [...wanted, search.tab];
  return (
    <LinkTabs
      flush
      label="Which reviews"
      tabs={tabs.map((tab) => ({
        value: tab,
        label: LABELS[tab],
        count: counts?.tabs[tab],
        href: hrefOf(kind, search, tab),
        active: tab === search.tab,
      }))}
    />
  );
}

/** The completed ones are a page of their own; statuses of one page mean nothing on the other. */
function hrefOf(kind: Kind, search: ListSearch, tab: ListTab): string {
  const completed = tab === 'completed';
  const crosses = completed !== (search.tab === 'completed');
  const path = completed ? KINDS[kind].completed_path : KINDS[kind].list_path;
  const kept: ListSearch = crosses
    ? { ...search, tab, status: [], due: null, sort: completed ? '-updated' : 'due' }
    : { ...search, tab };
  const out = writeListSearch(kept, completed ? 'completed' : 'active');
  const text = new URLSearchParams(Object.entries(out).map(([k, v]) => [k, String(v)])).toString();
  return text ? `${path}?${text}` : path;
}
