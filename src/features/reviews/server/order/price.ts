import { type Actor, isAdmin } from '../../../../core/actor.ts';
import { Refusal } from '../../../../core/errors.ts';
import { type Kind, reviewNumber } from '../../../../core/kinds.ts';
import { command, type Tx } from '../../../../platform/command.ts';
import type { Ports } from '../../../../platform/ports.ts';
import type { Services } from '../../../../platform/services.ts';
import { pricedAs, quote, type QuoteInput } from '../../../billing/rules.ts';
import { formOf } from '../../rules.ts';
import { type LoadedReview, lockById } from '../load.ts';
import { approveFurther, askApproval, settleApproval, waitsForApprovers, withdrawMovedPrice } from './approval.ts';
import { freezeQuote } from './freeze-quote.ts';
import { endPriceLinks } from './price-links.ts';
import { refusedConsent } from './sections.ts';
import { announce, currentOf, lockReview } from '../lifecycle/transition.ts';

/**
 * Sees to the price of an order whose amount moved: a small change is fixed, unless it comes above what was approved; a larger
 * one waits for consent.
 */
export async function settlePrice(tx: Tx, loaded: LoadedReview): Promise<void> {
  const { facts, row, price } = loaded;
  if (row.fixed === null || !price || price.pending || row.bucket !== 'active') return;
  if (price.now.total_cents === row.fixed.total_cents) {
    await withdrawMovedPrice(tx, loaded, price.now.total_cents);
  } else if (facts.requote_pending) {
    const anew = await withdrawMovedPrice(tx, loaded, price.now.total_cents);
    await noteChange(tx, loaded, price.now.total_cents, anew);
  } else if (!(await waitsForApprovers(tx, loaded, price.now.total_cents))) {
    const total_cents = await freezeQuote(tx, loaded, price.input, null);
    await note(tx, loaded, 'review.requoted', total_cents);
    await settleApproval(tx, loaded, total_cents);
  }
}

