import { useInfiniteQuery } from '@tanstack/react-query';
import type { Endpoint, Out } from '../../core/endpoint.ts';
import { type ApiError, type CallInput, call } from './client.ts';
import { queryKey } from './hooks.ts';

/** What every list answers: some rows, and where those after them begin. */
interface PageOf<T> {
  data: T[];
  next_cursor: string | null;
}
/** A list's endpoint. */
type ListEndpoint = Endpoint & { shape: { output: { _zod: { output: PageOf<unknown> } } } };

/** A list a page at a time, as `ListRows` draws it. */
export interface Pages<E extends ListEndpoint> {
  /** Of all pages read so far. */
  rows: Out<E>['data'];
  /** The first page, with what it says of the whole list; absent while it is not known. */
  first: Out<E> | undefined;
  isLoading: boolean;
  error: ApiError | null;
  /** Asks again for what failed. */
  retry: () => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  more: () => void;
}

/**
 * The rows of a list that is cut by cursor: `usePages(endpoint, { query: { q } })`. What is undefined is not sent. With
 * `askAgainMs` it is asked again that often, where others work on the same list.
 */
export function usePages<E extends ListEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  { askAgainMs = false }: { askAgainMs?: number | false } = {},
): Pages<E> {
  const list = useInfiniteQuery<Out<E>, ApiError>({
    // apart from the same list read at once
    queryKey: [...queryKey(endpoint, input), 'pages'],
    queryFn: ({ pageParam, signal }) => {
      const { query } = input as { query?: object };
      // only the cursor is added, which every list takes
      const page = { ...input, signal, query: pageParam === '' ? { ...query } : { ...query, cursor: pageParam } };
      return call(endpoint, page as CallInput<E>);
    },
    initialPageParam: '',
    refetchInterval: askAgainMs,
    getNextPageParam: (last) => (last as PageOf<unknown>).next_cursor,
  });
  return {
    rows: (list.data?.pages ?? []).flatMap((page) => (page as PageOf<unknown>).data) as Out<E>['data'],
    first: list.data?.pages[0],
    isLoading: list.isPending,
    error: list.error,
    retry: () => void (list.data ? list.fetchNextPage() : list.refetch()),
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    more: () => void list.fetchNextPage(),
  };
}
