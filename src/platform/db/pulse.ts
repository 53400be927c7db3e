import pg from 'pg';
import { cutOff } from './own-connection.ts';
import type { Logger } from '../log.ts';

/** How often the database is asked whether it answers, and how long it may take to, ms. */
const EVERY_MS = 400;
const PATIENCE_MS = 1_000;
/** After so long without an answer connections are not waited for any more: what answers again gets new ones. */
const GIVE_UP_MS = 15_000;

export interface Pulse {
  /** Whether the database is known to answer nothing now. */
  readonly frozen: boolean;
  start(): void;
  /** Called when it stops answering, each time. */
  onFreeze(then: () => void): void;
  stop(): Promise<void>;
}

/**
 * Watches on a connection of its own whether the database answers at all: a statement may take its time, a database that
 * says nothing to `select 1` for a second has stopped. One that refuses is not frozen; whoever asks it hears that at once.
 * `drop` ends all other connections, when none is worth waiting for.
 */
export function createPulse(config: pg.ClientConfig, log: Logger | undefined, drop: () => void): Pulse {
  let frozen = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = true;
  const told: (() => void)[] = [];

  function set(next: boolean): void {
    if (next === frozen || stopped) return;
    frozen = next;
    if (frozen) {
      log?.error('the database does not answer');
      for (const then of told) then();
    } else log?.warn('the database answers again');
  }

  /** Settles with the first answer; a beat that is late makes it frozen, and is still waited for. */
  async function beat(): Promise<void> {
    let answered = false;
    const late = setTimeout(() => {
      // what arrived while this process itself was busy is read first
      setImmediate(() => setImmediate(() => !answered && set(true)));
    }, PATIENCE_MS);
    const hopeless = setTimeout(() => {
      forget();
      drop();
    }, GIVE_UP_MS);
    try {
      client ??= await connected();
      await client.query('select 1');
      answered = true;
      set(false);
    } catch {
      // refused, or ended: who asks hears that by themselves
      answered = true;
      set(false);
      forget();
    } finally {
      clearTimeout(late);
      clearTimeout(hopeless);
    }
  }

  async function connected(): Promise<pg.Client> {
    const made = new pg.Client({ ...config, application_name: 'peritus pulse' });
    made.on('error', () => undefined);
    client = made;
    await made.connect();
    return made;
  }

  function forget(): void {
    const gone = client;
    client = undefined;
    if (gone) cutOff(gone);
  }

  function next(): void {
    if (!stopped) timer = setTimeout(() => void beat().finally(next), EVERY_MS);
  }

  return {
    get frozen() {
      return frozen;
    },
    start() {
      if (!stopped) return;
      stopped = false;
      next();
    },
    onFreeze: (then) => void told.push(then),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      forget();
    },
  };
}
