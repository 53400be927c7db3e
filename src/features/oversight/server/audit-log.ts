import type { FastifyReply } from 'fastify';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { decodeCursor, encodeCursor } from '../../../core/cursor.ts';
import type { Out } from '../../../core/endpoint.ts';
import { Refusal } from '../../../core/errors.ts';
import { type Kind, reviewNumber } from '../../../core/kinds.ts';
import { capital } from '../../../core/phrases.ts';
import { command } from '../../../platform/command.ts';
import { asTyped } from '../../../platform/db/as-typed.ts';
import type { DB } from '../../../platform/db/types.ts';
import { refuseWithoutFreshProof } from '../../../platform/fresh-proof.ts';
import { sendCsv } from '../../../platform/http/csv-file.ts';
import type { Services } from '../../../platform/services.ts';
import { actionSays, actionsSaid, csvLine, rulesOf } from '../../reviews/rules.ts';
import type { AuditFilters, AuditListed, AuditRead, oversightEndpoints } from '../contract.ts';
import { reviewIn } from '../rules.ts';

const PAGE = 50;
const EXPORT_PAGE = 500;
/** More people or organizations of one name are not looked for. */
const NAMESAKES = 500;

interface Stored {
  id: number;
  at: Date;
  action: string;
  actor_user_id: number | null;
  actor_kind: string;
  actor_name: string | null;
  acting_name: string | null;
  subject: string | null;
  review_id: number | null;
  review_kind: Kind | null;
  organization: string | null;
  from_state: string | null;
  to_state: string | null;
  ip: string | null;
  request_id: string | null;
}

const COLUMNS = sql`a.id, a.at, a.action, a.actor_user_id, a.actor_kind, a.subject, a.review_id, a.from_state, a.to_state,
  a.ip, a.request_id, trim(u.first_name || ' ' || u.last_name) as actor_name,
  trim(i.first_name || ' ' || i.last_name) as acting_name, r.kind as review_kind, o.name as organization`;
const JOINED = sql`left join users u on u.id = a.actor_user_id left join users i on i.id = a.impersonator_user_id
  left join reviews r on r.id = a.review_id left join organizations o on o.id = a.organization_id`;

const within = (words: string): string => `%${asTyped(words)}%`;

/** What rows a search is for, as conditions. Names are looked up first, so that the rows are found by their indexes. */
async function conditions(db: Kysely<DB>, zone: string, filters: AuditFilters): Promise<RawBuilder<unknown>> {
  const { who, action, about, organization, from, until } = filters;
  const parts: RawBuilder<unknown>[] = [];
  if (who) {
    const { rows } = await sql<{ id: number }>`select id from users
      where first_name || ' ' || last_name ilike ${within(who)} or email::text ilike ${within(who)}
      order by id limit ${NAMESAKES}`.execute(db);
    const ids = rows.map(({ id }) => id);
    parts.push(sql`(a.actor_user_id = any(${ids}::bigint[]) or a.impersonator_user_id = any(${ids}::bigint[]))`);
  }
  if (organization) {
    const { rows } = await sql<{ id: number }>`select id from organizations where name ilike ${within(organization)}
      order by id limit ${NAMESAKES}`.execute(db);
    parts.push(sql`a.organization_id = any(${rows.map(({ id }) => id)}::bigint[])`);
  }
  if (action)
    parts.push(sql`(a.action like ${`${asTyped(action)}%`} or a.action = any(${actionsSaid(action)}::text[]))`);
  if (about) {
    const review = reviewIn(about);
    parts.push(review === null ? sql`a.subject = ${about}` : sql`a.review_id = ${review}`);
  }
  if (from) parts.push(sql`a.at >= ${from}::date::timestamp at time zone ${zone}`);
  if (until) parts.push(sql`a.at < (${until}::date + 1)::timestamp at time zone ${zone}`);
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
}

async function rowsOf(db: Kysely<DB>, where: RawBuilder<unknown>, before: number | null, limit: number) {
  const { rows } = await sql<Stored>`select ${COLUMNS} from audit_rows a ${JOINED}
    where ${where} and (${before}::bigint is null or a.id < ${before}::bigint)
    order by a.id desc limit ${limit}`.execute(db);
  return rows;
}

const nameOf = (row: Stored): string =>
  row.actor_name ?? (row.actor_user_id === null ? (row.actor_kind === 'outside' ? 'By a link' : 'Peritus') : 'Unknown');

const saysOf = (row: Stored): string => actionSays(row.action, row.review_kind) ?? row.action;

/** A state as people call it. */
function stateWords(kind: Kind | null, state: string): string {
  const known = kind === null ? undefined : new Map(Object.entries(rulesOf(kind).states)).get(state);
  return known?.label ?? capital(state.replaceAll('_', ' '));
}

const movedOf = ({ review_kind, from_state, to_state }: Stored): AuditListed['moved'] =>
  to_state === null
    ? null
    : { from: from_state === null ? null : stateWords(review_kind, from_state), to: stateWords(review_kind, to_state) };

