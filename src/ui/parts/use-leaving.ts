import { useRouterState } from '@tanstack/react-router';

/** Whether one is on the way to another page, which is not there yet: what waits to change this one's address lets it be. */
export const useLeaving = (): boolean =>
  useRouterState({
    select: ({ location, resolvedLocation }) =>
      resolvedLocation !== undefined && location.pathname !== resolvedLocation.pathname,
  });
