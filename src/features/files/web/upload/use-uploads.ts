import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { queryKey } from '../../../../ui/api/hooks.ts';
import { fileEndpoints } from '../../contract.ts';
import { uploads, type UploadRow } from './manager.ts';

/** Uploads of one review that have not become listed files yet; refreshes the list as they finish. */
export function useUploads(reviewId: number, listed: readonly { id: number }[] | undefined): readonly UploadRow[] {
  const rows = useSyncExternalStore(uploads.subscribe, uploads.rows);
  const client = useQueryClient();
  useEffect(
    () => uploads.onFinished(() => void client.invalidateQueries({ queryKey: queryKey(fileEndpoints.list) })),
    [client],
  );
  useEffect(() => uploads.settle(new Set((listed ?? []).map((f) => f.id))), [listed]);
  return useMemo(() => {
    const known = new Set((listed ?? []).map((f) => f.id));
    return rows.filter((r) => r.review_id === reviewId && (r.file_id === null || !known.has(r.file_id)));
  }, [rows, reviewId, listed]);
}
