import { type Kysely, sql } from 'kysely';
import type { Actor, ActorKind } from '../../../core/actor.ts';
import { decodeCursor, encodeCursor, instantIn } from '../../../core/cursor.ts';
import type { In, Out } from '../../../core/endpoint.ts';
import { dateIn } from '../../../core/time.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Services } from '../../../platform/services.ts';
import type { expertEndpoints } from '../contract.ts';
import type { ApplicationRow } from '../contract/application-desk.ts';
import { specialtyWords } from '../rules.ts';
import { type ApplicationData, applicationNumber } from '../rules/application.ts';
import { checksFor, openChecks } from '../rules/application-checks.ts';
import { decidesOnApplications } from '../rules/application-desk.ts';
import {
  APPLICATION_STATES,
  DESK_STATES,
  deskMoves,
  heldBy,
  isOpenApplication,
  mayApplyAgainFrom,
} from '../rules/application-states.ts';
import { answersIn, type ApplicationRecord, latestChecks, namesOf } from './application-moves.ts';

const PAGE = 50;

/** A page of applications that were sent, each with what the reader may do, and how many stand in each state. */
export async function listApplications(
  services: Services,
  db: ActorDb,
  query: In<typeof expertEndpoints.applications, 'query'>,
): Promise<Out<typeof expertEndpoints.applications>> {
  const limit = query.limit ?? PAGE;
  const isNewest = query.sort === 'newest';
  let rows = found(db, query).selectAll('applications');
  if (query.status) rows = rows.where('applications.status', '=', query.status);
  else if (query.open) rows = rows.where('applications.status', 'in', APPLICATION_STATES.filter(isOpenApplication));
  const [since, id] = (query.cursor && decodeCursor(query.cursor)) || [];
  const from = instantIn(since);
  if (from !== null && typeof id === 'number')
    rows = rows.where(
      isNewest
        ? sql<boolean>`(applications.status_since, applications.id) < (${from}::timestamptz, ${id})`
        : sql<boolean>`(applications.status_since, applications.id) > (${from}::timestamptz, ${id})`,
    );
  const order = isNewest ? 'desc' : 'asc';
  const page = await rows
    .orderBy('applications.status_since', order)
    .orderBy('applications.id', order)
    .limit(limit + 1)
    .execute();
  const kept = page.slice(0, limit);
  const last = kept.at(-1);
  const counts = await found(db, query)
    .select(['applications.status', sql<number>`count(*)::int`.as('n')])
    .groupBy('applications.status')
    .execute();
  return {
    data: await presentRows(services, db, kept),
    next_cursor: page.length > limit && last ? encodeCursor([last.status_since.toISOString(), last.id]) : null,
    counts: Object.fromEntries(counts.map(({ status, n }) => [status, n])),
  };
}

