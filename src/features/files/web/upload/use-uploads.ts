import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { queryKey } from '../../../../ui/api/hooks.ts';
import { fileEndpoints, type FileView } from '../../contract.ts';
import { uploads, type UploadRow } from './manager.ts';

type Listed = Pick<FileView, 'id' | 'name' | 'size_bytes' | 'status'>;

/** All of it is sent, and the list has heard of it before the answer came: it stands there, once. */
const hasArrived = (row: UploadRow, listed: readonly Listed[] | undefined): boolean =>
  row.state === 'moving' &&
  row.sent_bytes === row.size_bytes &&
  (listed ?? []).some(
    ({ name, size_bytes, status }) => status === 'processing' && name === row.name && size_bytes === row.size_bytes,
  );

/** Uploads of one review that have not become listed files yet; refreshes the list as they finish. */
export function useUploads(reviewId: number, listed: readonly Listed[] | undefined): readonly UploadRow[] {
  const rows = useSyncExternalStore(uploads.subscribe, uploads.rows);
  const client = useQueryClient();
  useEffect(
    () => uploads.onFinished(() => void client.invalidateQueries({ queryKey: queryKey(fileEndpoints.list) })),
    [client],
  );
  useEffect(() => uploads.settle(new Set((listed ?? []).map((f) => f.id))), [listed]);
  return useMemo(() => {
    const known = new Set((listed ?? []).map((f) => f.id));
    return rows.filter(
      (r) => r.review_id === reviewId && (r.file_id === null ? !hasArrived(r, listed) : !known.has(r.file_id)),
    );
  }, [rows, reviewId, listed]);
}
