import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type Actor, seesPrices } from '../../../../core/actor.ts';
import type { In } from '../../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../../core/errors.ts';
import { KIND_NAMES, type Kind, KINDS } from '../../../../core/kinds.ts';
import { command, type Tx } from '../../../../platform/command.ts';
import type { ActorDb } from '../../../../platform/db/actor-db.ts';
import { meetingRows } from '../../../../platform/db/meeting-rows.ts';
import { mount } from '../../../../platform/http/mount.ts';
import type { Services } from '../../../../platform/services.ts';
import { resolveUserFlags } from '../../../organizations/rules.ts';
import {
  type MeetingHistory,
  type MeetingTypeRow,
  type MeetingTypes,
  meetingTypeEndpoints,
} from '../../contract/meeting-types.ts';
import {
  formOf,
  meetingFaults,
  type MeetingFields,
  meetingsOf,
  shippedMeetings,
  whyNoFurtherMeeting,
} from '../../rules.ts';
import { namesAbove, organizationAsked, wordOf, writerNamed } from '../levels.ts';
import { mayReadMeetings, whyNotKeepMeetings } from '../../rules/meeting-place.ts';

type Body<E extends 'add' | 'change' | 'goBack'> = In<(typeof meetingTypeEndpoints)[E], 'body'>;

/** The types of meetings as admins keep them: reading them and their history, adding, changing, going back. */
export function mountMeetingTypes(app: FastifyInstance, services: Services): void {
  const e = meetingTypeEndpoints;
  mount(app, services, e.list, ({ db, query }) => readTypes(db, query.organization_id ?? null));
  mount(app, services, e.history, ({ db, params, query }) =>
    readHistory(db, query.organization_id ?? null, query.kind, params.key),
  );
  mount(app, services, e.add, ({ actor, body }) => command(services, actor, (tx) => addType(tx, body)));
  mount(app, services, e.change, ({ actor, params, body }) =>
    command(services, actor, (tx) => changeType(tx, params.key, body)),
  );
  mount(app, services, e.goBack, ({ actor, params, body }) =>
    command(services, actor, (tx) => goBack(tx, params.key, body)),
  );
}

/** Why the actor does not change these types; null: they do. */
async function whyNot(db: ActorDb, organizationId: number | null): Promise<string | null> {
  const { actor } = db;
  const user = await db.executor
    .selectFrom('users')
    .select('feature_flags')
    .where('id', '=', actor.user_id)
    .executeTakeFirst();
  return whyNotKeepMeetings(
    actor,
    organizationId,
    resolveUserFlags(user?.feature_flags).allow_admin_manage_meeting_types,
  );
}

/** Kinds whose calls are ordered: a type of one's own can be one of them. */
const orderedKinds = (): Kind[] =>
  KIND_NAMES.filter((kind) => formOf(kind).services.some(({ minutes }) => minutes !== null));

async function readTypes(db: ActorDb, organizationId: number | null): Promise<MeetingTypes> {
  const organization = await organizationAsked(db, organizationId, mayReadMeetings);
  const { executor } = db;
  const { rows: own } = await sql<{ kind: Kind; key: string; lock_version: number }>`
    select kind, key, lock_version from meeting_types where organization_id is not distinct from ${organizationId}::bigint`.execute(
    executor,
  );
  const { rows: used } = await sql<{ kind: Kind; key: string; n: number }>`
    select r.kind, m.key, count(*)::int as n from review_meetings m join reviews r on r.id = m.review_id
    where r.bucket = 'active' and (${organizationId}::bigint is null
      or r.organization_id in (select t.id from organization_tree(${organizationId}::bigint) t))
    group by 1, 2`.execute(executor);
  const names = await namesAbove(db, organizationId);
  const data: MeetingTypeRow[] = [];
  for (const kind of KIND_NAMES) {
    const form = formOf(kind);
    const shipped = new Set(shippedMeetings(form).map(({ key }) => key));
    const rows = await meetingRows(executor, organizationId, kind);
    for (const { of, ...meeting } of meetingsOf(form, rows)) {
      const row = own.find((one) => one.kind === kind && one.key === meeting.key);
      data.push({
        ...meeting,
        price_cents: seesPrices(db.actor.kind) ? meeting.price_cents : null,
        kind,
        ...wordOf(of, names),
        is_own: row !== undefined,
        can_go_back:
          row !== undefined && (shipped.has(meeting.key) || rows.filter(({ key }) => key === meeting.key).length > 1),
        is_later_call: form.later_call?.value === meeting.key,
        lock_version: row?.lock_version ?? 0,
        open_reviews: used.find((one) => one.kind === kind && one.key === meeting.key)?.n ?? 0,
      });
    }
  }
  const reason = await whyNot(db, organizationId);
  return {
    organization,
    data,
    kinds: orderedKinds().map((kind) => ({ kind, label: KINDS[kind].label })),
    change: { allowed: reason === null, reason },
  };
}

