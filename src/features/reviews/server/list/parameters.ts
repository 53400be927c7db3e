import { type Actor, seesPrices, sideOf } from '../../../../core/actor.ts';
import { decodeCursor, encodeCursor, instantIn } from '../../../../core/cursor.ts';
import type { In } from '../../../../core/endpoint.ts';
import { Refusal } from '../../../../core/errors.ts';
import { KINDS, type Kind } from '../../../../core/kinds.ts';
import { startOfDay } from '../../../../core/time.ts';
import { ONE_BY_ONE, type ScopeGroup, scopeGroup } from '../../../../platform/db/scope.ts';
import type { reviewsEndpoints } from '../../contract.ts';
import { inactivity, type ListSort, type ListTab, searchWords, type SplitWords, TAB_BUCKETS } from '../../rules.ts';

export type ListQuery = In<typeof reviewsEndpoints.list, 'query'>;
export type ListFilter = Omit<ListQuery, 'tab' | 'sort' | 'limit' | 'cursor'>;

/** The values of one question, as a row the statement reads. The names are columns of `ASKED` in list-statement.ts. */
export interface ListParameters {
  n: number;
  user_id: number;
  organization_ids: number[];
  expert_profile_ids: number[];
  /** Where the page begins: after this value of the order, and this id. */
  at: string | null;
  at_id: number | string;
  status: string[] | null;
  ball: string[] | null;
  specialty_id: number[] | null;
  state: string[] | null;
  review_type: string[] | null;
  organization_id: number[] | null;
  requester: number[] | null;
  expert: number[] | null;
  billing: string[] | null;
  due_from: Date | null;
  due_before: Date | null;
  now: Date;
  words: string | null;
  also_words: string | null;
  number: string | null;
  draft_before: Date;
  unanswered_before: Date;
}
/** Where the rows come from: an index that leads to few, or the parts of the reader's scope. */
export type Source = 'scope' | 'words' | 'requester' | 'expert' | 'organization' | 'attention' | 'status';

/** All that decides the text of a statement; what else differs between questions are values. */
export interface ListPlan {
  kinds: readonly Kind[];
  group: ScopeGroup;
  /** How many organizations, experts, or values of the source are asked one by one. */
  each: number;
  source: Source;
  seat: string;
  tab: ListTab;
  sort: ListSort;
  filters: readonly (keyof ListFilter)[];
  limit: number;
}

/** Words that each begin a word of what is looked for, as a text search; null for none. */
const beginnings = (words: readonly string[]): string | null =>
  words.length === 0 ? null : words.map((w) => `'${w}':*`).join(' & ');
const unique = <T>(values: readonly T[] | undefined): T[] | null => (values ? [...new Set(values)] : null);
/** Few texts for any number of values: the next power of two. */
const roundUp = (n: number): number => (n <= 1 ? 1 : 2 ** Math.ceil(Math.log2(n)));
const PREFIXES = Object.values(KINDS).map(({ number_prefix }) => number_prefix.toLowerCase());
const FOREVER = 'infinity';

/**
 * A question's shape and its values. The words of a search are looked up or filter as `split` says.
 * Refuses a cursor that is not one of this order's.
 */
export function listPlanOf(
  actor: Actor,
  kinds: readonly Kind[],
  query: ListFilter & { tab: ListTab; sort: ListSort; limit: number; cursor?: string | undefined },
  now: Date,
  split: SplitWords = (words) => ({ looked_up: words, filtering: [] }),
): { shape: ListPlan; asked: ListParameters } {
  const { tab, sort, limit, cursor, ...filter } = query;
  const group = scopeGroup(actor);
  const filters = (Object.keys(filter) as (keyof ListFilter)[])
    .filter((name) => filter[name] !== undefined && filter[name] !== '')
    .toSorted();
  const organizations = unique(filter.organization_id);
  // within a tree the filter narrows whose reviews are seen
  const narrows = organizations !== null && (group === 'organizations' || group === 'own_orders');
  const words = filter.q ? searchWords(filter.q, PREFIXES) : null;
  const { looked_up, filtering } = split(words ?? []);
  const asked: ListParameters = {
    n: 0,
    user_id: actor.user_id,
    organization_ids: narrows
      ? actor.organization_ids.filter((id) => organizations.includes(id))
      : [...actor.organization_ids],
    expert_profile_ids: [...new Set(actor.expert_profile_ids)],
    ...start(sort, cursor),
    status: unique(filter.status),
    ball: unique(filter.ball),
    specialty_id: unique(filter.specialty_id),
    state: unique(filter.state),
    review_type: unique(filter.review_type),
    organization_id: organizations,
    requester: unique(filter.requester?.map((one) => (one === 'me' ? actor.user_id : one))),
    expert: unique(filter.expert),
    // an amount is not to be guessed from what is found
    billing: seesPrices(actor.kind) ? unique(filter.billing) : [],
    due_from: filter.due_from === undefined ? null : startOfDay(filter.due_from, actor.time_zone),
    due_before: filter.due === undefined ? null : startOfDay(filter.due, actor.time_zone, 1),
    now,
    words: beginnings(looked_up),
    also_words: beginnings(filtering),
    number: words?.[0] ?? null,
    draft_before: inactivity(now).draft_untouched_before,
    unanswered_before: inactivity(now).unanswered_before,
  };
  const { source, each } = sourceOf(group, filters, tab, asked, kinds.length * TAB_BUCKETS[tab].length);
  const shape: ListPlan = { kinds, group, each, source, seat: sideOf(actor.kind) ?? '', tab, sort, filters, limit };
  return { shape, asked };
}

