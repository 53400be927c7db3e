import { fork } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Connection } from '../platform/db/database.ts';

/** What the process is told that makes the demo world. */
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
export function makeDemo(order: DemoOrder, stopping: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'make-demo.ts'), [], {
      execArgv: [
        `--import=${pathToFileURL(join(import.meta.dirname, 'compile-cache.js'))}`,
        '--max-semi-space-size=64',
      ],
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
      else reject(new Error(`The demo world could not be made: ${report?.failed ?? `it ended (${code ?? signal})`}`));
    });
    child.send(order);
  });
}