/** By what the record tells the types of different levels apart. */
const subjectOf = (organizationId: number | null, kind: Kind, key: string): string =>
  `meeting_type:${organizationId ?? 'all'}:${kind}:${key}`;

async function readHistory(
  db: ActorDb,
  organizationId: number | null,
  kind: Kind,
  key: string,
): Promise<MeetingHistory> {
  await organizationAsked(db, organizationId, mayReadMeetings);
  const { rows } = await sql<{
    id: number;
    at: Date;
    data: { before: MeetingFields | null; after: MeetingFields | null };
    first_name: string;
    last_name: string;
  }>`select a.id, a.at, a.data, u.first_name, u.last_name from audit_rows a join users u on u.id = a.actor_user_id
    where a.subject = ${subjectOf(organizationId, kind, key)} order by a.id desc limit 100`.execute(db.executor);
  const shown = (said: MeetingFields | null) =>
    said === null || seesPrices(db.actor.kind) ? said : { ...said, price_cents: null };
  return {
    data: rows.map(({ id, at, data, ...by }) => ({
      id,
      at: at.toISOString(),
      by: writerNamed(db, organizationId, by),
      before: shown(data.before),
      after: shown(data.after),
    })),
  };
}

const fieldsOf = ({
  name,
  gets,
  minutes,
  buffer_before,
  buffer_after,
  price_cents,
  report,
  retired,
}: MeetingFields): MeetingFields => ({
  name: name.trim(),
  gets: gets.trim(),
  minutes,
  buffer_before,
  buffer_after,
  price_cents,
  report,
  retired,
});

/** Refuses `not_found`, `forbidden`; two who change the types of one level come after each other. */
async function refuseOthers(tx: Tx<Actor>, organizationId: number | null): Promise<void> {
  await organizationAsked(tx.db, organizationId, mayReadMeetings);
  const reason = await whyNot(tx.db, organizationId);
  if (reason !== null) throw new Refusal('forbidden', reason);
  await sql`select pg_advisory_xact_lock(hashtext(${`meeting_types:${organizationId ?? 'all'}`}))`.execute(tx.system);
}

async function refuseFaults(
  tx: Tx<Actor>,
  { organization_id, kind }: { organization_id: number | null; kind: Kind },
  key: string | null,
  fields: MeetingFields,
): Promise<void> {
  const form = formOf(kind);
  const rows = await meetingRows(tx.system, organization_id, kind);
  refuseFields(
    meetingFaults(fields, {
      others: meetingsOf(form, rows).flatMap((one) => (one.key === key || one.retired ? [] : [one.name])),
      is_later_call: key !== null && form.later_call?.value === key,
    }),
  );
}

