import type { OrderReview } from '../../ports.ts';
import type { Actor } from '../../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../../core/errors.ts';
import type { Kind } from '../../../../core/kinds.ts';
import { command, type Tx } from '../../../../platform/command.ts';
import type { Services } from '../../../../platform/services.ts';
import { otherPrice } from '../../../billing/rules.ts';
import { formOf, isUnordered, refusedByPermission, seesPrices, wrongState } from '../../rules.ts';
import type { Ports } from '../../../../platform/ports.ts';
import { faultsOf, limitsOf } from './checks.ts';
import type { LoadedReview } from '../load.ts';
import { currentOf, lockReview, transition } from '../lifecycle/transition.ts';
import { askApproval } from './approval.ts';
import { keepMeeting } from './meeting.ts';
import { chargeSeat, lockSeat } from './seat.ts';
import { freezeQuote } from './freeze-quote.ts';
import { presentQuote } from './sections.ts';
import { keepTypeName } from './types.ts';

export function submitReview(
  services: Services,
  ports: Pick<Ports, 'orderLimits' | 'holdToBudgets'>,
  actor: Actor,
  kind: Kind,
  id: number,
  body: {
    lock_version?: number | undefined;
    confirmed_total_cents?: number | undefined;
    beyond_budget?: string | undefined;
  },
) {
  return command(services, actor, async (tx) => {
    const loaded = await lockSeat(tx, await lockReview(tx, id, kind));
    refuseOrder(tx, loaded);
    // an order that lacks something has no price to compare yet
    const faults = [
      ...(await faultsOf(tx.system, loaded, tx.now)),
      ...(await limitsOf(tx.system, ports, loaded, tx.now)).faults,
    ];
    refuseFields(faults.map((f) => ({ path: `${f.section}.${f.path}`, message: f.message })));
    if (seesPrices(actor)) refuseOtherPrice(loaded, body.confirmed_total_cents);
    return order(tx, ports, loaded, {
      consented_by: actor.user_id,
      lock_version: body.lock_version,
      beyond_budget: body.beyond_budget,
    });
  });
}

/** An order on another feature's behalf (see the port). */
export const makeOrderReview =
  (ports: Pick<Ports, 'holdToBudgets'>): OrderReview =>
  async (tx, { review_id, consented_by }) => {
    const loaded = await lockSeat(tx, await lockReview(tx, review_id));
    refuseOrder(tx, loaded);
    const faults = (await faultsOf(tx.system, loaded, tx.now)).map((f) => ({
      path: `${f.section}.${f.path}`,
      message: f.message,
    }));
    if (faults.length > 0) return { ordered: false, faults };
    try {
      await order(tx, ports, loaded, { consented_by });
    } catch (error) {
      // a budget is asked before anything is written: the order stays a draft, and its requester can take it up
      if (!(error instanceof Refusal) || error.code !== 'over_budget') throw error;
      return { ordered: false, faults: [{ path: '', message: error.message }] };
    }
    return { ordered: true, faults: [] };
  };

/** Refuses an order by permission and state; what the order itself lacks is asked after. */
function refuseOrder(tx: Tx, { facts }: LoadedReview): void {
  const forbidden = refusedByPermission(tx.actor, facts, 'submit');
  if (forbidden !== null) throw new Refusal('forbidden', forbidden);
  if (!facts.organization.accepts) throw new Refusal('not_accepting');
  if (!isUnordered(facts)) {
    throw new Refusal('wrong_state', wrongState(tx.actor, facts, tx.now), { current: currentOf(facts) });
  }
  if (facts.organization.billing_hold) {
    throw new Refusal('wrong_state', 'A billing hold is on. Your administrator and Peritus can lift it.', {
      current: currentOf(facts),
    });
  }
}

/** Refuses an order at another price than the one that was shown, with the quote of now. */
function refuseOtherPrice(loaded: LoadedReview, shownCents: number | undefined): void {
  const total = loaded.price?.now.total_cents;
  const refused = total === undefined ? null : otherPrice(shownCents, total);
  if (refused === null) return;
  throw new Refusal('price_changed', refused, {
    current: { ...currentOf(loaded.facts), quote: presentQuote(loaded) },
  });
}

/** Fixes the price and takes the order; nothing is missing in it. */
async function order(
  tx: Tx,
  ports: Pick<Ports, 'holdToBudgets'>,
  loaded: LoadedReview,
  {
    consented_by,
    lock_version,
    beyond_budget,
  }: { consented_by: number | null; lock_version?: number | undefined; beyond_budget?: string | undefined },
) {
  const { id, pages } = loaded.facts;
  if (!loaded.price) throw new Error('A complete order has a price.');
  const { total_cents } = loaded.price.now;
  await ports.holdToBudgets(tx, { review_id: id, adds_cents: total_cents, reason: beyond_budget });
  await freezeQuote(tx, loaded, loaded.price.input, consented_by);
  const { seat } = loaded;
  await tx.system.updateTable('reviews').set({ pages }).where('id', '=', id).execute();
  await keepMeeting(tx, loaded, loaded.facts.service);
  await keepTypeName(tx, loaded, loaded.row.review_type);
  if (seat) await chargeSeat(tx, id, seat, loaded.row.seat?.period_starts_on ?? null);
  const state = await transition(tx, {
    review_id: id,
    action: 'submit',
    lock_version,
    patch: { total_cents },
    data: { total_cents },
  });
  await letReadersFollow(tx, loaded);
  const asked_by = consented_by ?? loaded.facts.requester_id;
  const waits_for_approval = await askApproval(tx, loaded, { sort: 'order', total_cents, asked_by });
  return { ...state, total_cents, waits_for_approval };
}

/** Whoever receives the report follows the review, so that it can be opened and its news arrive. */
export async function letReadersFollow(tx: Tx, { facts, fields }: LoadedReview): Promise<void> {
  const readers = formOf(facts.kind).report_readers(fields) ?? [];
  const others = readers.filter((one) => one !== facts.requester_id);
  if (others.length === 0) return;
  await tx.system
    .insertInto('review_watchers')
    .values(others.map((user_id) => ({ review_id: facts.id, user_id })))
    .onConflict((oc) => oc.doNothing())
    .execute();
}
