import type { ReactNode } from 'react';
import { isStaff, isExpertSide } from '../../../../core/actor.ts';
import type { Out } from '../../../../core/endpoint.ts';
import { LinkTabs } from '../../../../ui/parts/tabs.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import type { countReviews } from '../../contract.ts';
import type { ListTab } from '../../rules.ts';
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
  pre_orders: 'Pre-ordered',
  completed: 'Completed',
  inactive: 'Inactive',
};
const ALWAYS: readonly ListTab[] = ['active', 'yours', 'others', 'calls', 'needs_information', 'on_hold'];
const STAFF: readonly ListTab[] = ['attention'];

/** What has nothing in it and would say no more than that: folded away, still at its address. */
const FOLDS: ReadonlySet<ListTab> = new Set([
  'others',
  'calls',
  'needs_information',
  'on_hold',
  'attention',
  'drafts',
  'pre_orders',
  'inactive',
]);

/** The pages one list is spread over; every other tab is on the page of what is active. */
export interface Pages {
  active: string;
  completed: string;
  inactive?: string;
  pre_orders?: string;
}
/** A tab with a page of its own. */
export type HomeTab = keyof Pages;
const homeOf = (tab: ListTab): HomeTab =>
  tab === 'completed' || tab === 'inactive' || tab === 'pre_orders' ? tab : 'active';

/** Tabs as links with counts. A tab beyond the usual ones stands there while it is chosen. */
export function ListTabs({
  pages,
  search,
  counts,
  awaited,
  end,
}: {
  pages: Pages;
  search: ListSearch;
  counts: Out<typeof countReviews> | null;
  /** The counts are still on their way. */
  awaited: boolean;
  /** Saved views, at the right end of the line. */
  end: ReactNode;
}) {
  const { kind: who } = useViewer();
  const isReviewing = isExpertSide(who);
  const wanted: ListTab[] = [
    ...ALWAYS,
    ...(isStaff(who) || counts?.tabs.attention ? STAFF : []),
    ...(isReviewing ? [] : (['drafts'] as const)),
    ...(pages.pre_orders && !isReviewing ? (['pre_orders'] as const) : []),
    ...(pages.inactive ? (['inactive'] as const) : []),
    'completed',
  ];
  const tabs = (wanted.includes(search.tab) ? wanted : [...wanted, search.tab]).filter(
    (tab) => tab === search.tab || !FOLDS.has(tab) || counts?.tabs[tab] !== 0,
  );
  // until it is known which fold, those after the first that may are not drawn, so that none moves
  const settled = awaited ? tabs.findIndex((tab) => FOLDS.has(tab)) : tabs.length;
  return (
    <LinkTabs
      flush
      end={end}
      label="Which reviews"
      tabs={[
        // what must be done now stands beside what there is
        ...(isReviewing ? [{ value: 'up-next', label: 'Up next', href: '/up-next', active: false }] : []),
        ...tabs.map((tab, at) => ({
          value: tab,
          label: LABELS[tab],
          count: counts === null ? null : counts.tabs[tab],
          href: hrefOf(pages, search, tab),
          active: tab === search.tab,
          awaited: at >= settled,
        })),
      ]}
    />
  );
}

/** Statuses of one page mean nothing on the other. */
function hrefOf(pages: Pages, search: ListSearch, tab: ListTab): string {
  const home = homeOf(tab);
  const crosses = home !== homeOf(search.tab);
  const path = pages[home] ?? pages.active;
  const kept: ListSearch = crosses
    ? {
        ...search,
        tab,
        status: [],
        due: null,
        from: null,
        look: 'list',
        sort: home === 'active' || home === 'pre_orders' ? 'due' : '-updated',
      }
    : { ...search, tab };
  const out = writeListSearch(kept, home);
  const text = new URLSearchParams(Object.entries(out).map(([k, v]) => [k, String(v)])).toString();
  return text ? `${path}?${text}` : path;
}