async function addType(tx: Tx<Actor>, { organization_id, kind, ...body }: Body<'add'>): Promise<MeetingTypes> {
  await refuseOthers(tx, organization_id);
  if (!orderedKinds().includes(kind))
    refuseFields([{ path: 'kind', message: 'Calls of this kind are not ordered by their length.' }]);
  const own = (await meetingRows(tx.system, organization_id, kind)).filter(
    (one) => one.organization_id === organization_id,
  );
  const full = whyNoFurtherMeeting(own.length);
  if (full !== null) refuseFields([{ path: 'name', message: full }]);
  const after = fieldsOf(body);
  await refuseFaults(tx, { organization_id, kind }, null, after);
  const { rows } = await sql<{ id: number }>`select nextval('meeting_types_id_seq')::int as id`.execute(tx.system);
  const id = rows[0]?.id ?? 0;
  const key = `meeting_${id}`;
  await tx.system
    .insertInto('meeting_types')
    .values({ id, organization_id, kind, key, ...after, updated_by: tx.actor.user_id, updated_at: tx.now })
    .execute();
  await record(tx, 'added', { organization_id, kind, key, before: null, after });
  return readTypes(tx.db, organization_id);
}

/** What holds at a level before a change, and the own row behind it, locked. */
async function standing(tx: Tx<Actor>, organizationId: number | null, kind: Kind, key: string) {
  const rows = await meetingRows(tx.system, organizationId, kind);
  const now = meetingsOf(formOf(kind), rows).find((one) => one.key === key);
  if (!now) throw new Refusal('not_found');
  const row = await tx.system
    .selectFrom('meeting_types')
    .selectAll()
    .where(sql<boolean>`organization_id is not distinct from ${organizationId}::bigint`)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst();
  return { now, row, above: rows.some((one) => one.key === key && one.organization_id !== organizationId) };
}

async function changeType(
  tx: Tx<Actor>,
  key: string,
  { organization_id, kind, lock_version, ...body }: Body<'change'>,
): Promise<MeetingTypes> {
  await refuseOthers(tx, organization_id);
  const { now, row } = await standing(tx, organization_id, kind, key);
  if ((row?.lock_version ?? 0) !== lock_version)
    throw new Refusal('stale', undefined, { current: await readTypes(tx.db, organization_id) });
  const [before, after] = [fieldsOf(now), fieldsOf(body)];
  await refuseFaults(tx, { organization_id, kind }, key, after);
  const written = { ...after, lock_version: lock_version + 1, updated_by: tx.actor.user_id, updated_at: tx.now };
  if (row) await tx.system.updateTable('meeting_types').set(written).where('id', '=', row.id).execute();
  else
    await tx.system
      .insertInto('meeting_types')
      .values({ organization_id, kind, key, ...written })
      .execute();
  await record(tx, 'changed', { organization_id, kind, key, before, after });
  return readTypes(tx.db, organization_id);
}

async function goBack(
  tx: Tx<Actor>,
  key: string,
  { organization_id, kind, lock_version }: Body<'goBack'>,
): Promise<MeetingTypes> {
  await refuseOthers(tx, organization_id);
  const { now, row, above } = await standing(tx, organization_id, kind, key);
  if ((row?.lock_version ?? 0) !== lock_version)
    throw new Refusal('stale', undefined, { current: await readTypes(tx.db, organization_id) });
  const isShipped = shippedMeetings(formOf(kind)).some((one) => one.key === key);
  if (!row || !(above || isShipped))
    throw new Refusal('wrong_state', 'There is nothing above it to go back to. Retire it instead.');
  await tx.system.deleteFrom('meeting_types').where('id', '=', row.id).execute();
  await record(tx, 'went_back', { organization_id, kind, key, before: fieldsOf(now), after: null });
  return readTypes(tx.db, organization_id);
}

const record = (
  tx: Tx<Actor>,
  what: 'added' | 'changed' | 'went_back',
  of: { organization_id: number | null; kind: Kind; key: string; before: unknown; after: unknown },
) =>
  tx.audit({
    action: `meeting_type.${what}`,
    organization_id: of.organization_id,
    subject: subjectOf(of.organization_id, of.kind, of.key),
    data: { before: of.before, after: of.after },
  });
