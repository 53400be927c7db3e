import { useQuery } from '@tanstack/react-query';
import type { Kind } from '../../../core/kinds.ts';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { fileEndpoints, readPreOrders } from '../contract.ts';

const WHILE_CHECKING_MS = 2000;

/** A review's files; looked at again while one is being checked. */
export function useFiles(kind: Kind, reviewId: number) {
  return useQuery({
    ...query(fileEndpoints.list, { kind, params: { id: reviewId } }),
    refetchInterval: (state) => ((state.state.data?.totals.processing ?? 0) > 0 ? WHILE_CHECKING_MS : false),
  });
}

export function useFileUpdate() {
  return useCommand(fileEndpoints.update, { refresh: [fileEndpoints.list, fileEndpoints.read] });
}

export function useFileRemove() {
  return useCommand(fileEndpoints.remove, { refresh: [fileEndpoints.list, readPreOrders] });
}
