import type { Logger } from '../log.ts';

/** A database that is there and answers nothing: its machine stands still, or the way to it swallows everything. */
export class DatabaseFrozenError extends Error {
  constructor() {
    super('The database does not answer.');
    this.name = 'DatabaseFrozenError';
  }
}

/**
 * Connections refused, ended or too many; the server starting, stopping or recovering, or a copy that can only be read, as
 * the former server is after another took over (PostgreSQL, appendix A). We ask for no transaction that only reads.
 */
const AWAY_STATES = /^(08...|25006|53300|57P0[1-5])$/;
/** What the network says of a connection that was tried or used. */
const AWAY_CODES: ReadonlySet<string> = new Set([
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
]);
/** The same in words of the driver, where it gives no code (all begin so), and of a server whose database is shut for now. */
const AWAY_WORDS =
  /^(Connection terminated|timeout (exceeded when trying to connect|expired)|Client (has encountered a connection error|was closed) and is not queryable|Query read timeout)|is not currently accepting connections$/;

/**
 * Whether an error says that the database could not be reached, or went away meanwhile; not that it refused what it was
 * asked. Of an embedded server's socket that is not there, too.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isDatabaseAway);
  if (error instanceof DatabaseFrozenError) return true;
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isConnecting = 'syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo');
  return (
    AWAY_STATES.test(code) || AWAY_CODES.has(code) || (isConnecting && code !== '') || AWAY_WORDS.test(error.message)
  );
}

/** A statement that took too long, or waited too long for what another holds; its transaction is rolled back. */
const OVERRUN_STATES: ReadonlySet<string> = new Set(['57014', '55P03', '25P03', '25P04']);

/** Whether an error says that a limit on statements was met; what it belonged to has not happened. */
export const isOverrun = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && OVERRUN_STATES.has(error.code);

const SAY_EVERY_MS = 30_000;

/** Tells of a database that is away: once, then how often since, never line by line. */
export class Outage {
  readonly #log: Logger;
  readonly #now: () => number;
  #since = 0;
  #said = Number.NEGATIVE_INFINITY;

  /** `now`: milliseconds that only go forward. */
  constructor(log: Logger, now: () => number = () => performance.now()) {
    this.#log = log;
    this.#now = now;
  }

  /** Notes one failure; answers whether it was told. */
  note(error: unknown): boolean {
    this.#since += 1;
    if (this.#now() - this.#said < SAY_EVERY_MS) return false;
    this.#log.error({ err: error, failures: this.#since }, 'the database cannot be reached');
    this.#said = this.#now();
    this.#since = 0;
    return true;
  }
}

/** Logs what fails in the background as it comes, each as `message`; of a database that is away, few lines. */
export function faultLog(log: Logger, message: string): (error: unknown, facts?: object) => void {
  const outage = new Outage(log);
  return (error, facts = {}) => {
    if (isDatabaseAway(error)) outage.note(error);
    else log.error({ err: error, ...facts }, message);
  };
}