const present = (row: Stored): AuditListed => ({
  id: row.id,
  at: row.at.toISOString(),
  action: row.action,
  says: saysOf(row),
  by: { id: row.actor_user_id, name: nameOf(row), kind: row.actor_kind, acting: row.acting_name },
  subject: row.subject,
  review:
    row.review_id === null || row.review_kind === null
      ? null
      : { id: row.review_id, kind: row.review_kind, number: reviewNumber(row.review_kind, row.review_id) },
  organization: row.organization,
  from_state: row.from_state,
  to_state: row.to_state,
  moved: movedOf(row),
});

/** A page of the log, newest first. Refuses `malformed`. */
export async function listAudit(
  db: Kysely<DB>,
  actor: Actor,
  { cursor, ...filters }: AuditFilters & { cursor?: string | undefined },
): Promise<Out<typeof oversightEndpoints.audit>> {
  const [before] = cursor === undefined ? [null] : (decodeCursor(cursor) ?? ['']);
  if (before !== null && typeof before !== 'number') throw new Refusal('malformed');
  const rows = await rowsOf(db, await conditions(db, actor.time_zone, filters), before, PAGE + 1);
  const last = rows.length > PAGE ? rows[PAGE - 1] : undefined;
  return { data: rows.slice(0, PAGE).map(present), next_cursor: last ? encodeCursor([last.id]) : null };
}

/**
 * One row with its values before and after. They may be health data: that they were read is in the log itself. Refuses
 * `not_found`.
 */
export async function readEntry(services: Services, actor: Actor, id: number): Promise<AuditRead> {
  const db = services.database.systemDb;
  const { rows } = await sql<
    Stored & {
      override: boolean;
      data: Record<string, unknown>;
      hashed: boolean;
      kept: boolean;
      old_value: unknown;
      new_value: unknown;
      sealed: boolean;
    }
  >`select ${COLUMNS}, a.override, a.data, a.detail_hash is not null as hashed, d.audit_id is not null as kept,
      d.old_value, d.new_value, not exists (select from audit_unsealed w where w.audit_id = a.id) as sealed
    from audit_rows a ${JOINED} left join audit_details d on d.audit_id = a.id where a.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw new Refusal('not_found');
  if (row.kept)
    await command(services, actor, (tx) =>
      tx.audit({ action: 'audit.values_read', review_id: row.review_id, subject: `audit:${id}` }),
    );
  return {
    ...present(row),
    override: row.override,
    data: row.data,
    values: row.hashed ? { deleted: !row.kept, before: row.old_value, after: row.new_value } : null,
    ip: row.ip,
    request_id: row.request_id,
    sealed: row.sealed,
  };
}

const HEADS = [
  'Row',
  'At (UTC)',
  'What',
  'Action',
  'Person',
  'As',
  'Acted for by',
  'Subject',
  'Review',
  'Organization',
  'From',
  'To',
  'Address',
  'Request',
];

/**
 * Streams what is searched for as a comma-separated file, without values before and after. That it was asked for is in
 * the log before the first row leaves, how many rows left afterwards. Refuses `reauthentication_required`.
 */
export async function exportAudit(services: Services, actor: Actor, filters: AuditFilters, reply: FastifyReply) {
  const db = services.database.systemDb;
  const audited = await command(services, actor, async (tx) => {
    await refuseWithoutFreshProof(tx);
    // what is typed to find a person or an organization names somebody
    const { who, organization, ...rest } = filters;
    return tx.audit({
      action: 'audit.exported',
      data: { filters: rest, one_person: Boolean(who), one_organization: Boolean(organization) },
    });
  });
  const where = await conditions(db, actor.time_zone, filters);
  let count = 0;
  async function* pieces(): AsyncGenerator<string> {
    // the export's own row is the newest it has
    let before: number | null = audited + 1;
    while (before !== null) {
      const rows: Stored[] = await rowsOf(db, where, before, EXPORT_PAGE);
      count += rows.length;
      yield rows.map(lineOf).join('');
      before = rows.length < EXPORT_PAGE ? null : (rows.at(-1)?.id ?? null);
    }
  }
  await sendCsv(reply, {
    name: `audit-log-${services.clock.now().toISOString().slice(0, 10)}.csv`,
    head: csvLine(HEADS),
    pieces: pieces(),
    ended: (complete) =>
      command(services, actor, (tx) =>
        tx.audit({ action: 'audit.export_ended', subject: `audit:${audited}`, data: { rows: count, complete } }),
      ),
  });
}

const lineOf = (row: Stored): string =>
  csvLine([
    row.id,
    row.at.toISOString(),
    capital(saysOf(row)),
    row.action,
    nameOf(row),
    row.actor_kind,
    row.acting_name,
    row.subject,
    row.review_id === null || row.review_kind === null ? null : reviewNumber(row.review_kind, row.review_id),
    row.organization,
    row.from_state,
    row.to_state,
    row.ip,
    row.request_id,
  ]);
