import { type ReturnPath, type ReviewStatus, statesOfPath } from '../../rules/statuses.ts';
import { expertSideUsers } from '../../../../platform/db/experts.ts';
import { EXPERT_LEAVES, isInPerson, type ReviewAction } from '../../rules/actions.ts';
import { type Guard, isPurged } from '../../rules/kinds.ts';
import type { ReviewPatch, TransitionRequest, TransitionReview } from '../../ports.ts';
import { sql } from 'kysely';
import type { Actor, AnyActor } from '../../../../core/actor.ts';
import { IN_PERSON_ONLY, NOT_BY_BREAK_GLASS, Refusal, refuseFields } from '../../../../core/errors.ts';
import { type Kind, reviewNumber } from '../../../../core/kinds.ts';
import { rooms } from '../../../../platform/live.ts';
import type { Tx } from '../../../../platform/command.ts';
import type { AnyNewDeadline } from '../../../../platform/declarations.ts';
import type { Services } from '../../../../platform/services.ts';
import {
  type ActionInput,
  type Clocks,
  type TimeCost,
  ballOf,
  bucketOf,
  cancellationFee,
  clocksAfter,
  closeoutWarningAt,
  formOf,
  isUnordered,
  movingFee,
  officesOf,
  nextStatus,
  neighbors,
  refusedByGuards,
  refusedByPermission,
  refusedBySwitch,
  processOf,
  type ReviewFacts,
  rowFor,
  rulesOf,
  standsAfter,
  stateRow,
  wrongState,
} from '../../rules.ts';
import { isRequesterSide } from '../../../../core/actor.ts';
import { extraHolidays } from '../../../../platform/db/extra-holidays.ts';
import { holidaysIn } from '../../rules/holidays.ts';
import type { ReviewState } from '../../contract.ts';
import { reportLater, useOnReturn } from '../../../billing/rules.ts';
import { countMissing } from '../order/checks.ts';
import { lockSeat } from '../order/seat.ts';
import { settleReportOf } from '../order/freeze-quote.ts';
import { assignLead, joinBeside, leaveBeside } from './experts.ts';
import { lapseEarlierDate } from '../earlier-date/stored.ts';
import { type LoadedReview, toLoaded } from '../load.ts';
import { loadRow, type ReviewRow } from '../list/row.ts';
import { remindersOf, STEP_OVERDUE, STEP_REMINDER } from './reminders.ts';
import { refreshSearch } from '../order/derive.ts';
import { certify, lapsePurgeRequest, setPurgeDeadlines } from './purge.ts';

/** Deadlines that belong to a review's own clocks; each transition ends them and sets the new state's. */
const OWN_DEADLINES = ['closeout_warning', 'closeout', 'review_clock', STEP_REMINDER, STEP_OVERDUE] as const;

/**
 * The review in the actor's scope, locked; refuses `not_found`, also for an id of another kind than the path's. The
 * system sees every review.
 */
export async function lockReview(tx: Tx, id: number, kind?: Kind): Promise<LoadedReview> {
  const found = tx.db
    ? await tx.db.selectFrom('reviews').select('reviews.id').where('reviews.id', '=', id).forUpdate().executeTakeFirst()
    : await tx.system.selectFrom('reviews').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  if (!found && !(await answeredJustNow(tx, id))) throw new Refusal('not_found');
  const row = await loadRow(tx.system, id, tx.now);
  if (!row || (kind !== undefined && row.kind !== kind)) throw new Refusal('not_found');
  const loaded = toLoaded(row, tx.actor);
  refuseDisabledKind(tx.actor, loaded.facts);
  return loaded;
}

/** For an organization's people a kind that is switched off does not exist. */
export function refuseDisabledKind(actor: AnyActor, facts: ReviewFacts): void {
  if (actor.kind !== 'system' && isRequesterSide(actor.kind) && !facts.organization.kind_enabled)
    throw new Refusal('not_found');
}

/**
 * An expert who declines leaves the review's scope by the very write that records the answer, made before the
 * transition in the same transaction; that one still counts.
 */
