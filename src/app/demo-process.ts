import { fork } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Connection } from '../platform/db/database.ts';

/** What the process is told that makes the demo world, or fills it up. */
export interface DemoOrder {
  connection: Connection;
  /** The instant of the demo's present, ISO. */
  now: string;
}

/** What it says at its end. */
export interface DemoReport {
  /** What went wrong. */
  failed?: string;
}

/**
 * Has an empty database filled with the demo world, in a process of its own: the flags that keep the server small make
 * this work a quarter longer, and what it took is given back with its end. Answers when it is done; one that is stopped
 * never answers.
 * @throws Error saying what went wrong.
 */
export const makeDemo = (order: DemoOrder, stopping: AbortSignal): Promise<void> =>
  run('make-demo.ts', order, {
    stopping,
    flags: ['--max-semi-space-size=64'],
    what: 'The demo world could not be made',
  });

/**
 * Has the demo world filled up while the product serves it, in a process of its own that others go before. Answers when
 * it is full; one that is stopped never answers, and goes on at the next start.
 * @throws Error saying what went wrong.
 */
export const fillDemoUp = (order: DemoOrder, stopping: AbortSignal): Promise<void> =>
  run('fill-demo.ts', order, { stopping, flags: [], what: 'The demo world could not be filled up' });

function run(
  program: string,
  order: DemoOrder,
  { stopping, flags, what }: { stopping: AbortSignal; flags: readonly string[]; what: string },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, program), [], {
      execArgv: [`--import=${pathToFileURL(join(import.meta.dirname, 'compile-cache.js'))}`, ...flags],
    });
    let report: DemoReport | undefined;
    const stop = () => child.kill();
    stopping.addEventListener('abort', stop, { once: true });
    child.on('message', (message: DemoReport) => (report = message));
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      stopping.removeEventListener('abort', stop);
      if (stopping.aborted) return;
      if (report && report.failed === undefined) resolve();
      else reject(new Error(`${what}: ${report?.failed ?? `it ended (${code ?? signal})`}`));
    });
    child.send(order);
  });
}
