import { sql, type Kysely } from 'kysely';
import { formatCents } from '../../../../core/money.ts';
import type { Actor } from '../../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../../core/errors.ts';
import type { Kind } from '../../../../core/kinds.ts';
import { command, type Tx } from '../../../../platform/command.ts';
import { extraHolidays } from '../../../../platform/db/extra-holidays.ts';
import { organizationWide } from '../../../../platform/mail/organization-wide.ts';
import type { DB } from '../../../../platform/db/types.ts';
import type { Ports } from '../../../../platform/ports.ts';
import type { Services } from '../../../../platform/services.ts';
import type { OutboxEvent } from '../../../../platform/workers.ts';
import {
  type ApprovalThreshold,
  isApprover,
  refusedApprover,
  thresholdFor,
  thresholdPassed,
} from '../../../billing/rules.ts';
import { afterPause, pagePath, refusedByPermission, stateRow } from '../../rules.ts';
import { holidaysIn } from '../../rules/holidays.ts';
import { settleMove } from '../lifecycle/move.ts';
import { currentOf, lockReview, setClockDeadlines } from '../lifecycle/transition.ts';
import { type LoadedReview, loadById } from '../load.ts';
import { freezeQuote } from './freeze-quote.ts';
import { leadSide, requesters, send } from './recipients.ts';

/** Whose thresholds hold for an organization: its own, else the nearest above. */
export async function thresholdsOf(
  db: Kysely<DB>,
  organizationId: number,
): Promise<{ of: { id: number; name: string } | null; thresholds: ApprovalThreshold[] }> {
  const { rows } = await sql<{ id: number; name: string; thresholds: ApprovalThreshold[] }>`
    select o.id, o.name, a.thresholds from organization_path(${organizationId}) p
      join approval_rules a on a.organization_id = p.id join organizations o on o.id = p.id
    order by p.depth limit 1`.execute(db);
  const [row] = rows;
  return row ? { of: { id: row.id, name: row.name }, thresholds: row.thresholds } : { of: null, thresholds: [] };
}

