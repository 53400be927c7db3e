import type { SentIn } from '../../../../core/endpoint.ts';
import type { listReviews } from '../../contract.ts';
import { LIST_SORTS, LIST_TABS, type ListTab } from '../../rules.ts';

/** Everything a list shows is chosen in its address. Absent keys mean the default. */
export interface ListSearch {
  tab: ListTab;
  sort: (typeof LIST_SORTS)[number];
  q: string;
  status: string[];
  specialty: number[];
  organization: number[];
  /** Due on or before this day, `overdue`, or no limit. */
  due: string | null;
  mine: boolean;
}

export type RawSearch = Record<string, unknown>;

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
const words = (value: unknown): string[] =>
  (Array.isArray(value) ? value.map(text) : text(value).split(',')).map((v) => v.trim()).filter(Boolean);
const ids = (value: unknown): number[] =>
  words(value)
    .map(Number)
    .filter((n) => Number.isSafeInteger(n) && n > 0);
const oneOf = <T extends string>(value: unknown, all: readonly T[], otherwise: T): T =>
  all.find((one) => one === value) ?? otherwise;

/** What is open is read by what is due, what has ended or rests by what changed last. */
const usualSort = (tab: ListTab): ListSearch['sort'] =>
  tab === 'completed' || tab === 'inactive' ? '-updated' : 'due';

/** Reads an address; what it does not understand is as if it were not there. */
export function readListSearch(raw: RawSearch, tab: ListTab = 'active'): ListSearch {
  const due = typeof raw['due'] === 'string' && /^(overdue|\d{4}-\d{2}-\d{2})$/.test(raw['due']) ? raw['due'] : null;
  const chosen = oneOf(raw['tab'], LIST_TABS, tab);
  return {
    tab: chosen,
    sort: oneOf(raw['sort'], LIST_SORTS, usualSort(chosen)),
    q: text(raw['q']).slice(0, 200),
    status: words(raw['status']),
    specialty: ids(raw['specialty']),
    organization: ids(raw['organization']),
    due,
    mine: raw['requester'] === 'me',
  };
}

/** A bare number stays bare in the address ("q=20418"), everything else is text. */
const bare = (text: string): string | number => {
  const number = Number(text);
  return Number.isSafeInteger(number) && String(number) === text ? number : text;
};

/** The address of a choice, without what is the default anyway. */
export function writeListSearch(search: ListSearch, tab: ListTab = 'active'): Record<string, string | number> {
  const out: Record<string, string | number> = {};
  if (search.tab !== tab) out['tab'] = search.tab;
  if (search.sort !== usualSort(search.tab)) out['sort'] = search.sort;
  if (search.q !== '') out['q'] = bare(search.q);
  if (search.status.length > 0) out['status'] = search.status.join(',');
  if (search.specialty.length > 0) out['specialty'] = bare(search.specialty.join(','));
  if (search.organization.length > 0) out['organization'] = bare(search.organization.join(','));
  if (search.due) out['due'] = search.due;
  if (search.mine) out['requester'] = 'me';
  return out;
}

type Query = NonNullable<SentIn<typeof listReviews, 'query'>>;

/** What the list is asked for, without tab, order and page; the counts take the same. */
export function listQuery(search: ListSearch): Omit<Query, 'tab' | 'sort' | 'limit' | 'cursor'> {
  return {
    ...(search.q.trim() ? { q: search.q.trim() } : {}),
    ...(search.status.length > 0 ? { status: search.status } : {}),
    ...(search.specialty.length > 0 ? { specialty_id: search.specialty } : {}),
    ...(search.organization.length > 0 ? { organization_id: search.organization } : {}),
    ...(search.due === 'overdue' ? { overdue: true } : search.due ? { due: search.due } : {}),
    ...(search.mine ? { requester: 'me' as const } : {}),
  };
}

/** The filters that are on, by name; the words searched for are none. */
export function filterNames(search: ListSearch): string[] {
  return [
    search.status.length > 0 && 'status',
    search.specialty.length > 0 && 'specialty',
    search.organization.length > 0 && 'organization',
    search.due !== null && 'due',
    search.mine && 'requester',
  ].filter((name): name is string => name !== false);
}
export const filtersOn = (search: ListSearch): number => filterNames(search).length;

/** Nothing narrowed: the tab and the order stay. */
export const cleared = (search: ListSearch): ListSearch => ({
  ...search,
  q: '',
  status: [],
  specialty: [],
  organization: [],
  due: null,
  mine: false,
});
