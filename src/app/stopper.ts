import type { Logger } from '../platform/log.ts';

/** After so long in all the process ends, ms; on a busy machine its end takes some seconds more, and 15 s are promised. */
const STOPPING_MS = 9_000;

/**
 * Ends once, in order, on a signal: requests and jobs finish first. A second signal ends at once, and so does whatever
 * hangs, after 9 s.
 */
export function stopper(log: Logger, end: () => Promise<void>): { run(): Promise<void> } {
  let ending: Promise<void> | undefined;
  const run = () => {
    // whatever hangs: who waits for the end of this process does not wait longer
    setTimeout(() => {
      log.error('stopping took too long, ended without waiting for the rest');
      process.exit(1);
    }, STOPPING_MS).unref();
    ending ??= end().catch((error: unknown) => log.error({ err: error }, 'stopping failed'));
    return ending;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (ending) process.exit(130);
      void run().then(() => process.exit(0));
    });
  }
  return { run };
}
