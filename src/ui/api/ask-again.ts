import type { InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';

/**
 * Asks again for what a command, or something heard from the server, has made old. What is being asked for the first time is asked
 * once more after its answer: it may have been read before the change, and `invalidateQueries` alone takes the request
 * under way for the new one. Fulfilled when all is there, also when it could not be had.
 */
export async function askAgain(client: QueryClient, filters: InvalidateQueryFilters): Promise<void> {
  const first = client
    .getQueryCache()
    .findAll(filters)
    .filter(({ state }) => state.fetchStatus !== 'idle' && state.data === undefined);
  await client.invalidateQueries(filters);
  if (first.length > 0) await client.invalidateQueries({ predicate: (query) => first.includes(query) });
}
