import type { Logger } from './log.ts';

/** Something done again and again, never twice at once. */
export interface Loop {
  start(): void;
  /** Takes no new round, waits for the one under way. */
  stop(): Promise<void>;
  /** Asks for a round now; one asked for during a round follows it. */
  wake(): void;
}

const LOG_EVERY = 30;

/**
 * Runs `round` every `everyMs` of real time, and at once when woken. A round that fails is logged (the first of a
 * series, then every thirtieth) and tried again at the next turn: a database that restarts ends no loop.
 */
export function createLoop(log: Logger, name: string, everyMs: number, round: () => Promise<void>): Loop {
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let asked = false;
  let stopped = true;
  let failures = 0;

  const again = (): boolean => asked && !stopped;

  async function turn(): Promise<void> {
    do {
      asked = false;
      try {
        await round();
        if (failures > 0) log.info({ loop: name, failures }, 'works again');
        failures = 0;
      } catch (error) {
        if (failures % LOG_EVERY === 0) log.error({ loop: name, err: error }, 'a round failed');
        failures += 1;
        break;
      }
    } while (again());
  }

  function begin(): void {
    clearTimeout(timer);
    running = turn().finally(() => {
      running = null;
      if (!stopped) timer = setTimeout(begin, everyMs);
    });
  }

  return {
    start() {
      if (!stopped) return;
      stopped = false;
      begin();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
    wake() {
      asked = true;
      if (!stopped && !running) begin();
    },
  };
}
