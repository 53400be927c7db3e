import { parentPort } from 'node:worker_threads';

type Result = Uint8Array<ArrayBuffer> | string[] | Readonly<Record<string, unknown>>;
/** What a thread makes, by name: each from one plain input. */
export type Documents = Readonly<Record<string, (input: never) => Result | Promise<Result>>>;

/** What the pool sends a thread and what comes back. */
export interface RenderJob {
  id: number;
  document: string;
  input: unknown;
}
export type RenderReply = { id: number; result: Result } | { id: number; error: string };

/** Answers a pool's jobs in the thread this is called in. */
export function renderInThread(documents: Documents): void {
  const say = (reply: RenderReply, moved: ArrayBuffer[] = []): void => parentPort?.postMessage(reply, moved);

  async function answer({ id, document, input }: RenderJob): Promise<void> {
    try {
      const render = documents[document];
      if (!render) throw new Error(`No “${document}” is made here.`);
      // why: the pool's types hold a name and its input together; a message cannot
      const result = await render(input as never);
      say({ id, result }, result instanceof Uint8Array ? [result.buffer] : []);
    } catch (error) {
      say({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  }

  parentPort?.on('message', (job: RenderJob) => void answer(job));
}
