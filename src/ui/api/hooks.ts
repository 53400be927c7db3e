import {
  type QueryKey,
  queryOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { QuestionAhead } from '../../core/answers-ahead.ts';
import type { Endpoint, Out } from '../../core/endpoint.ts';
import { askAgain } from './ask-again.ts';
import { type ApiError, type CallInput, call } from './client.ts';

/** Query key and fetcher in one: `useQuery(query(readReview, {kind, params}))`. */
export function query<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  return queryOptions<Out<E>, ApiError>({
    queryKey: queryKey(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, { ...input, signal }),
  });
}

/** [id, kind, params, query]: prefix-match by `queryKey(endpoint)` to refresh all variants. */
export function queryKey<E extends Endpoint>(endpoint: E, input?: Partial<CallInput<E>>): QueryKey {
  if (!input) return [endpoint.id];
  return keyOf(endpoint.id, input);
}

/** The same of a question whose endpoint is known by its name only. */
export const keyAhead = ({ id, ...asked }: QuestionAhead): QueryKey => keyOf(id, asked);

function keyOf(id: string, input: object): QueryKey {
  const { kind, params, query: search } = input as { kind?: string; params?: unknown; query?: unknown };
  return [id, kind ?? null, params ?? null, search ?? null];
}

/** A state change. After success the named endpoints' queries are refreshed. */
export function useCommand<E extends Endpoint>(
  endpoint: E,
  options: {
    refresh?: readonly Endpoint[];
    onSuccess?: (output: Out<E>, input: CallInput<E>) => unknown;
    onError?: (error: ApiError) => unknown;
  } = {},
): UseMutationResult<Out<E>, ApiError, CallInput<E>> {
  const client = useQueryClient();
  return useMutation<Out<E>, ApiError, CallInput<E>>({
    mutationFn: (input) => call(endpoint, input),
    // without a connection it fails now and says so, instead of waiting unseen and happening later
    networkMode: 'always',
    onSuccess: async (output, input) => {
      await Promise.all((options.refresh ?? []).map((e) => askAgain(client, { queryKey: queryKey(e) })));
      await options.onSuccess?.(output, input);
    },
    onError: (error) => options.onError?.(error),
  });
}
