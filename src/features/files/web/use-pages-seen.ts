import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call } from '../../../ui/api/client.ts';
import { queryKey } from '../../../ui/api/hooks.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { reviewsEndpoints } from '../../reviews/contract.ts';
import { fileEndpoints } from '../contract.ts';

/** Pages are told together, so that turning them asks nothing of the network. */
const TOLD_AFTER_MS = 1000;

/** Gathers pages and tells the server of them, each file's together. */
class PagesSeen {
  readonly #client: QueryClient;
  #waiting = new Map<string, Set<number>>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  saw(fileId: string, page: number): void {
    const pages = this.#waiting.get(fileId) ?? new Set();
    this.#waiting.set(fileId, pages.add(page));
    this.#timer ??= setTimeout(() => this.tell(), TOLD_AFTER_MS);
  }

  tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const [fileId, pages] of this.#waiting) void this.#keep(Number(fileId), [...pages]);
    this.#waiting = new Map();
  }

  async #keep(fileId: number, pages: number[]): Promise<void> {
    try {
      await call(fileEndpoints.pagesSeen, { params: { fileId }, body: { pages } });
    } catch {
      // a page that was not counted is read once more; reading itself goes on
      return;
    }
    // what shows it asks again when it is looked at next
    for (const endpoint of [reviewsEndpoints.read, reviewsEndpoints.upNext, fileEndpoints.list])
      void this.#client.invalidateQueries({ queryKey: queryKey(endpoint), refetchType: 'none' });
  }
}

/** Keeps the pages an expert or an assistant rests on, so that the review says how far the records are read. */
export function usePagesSeen(): (fileId: string, page: number) => void {
  const client = useQueryClient();
  const counts = useViewer().side === 'expert';
  const seen = useMemo(() => new PagesSeen(client), [client]);
  useEffect(() => () => seen.tell(), [seen]);
  return useMemo(
    () => (counts ? (fileId: string, page: number) => seen.saw(fileId, page) : () => undefined),
    [counts, seen],
  );
}
