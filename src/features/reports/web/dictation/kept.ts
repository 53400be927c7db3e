/*
 * What was recorded and is not uploaded yet stands in the browser's own database, piece by piece while it is spoken: a
 * page that breaks loses the last seconds at most. It belongs to one person and one review, and goes once it is sent.
 */

/** A recording of this browser that the server does not have yet. */
export interface KeptRecording {
  id: string;
  user_id: number;
  review_id: number;
  /** As the browser recorded it: "audio/webm;codecs=opus". */
  content_type: string;
  started_at: string;
  seconds: number;
}

const NAME = 'peritus-dictations';
const RECORDINGS = 'recordings';
const PIECES = 'pieces';

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.addEventListener('upgradeneeded', () => {
      asked.result.createObjectStore(RECORDINGS, { keyPath: 'id' });
      asked.result.createObjectStore(PIECES);
    });
    asked.addEventListener('success', () => resolve(asked.result));
    asked.addEventListener('error', () => reject(asked.error ?? new Error('The browser keeps nothing.')));
  });
}

/** One transaction over both stores; answers what `work` asked for last. */
async function within<T>(mode: IDBTransactionMode, work: (tx: IDBTransaction) => IDBRequest<T>): Promise<T> {
  const database = await opened();
  try {
    return await new Promise<T>((resolve, reject) => {
      const tx = database.transaction([RECORDINGS, PIECES], mode);
      const last = work(tx);
      tx.addEventListener('complete', () => resolve(last.result));
      const fail = () => reject(tx.error ?? new Error('The browser could not keep it.'));
      tx.addEventListener('abort', fail);
      tx.addEventListener('error', fail);
    });
  } finally {
    database.close();
  }
}

const piecesOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id, 0], [id, Infinity]);

/** Keeps a piece, with the recording as far as it is. Throws where the browser keeps nothing, or has no room. */
export async function keepPiece(recording: KeptRecording, at: number, piece: Blob): Promise<void> {
  // bytes instead of a blob: not every browser keeps blobs
  const bytes = await piece.arrayBuffer();
  await within('readwrite', (tx) => {
    tx.objectStore(PIECES).put(bytes, [recording.id, at]);
    return tx.objectStore(RECORDINGS).put(recording);
  });
}

/** What one person recorded for a review and did not send yet, oldest first. Nothing where the browser keeps nothing. */
export async function keptOf(userId: number, reviewId: number): Promise<KeptRecording[]> {
  try {
    const all = await within('readonly', (tx) => tx.objectStore(RECORDINGS).getAll() as IDBRequest<KeptRecording[]>);
    return all
      .filter((one) => one.user_id === userId && one.review_id === reviewId)
      .toSorted((a, b) => a.started_at.localeCompare(b.started_at));
  } catch {
    return [];
  }
}

/** The sound of a kept recording. */
export async function soundOf({ id, content_type }: KeptRecording): Promise<Blob> {
  const pieces = await within(
    'readonly',
    (tx) => tx.objectStore(PIECES).getAll(piecesOf(id)) as IDBRequest<ArrayBuffer[]>,
  );
  return new Blob(pieces, { type: content_type });
}

/** Forgets a recording: it was sent, or is not wanted. */
export async function forgetKept(id: string): Promise<void> {
  await within('readwrite', (tx) => {
    tx.objectStore(PIECES).delete(piecesOf(id));
    return tx.objectStore(RECORDINGS).delete(id);
  });
}