/** A shape's name: equal for shapes of one text. */
export const keyOf = (shape: ListPlan): string =>
  [
    shape.kinds.join('+'),
    shape.group,
    shape.each,
    shape.source,
    shape.seat,
    shape.tab,
    shape.sort,
    shape.limit,
    ...shape.filters,
  ].join(' ');

function sourceOf(
  group: ScopeGroup,
  filters: readonly (keyof ListFilter)[],
  tab: ListTab,
  asked: ListParameters,
  parts: number,
): { source: Source; each: number } {
  const has = (name: keyof ListFilter) => filters.includes(name);
  const oneByOne = (n: number): number => {
    const each = roundUp(n);
    return each <= ONE_BY_ONE && each * parts <= 2 * ONE_BY_ONE ? each : 0;
  };
  // words that only filter lead nowhere; where there are none at all nothing is found
  if (has('q') && (asked.words !== null || asked.also_words === null)) return { source: 'words', each: 0 };
  if (group === 'all' || group === 'organizations') {
    if (has('requester')) return { source: 'requester', each: oneByOne(asked.requester?.length ?? 0) };
    if (has('expert')) return { source: 'expert', each: oneByOne(asked.expert?.length ?? 0) };
    if (has('attention') || tab === 'attention') return { source: 'attention', each: 0 };
  }
  if (group === 'all') {
    if (has('organization_id')) return { source: 'organization', each: oneByOne(asked.organization_id?.length ?? 0) };
    if (has('status')) return { source: 'status', each: oneByOne(asked.status?.length ?? 0) };
    return { source: 'scope', each: 0 };
  }
  if (group === 'organizations') return { source: 'scope', each: oneByOne(asked.organization_ids.length) };
  if (group === 'expert' || group === 'assistant')
    return { source: 'scope', each: oneByOne(asked.expert_profile_ids.length) };
  return { source: 'scope', each: 0 };
}

const LAST_ID = '9223372036854775807';

/** Where a page begins. Without a cursor: before everything. */
function start(sort: ListSort, cursor: string | undefined): Pick<ListParameters, 'at' | 'at_id'> {
  const down = sort.startsWith('-');
  if (cursor === undefined) return { at: down ? FOREVER : '-infinity', at_id: down ? LAST_ID : 0 };
  const [order, first, second] = decodeCursor(cursor) ?? [];
  if (order !== sort) refuseCursor();
  if (sort === 'number' || sort === '-number') return { at: null, at_id: idIn(first) };
  return { at: dueIn(first), at_id: idIn(second) };
}
function refuseCursor(): never {
  throw new Refusal('malformed', 'This cursor does not belong to this list.');
}
function idIn(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : refuseCursor();
}
const dueIn = (value: unknown): string => (value === FOREVER ? FOREVER : (instantIn(value) ?? refuseCursor()));

/** The cursor of the page after a row. */
export function cursorOf(sort: ListSort, row: { id: number; due_at: Date | null; updated_at: Date }): string {
  if (sort === 'due') return encodeCursor([sort, row.due_at?.toISOString() ?? FOREVER, row.id]);
  if (sort === '-updated' || sort === 'updated') return encodeCursor([sort, row.updated_at.toISOString(), row.id]);
  return encodeCursor([sort, row.id]);
}
