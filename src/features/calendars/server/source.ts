import type { Failure, Range } from '../rules.ts';

/** What is known of the version that was read before; nothing where it is to be read whole. */
export interface Known {
  etag: string | null;
  last_modified: string | null;
  text_hash: Buffer | null;
  /** In which days without a time are read. */
  zone: string;
}

/** What reading a calendar came to. */
export type Read =
  | { same: true }
  | { busy: Range[]; etag: string | null; last_modified: string | null; text_hash: Buffer }
  | { failure: Failure; retry_after_ms: number | null };

/** A way to learn when somebody is busy. It answers times and nothing else, and never throws. */
export interface CalendarSource {
  read(address: string, known: Known, now: Date): Promise<Read>;
}
