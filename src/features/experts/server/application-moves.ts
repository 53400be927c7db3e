import { type Kysely, type Selectable, sql } from 'kysely';
import { type Actor, STAFF_KINDS } from '../../../core/actor.ts';
import { type FieldError, Refusal, refuseFields } from '../../../core/errors.ts';
import { fullName } from '../../../core/names.ts';
import { dateIn } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import type { DB } from '../../../platform/db/types.ts';
import { mailUser } from '../../../platform/mail/mail-user.ts';
import { staffWithRole } from '../../../platform/mail/staff.ts';
import { rooms } from '../../../platform/live.ts';
import type { Ports } from '../../../platform/ports.ts';
import { type ApplicationData, applicationNumber, type PartData } from '../rules/application.ts';
import { checksFor, openChecks } from '../rules/application-checks.ts';
import { APPLICATION_DESKS, decidesOnApplications } from '../rules/application-desk.ts';
import { PARTS } from '../rules/application-fields.ts';
import {
  type ApplicationAction,
  type ApplicationGuardFacts,
  type ApplicationState,
  DESK_STATES,
  heldBy,
  mayApplyAgainFrom,
  moveFor,
} from '../rules/application-states.ts';

export type ApplicationRecord = Selectable<DB['applications']>;

/** The answers of an application, part by part. */
export async function answersIn(db: Kysely<DB>, ids: readonly number[]): Promise<Map<number, ApplicationData>> {
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('application_parts').selectAll().where('application_id', 'in', ids).execute();
  return new Map(
    ids.map((id) => [
      id,
      Object.fromEntries(
        PARTS.map((part): [string, PartData] => [
          part,
          rows.find((row) => row.application_id === id && row.part === part)?.data ?? {},
        ]),
      ) as ApplicationData,
    ]),
  );
}

/** The latest result of each check of these applications, in the time they are applied for now. */
export async function latestChecks(db: Kysely<DB>, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('application_checks as c')
    .innerJoin('applications as a', (join) =>
      join.onRef('a.id', '=', 'c.application_id').onRef('a.round', '=', 'c.round'),
    )
    .innerJoin('users as u', 'u.id', 'c.checked_by')
    .where('c.application_id', 'in', ids)
    .distinctOn(['c.application_id', 'c.key'])
    .orderBy('c.application_id')
    .orderBy('c.key')
    .orderBy('c.id', 'desc')
    .selectAll('c')
    .select(['u.first_name', 'u.last_name'])
    .execute();
}

/** The application under lock. Refuses `not_found`, or `wrong_state` to whom none is. */
export async function lockApplication(
  tx: Tx<Actor>,
  by: { id: number } | { profile_id: number },
): Promise<ApplicationRecord> {
  const query = tx.db.selectFrom('applications').selectAll().forUpdate();
  const row = await (
    'id' in by
      ? // what was begun and never sent is the applicant's alone
        query
          .where('applications.id', '=', by.id)
          .where((eb) => eb.or([eb('status', '<>', 'started'), eb('round', '>', 1)]))
      : query.where('applications.profile_id', '=', by.profile_id)
  ).executeTakeFirst();
  if (row) return row;
  throw 'id' in by ? new Refusal('not_found') : new Refusal('wrong_state', 'You have not begun an application.');
}

/** What the guards of an application's moves ask. */
export async function guardFacts(
  db: Kysely<DB>,
  row: ApplicationRecord,
  at: { now: Date; zone: string },
): Promise<ApplicationGuardFacts> {
  const data = (await answersIn(db, [row.id])).get(row.id);
  const standing = await latestChecks(db, [row.id]);
  const { unanswered } = await db
    .selectFrom('application_requests')
    .select(sql<number>`count(*)::int`.as('unanswered'))
    .where('application_id', '=', row.id)
    .where('round', '=', row.round)
    .where('answered_at', 'is', null)
    .where('dropped_at', 'is', null)
    .executeTakeFirstOrThrow();
  const redacted = await db
    .selectFrom('cvs')
    .select('id')
    .where('profile_id', '=', row.profile_id)
    .where('version', '=', 'redacted')
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return {
    unanswered,
    open_checks: data ? openChecks(checksFor(data), standing, dateIn(at.now, at.zone)) : [],
    has_redacted_cv: redacted !== undefined,
    agreement_signed: row.agreement_signed_at !== null,
    again_from: mayApplyAgainFrom(row.status, row.decided_at),
    now: at.now,
  };
}

