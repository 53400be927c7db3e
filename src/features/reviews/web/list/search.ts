import type { SentIn } from '../../../../core/endpoint.ts';
import type { listReviews } from '../../contract.ts';
import { LIST_SORTS, LIST_TABS, type ListSort, type ListTab } from '../../rules.ts';

export const LIST_LAYOUTS = ['list', 'board', 'calendar'] as const;
export type ListLayout = (typeof LIST_LAYOUTS)[number];
export const HOLDERS = ['requester', 'staff', 'expert', 'nobody'] as const;
export type Holder = (typeof HOLDERS)[number];

/** Everything a list shows is chosen in its address. Absent keys mean the default. */
export interface ListSearch {
  tab: ListTab;
  sort: ListSort;
  look: ListLayout;
  /** The month of the calendar, "2026-11"; null: the present one. */
  month: string | null;
  q: string;
  status: string[];
  ball: Holder[];
  specialty: number[];
  state: string[];
  type: string[];
  organization: number[];
  /** `me`, or users' ids as text. */
  requester: string[];
  expert: number[];
  /** How they stand with their billing. */
  billing: string[];
  /** Due on or after this day. */
  from: string | null;
  /** Due on or before this day, `overdue`, or no limit. */
  due: string | null;
  expedited: boolean;
  attention: boolean;
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

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const matching = (value: unknown, form: RegExp): string | null =>
  typeof value === 'string' && form.test(value) ? value : null;
const isOn = (value: unknown): boolean => value === true || value === 1 || value === 'true' || value === '1';

/** Reads an address; what it does not understand is as if it were not there. */
export function readListSearch(raw: RawSearch, tab: ListTab = 'active'): ListSearch {
  const chosen = oneOf(raw['tab'], LIST_TABS, tab);
  return {
    tab: chosen,
    sort: oneOf(raw['sort'], LIST_SORTS, usualSort(chosen)),
    look: oneOf(raw['look'], LIST_LAYOUTS, 'list'),
    month: matching(raw['month'], /^\d{4}-(0[1-9]|1[0-2])$/),
    q: text(raw['q']).slice(0, 200),
    status: words(raw['status']),
    ball: words(raw['ball']).filter((one): one is Holder => HOLDERS.some((holder) => holder === one)),
    specialty: ids(raw['specialty']),
    state: words(raw['state']).filter((one) => /^[A-Z]{2}$/.test(one)),
    type: words(raw['type']),
    organization: ids(raw['organization']),
    requester: words(raw['requester']).filter((one) => one === 'me' || ids(one).length === 1),
    expert: ids(raw['expert']),
    billing: words(raw['billing']),
    from: matching(raw['from'], DAY),
    due: raw['due'] === 'overdue' ? 'overdue' : matching(raw['due'], DAY),
    expedited: isOn(raw['expedited']),
    attention: isOn(raw['attention']),
  };
}

/** A bare number stays bare in the address ("q=20418"), everything else is text. */
const bare = (text: string): string | number => {
  const number = Number(text);
  return Number.isSafeInteger(number) && String(number) === text ? number : text;
};

/** What is kept as a list in the address, by the name it has there. */
const MANY = [
  'status',
  'ball',
  'specialty',
  'state',
  'type',
  'organization',
  'requester',
  'expert',
  'billing',
] as const;

/** The address of a choice, without what is the default anyway. */
export function writeListSearch(search: ListSearch, tab: ListTab = 'active'): Record<string, string | number> {
  const out: Record<string, string | number> = {};
  if (search.tab !== tab) out['tab'] = search.tab;
  if (search.sort !== usualSort(search.tab)) out['sort'] = search.sort;
  if (search.look !== 'list') out['look'] = search.look;
  if (search.month !== null) out['month'] = search.month;
  if (search.q !== '') out['q'] = bare(search.q);
  for (const name of MANY) if (search[name].length > 0) out[name] = bare(search[name].join(','));
  if (search.from) out['from'] = search.from;
  if (search.due) out['due'] = search.due;
  if (search.expedited) out['expedited'] = 1;
  if (search.attention) out['attention'] = 1;
  return out;
}

export type Query = NonNullable<SentIn<typeof listReviews, 'query'>>;
export type FilterQuery = Omit<Query, 'tab' | 'sort' | 'limit' | 'cursor'>;

/** What the list is asked for, without tab, order and page; the counts take the same. */
export function listQuery(search: ListSearch): FilterQuery {
  const some = <T>(values: readonly T[]): T[] | undefined => (values.length > 0 ? [...values] : undefined);
  const query = {
    q: search.q.trim() || undefined,
    status: some(search.status),
    ball: some(search.ball),
    specialty_id: some(search.specialty),
    state: some(search.state),
    review_type: some(search.type),
    organization_id: some(search.organization),
    requester: some(search.requester.map((one) => (one === 'me' ? ('me' as const) : Number(one)))),
    expert: some(search.expert),
    billing: some(search.billing),
    due_from: search.from ?? undefined,
    due: search.due === 'overdue' ? undefined : (search.due ?? undefined),
    overdue: search.due === 'overdue' ? (true as const) : undefined,
    expedited: search.expedited ? (true as const) : undefined,
    attention: search.attention ? (true as const) : undefined,
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}

/** The filters that are on, by name; the words searched for are none. */
export function filterNames(search: ListSearch): string[] {
  return [
    ...MANY.filter((name) => search[name].length > 0).map((name) => (name === 'ball' ? 'whose move' : name)),
    ...(search.due !== null || search.from !== null ? ['due'] : []),
    ...(search.expedited ? ['expedited'] : []),
    ...(search.attention ? ['needs attention'] : []),
  ];
}
export const filtersOn = (search: ListSearch): number => filterNames(search).length;

/** Nothing narrowed: the tab, the order and the look stay. */
export const cleared = (search: ListSearch): ListSearch => ({
  ...readListSearch({}, search.tab),
  sort: search.sort,
  look: search.look,
  month: search.month,
});

/** Filters beyond the usual ones, by the key they have in the address; shown once they are on, or asked for. */
export const MORE = {
  ball: 'Whose move',
  expert: 'Expert',
  state: 'State',
  type: 'Type',
  organization: 'Organization',
  billing: 'Billing',
  expedited: 'Expedited',
  attention: 'Needs attention',
} as const;

export type More = keyof typeof MORE;
