import { Refusal } from '../../../core/errors.ts';
import { ARRIVING_BYTES } from '../rules/arriving.ts';

/** What messages that are being read may take of the memory together, and those of one connection. */
const MOST = 3 * ARRIVING_BYTES;
const MOST_OF_ONE = 2 * ARRIVING_BYTES;
/** What the smallest counts, so that many of them are bounded, too. */
const LEAST = 1024 * 1024;
const AGAIN_SECONDS = 5;

/** The room for messages that are posted: so many at once are read, and whoever finds none is told to come again. */
export function createRoom() {
  const taken = new Map<number, number>();
  let all = 0;
  return {
    /** Takes room for a message of so many bytes, of which an unknown number is the most there may be. Refuses `unavailable`. */
    take(connectionId: number, bytes: number | null): () => void {
      const size = Math.min(Math.max(bytes ?? ARRIVING_BYTES, LEAST), ARRIVING_BYTES);
      const own = taken.get(connectionId) ?? 0;
      if (all + size > MOST || own + size > MOST_OF_ONE)
        throw new Refusal('unavailable', 'Other documents are being taken. Send it again in a moment.', {
          retryAfterSeconds: AGAIN_SECONDS,
        });
      all += size;
      taken.set(connectionId, own + size);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        all -= size;
        const left = (taken.get(connectionId) ?? 0) - size;
        if (left > 0) taken.set(connectionId, left);
        else taken.delete(connectionId);
      };
    },
  };
}
