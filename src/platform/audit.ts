import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Actor, AnyActor } from '../core/actor.ts';
import type { AUDIT_WORDS } from '../core/audit-words.ts';
import { json } from './db/json.ts';
import type { DB } from './db/types.ts';
import type { ActionName } from './declarations.ts';

/** What can be written: each has words, of its own or of its lifecycle. Those of tests are theirs to name. */
export type AuditAction = keyof typeof AUDIT_WORDS | `review.${ActionName}` | `test.${string}`;

/** One thing that happened, written in the transaction of what it records. `data` never holds health data. */
export interface AuditEntry {
  action: AuditAction;
  review_id?: number | null;
  organization_id?: number | null;
  /** What it was done to, by kind and id: "file:30012". Never a name. */
  subject?: string;
  from_state?: string;
  to_state?: string;
  /** What a person wrote: it may name somebody, so it is kept with the purgeable values and the chain covers its hash. */
  reason?: string;
  override?: boolean;
  data?: Record<string, unknown>;
  /** Old and new values that may be health data: kept apart, purgeable; the chain covers their salted hash. */
  detail?: { old: unknown; new: unknown };
  /** Shown in the review's timeline. */
  timeline?: boolean;
}

/** JSON with sorted keys: the same text before a value is stored and after, when the database has ordered its keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** The salted hash that stands in the chain for a detail row. */
export function detailHash(salt: Uint8Array, oldValue: unknown, newValue: unknown): Buffer {
  return createHash('sha256')
    .update(salt)
    .update(canonical([oldValue ?? null, newValue ?? null]))
    .digest();
}

/** What is told with a row; done in a session that was opened by command, or with an API key, it says so. */
const dataOf = ({ data = {} }: AuditEntry, person: Actor | null): Record<string, unknown> => ({
  ...data,
  ...wayOf(person),
});

/** The way by which somebody acts where it is not by their own session. */
export const wayOf = (
  person: Pick<Actor, 'break_glass' | 'api_key'> | null,
): { break_glass?: number; api_key?: number } => ({
  ...(person?.break_glass === undefined ? {} : { break_glass: person.break_glass }),
  ...(person?.api_key === undefined ? {} : { api_key: person.api_key }),
});

/** Writes an audit row and marks it for the sealer, in the transaction it is given. Answers the row's id. */
export async function writeAudit(tx: Kysely<DB>, actor: AnyActor, now: Date, entry: AuditEntry): Promise<number> {
  const person = actor.kind === 'system' ? null : actor;
  const outside = actor.kind === 'system' ? actor.outside : undefined;
  const ip = person?.ip ?? outside?.ip ?? null;
  const detail = entry.detail ?? (entry.reason === undefined ? null : { old: null, new: { reason: entry.reason } });
  const salt = detail ? randomBytes(16) : null;
  const hash = salt && detail ? detailHash(salt, detail.old, detail.new) : null;
  const { rows } = await sql<{ id: number }>`
    with row as (
      insert into audit_rows (at, action, actor_user_id, actor_kind, profile_id, organization_id, review_id, subject,
        from_state, to_state, reason, override, data, detail_hash, ip, request_id, timeline, impersonator_user_id)
      values (${now}, ${entry.action}, ${person?.user_id ?? null}, ${outside ? 'outside' : actor.kind}, ${person?.profile?.id ?? null},
        ${entry.organization_id ?? person?.organization_id ?? null}, ${entry.review_id ?? null}, ${entry.subject ?? null},
        ${entry.from_state ?? null}, ${entry.to_state ?? null}, ${null}, ${entry.override ?? false},
        ${json(dataOf(entry, person))}, ${hash}, ${ip}, ${actor.request_id}, ${entry.timeline ?? false}, ${person?.impersonator?.user_id ?? null})
      returning id),
    waiting as (insert into audit_unsealed (audit_id) select id from row)
    select id from row`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The audit row was not written.');
  if (salt && detail) {
    await tx
      .insertInto('audit_details')
      .values({
        audit_id: id,
        salt,
        old_value: json(detail.old ?? null),
        new_value: json(detail.new ?? null),
      })
      .execute();
  }
  return id;
}

/** Takes away what people wrote in another review's timeline about one that was opened from it. */
export async function purgeOpenedFrom(tx: Kysely<DB>, opened: { from: number; review_id: number }): Promise<void> {
  await sql`delete from audit_details d using audit_rows a where a.id = d.audit_id and a.timeline
    and a.review_id = ${opened.from} and a.subject = ${`review:${opened.review_id}`}`.execute(tx);
}

/** Takes away what people wrote about a review in its audit: old and new values, reasons. The rows and the chain stay. */
export async function purgeAuditDetails(tx: Kysely<DB>, reviewId: number): Promise<void> {
  await sql`delete from audit_details d using audit_rows a
    where a.id = d.audit_id and a.review_id = ${reviewId} and a.action <> 'review.purge'`.execute(tx);
}
