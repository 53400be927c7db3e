import { type Kysely, type SqlBool, sql } from 'kysely';
import { encodeCursor, idBefore } from '../../../core/cursor.ts';
import { Refusal } from '../../../core/errors.ts';
import { KINDS, reviewNumber } from '../../../core/kinds.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Hl7Connection, Hl7DeadLetter, Hl7Message } from '../contract.ts';
import { healthOf, type MessageState, whereText, whyNotResent } from '../rules.ts';

const PAGE = 30;

/** The connections of an organization, the oldest first; of one of them, that. */
export async function readConnections(
  db: Kysely<DB>,
  organizationId: number,
  connectionId: number | null = null,
): Promise<Hl7Connection[]> {
  const rows = await db
    .selectFrom('hl7_connections as c')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('hl7_messages')
          .select(['attempts', 'next_at', 'error', 'answer_text'])
          .whereRef('connection_id', '=', 'c.id')
          .where('status', '=', 'queued')
          .orderBy('id')
          .limit(1)
          .as('n'),
      (join) => join.onTrue(),
    )
    .selectAll('c')
    .select(['n.attempts', 'n.next_at', 'n.error', 'n.answer_text'])
    .select((eb) => [
      sql<number>`(select count(*)::int from hl7_messages m where m.connection_id = c.id and m.status = 'queued')`.as(
        'waiting',
      ),
      sql<number>`(select count(*)::int from hl7_messages m where m.connection_id = c.id and m.status = 'dead')`.as(
        'dead',
      ),
      eb
        .selectFrom('hl7_messages')
        .select((x) => x.fn.max('tried_at').as('at'))
        .whereRef('connection_id', '=', 'c.id')
        .as('last_sent_at'),
      eb
        .selectFrom('hl7_messages')
        .select((x) => x.fn.max('ended_at').as('at'))
        .whereRef('connection_id', '=', 'c.id')
        .where('status', '=', 'acked')
        .as('last_acked_at'),
    ])
    .where('c.organization_id', '=', organizationId)
    .where('c.removed_at', 'is', null)
    .$if(connectionId !== null, (qb) => qb.where('c.id', '=', connectionId ?? 0))
    .orderBy('c.id')
    .execute();
  return rows.map((row) => {
    const tries = row.attempts ?? 0;
    return {
      id: row.id,
      name: row.name,
      transport: row.transport,
      host: row.host,
      port: row.port,
      url: row.url,
      ca_pem: row.ca_pem,
      arrives_from: row.arrives_from,
      has_address: row.token_hash !== null,
      ...settingsOf(row),
      on: row.off_at === null,
      off_at: row.off_at?.toISOString() ?? null,
      health: healthOf({ on: row.off_at === null, tries, dead: row.dead, acked: row.last_acked_at !== null }),
      waiting: row.waiting,
      tries,
      next_at: row.next_at?.toISOString() ?? null,
      error: tries === 0 ? null : row.error || row.answer_text || null,
      dead: row.dead,
      last_sent_at: row.last_sent_at?.toISOString() ?? null,
      last_acked_at: row.last_acked_at?.toISOString() ?? null,
      lock_version: row.lock_version,
    };
  });
}

type Written = Pick<
  Hl7Connection,
  | 'message_kind'
  | 'sending_application'
  | 'sending_facility'
  | 'receiving_application'
  | 'receiving_facility'
  | 'document_type'
  | 'observation_code'
  | 'observation_text'
  | 'observation_system'
  | 'processing'
  | 'charset'
  | 'version'
>;

/** How messages of a connection are written. */
export const settingsOf = (row: Written): Written => ({
  message_kind: row.message_kind,
  sending_application: row.sending_application,
  sending_facility: row.sending_facility,
  receiving_application: row.receiving_application,
  receiving_facility: row.receiving_facility,
  document_type: row.document_type,
  observation_code: row.observation_code,
  observation_text: row.observation_text,
  observation_system: row.observation_system,
  processing: row.processing,
  charset: row.charset,
  version: row.version,
});

