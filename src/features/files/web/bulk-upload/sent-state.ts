import type { PreOrderView } from '../../contract.ts';
import type { UploadRow } from '../upload/manager.ts';
import type { BulkUploadFile } from './store.ts';

/** How a file stands after it was sent. */
export type SentState =
  | { how: 'moving'; row: UploadRow }
  | { how: 'wrong'; row: UploadRow }
  | { how: 'unreadable'; file_id: number; failure: string }
  | { how: 'checking' }
  | { how: 'removed' }
  | { how: 'there' };

/**
 * Where a sent file stands: on its way, wrong with its remedy, being checked, there, or removed by somebody since.
 * `asked_at` is when the pre-orders told of were asked for (milliseconds): what arrived later is not among them yet.
 */
export function sentStateOf(
  sent: NonNullable<BulkUploadFile['sent']>,
  row: UploadRow | undefined,
  to: PreOrderView | undefined,
  asked_at: number,
): SentState {
  const { arrived } = sent;
  if (arrived === null) {
    if (!row) return { how: 'checking' };
    return row.state === 'failed' || row.state === 'refused' ? { how: 'wrong', row } : { how: 'moving', row };
  }
  // a pre-order ordered meanwhile stands here no more; its file was checked before that
  if (!to) return { how: 'there' };
  const file = to.files.find((one) => one.id === arrived.file_id);
  if (!file) return { how: asked_at > arrived.at ? 'removed' : 'checking' };
  if (file.status === 'failed') return { how: 'unreadable', file_id: file.id, failure: file.failure ?? '' };
  return { how: file.status === 'ready' ? 'there' : 'checking' };
}

/** Whether a file that arrived is not told of for good yet, so that the pre-orders are asked for again. */
export const isAwaited = ({ sent }: BulkUploadFile, all: readonly PreOrderView[], asked_at: number): boolean =>
  sent !== null &&
  sent.arrived !== null &&
  sentStateOf(
    sent,
    undefined,
    all.find((one) => one.review_id === sent.review_id),
    asked_at,
  ).how === 'checking';
