import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { query, queryKey, useCommand } from '../../../ui/api/hooks.ts';
import { fileEndpoints } from '../contract.ts';

const WHILE_CHECKING_MS = 2000;

/** A review's files; looked at again while one is being checked, and when somebody says that they changed. */
export function useFiles(kind: Kind, reviewId: number) {
  const client = useQueryClient();
  useEffect(() => {
    const refresh = (): void => void client.invalidateQueries({ queryKey: queryKey(fileEndpoints.list) });
    window.addEventListener('peritus:files.changed', refresh);
    return () => window.removeEventListener('peritus:files.changed', refresh);
  }, [client]);
  return useQuery({
    ...query(fileEndpoints.list, { kind, params: { id: reviewId } }),
    refetchInterval: (state) => ((state.state.data?.totals.processing ?? 0) > 0 ? WHILE_CHECKING_MS : false),
  });
}

export function useFileUpdate() {
  return useCommand(fileEndpoints.update, { refresh: [fileEndpoints.list, fileEndpoints.read] });
}

export function useFileRemove() {
  return useCommand(fileEndpoints.remove, { refresh: [fileEndpoints.list] });
}
