import type { Clock } from '../core/time.ts';
import type { Keyring } from './crypto.ts';
import type { Database } from './db/database.ts';
import type { ErrorReports } from './error-reports.ts';
import type { Env } from './env.ts';
import type { Live } from './live.ts';
import type { Logger } from './log.ts';
import type { PdfSignatures } from './pdf/sign/signatures.ts';
import type { Storage } from './storage.ts';

/** What every feature's server is handed at assembly. No feature makes its own. */
export interface Services {
  env: Env;
  clock: Clock;
  log: Logger;
  database: Database;
  storage: Storage;
  live: Live;
  keys: Keyring;
  signatures: PdfSignatures;
  errors: ErrorReports;
  /** Wakes the outbox so that committed events go out at once instead of at the next scan. */
  wakeOutbox: () => void;
}
