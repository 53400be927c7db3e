import { type RawBuilder, sql } from 'kysely';
import type { RenderedMail } from '../mail/layout.ts';

/**
 * What stands in each jsonb column: "table.column" → its type. A feature declares its own in `server/declarations.ts`;
 * the generated row types read it from here, so that a column without an entry does not compile. What is read with
 * suspicion, because people or other programs write it, is `unknown`.
 */
export interface JsonColumns {
  'audit_details.new_value': unknown;
  'audit_details.old_value': unknown;
  'audit_rows.data': Facts;
  'audit_seals.row_ids': unknown;
  'audit_verifications.faults': { kind: string; seal_id: number | null; audit_ids: number[] }[];
  'deadlines.payload': Facts;
  'idempotency_keys.response': unknown;
  'instance_settings.value': unknown;
  /** The letter as it was written; where it opens something stands its place. */
  'mails.letter': RenderedMail | null;
  'outbox.payload': Facts;
}

type Facts = Readonly<Record<string, unknown>>;

/** A value for a jsonb column. Arrays need this: the driver would send them as PostgreSQL arrays. */
export function json<T>(value: T): RawBuilder<T> {
  return sql<T>`${JSON.stringify(value)}::jsonb`;
}
