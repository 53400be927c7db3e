import { Refusal } from '../../../core/errors.ts';
import { ARRIVING_BYTES } from '../rules/arriving.ts';
import { counted, GATE } from './gate.ts';

/** What the smallest counts, so that many of them are bounded, too. */
const LEAST = 1024 * 1024;
const AGAIN_SECONDS = 5;

/** The room for messages that are posted: so many at once are read, and whoever finds none is told to come again. */
export function createRoom() {
  const held = counted<number>(GATE.bytes, GATE.bytes_of_one);
  return {
    /** Takes room for a message of so many bytes, of which an unknown number is the most there may be. Refuses `unavailable`. */
    take(connectionId: number, bytes: number | null): () => void {
      const size = Math.min(Math.max(bytes ?? ARRIVING_BYTES, LEAST), ARRIVING_BYTES);
      if (!held.take(connectionId, size))
        throw new Refusal('unavailable', 'Other documents are being taken. Send it again in a moment.', {
          retryAfterSeconds: AGAIN_SECONDS,
        });
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        held.take(connectionId, -size);
      };
    },
  };
}