/** How many wait for a step of the desk: for whoever works on them. */
export async function waitingForDesk(db: ActorDb, actor: Actor): Promise<number> {
  if (!decidesOnApplications(actor.kind)) return 0;
  const { n } = await db
    .selectFrom('applications')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('applications.status', '<>', 'started')
    .where((eb) =>
      eb.or([
        eb(
          'applications.status',
          'in',
          APPLICATION_STATES.filter((state) => DESK_STATES[state].whose === 'staff'),
        ),
        eb.and([eb('applications.status', '=', 'agreement_sent'), eb('agreement_signed_at', 'is not', null)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return n;
}

/** What was sent, for this assignee and these words, whatever its state. */
function found(db: ActorDb, { q, assigned }: In<typeof expertEndpoints.applications, 'query'>) {
  let rows = db.selectFrom('applications').where('applications.status', '<>', 'started');
  if (assigned === 'me') rows = rows.where('applications.assigned_to', '=', db.actor.user_id);
  if (assigned === 'nobody') rows = rows.where('applications.assigned_to', 'is', null);
  if (q) {
    const number = /^(?:AP-?)?(\d{1,15})$/i.exec(q)?.[1];
    const like = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    rows = rows.where(
      number === undefined
        ? sql<boolean>`(applications.user_id in (select u.id from users u
            where u.first_name || ' ' || u.last_name ilike ${like} or u.email ilike ${like})
          or applications.id in (select p.application_id from application_parts p
            where p.part = 'you' and p.data ->> 'legal_name' ilike ${like}))`
        : sql<boolean>`applications.id = ${Number(number)}`,
    );
  }
  return rows;
}

/** Rows as the desk reads them. */
export async function presentRows(
  services: Services,
  db: ActorDb,
  rows: readonly ApplicationRecord[],
): Promise<ApplicationRow[]> {
  const ids = rows.map(({ id }) => id);
  const kysely = db.executor;
  const [answers, checks, names, specialties, waiting, redacted] = [
    await answersIn(kysely, ids),
    await latestChecks(kysely, ids),
    await namesOf(
      kysely,
      rows.flatMap((row) => [row.user_id, row.assigned_to]),
    ),
    await specialtyNames(kysely),
    await unansweredIn(kysely, ids),
    await withRedactedCv(
      kysely,
      rows.map(({ profile_id }) => profile_id),
    ),
  ];
  const now = services.clock.now();
  const today = dateIn(now, db.actor.time_zone);
  return rows.map((row) => {
    const data = answers.get(row.id);
    const specs = data ? checksFor(data) : [];
    const standing = checks.filter(({ application_id }) => application_id === row.id);
    const open_checks = openChecks(specs, standing, today);
    const facts = {
      unanswered: waiting.get(row.id) ?? 0,
      open_checks,
      has_redacted_cv: redacted.has(row.profile_id),
      agreement_signed: row.agreement_signed_at !== null,
      again_from: mayApplyAgainFrom(row.status, row.decided_at),
      now,
    };
    return {
      id: row.id,
      number: applicationNumber(row.id),
      name: legalName(data) ?? names.get(row.user_id) ?? '',
      specialty: mainSpecialty(data, specialties),
      region: region(data),
      status: row.status,
      submitted_at: row.submitted_at?.toISOString() ?? null,
      status_since: row.status_since.toISOString(),
      assigned_to: row.assigned_to === null ? null : { id: row.assigned_to, name: names.get(row.assigned_to) ?? '' },
      checks: { done: Math.max(0, specs.length - open_checks.length), all: specs.length },
      lock_version: row.lock_version,
      acts: actsOf(db.actor.kind, row, facts),
    };
  });
}

function actsOf(kind: ActorKind, row: ApplicationRecord, facts: Parameters<typeof heldBy>[1]): ApplicationRow['acts'] {
  if (!decidesOnApplications(kind)) return [];
  return deskMoves(row.status).map((move) => {
    const reason = heldBy(move, facts);
    return {
      action: move.action as ApplicationRow['acts'][number]['action'],
      label: move.label,
      asks: move.reason !== undefined || move.message !== undefined || move.action === 'request_documents',
      allowed: reason === null,
      reason,
    };
  });
}

async function unansweredIn(db: Kysely<DB>, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('application_requests as r')
    .innerJoin('applications as a', (join) =>
      join.onRef('a.id', '=', 'r.application_id').onRef('a.round', '=', 'r.round'),
    )
    .select(['r.application_id', sql<number>`count(*)::int`.as('n')])
    .where('r.application_id', 'in', ids)
    .where('r.answered_at', 'is', null)
    .where('r.dropped_at', 'is', null)
    .groupBy('r.application_id')
    .execute();
  return new Map(rows.map(({ application_id, n }) => [application_id, n]));
}

async function withRedactedCv(db: Kysely<DB>, profileIds: readonly number[]): Promise<Set<number>> {
  if (profileIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('cvs')
    .select('profile_id')
    .where('profile_id', 'in', profileIds)
    .where('version', '=', 'redacted')
    .where('removed_at', 'is', null)
    .execute();
  return new Set(rows.map(({ profile_id }) => profile_id));
}

/** The name of each specialty and focus. */
export async function specialtyNames(db: Kysely<DB>) {
  const specialties = await db.selectFrom('specialties').select(['id', 'name']).execute();
  const subs = await db.selectFrom('sub_specialties').select(['id', 'name']).execute();
  const by = {
    specialty: new Map(specialties.map(({ id, name }) => [id, name])),
    sub_specialty: new Map(subs.map(({ id, name }) => [id, name])),
  };
  const licenses = await db.selectFrom('license_types').select(['key', 'name']).execute();
  return Object.assign((type: 'specialty' | 'sub_specialty', id: number): string => by[type].get(id) ?? '', {
    license: new Map(licenses.map(({ key, name }) => [key, name])),
  });
}

function mainSpecialty(data: ApplicationData | undefined, names: Awaited<ReturnType<typeof specialtyNames>>) {
  const [first] = Array.isArray(data?.practice.specialties)
    ? (data.practice.specialties as Record<string, unknown>[])
    : [];
  if (!first) return null;
  return specialtyWords(
    names('specialty', Number(first.specialty_id)),
    names('sub_specialty', Number(first.sub_specialty_id)),
  );
}

const said = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
const legalName = (data: ApplicationData | undefined): string | null => said(data?.you.legal_name);
const region = (data: ApplicationData | undefined): string | null =>
  [said(data?.you.city), said(data?.you.state)].filter((one) => one !== null).join(', ') || null;