/** What a move leaves in the row besides the state. */
type Patch = Partial<
  Pick<
    ApplicationRecord,
    | 'message'
    | 'return_to'
    | 'decided_at'
    | 'decided_by'
    | 'decision_reason'
    | 'agreement_version'
    | 'agreement_name'
    | 'agreement_signed_at'
    | 'round'
    | 'submitted_at'
  >
>;

/**
 * Brings a locked application on, as its table says: the guards are read here, the row is updated where it is still what
 * was locked, and the applicant hears of every change of state. Refuses `wrong_state`, then `invalid` with the faults.
 */
export async function moveOn(
  tx: Tx<Actor>,
  ports: Ports,
  row: ApplicationRecord,
  action: ApplicationAction,
  { reason, patch = {}, faults = [] }: { reason?: string; patch?: Patch; faults?: readonly FieldError[] } = {},
): Promise<ApplicationState> {
  const { actor } = tx;
  const move = moveFor(row.status, action);
  if (!move)
    throw new Refusal(
      'wrong_state',
      `This is not possible while the application is ${DESK_STATES[row.status].label.toLowerCase()}.`,
      {
        current: { status: row.status },
      },
    );
  const held = heldBy(move, await guardFacts(tx.system, row, { now: tx.now, zone: actor.time_zone }));
  if (held !== null) throw new Refusal('wrong_state', held, { current: { status: row.status } });
  refuseFields([...faults]);
  const to = move.to === 'return' ? ((row.return_to ?? 'screening') as ApplicationState) : move.to;
  await tx.system
    .updateTable('applications')
    .set((eb) => ({
      status: to,
      ...(to === row.status ? {} : { status_since: tx.now, message: '' }),
      ...patch,
      updated_at: tx.now,
      lock_version: eb('lock_version', '+', 1),
    }))
    .where('id', '=', row.id)
    .where('lock_version', '=', row.lock_version)
    .executeTakeFirstOrThrow();
  await tx.audit({
    action: `application.${action}`,
    subject: `application:${row.id}`,
    from_state: row.status,
    to_state: to,
    ...(reason ? { reason } : {}),
  });
  await tell(tx, ports, row, action, to);
  // once approved, somebody who no longer applies asks who they are
  const event = to === 'approved' ? 'user.changed' : 'application.changed';
  tx.live({ room: rooms.user(row.user_id), event, payload: {} });
  return to;
}

/** The applicant hears of each new state; the desk of what the applicant did. */
async function tell(
  tx: Tx<Actor>,
  ports: Ports,
  row: ApplicationRecord,
  action: ApplicationAction,
  to: ApplicationState,
): Promise<void> {
  const number = applicationNumber(row.id);
  const once = `application:${row.id}:${row.lock_version + 1}`;
  const isApplicants = tx.actor.user_id === row.user_id;
  if (to !== row.status && to !== 'started' && to !== 'submitted')
    await mailUser(tx, ports, row.user_id, {
      template: 'application_status',
      data: { number, outcome: to, link: to === 'approved' ? '/up-next' : '/apply' },
      side: 'none',
      dedupe_key: once,
    });
  const told = TOLD.find((one) => one === action);
  if (!isApplicants || !told) return;
  const desk = await staffWithRole(tx.system, ...APPLICATION_DESKS);
  const assigned = desk.filter((one) => one.user_id === row.assigned_to);
  for (const to of assigned.length > 0 ? assigned : desk)
    await ports.mail(tx, {
      to,
      template: 'application_moved',
      data: { number, outcome: told, link: `/admin/applications/${row.id}` },
      side: 'staff',
      dedupe_key: `${once}:${to.user_id}`,
    });
}

/** What of an applicant's acts the desk hears of. */
const TOLD = ['submit', 'answer', 'sign', 'withdraw'] as const;

/** Names of these people, by id. */
export async function namesOf(db: Kysely<DB>, ids: readonly (number | null)[]): Promise<Map<number, string>> {
  const known = [...new Set(ids.flatMap((id) => id ?? []))];
  if (known.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', known)
    .execute();
  return new Map(rows.map((one) => [one.id, fullName(one)]));
}

/** Whom applications can be given to. */
export const assignable = (db: Kysely<DB>) =>
  db
    .selectFrom('users')
    .select(['id', sql<string>`trim(first_name || ' ' || last_name)`.as('name')])
    .where('role', 'in', STAFF_KINDS.filter(decidesOnApplications))
    .where('suspended_at', 'is', null)
    .orderBy('first_name')
    .orderBy('id')
    .execute();