async function answeredJustNow(tx: Tx, id: number): Promise<boolean> {
  if (tx.actor.kind === 'system' || tx.actor.expert_profile_ids.length === 0) return false;
  const locked = await tx.system.selectFrom('reviews').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return locked !== undefined && (await declinedNow(tx, tx.actor, id)) !== null;
}

async function declinedNow(tx: Tx, actor: Actor, id: number) {
  const row = await tx.system
    .selectFrom('invitations')
    .select(['id', 'expert_profile_id', 'panel_place', 'status', 'created_at', 'expires_at'])
    .where('review_id', '=', id)
    .where('status', '=', 'declined')
    .where('answered_at', '=', tx.now)
    .where('expert_profile_id', 'in', actor.expert_profile_ids)
    .executeTakeFirst();
  return row ?? null;
}

/** How a review stands, for the `current` of a 409. */
export const currentOf = (facts: ReviewFacts) => ({
  review_id: facts.id,
  status: facts.status,
  label: stateRow(facts.kind, facts.status).label,
  lock_version: facts.lock_version,
});

/** The fee as it stands, where the step asks one to be confirmed: another one may have been shown. */
function amountNow(
  { facts }: LoadedReview,
  { guards }: { guards?: readonly Guard[] },
  now: Date,
  byRequester: boolean,
): { fee_cents?: number } {
  if (guards?.includes('fee_confirmed')) return { fee_cents: cancellationFee(facts, now).fee_cents };
  if (byRequester && guards?.includes('moving_fee_confirmed')) return { fee_cents: movingFee(facts, now).fee_cents };
  return {};
}

const amount = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** See the port. Refuses `not_found`. */
export async function timeCost(tx: Tx, review_id: number): Promise<TimeCost> {
  return movingFee((await lockReview(tx, review_id)).facts, tx.now);
}

/** See the port. Refuses `not_found`. */
export async function appointmentPrice(tx: Tx, review_id: number): Promise<{ base_cents: number }> {
  const { facts } = await lockReview(tx, review_id);
  return { base_cents: facts.base_cents };
}

/** The one path on which a status changes (see the port). */
export function makeTransition(_services: Services): TransitionReview {
  return transition;
}

export async function transition(tx: Tx, request: TransitionRequest): Promise<ReviewState> {
  const loaded = await lockReview(tx, request.review_id);
  const { facts } = loaded;
  const actor = tx.actor;
  if (actor.kind !== 'system' && request.action === 'decline' && !facts.invitation) {
    const declined = await declinedNow(tx, actor, facts.id);
    if (declined) facts.invitation = { ...declined, attested: false };
  }
  if (!rulesOf(facts.kind).actions.includes(request.action)) throw new Refusal('not_found', 'There is no such action.');
  const forbidden = refusedByPermission(actor, facts, request.action);
  if (forbidden !== null) throw new Refusal('forbidden', forbidden);
  if (actor.kind !== 'system' && isInPerson(request.action, request.data)) {
    if (actor.impersonator) throw new Refusal('forbidden', IN_PERSON_ONLY);
    if (actor.break_glass !== undefined) throw new Refusal('forbidden', NOT_BY_BREAK_GLASS);
  }
  const off = refusedBySwitch(facts, request.action, tx.now);
  if (off !== null) throw new Refusal('forbidden', off);
  const current = currentOf(facts);
  if (request.lock_version !== undefined && request.lock_version !== facts.lock_version) {
    throw new Refusal('stale', undefined, { current });
  }
  const row = rowFor(actor, facts, request.action);
  if (!row) throw new Refusal('wrong_state', wrongState(actor, facts, tx.now), { current });
  if (row.guards?.includes('sections_valid')) facts.missing_fields = await countMissing(tx, loaded);
  const input: ActionInput = {
    approved_total_cents: amount(request.data?.['approved_total_cents']),
    confirmed_fee_cents: amount(request.data?.['confirmed_fee_cents']),
    by_requester: officesOf(actor, facts).has('requester'),
    report_price_cents: loaded.price
      ? (reportLater(formOf(facts.kind).prices, loaded.price.input) ?? loaded.price.input.report_cost_cents)
      : undefined,
    outcome: typeof request.data?.['outcome'] === 'string' ? request.data['outcome'] : undefined,
  };
  const refused = refusedByGuards(row, facts, tx.now, input);
  if (refused !== null)
    throw new Refusal('wrong_state', refused, {
      current: { ...current, ...amountNow(loaded, row, tx.now, input.by_requester === true) },
    });
  if (row.reason === 'required' && !request.reason?.trim()) {
    refuseFields([{ path: 'reason', message: 'Say why, in a sentence or two.' }]);
  }
  const to = nextStatus(facts.kind, facts, row.to);
  if (EXPERT_LEAVES.some((one) => one === request.action)) await settleReportOf(tx, loaded);
  return move(tx, loaded, {
    action: request.action,
    to,
    reason: request.reason?.trim() || undefined,
    patch: { ...processOf(facts.kind).facets[request.action], ...request.patch },
    data: request.data ?? {},
    override: false,
  });
}

