import type { Source } from '../storage.ts';
import type { ChildMessage, ParentMessage } from './child-pool.ts';

/** Small reads are served from blocks of so many bytes. */
const BLOCK_BYTES = 65_536;
const MOST_BLOCKS = 16;

/**
 * What a child of a pool does: answers each request of its parent, and ends with it. The content a request is about is
 * read through the parent: a child opens no file itself.
 */
export function answerParent<Request, Result>(run: (request: Request, source: Source) => Promise<Result>): void {
  const waiting = new Map<number, PromiseWithResolvers<Buffer>>();
  let asked = 0;
  const send = (message: ChildMessage<Result>): void => void process.send?.(message);

  function contentOf(size: number): Source {
    const blocks = new Map<number, Promise<Buffer>>();
    const ask = (start: number, length: number): Promise<Buffer> => {
      asked += 1;
      const answer = Promise.withResolvers<Buffer>();
      waiting.set(asked, answer);
      send({ read: { id: asked, start, length } });
      return answer.promise;
    };
    const block = (start: number): Promise<Buffer> => {
      const known = blocks.get(start) ?? ask(start, BLOCK_BYTES);
      blocks.delete(start);
      blocks.set(start, known);
      if (blocks.size > MOST_BLOCKS) blocks.delete(blocks.keys().next().value ?? 0);
      return known;
    };
    return {
      size,
      async bytes(start, length) {
        const within = start % BLOCK_BYTES;
        if (within + length > BLOCK_BYTES) return ask(start, length);
        return (await block(start - within)).subarray(within, within + length);
      },
    };
  }

  process.on('message', (message: ParentMessage<Request>) => {
    if ('bytes' in message) {
      const answer = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.bytes) answer?.resolve(Buffer.from(message.bytes));
      else answer?.reject(new Error('The content could not be read.'));
      return;
    }
    run(message.request, contentOf(message.size))
      .then((result): ChildMessage<Result> => ({ result }))
      .catch((error: unknown): ChildMessage<Result> => ({ error: error instanceof Error ? error.message : 'unknown' }))
      .then(send)
      .catch(() => process.exit(1));
  });
  process.on('disconnect', () => process.exit(0));
}
