import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Endpoint } from '../../core/endpoint.ts';
import { askAgain } from '../api/ask-again.ts';
import { queryKey } from '../api/hooks.ts';
import { ABOUT_A_REVIEW, isAbout, reviewIn } from './about.ts';
import { live, type LiveState } from './connection.ts';

const GATHER_MS = 120;

/**
 * Keeps the page connected for the signed-in person and its data fresh: what hangs on a review is asked for again when
 * the review or its files changed, everything after a lost connection. Mounted once, around the pages; null ends the connection.
 */
export function useLiveConnection(
  who: { id: number; profile?: string | number | null } | null,
  onUserChanged: () => void,
): void {
  const client = useQueryClient();
  const id = who?.id ?? null;
  const profile = who?.profile ?? null;
  useEffect(() => (id === null ? undefined : live.start({ id, profile })), [id, profile]);
  useLiveEvent('user.changed', onUserChanged);
  // what an organization's settings allow and call things stands in answers of every sort
  useLiveEvent(
    'organization.changed',
    () => void askAgain(client, { predicate: (query) => query.queryKey.length > 1 }),
  );
  // what may be seen no more leaves the screen; asking again says why
  useLiveEvent<{ room: string }>('room.left', ({ room }) => {
    const id = /^review:(\d+)$/.exec(room)?.[1];
    if (id) void client.resetQueries({ predicate: (query) => isAbout(query.queryKey, new Set([Number(id)])) });
  });

  useEffect(() => {
    const changed = new Set<number>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hear = (payload: unknown) => {
      const id = reviewIn(payload);
      if (id === null) return;
      changed.add(id);
      timer ??= setTimeout(() => {
        timer = undefined;
        const ids = new Set(changed);
        changed.clear();
        void askAgain(client, { predicate: (query) => isAbout(query.queryKey, ids) });
      }, GATHER_MS);
    };
    const offs = ABOUT_A_REVIEW.map((event) => live.on(event, hear));
    return () => {
      for (const off of offs) off();
      clearTimeout(timer);
    };
  }, [client]);

  useReconnected(() => void askAgain(client, { predicate: (query) => query.queryKey.length > 1 }));
}

/**
 * Answers what asks again for the data of endpoints, `ms` after the first of several changes: those of one act are one
 * refresh, and a stream of them neither holds it up nor makes it one each.
 */
export function useRefreshSoon(ms: number): (...endpoints: readonly Endpoint[]) => void {
  const client = useQueryClient();
  const old = useRef(new Set<Endpoint>());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return (...endpoints) => {
    for (const endpoint of endpoints) old.current.add(endpoint);
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      for (const endpoint of old.current) void askAgain(client, { queryKey: queryKey(endpoint) });
      old.current.clear();
    }, ms);
  };
}

/** Hears an event of the live connection while mounted; the newest handler counts. */
export function useLiveEvent<T = unknown>(event: string, handler: (payload: T) => void): void {
  const newest = useRef(handler);
  useEffect(() => {
    newest.current = handler;
  });
  useEffect(() => live.on(event, (payload) => newest.current(payload as T)), [event]);
}

/** Stands in a room while mounted, as `review:20418`; null: in none. */
export function useLiveRoom(room: string | null): void {
  useEffect(() => (room === null ? undefined : live.join(room)), [room]);
}

/** How the connection stands. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (watcher) => live.watch(watcher),
    () => live.state,
    () => 'reconnecting',
  );
}

/** Runs whenever the connection is back after it was lost; not for the first one of the page. */
export function useReconnected(run: () => void): void {
  const state = useLiveState();
  const newest = useRef(run);
  const lost = useRef<boolean | null>(null);
  useEffect(() => {
    newest.current = run;
  });
  useEffect(() => {
    if (state !== 'connected') {
      // the time before the first connection is no loss
      if (lost.current !== null) lost.current = true;
      return;
    }
    if (lost.current === true) newest.current();
    lost.current = false;
  }, [state]);
}