/** An admin's or clin ops' move to a neighboring state, with a reason. Refuses what is no neighbor with 409. */
export async function override(
  tx: Tx<Actor>,
  request: {
    review_id: number;
    kind: Kind;
    /** A state by its name. */
    to: string;
    reason: string;
    lock_version?: number | undefined;
    confirmed_seat_use?: number | undefined;
  },
): Promise<ReviewState> {
  const loaded = await lockSeat(tx, await lockReview(tx, request.review_id, request.kind));
  const { facts } = loaded;
  const current = currentOf(facts);
  if (request.lock_version !== undefined && request.lock_version !== facts.lock_version) {
    throw new Refusal('stale', undefined, { current });
  }
  const near = neighbors(facts.kind, facts);
  const to = near.find((state) => state === request.to);
  if (isUnordered(facts) || isPurged(facts) || to === undefined) {
    const labels = near.map((s) => `“${stateRow(facts.kind, s).label}”`);
    throw new Refusal('wrong_state', `From here an override can go to ${labels.join(', ') || 'no other state'}.`, {
      current,
    });
  }
  const seat = seatUseAfter(loaded, to);
  if (seat && request.confirmed_seat_use !== seat.used) {
    throw new Refusal('wrong_state', `${seat.says} Confirm that to override.`, { current: { ...current, seat } });
  }
  return move(tx, loaded, {
    action: 'override',
    to: nextStatus(facts.kind, facts, statesOfPath(facts.return_status)[0] === to ? 'return' : to),
    reason: request.reason,
    patch: {},
    data: {},
    override: true,
  });
}

/** What moving it to another state does to its seat's quota; null: nothing. */
function seatUseAfter({ facts, seat }: LoadedReview, to: ReviewStatus): ReturnType<typeof useOnReturn> {
  const [now, then] = [facts.status, to].map((status) => bucketOf(facts.kind, status));
  if (!seat || now !== 'cancelled' || then === 'cancelled') return null;
  return useOnReturn(seat, facts.expert_profile_id !== null);
}

/** The transfer that is asked for and not decided yet; null: none is, or it is decided. */
async function writeTransfer(tx: Tx, review_id: number, asked: ReviewPatch['transfer_request']): Promise<void> {
  await tx.system.deleteFrom('review_transfers').where('review_id', '=', review_id).execute();
  if (!asked) {
    // what rode on it ends with it
    await tx.system
      .updateTable('continuations')
      .set({ state: 'refused', decided_at: tx.now })
      .where('review_id', '=', review_id)
      .where('state', 'in', ['asked', 'agreed'])
      .execute();
    return;
  }
  const { reason, requested_at, requester_id = null, continues = false } = asked;
  await tx.system
    .insertInto('review_transfers')
    .values({ review_id, reason, requested_at, requester_id, continues })
    .execute();
}

/** The steps it goes back to; written anew, since all move with each transition. */
async function writePauses(tx: Tx, review_id: number, pauses: Clocks['pauses']): Promise<void> {
  await tx.system.deleteFrom('review_pauses').where('review_id', '=', review_id).execute();
  if (pauses.length === 0) return;
  await tx.system
    .insertInto('review_pauses')
    .values(pauses.map((step, i) => ({ review_id, depth: i + 1, ...step })))
    .execute();
}

