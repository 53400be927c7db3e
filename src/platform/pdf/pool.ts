import { Worker } from 'node:worker_threads';
import type { Documents, RenderJob, RenderReply } from './thread.ts';

/** A pool of threads that make documents off the request thread: what, says the module they run. */
export interface RenderPool<D extends Documents> {
  /** Rejects with a `PdfRenderError`; the next call works again whatever happened to this one. */
  render<K extends keyof D & string>(document: K, input: Parameters<D[K]>[0]): Promise<Awaited<ReturnType<D[K]>>>;
  /** Ends the threads; what still waits is rejected. */
  close(): Promise<void>;
}

export type RenderPoolOptions = {
  /** Threads at most, 1 when left out; each costs some 120 MB and renders about 40 short reports a second. */
  threads?: number;
  /** Milliseconds after which a thread without work is ended, a minute when left out: it gives its memory back. */
  idle_ms?: number;
  /** Milliseconds one document may take before its thread is ended. */
  timeout_ms?: number;
  /** Documents that may wait; above that `render` refuses with `busy`. */
  queue_limit?: number;
};

/** Why a document was not rendered. The cause never holds the document's content. */
export class PdfRenderError extends Error {
  readonly reason: 'failed' | 'timeout' | 'crashed' | 'busy' | 'closed';
  constructor(reason: PdfRenderError['reason'], message: string) {
    super(message);
    this.name = 'PdfRenderError';
    this.reason = reason;
  }
}

// A small young generation halves what a thread holds in memory, at a few milliseconds a document.
const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 };

type Task = {
  work: Omit<RenderJob, 'id'>;
  resolve: (result: unknown) => void;
  reject: (error: PdfRenderError) => void;
};
type Thread = { worker: Worker; task: Task | undefined; job: number; timer: NodeJS.Timeout | undefined };

/**
 * A pool of one or two threads, started when needed and kept, with their fonts parsed, while there is work. `url`: the
 * module a thread runs, which says by `renderInThread` what it makes.
 */
export function createRenderPool<D extends Documents>(url: URL, options: RenderPoolOptions = {}): RenderPool<D> {
  const { threads: most = 1, timeout_ms = 30_000, idle_ms = 60_000, queue_limit = 200 } = options;
  const threads = new Set<Thread>();
  const waiting: Task[] = [];
  let jobs = 0;
  let closed = false;

  const release = (thread: Thread): Task | undefined => {
    clearTimeout(thread.timer);
    const { task } = thread;
    thread.task = undefined;
    return task;
  };

  /** Whoever rests for long is let go. */
  const rest = (thread: Thread): void => {
    thread.worker.unref();
    thread.timer = setTimeout(() => {
      threads.delete(thread);
      void thread.worker.terminate();
    }, idle_ms).unref();
  };

  /** The thread is gone or must go: its document fails, the others go on. */
  const lose = (thread: Thread, reason: 'timeout' | 'crashed', message: string): void => {
    if (!threads.delete(thread)) return;
    release(thread)?.reject(new PdfRenderError(reason, message));
    void thread.worker.terminate();
    next();
  };

  const start = (): Thread => {
    const worker = new Worker(url, { resourceLimits: LIMITS });
    const thread: Thread = { worker, task: undefined, job: 0, timer: undefined };
    worker.unref();
    worker.on('message', (reply: RenderReply) => {
      if (reply.id !== thread.job) return;
      const task = release(thread);
      rest(thread);
      if ('error' in reply) task?.reject(new PdfRenderError('failed', reply.error));
      else task?.resolve(reply.result);
      next();
    });
    worker.on('error', (error: unknown) =>
      lose(thread, 'crashed', error instanceof Error ? error.message : String(error)),
    );
    worker.on('exit', (code) => lose(thread, 'crashed', `The rendering thread ended with code ${code}`));
    threads.add(thread);
    return thread;
  };

  function next(): void {
    while (!closed && waiting.length > 0) {
      const idle = [...threads].find((thread) => !thread.task) ?? (threads.size < most ? start() : undefined);
      const task = idle && waiting.shift();
      if (!idle || !task) return;
      clearTimeout(idle.timer);
      idle.task = task;
      idle.job = ++jobs;
      idle.timer = setTimeout(
        () => lose(idle, 'timeout', `Rendering took longer than ${timeout_ms / 1000} s`),
        timeout_ms,
      );
      // Busy threads keep the process alive until their document is done; idle ones do not.
      idle.worker.ref();
      const job: RenderJob = { id: idle.job, ...task.work };
      try {
        idle.worker.postMessage(job);
      } catch (error) {
        release(idle)?.reject(new PdfRenderError('failed', error instanceof Error ? error.message : String(error)));
        rest(idle);
      }
    }
  }

  const ask = <T>(work: Task['work']): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (closed) reject(new PdfRenderError('closed', 'The renderer is closed'));
      else if (waiting.length >= queue_limit) reject(new PdfRenderError('busy', 'Too many documents are waiting'));
      else {
        waiting.push({ work, resolve: resolve as Task['resolve'], reject });
        next();
      }
    });

  return {
    render: (document, input) => ask({ document, input }),
    async close() {
      closed = true;
      const ending = [...threads];
      threads.clear();
      for (const task of waiting.splice(0)) task.reject(new PdfRenderError('closed', 'The renderer is closed'));
      for (const thread of ending) release(thread)?.reject(new PdfRenderError('closed', 'The renderer is closed'));
      await Promise.all(ending.map((thread) => thread.worker.terminate()));
    },
  };
}
