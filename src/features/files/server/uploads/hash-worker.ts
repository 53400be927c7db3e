/** The thread that hashes what is being received, so that the requests' thread never does. */
import { createHash, type Hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';

export type HashMessage =
  | { type: 'bytes'; id: string; offset: number; buffer: ArrayBuffer; length: number }
  | { type: 'digest'; id: string; size: number };
export type HashReply = { type: 'took'; buffer: ArrayBuffer } | { type: 'digest'; id: string; sha256: string | null };

const MOST = 512;
const states = new Map<string, { hash: Hash; at: number }>();
const port = parentPort;

port?.on('message', (message: HashMessage) => {
  if (message.type === 'bytes') {
    const { id, offset, buffer, length } = message;
    const state = states.get(id) ?? { hash: createHash('sha256'), at: 0 };
    states.delete(id);
    // bytes that came another way leave a gap: the inspector hashes the stored file instead
    if (state.at === offset) {
      state.hash.update(new Uint8Array(buffer, 0, length));
      state.at += length;
      states.set(id, state);
    }
    if (states.size > MOST) states.delete(states.keys().next().value ?? '');
    // back to be filled again: a gigabyte passes through a few megabytes
    port.postMessage({ type: 'took', buffer } satisfies HashReply, [buffer]);
    return;
  }
  const state = states.get(message.id);
  states.delete(message.id);
  const sha256 = state?.at === message.size ? state.hash.digest('hex') : null;
  port.postMessage({ type: 'digest', id: message.id, sha256 } satisfies HashReply);
});