interface Move {
  action: ReviewAction;
  to: { status: ReviewStatus; return_status: ReturnPath | null };
  reason: string | undefined;
  patch: ReviewPatch;
  data: Record<string, unknown>;
  override: boolean;
}

/** Writes the new state with its clocks and everything that follows from it. Refuses `lost_race`. */
async function move(tx: Tx, loaded: LoadedReview, step: Move): Promise<ReviewState> {
  const { facts, row } = loaded;
  const { status } = step.to;
  const patch = { ...step.patch };
  if (step.action.startsWith('accept') && patch.expert_profile_id === undefined) {
    patch.expert_profile_id = facts.invitation?.expert_profile_id ?? null;
  }
  const { appointment, call, closing, phase } = stateRow(facts.kind, status);
  if (call === 'set') patch.appointment_at ??= facts.call?.starts_at ?? null;
  else if (call) patch.appointment_at = null;
  if (appointment) {
    const stands = appointment === 'set' || appointment === 'announced';
    patch.appointment_at = stands ? (facts.appointment?.starts_at ?? null) : null;
  }
  // a due date the caller knows better than the kind's table, as a rule of law gives it
  if (patch.report_due_at !== undefined) facts.report_due_at = patch.report_due_at;
  if (step.action === 'request_transfer') {
    patch.transfer_request ??= { reason: step.reason ?? '', requested_at: tx.now.toISOString() };
  }
  if (['reopen', 'hand_over', 'decline_transfer'].includes(step.action)) patch.transfer_request = null;
  const withTransfer =
    patch.transfer_request === undefined ? facts.transfer_requested : patch.transfer_request !== null;
  const continues =
    patch.transfer_request === undefined
      ? facts.transfer_continues
      : patch.transfer_request?.continues
        ? 'asked'
        : null;
  const decides = withTransfer !== facts.transfer_requested && closing !== undefined;
  const clocks =
    status === facts.status && step.action !== 'confirm_time' && call !== 'choosing' && !decides
      ? null
      : clocksAfter(
          facts,
          { action: step.action, from: facts.status, to: status, transfer_requested: withTransfer },
          tx.now,
          holidaysIn(facts.state, await extraHolidays(tx.system)),
        );
  const { pauses, ...stored } = clocks ?? {};
  const { transfer_request, expert_profile_id: assigned, joins_panel, leaves_panel, ...columns } = patch;
  const expert_profile_id = assigned === undefined ? facts.expert_profile_id : assigned;
  const lapses = facts.earlier_date !== null && !standsAfter(facts, { status, expert_profile_id }, tx.now);
  const updated = await tx.system
    .updateTable('reviews')
    .set({
      ...columns,
      status,
      return_status: step.to.return_status,
      bucket: bucketOf(facts.kind, status),
      ball: ballOf({
        kind: facts.kind,
        status,
        transfer_requested: withTransfer,
        transfer_continues: continues,
        approval: facts.approval,
      }),
      ...stored,
      ...(step.action === 'submit' ? { submitted_at: tx.now } : {}),
      ...closedAt(facts.kind, status, row.closed_at, tx.now),
      lock_version: facts.lock_version + 1,
      updated_at: tx.now,
    })
    .where('id', '=', facts.id)
    .where('status', '=', facts.status)
    .where('lock_version', '=', facts.lock_version)
    .executeTakeFirst();
  if (updated.numUpdatedRows !== 1n) throw new Refusal('lost_race');
  if (assigned !== undefined) await assignLead(tx.system, facts.id, assigned, tx.now);
  if (joins_panel !== undefined) await joinBeside(tx.system, facts.id, joins_panel, tx.now);
  if (leaves_panel !== undefined) await leaveBeside(tx.system, facts.id, leaves_panel, tx.now);
  if (transfer_request !== undefined) await writeTransfer(tx, facts.id, transfer_request);
  if (pauses && (pauses.length > 0 || facts.pauses.length > 0)) await writePauses(tx, facts.id, pauses);
  await tx.audit({
    action: `review.${step.action}`,
    review_id: facts.id,
    organization_id: facts.organization.id,
    from_state: facts.status,
    to_state: status,
    ...(step.reason === undefined ? {} : { reason: step.reason }),
    override: step.override,
    data: step.data,
    timeline: true,
  });
  if (lapses) await lapseEarlierDate(tx, facts);
  const { clock_paused_at, closeout_at } = clocks ?? facts;
  // what waits closes when it goes on
  const closes = clock_paused_at === null ? (closeout_at ?? facts.closeout_at) : null;
  await setClockDeadlines(tx, facts, status, closes, clocks?.due_at ?? facts.due_at);
  if (rulesOf(facts.kind).ended.has(facts.status)) await lapsePurgeRequest(tx, facts.id);
  if (phase === 'records_deleted') await certify(tx, loaded, step.reason ?? '');
  else await setPurgeDeadlines(tx, loaded, status);
  if (assigned !== undefined || joins_panel !== undefined || leaves_panel !== undefined)
    await refreshSearch(tx, facts.id);
  await tx.emit(
    'review.transitioned',
    {
      action: step.action,
      from: facts.status,
      to: status,
      kind: facts.kind,
      ...(facts.clock_paused_at
        ? { stood: { since: facts.clock_paused_at.toISOString(), until: tx.now.toISOString() } }
        : {}),
    },
    facts.id,
  );
  await announce(tx, row);
  return {
    review_id: facts.id,
    kind: facts.kind,
    number: reviewNumber(facts.kind, facts.id),
    status,
    lock_version: facts.lock_version + 1,
  };
}