/** One connection. Refuses `not_found`. */
export async function readConnection(db: Kysely<DB>, organizationId: number, id: number): Promise<Hl7Connection> {
  const [one] = await readConnections(db, organizationId, id);
  if (!one) throw new Refusal('not_found');
  return one;
}

const messages = (db: Kysely<DB>) =>
  db
    .selectFrom('hl7_messages as m')
    .innerJoin('hl7_connections as c', 'c.id', 'm.connection_id')
    .innerJoin('reports as p', 'p.id', 'm.report_id')
    .innerJoin('reviews as r', 'r.id', 'm.review_id')
    .innerJoin('organizations as o', 'o.id', 'c.organization_id')
    .selectAll('m')
    .select(['p.version', 'r.kind', 'c.off_at', 'c.removed_at', 'c.organization_id', 'c.name as connection'])
    .select(['c.transport', 'c.host', 'c.port', 'c.url', 'o.name as organization'])
    .select(
      sql<boolean>`exists (select from hl7_messages l join reports q on q.id = l.report_id where l.connection_id = m.connection_id
        and l.review_id = m.review_id and l.status = 'acked' and q.version > p.version)`.as('later'),
    )
    .orderBy('m.id', 'desc');
type Row = Awaited<ReturnType<ReturnType<typeof messages>['execute']>>[number];

const presented = (row: Row): Hl7Message => ({
  id: row.id,
  connection_id: row.connection_id,
  review_id: row.review_id,
  number: reviewNumber(row.kind, row.review_id),
  slug: KINDS[row.kind].slug,
  report_version: row.version,
  control_id: row.control_id,
  state: row.status,
  attempts: row.attempts,
  created_at: row.created_at.toISOString(),
  tried_at: row.tried_at?.toISOString() ?? null,
  next_at: row.next_at?.toISOString() ?? null,
  ended_at: row.ended_at?.toISOString() ?? null,
  answer_code: row.answer_code,
  answer_text: row.answer_text,
  error: row.error,
  took_ms: row.took_ms,
  not_resent: notResent(row),
});

const notResent = (row: Row): string | null =>
  whyNotResent({ state: row.status, later: row.later, on: row.off_at === null && row.removed_at === null });

async function page<T>(
  query: ReturnType<typeof messages>,
  cursor: string | undefined,
  present: (row: Row) => T,
): Promise<{ data: T[]; next_cursor: string | null }> {
  const before = idBefore(cursor);
  const rows = await query
    .$if(before !== null, (qb) => qb.where('m.id', '<', before ?? 0))
    .limit(PAGE + 1)
    .execute();
  const shown = rows.slice(0, PAGE);
  const last = shown.at(-1);
  return { data: shown.map(present), next_cursor: rows.length > PAGE && last ? encodeCursor([last.id]) : null };
}

/** A page of what went to a connection, newest first. */
export const readMessages = (
  db: Kysely<DB>,
  connectionId: number,
  { state, cursor }: { state?: MessageState | undefined; cursor?: string | undefined },
) =>
  page(
    messages(db)
      .where('m.connection_id', '=', connectionId)
      .$if(state !== undefined, (qb) => qb.where('m.status', '=', state ?? 'queued')),
    cursor,
    presented,
  );

/** One message of a connection. Refuses `not_found`. */
export async function readMessage(db: Kysely<DB>, connectionId: number, id: number): Promise<Hl7Message> {
  const row = await messages(db).where('m.connection_id', '=', connectionId).where('m.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return presented(row);
}

/** A page of what no record system took. */
export const readDead = (db: Kysely<DB>, cursor: string | undefined) =>
  page(
    messages(db)
      .where('m.status', '=', 'dead')
      .where(sql<SqlBool>`c.removed_at is null`),
    cursor,
    (row): Hl7DeadLetter => ({
      ...presented(row),
      organization_id: row.organization_id,
      organization: row.organization,
      connection: row.connection,
      where: whereText(row),
    }),
  );