/** Asks for approval of a price where its organization's rules want one; answers whether they do. */
export async function askApproval(
  tx: Tx,
  { facts }: LoadedReview,
  price: { sort: 'order' | 'price'; total_cents: number; asked_by: number | null },
  data: Record<string, unknown> = {},
): Promise<boolean> {
  const { thresholds } = await thresholdsOf(tx.system, facts.organization.id);
  const threshold = thresholdFor(thresholds, price.total_cents);
  if (!threshold) return false;
  const { id } = await tx.system
    .insertInto('review_approvals')
    .values({
      ...price,
      review_id: facts.id,
      organization_id: facts.organization.id,
      above_cents: threshold.above_cents,
      approver_ids: [...threshold.approver_ids],
      asked_at: tx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.audit({
    action: 'review.approval_asked',
    review_id: facts.id,
    organization_id: facts.organization.id,
    data: { ...data, total_cents: price.total_cents },
    timeline: true,
  });
  await tx.emit('review.approval_asked', { approval_id: id }, facts.id);
  await settleMove(tx, facts.id);
  return true;
}

/** A report that nobody could begin since then has as much business time more; of what came before it was asked for it has none. */
async function giveTimeBack(tx: Tx, reviewId: number, waited: Date): Promise<void> {
  const loaded = await loadById(tx.system, reviewId, tx.now);
  if (!loaded) return;
  const { facts } = loaded;
  const { kind, status, due_at, due_from, report_due_at } = facts;
  if (stateRow(kind, status).report !== 'asked' || !due_at) return;
  const since = due_from !== null && due_from > waited ? due_from : waited;
  const isHoliday = holidaysIn(facts.state, await extraHolidays(tx.system));
  const later = (at: Date): Date => afterPause(at, { since, until: tx.now }, facts.organization.time_zone, isHoliday);
  const due = later(due_at);
  await tx.system
    .updateTable('reviews')
    .set({ due_at: due, report_due_at: report_due_at && later(report_due_at) })
    .where('id', '=', facts.id)
    .execute();
  await setClockDeadlines(tx, facts, status, facts.closeout_at, due);
}

type Ended = 'approved' | 'declined' | 'withdrawn';
const SAYS = {
  approved: 'review.approval_given',
  declined: 'review.approval_declined',
  withdrawn: 'review.approval_withdrawn',
} as const;

/** When an approval was asked for, and when it was declined; null: it was not. */
const waitsSince = (tx: Tx, id: number) =>
  tx.system
    .selectFrom('review_approvals')
    .select(['asked_at', 'decided_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

async function end(tx: Tx, loaded: LoadedReview, id: number, state: Ended, reason = ''): Promise<void> {
  const { facts } = loaded;
  const decided_by = tx.actor.kind === 'system' ? null : tx.actor.user_id;
  const { asked_at, decided_at } = await waitsSince(tx, id);
  await tx.system
    .updateTable('review_approvals')
    .set({ state, reason, decided_by, decided_at: tx.now })
    .where('id', '=', id)
    .execute();
  await tx.audit({
    action: SAYS[state],
    review_id: facts.id,
    organization_id: facts.organization.id,
    ...(reason === '' ? {} : { reason }),
    timeline: true,
  });
  await tx.emit('review.approval_ended', { approval_id: id, state }, facts.id);
  // the time until it was declined was given back then
  await giveTimeBack(tx, facts.id, decided_at ?? asked_at);
  await settleMove(tx, facts.id);
}

/** After the fixed price moved: an order whose price fell to where nobody approves it waits no longer; one that still needs it is approved at its price of now. */
export async function settleApproval(tx: Tx, loaded: LoadedReview, total_cents: number): Promise<void> {
  const { approval } = loaded.facts;
  if (approval === null || approval.state === 'approved' || approval.state === 'withdrawn') return;
  if (approval.sort === 'price') return;
  const isOpen = approval.state === 'waiting';
  const { thresholds } = await thresholdsOf(tx.system, loaded.facts.organization.id);
  if (!thresholdFor(thresholds, total_cents)) await end(tx, loaded, approval.id, 'withdrawn');
  else if (isOpen && thresholdPassed(thresholds, approval.total_cents, total_cents)) {
    // others may decide on an amount like this
    await end(tx, loaded, approval.id, 'withdrawn');
    await askApproval(tx, loaded, { sort: 'order', total_cents, asked_by: approval.asked_by });
  } else if (isOpen)
    await tx.system.updateTable('review_approvals').set({ total_cents }).where('id', '=', approval.id).execute();
}

/** Up to where nobody is asked: what was fixed, or approved once. */
const approvedBefore = ({ row, facts: { approval } }: LoadedReview): number =>
  Math.max(row.fixed?.total_cents ?? 0, approval?.state === 'approved' ? approval.total_cents : 0);

/** Whether a price that rose by too little to ask the requester waits for who approves more than was approved; asks them. */
export async function waitsForApprovers(tx: Tx, loaded: LoadedReview, total_cents: number): Promise<boolean> {
  const { facts, row } = loaded;
  const { approval } = facts;
  // an order that waits, or was declined, is approved at its price of then
  if (row.fixed === null || (approval?.sort === 'order' && ['waiting', 'declined'].includes(approval.state)))
    return false;
  if (approval?.state === 'waiting' && approval.total_cents === total_cents) return true;
  await withdrawMovedPrice(tx, loaded, total_cents);
  const { thresholds } = await thresholdsOf(tx.system, facts.organization.id);
  if (!thresholdPassed(thresholds, approvedBefore(loaded), total_cents)) return false;
  return askApproval(tx, loaded, { sort: 'price', total_cents, asked_by: null });
}

/**
 * An order that its requester takes further at another price, which is fixed by that: where it comes above a threshold that what was
 * approved is not above, it waits for who approves that.
 */
export async function approveFurther(tx: Tx<Actor>, loaded: LoadedReview, total_cents: number): Promise<void> {
  const { facts } = loaded;
  const { approval } = facts;
  if (approval?.state === 'waiting') await end(tx, loaded, approval.id, 'withdrawn');
  const { thresholds } = await thresholdsOf(tx.system, facts.organization.id);
  if (thresholdPassed(thresholds, approvedBefore(loaded), total_cents))
    await askApproval(tx, loaded, { sort: 'order', total_cents, asked_by: tx.actor.user_id });
}

/** A changed price that somebody was to approve has changed again: it is no longer asked about. Answers whether it had. */
export async function withdrawMovedPrice(tx: Tx, loaded: LoadedReview, total_cents: number): Promise<boolean> {
  const { approval } = loaded.facts;
  if (approval?.sort !== 'price' || approval.state !== 'waiting' || approval.total_cents === total_cents) return false;
  await end(tx, loaded, approval.id, 'withdrawn');
  return true;
}

async function lockWaiting(tx: Tx<Actor>, kind: Kind, id: number) {
  const loaded = await lockReview(tx, id, kind);
  const { facts, row } = loaded;
  const { approval } = facts;
  const open = approval?.state === 'waiting' && row.bucket === 'active' ? approval : null;
  const forbidden = refusedApprover(tx.actor, open, facts.requester_id);
  if (forbidden !== null) throw new Refusal('forbidden', forbidden);
  if (!open) throw new Refusal('wrong_state', 'No price waits for approval.', { current: currentOf(facts) });
  return { loaded, approval: open };
}

/** Approves the price that was looked at; of a changed one it is fixed by that. */
export function approvePrice(
  services: Services,
  ports: Pick<Ports, 'holdToBudgets'>,
  actor: Actor,
  kind: Kind,
  id: number,
  { total_cents: shownCents, beyond_budget }: { total_cents: number; beyond_budget?: string | undefined },
) {
  return command(services, actor, async (tx) => {
    const { loaded, approval } = await lockWaiting(tx, kind, id);
    const { facts, row, price } = loaded;
    const total_cents = approval.sort === 'order' ? row.fixed?.total_cents : price?.now.total_cents;
    if (!price || total_cents === undefined || total_cents !== shownCents || approval.total_cents !== shownCents)
      throw new Refusal('wrong_state', 'The price changed meanwhile. Look at it once more.', {
        current: { ...currentOf(facts), total_cents },
      });
    await end(tx, loaded, approval.id, 'approved');
    if (approval.sort === 'price') {
      // an order counts from when it was placed; a price that was agreed to, from now on
      await ports.holdToBudgets(tx, {
        review_id: id,
        adds_cents: total_cents - (row.fixed?.total_cents ?? 0),
        reason: beyond_budget,
      });
      await freezeQuote(tx, loaded, price.input, approval.asked_by);
      await tx.audit({
        action: 'review.requoted',
        review_id: id,
        organization_id: facts.organization.id,
        data: { total_cents },
        timeline: true,
      });
      await tx.emit('review.requoted', { total_cents }, id);
    }
    return { review_id: id, state: 'approved' as const };
  });
}

export function declinePrice(services: Services, actor: Actor, kind: Kind, id: number, reason: string) {
  return command(services, actor, async (tx) => {
    const { loaded, approval } = await lockWaiting(tx, kind, id);
    if (reason === '') refuseFields([{ path: 'reason', message: 'Say why, so that the order can be changed.' }]);
    await end(tx, loaded, approval.id, 'declined', reason);
    return { review_id: id, state: 'declined' as const };
  });
}

/** Who placed a declined order asks once more, as it stands now. */
export function askAgain(services: Services, actor: Actor, kind: Kind, id: number) {
  return command(services, actor, async (tx) => {
    const loaded = await lockReview(tx, id, kind);
    const { facts, row } = loaded;
    const forbidden = refusedByPermission(actor, facts, 'cancel');
    if (forbidden !== null) throw new Refusal('forbidden', forbidden);
    const { approval } = facts;
    if (approval?.sort !== 'order' || approval.state !== 'declined' || row.bucket !== 'active' || !row.fixed)
      throw new Refusal('wrong_state', 'No order was declined.', { current: currentOf(facts) });
    const { decided_at } = await waitsSince(tx, approval.id);
    const asked = await askApproval(tx, loaded, {
      sort: 'order',
      total_cents: row.fixed.total_cents,
      asked_by: actor.user_id,
    });
    // nobody has to approve it any longer
    if (!asked) await end(tx, loaded, approval.id, 'withdrawn');
    else if (decided_at) await giveTimeBack(tx, facts.id, decided_at);
    return { review_id: id, state: asked ? ('waiting' as const) : ('approved' as const) };
  });
}

/** Tells those who decide of a price that waits for them. */
export async function mailApprovers(tx: Tx, ports: Ports, event: OutboxEvent<'review.approval_asked'>): Promise<void> {
  const id = event.review_id;
  const loaded = id === null ? null : await loadById(tx.system, id, tx.now);
  const approval = loaded?.facts.approval;
  if (id === null || !approval || approval.id !== event.payload.approval_id || approval.state !== 'waiting') return;
  const { facts } = loaded;
  const people = await organizationWide(tx.system, facts.organization.id);
  const to = people.filter(({ user_id }) => isApprover(user_id, approval, facts.requester_id));
  await send(tx, ports, id, String(approval.id), to, {
    template: 'approval_needed',
    side: 'requester',
    data: { amount: formatCents(approval.total_cents), link: '/approvals' },
  });
}

/** Tells who ordered what came of it, and the expert that a report can be begun. */
export async function mailDecision(tx: Tx, ports: Ports, event: OutboxEvent<'review.approval_ended'>): Promise<void> {
  const { state, approval_id } = event.payload;
  const id = event.review_id;
  const loaded = id === null ? null : await loadById(tx.system, id, tx.now);
  if (id === null || !loaded || state === 'withdrawn') return;
  const to = (await requesters(tx, id)).filter(({ user_id }) => user_id === loaded.facts.requester_id);
  await send(tx, ports, id, String(approval_id), to, {
    template: state === 'approved' ? 'approval_given' : 'approval_declined',
    side: 'requester',
    data: {},
  });
  const { facts } = loaded;
  if (state !== 'approved' || stateRow(facts.kind, facts.status).report !== 'asked') return;
  await send(tx, ports, id, `approved:${approval_id}`, await leadSide(tx, id), {
    template: 'report_requested',
    side: 'expert',
    data: {
      ...(facts.report_due_at ? { due_at: facts.report_due_at.toISOString() } : {}),
      link: pagePath(facts, 'report'),
    },
  });
}