/** When it ended: kept while it stays ended and when its records go, gone once it goes on. */
function closedAt(kind: Kind, status: ReviewStatus, was: Date | null, now: Date): { closed_at?: Date | null } {
  if (rulesOf(kind).ended.has(status)) return was ? {} : { closed_at: now };
  return isPurged({ kind, status }) ? {} : { closed_at: null };
}

/**
 * The deadlines the state now in force needs: closeout and its warning, and the next lapse of an offered time. `warnAt`:
 * when to warn, where that is not a matter of how much time is left.
 */
export async function setClockDeadlines(
  tx: Tx,
  facts: Pick<ReviewFacts, 'id' | 'kind'>,
  status: ReviewStatus,
  closeoutAt: Date | null,
  dueAt: Date | null,
  warnAt?: Date,
): Promise<void> {
  await tx.cancelDeadlines(facts.id, OWN_DEADLINES);
  const { call, closing } = stateRow(facts.kind, status);
  const review_id = facts.id;
  const set: AnyNewDeadline[] = dueAt ? remindersOf(facts, status, tx.now, dueAt) : [];
  if (closing && closeoutAt) set.push({ review_id, kind: 'closeout', due_at: closeoutAt });
  if (closing?.warns && closeoutAt)
    set.push({ review_id, kind: 'closeout_warning', due_at: warnAt ?? closeoutWarningAt(tx.now, closeoutAt) });
  if (call === 'choosing' && dueAt && dueAt > tx.now) set.push({ review_id, kind: 'review_clock', due_at: dueAt });
  await tx.setDeadlines(set);
}

/** Tells open pages: the review's own, and the lists of everyone with a part in it. */
export async function announce(
  tx: Tx,
  row: Pick<ReviewRow, 'id' | 'requester_id' | 'expert_profile_id'>,
): Promise<void> {
  const payload = { review_id: row.id };
  tx.live({ room: rooms.review(row.id), event: 'review.changed', payload });
  const { rows } = await sql<{ user_id: number }>`
    select ${row.requester_id}::bigint as user_id
    union select w.user_id from review_watchers w where w.review_id = ${row.id}
    union ${expertSideUsers(sql`${row.id}`)}
    union select p.user_id from invitations i join profiles p on p.id = i.expert_profile_id
      where i.review_id = ${row.id} and i.status in ('pending', 'opened')`.execute(tx.system);
  for (const { user_id } of rows) tx.live({ room: rooms.user(user_id), event: 'review.changed', payload });
}