/** Says once that a price waits for consent, not at every further page. */
async function noteChange(tx: Tx, loaded: LoadedReview, total: number, anew: boolean): Promise<void> {
  const last = await tx.system
    .selectFrom('audit_rows')
    .select('action')
    .where('review_id', '=', loaded.facts.id)
    .where('timeline', '=', true)
    .where('action', 'in', ['review.price_changed', 'review.requoted', 'review.submit'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last?.action === 'review.price_changed' && !anew) return;
  await note(tx, loaded, 'review.price_changed', total);
  await tx.emit('review.price_changed', { total_cents: total }, loaded.facts.id);
}

const note = (
  tx: Tx,
  { facts }: LoadedReview,
  action: 'review.requoted' | 'review.price_changed',
  total_cents: number,
  more: Record<string, unknown> = {},
) =>
  tx.audit({
    action,
    review_id: facts.id,
    organization_id: facts.organization.id,
    data: { total_cents, ...more },
    timeline: true,
  });

export function consentToQuote(
  services: Services,
  ports: Pick<Ports, 'holdToBudgets'>,
  actor: Actor,
  kind: Kind,
  id: number,
  body: { total_cents: number; beyond_budget?: string | undefined },
) {
  return command(services, actor, async (tx) => {
    const loaded = await lockReview(tx, id, kind);
    const { facts } = loaded;
    const forbidden = refusedConsent(actor, loaded);
    if (forbidden !== null) throw new Refusal('forbidden', forbidden);
    const agreed = await agreeTo(tx, ports, loaded, body.total_cents, {
      consented_by: actor.user_id,
      beyond_budget: body.beyond_budget,
    });
    const { status, lock_version } = facts;
    return { review_id: id, kind, number: reviewNumber(kind, id), status, lock_version, ...agreed };
  });
}

/**
 * Fixes the price that waits as one that was agreed to, unless somebody has to approve it first, and answers it; its caller
 * has seen that they may agree. Refuses `wrong_state` where none waits, or another than was looked at (`current`: what is told of it beside).
 */
export async function agreeTo(
  tx: Tx,
  ports: Pick<Ports, 'holdToBudgets'>,
  loaded: LoadedReview,
  shownCents: number,
  by: {
    consented_by: number;
    beyond_budget?: string | undefined;
    data?: Record<string, unknown>;
    current?: () => object;
  },
): Promise<{ total_cents: number; waits_for_approval: boolean }> {
  const { facts, price, row } = loaded;
  if (facts.approval?.state === 'waiting')
    throw new Refusal('wrong_state', 'This price waits for approval.', {
      current: currentOf(facts),
    });
  if (!facts.requote_pending || !price)
    throw new Refusal('wrong_state', 'No changed price is waiting for you.', { current: currentOf(facts) });
  if (shownCents !== price.now.total_cents)
    throw new Refusal('wrong_state', 'The price changed again meanwhile. Look at it once more.', {
      current: by.current?.() ?? { ...currentOf(facts), total_cents: price.now.total_cents },
    });
  const { total_cents } = price.now;
  await ports.holdToBudgets(tx, {
    review_id: facts.id,
    adds_cents: total_cents - (row.fixed?.total_cents ?? 0),
    reason: by.beyond_budget,
  });
  const asked = { sort: 'price', total_cents, asked_by: by.consented_by } as const;
  const waits_for_approval = await askApproval(tx, loaded, asked, by.data);
  if (waits_for_approval) await endPriceLinks(tx, facts.id);
  else {
    await freezeQuote(tx, loaded, price.input, by.consented_by);
    await note(tx, loaded, 'review.requoted', total_cents, { ...by.data, agreed: true });
    await tx.emit('review.requoted', { total_cents }, facts.id);
  }
  await announce(tx, row);
  return { total_cents, waits_for_approval };
}

/** The same on another feature's behalf (see the port). */
export const settlePriceOf: Ports['settlePrice'] = async (tx, review_id) => {
  const loaded = await lockById(tx.system, review_id, tx.now);
  if (loaded) await settlePrice(tx, loaded);
};

/** What an order costs as a report on its records alone; null where its kind has no such thing, or nothing is priced. */
export function onRecords({ facts, price }: LoadedReview): { input: QuoteInput; total_cents: number } | null {
  const { on_records, prices } = formOf(facts.kind);
  if (on_records === undefined || !price) return null;
  const input = pricedAs(prices, on_records, price.input);
  return { input, total_cents: quote(prices, input).total_cents };
}

/**
 * The order goes on as a report on its records alone, at that price. Refuses `wrong_state` where another one was `approved`;
 * whether they may ask for it was looked at before, so that it tells nobody else.
 */
export async function continueOnRecords(
  tx: Tx<Actor>,
  ports: Pick<Ports, 'holdToBudgets'>,
  loaded: LoadedReview,
  approved: number | undefined,
): Promise<void> {
  const now = onRecords(loaded);
  if (!now) return;
  if (approved !== undefined && approved !== now.total_cents)
    throw new Refusal('wrong_state', 'The price changed meanwhile. Look at it once more.', {
      current: { ...currentOf(loaded.facts), total_cents: now.total_cents },
    });
  await ports.holdToBudgets(tx, {
    review_id: loaded.facts.id,
    adds_cents: now.total_cents - (loaded.row.fixed?.total_cents ?? 0),
  });
  const total_cents = await freezeQuote(tx, loaded, now.input, tx.actor.user_id);
  await tx.system
    .updateTable('reviews')
    .set({ service: now.input.service })
    .where('id', '=', loaded.facts.id)
    .execute();
  await note(tx, loaded, 'review.requoted', total_cents, { agreed: true });
  await approveFurther(tx, loaded, total_cents);
}

/** The order goes on with a written report, at the price its requester was shown. */
export async function continueWithReport(
  tx: Tx<Actor>,
  ports: Pick<Ports, 'holdToBudgets'>,
  loaded: LoadedReview,
): Promise<void> {
  const { facts, price, row } = loaded;
  if (!price) return;
  const input = { ...price.input, added_report_cents: price.input.report_cost_cents };
  const { total_cents } = quote(formOf(facts.kind).prices, input);
  await ports.holdToBudgets(tx, { review_id: facts.id, adds_cents: total_cents - (row.fixed?.total_cents ?? 0) });
  await freezeQuote(tx, loaded, input, tx.actor.user_id);
  await approveFurther(tx, loaded, total_cents);
}

/** The review, locked, whose price may be added to: under way, and of a kind that has extras. */
async function lockForExtras(tx: Tx<Actor>, kind: Kind, id: number): Promise<LoadedReview> {
  const loaded = await lockReview(tx, id, kind);
  const { facts, row } = loaded;
  if (!formOf(kind).prices.extras) throw new Refusal('not_found');
  if (!isAdmin(tx.actor.kind)) throw new Refusal('forbidden', 'Only an admin adds to a price.');
  if (row.fixed === null || row.bucket !== 'active')
    throw new Refusal('wrong_state', 'Only the price of a review under way can be added to.', {
      current: currentOf(facts),
    });
  return loaded;
}

/** Tells of what was added or taken off, settles the price with it, and answers it. */
async function settled(
  tx: Tx<Actor>,
  { id, organization }: LoadedReview['facts'],
  action: 'review.extra_added' | 'review.extra_removed',
  { label, cents }: { label: string; cents: number },
) {
  await tx.audit({
    action,
    review_id: id,
    organization_id: organization.id,
    data: { label, added_cents: cents },
    timeline: true,
  });
  const loaded = await lockById(tx.system, id, tx.now);
  if (!loaded?.price) throw new Refusal('not_found');
  const { facts, row, price } = loaded;
  await settlePrice(tx, loaded);
  await announce(tx, row);
  return {
    review_id: id,
    kind: facts.kind,
    number: reviewNumber(facts.kind, id),
    status: facts.status,
    lock_version: facts.lock_version,
    total_cents: price.now.total_cents,
    needs_consent: facts.requote_pending,
  };
}

/** Adds what came beside the service; `cents`: what it costs the requester. */
export function addExtra(
  services: Services,
  actor: Actor,
  kind: Kind,
  id: number,
  body: { key: string; cents: number; note: string },
) {
  return command(services, actor, async (tx) => {
    const { facts } = await lockForExtras(tx, kind, id);
    const price = formOf(kind).prices.extras?.[body.key];
    if (!price)
      throw new Refusal('invalid', undefined, {
        errors: [{ path: 'key', message: 'Choose what is added from the list.' }],
      });
    await tx.system
      .insertInto('review_extras')
      .values({ ...body, review_id: id, label: price.label, created_at: tx.now, created_by: actor.user_id })
      .execute();
    return settled(tx, facts, 'review.extra_added', { label: price.label, cents: body.cents });
  });
}

/** Takes off what was added. */
export function removeExtra(services: Services, actor: Actor, kind: Kind, id: number, extraId: number) {
  return command(services, actor, async (tx) => {
    const { facts } = await lockForExtras(tx, kind, id);
    const removed = await tx.system
      .updateTable('review_extras')
      .set({ removed_at: tx.now, removed_by: actor.user_id })
      .where('id', '=', extraId)
      .where('review_id', '=', id)
      .where('removed_at', 'is', null)
      .returning(['label', 'cents'])
      .executeTakeFirst();
    if (!removed) throw new Refusal('not_found');
    return settled(tx, facts, 'review.extra_removed', removed);
  });
}

/** See the port. Nobody's page waits for it, and nothing a person decided hangs on it: a later version of the review is none. */
export const setBillingStatus: Ports['billingStatus'] = async (tx, review_id, status) => {
  await tx.system
    .updateTable('reviews')
    .set({ billing_status: status })
    .where('id', '=', review_id)
    // what staff decided about it stands
    .where('billing_status', 'not in', [status, 'held'])
    .execute();
};
