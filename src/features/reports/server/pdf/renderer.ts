import type { Letter } from '../../ports.ts';
import { Worker } from 'node:worker_threads';
import type { ReportPdfInput } from './types.ts';
import type { RenderJob, RenderReply, RenderWork } from './worker.ts';

/** Renders reports off the request thread. */
export type PdfRenderer = {
  /** The report's bytes. Rejects with a `PdfRenderError`; the next call works again whatever happened to this one. */
  render(input: ReportPdfInput): Promise<Uint8Array>;
  /** The same for a letter. */
  letter(letter: Letter): Promise<Uint8Array>;
  /** The characters of a text that no font has, each once: what would print as an empty box. Rejects as `render` does. */
  unprintable(text: string): Promise<string[]>;
  /** Ends the threads; what still waits is rejected. */
  close(): Promise<void>;
};

export type PdfRendererOptions = {
  /** Threads at most, 1 when left out; each costs some 120 MB and renders about 40 short reports a second. */
  threads?: number;
  /** Milliseconds after which a thread without work is ended, a minute when left out: it gives its memory back. */
  idle_ms?: number;
  /** Milliseconds one report may take before its thread is ended. */
  timeout_ms?: number;
  /** Reports that may wait; above that `render` refuses with `busy`. */
  queue_limit?: number;
  /** The module a thread runs; another one only in tests of failure. */
  worker_url?: URL;
};

/** Why a report was not rendered. The cause never holds the report's content. */
export class PdfRenderError extends Error {
  readonly reason: 'failed' | 'timeout' | 'crashed' | 'busy' | 'closed';
  constructor(reason: PdfRenderError['reason'], message: string) {
    super(message);
    this.name = 'PdfRenderError';
    this.reason = reason;
  }
}

// A small young generation halves what a thread holds in memory, at a few milliseconds a report.
const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 };

type Task = {
  work: RenderWork;
  resolve: (result: unknown) => void;
  reject: (error: PdfRenderError) => void;
};
type Thread = { worker: Worker; task: Task | undefined; job: number; timer: NodeJS.Timeout | undefined };

/** A pool of one or two threads, started when needed and kept, with their fonts parsed, while there is work. */
export function createPdfRenderer(options: PdfRendererOptions = {}): PdfRenderer {
  const { threads: most = 1, timeout_ms = 30_000, idle_ms = 60_000, queue_limit = 200 } = options;
  const url = options.worker_url ?? new URL('./worker.ts', import.meta.url);
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

  /** The thread is gone or must go: its report fails, the others go on. */
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
      // Busy threads keep the process alive until their report is done; idle ones do not.
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

  /** What each work results in stands in `worker.ts`. */
  const ask = <T>(work: RenderWork): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (closed) reject(new PdfRenderError('closed', 'The renderer is closed'));
      else if (waiting.length >= queue_limit) reject(new PdfRenderError('busy', 'Too many reports are waiting'));
      else {
        waiting.push({ work, resolve: resolve as Task['resolve'], reject });
        next();
      }
    });

  return {
    render: (input) => ask({ input }),
    letter: (letter) => ask({ letter }),
    unprintable: (text) => ask({ text }),
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
