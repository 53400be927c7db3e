import type { QueryFunctionContext } from '@tanstack/react-query';
import { KIND_NAMES, KINDS, type Kind } from '../../../../core/kinds.ts';
import { urlOf } from '../../../../core/url-of.ts';
import { call } from '../../../../ui/api/client.ts';
import { query, queryKey } from '../../../../ui/api/hooks.ts';
import {
  countAllReviews,
  countReviews,
  exportAllReviews,
  exportReviews,
  listAllReviews,
  listReviews,
} from '../../contract.ts';
import type { FilterQuery, Query } from './search.ts';
import type { ListSide } from '../../rules.ts';
import type { Pages } from './list-tabs.tsx';

/** One list: which kind, or all of them, spread over which pages. */
export interface ListScope {
  /** Null: every kind. */
  kind: Kind | null;
  pages: Pages;
  /** What the list is called, alone and after "Completed". */
  label: string;
  /** What it lists, within a sentence: "cases". */
  plural: string;
  /** What its readers order here; null where they order nothing. */
  orders: Kind | null;
}

const ofKind = (kind: Kind): ListScope => ({
  kind,
  pages: {
    active: KINDS[kind].list_path,
    completed: KINDS[kind].completed_path,
    ...(KINDS[kind].ahead_path ? { pre_orders: KINDS[kind].ahead_path } : {}),
  },
  label: KINDS[kind].label,
  plural: KINDS[kind].plural,
  orders: kind,
});
/** The lists of one kind each. */
export const LIST_SCOPES = Object.fromEntries(KIND_NAMES.map((kind) => [kind, ofKind(kind)])) as Readonly<
  Record<Kind, ListScope>
>;
export const EXPERT: ListScope = {
  kind: null,
  pages: { active: '/active-reviews', completed: '/completed-reviews' },
  label: 'reviews',
  plural: 'reviews',
  orders: null,
};
export const ADMIN: ListScope = {
  kind: null,
  pages: {
    active: '/admin-active-reviews',
    inactive: '/admin-inactive-reviews',
    completed: '/admin-completed-reviews',
  },
  label: 'reviews',
  plural: 'reviews',
  orders: KIND_NAMES[0] ?? null,
};

/** The name a list's columns and views are kept under. */
export const listName = ({ kind }: ListScope, side: ListSide): string => `${kind ?? 'all'}:${side}`;

/** The pages of a list under a filter, one after the other, as react-query asks for them. */
export const pagesOf = ({ kind }: ListScope, filter: Query, limit: number) => ({
  queryKey: [
    ...(kind ? queryKey(listReviews, { kind, query: filter }) : queryKey(listAllReviews, { query: filter })),
    limit,
  ],
  queryFn: ({ pageParam, signal }: Pick<QueryFunctionContext<readonly unknown[], string>, 'pageParam' | 'signal'>) => {
    const asked = { ...filter, limit, ...(pageParam ? { cursor: pageParam } : {}) };
    return kind ? call(listReviews, { kind, signal, query: asked }) : call(listAllReviews, { signal, query: asked });
  },
  initialPageParam: '',
  getNextPageParam: (last: { next_cursor: string | null }) => last.next_cursor,
});

/** The counts under a filter. */
export const countsOf = ({ kind }: ListScope, filter: FilterQuery & { by_status?: true }) =>
  kind ? query(countReviews, { kind, query: filter }) : query(countAllReviews, { query: filter });

/** Where the list is to be had as a file. */
export const exportUrl = ({ kind }: ListScope, filter: Query, columns: readonly string[]): string => {
  const asked = { ...filter, columns: columns.join(',') };
  return kind ? urlOf(exportReviews, { kind, query: asked }) : urlOf(exportAllReviews, { query: asked });
};
