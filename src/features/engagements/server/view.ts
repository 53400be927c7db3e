import { type Actor, isExpert, isExpertSide, isRequesterSide, isAdmin, seesWorkAmounts } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { isOn } from '../../../core/experts.ts';
import { type Kind, reviewNumber } from '../../../core/kinds.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { fullNameOf, nameOfUser } from '../../../platform/db/full-name.ts';
import { isOpenTo, type ReviewAction } from '../../reviews/rules.ts';
import { stateRow } from '../../reviews/rules/kinds.ts';
import type { AgreementVersionView, EngagementView } from '../contract.ts';
import { agreementText, isAmendable, orderedRole, termChanges } from '../rules.ts';
import { amendingSide } from './amendments.ts';
import { replacedBy } from './versions.ts';
import {
  type EngagementReview,
  heldAgreement,
  loadEngagementReview,
  partiesOf,
  retainerOf,
  signaturesOf,
  startingTerms,
  versionsFor,
} from './load.ts';

/** The side somebody signs for; null: none. Staff sign for nobody. */
export const signingSide = (actor: Actor): 'requester' | 'expert' | null =>
  isExpert(actor.kind) ? 'expert' : isRequesterSide(actor.kind) ? 'requester' : null;

/** Whether somebody keeps the money of a matter: its expert, or admins. */
export const keepsMoney = (actor: Actor, review: EngagementReview): boolean =>
  isExpert(actor.kind) ? isOn(actor, review) : isAdmin(actor.kind);

/** By which action somebody proposes terms. */
export const proposing = (actor: Actor): ReviewAction =>
  isExpert(actor.kind) ? 'counter_agreement' : 'propose_agreement';

/** The engagement of a review as this reader sees it. Refuses `not_found` to an expert who is only invited, and where nobody was found yet. */
export async function engagementOf(
  db: ActorDb,
  actor: Actor,
  kind: Kind,
  id: number,
  now: Date,
): Promise<EngagementView> {
  const review = await loadEngagementReview(db, kind, id);
  if (isExpertSide(actor.kind) && !isOn(actor, review)) throw new Refusal('not_found');
  const system = db.executor;
  const { facts, order, zone, today } = await partiesOf(system, review, now);
  const rows = await versionsFor(system, actor, id);
  const signatures = await signaturesOf(system, id);
  const held = await heldAgreement(system, id);
  const sees = seesWorkAmounts(actor.kind);
  const money =
    sees && (held !== undefined || rows.some(({ status }) => status === 'ended')) ? await retainerOf(system, id) : null;
  const open = rows.find(({ status }) => status === 'open');
  const { agreement, bucket } = stateRow(kind, review.status);
  const may = (action: ReviewAction): boolean => isOpenTo(actor, { ...review, kind }, action);
  const side = signingSide(actor);
  const proposes = side !== null && may(proposing(actor));
  const start =
    proposes && review.expert_profile_id !== null ? await startingTerms(system, review, order, today) : null;
  const change = open !== undefined && open.amends !== null;
  const changes = held === undefined ? null : amendingSide(actor, review);
  const amends = isAmendable({ ...review, kind }) ? changes : null;
  const lastTalked = rows.find((row) => row.expert_profile_id === review.expert_profile_id);
  const keeps = keepsMoney(actor, review) && held !== undefined && bucket !== 'cancelled';
  return {
    review_id: id,
    kind,
    number: reviewNumber(kind, id),
    status: review.status,
    lock_version: review.lock_version,
    stands: held ? 'signed' : open ? 'open' : 'none',
    facts: amends !== null && held ? { ...facts, replaces: await replacedBy(system, id, held, zone) } : facts,
    own_name: await nameOfUser(system, actor.user_id),
    start: amends === null ? start && (lastTalked?.terms ?? start.terms) : ((change ? open : held)?.terms ?? null),
    start_has_rates: start?.has_rates === true && !lastTalked,
    versions: sees
      ? rows.map((row, at): AgreementVersionView => {
          const before = rows.find(({ id }) => id === row.amends) ?? rows[at + 1];
          return {
            version: row.version,
            by_side: row.proposed_by_side,
            by: row.by,
            at: row.proposed_at.toISOString(),
            status: row.status,
            lapses_at: row.lapses_at.toISOString(),
            amends: rows.find(({ id }) => id === row.amends)?.version ?? null,
            note: row.note,
            changes: before?.expert_profile_id === row.expert_profile_id ? termChanges(before.terms, row.terms) : [],
            terms: row.terms,
            text: row.text,
            headings: agreementText(row.terms, row.facts, row.template_version).headings,
            sha256: row.sha256,
            signatures: signatures
              .filter(({ version_id }) => version_id === row.id)
              .map(({ side, name, signed_at }) => ({ side, name, at: signed_at.toISOString() })),
          };
        })
      : null,
    open: open
      ? { by_side: open.proposed_by_side, at: open.proposed_at.toISOString(), lapses_at: open.lapses_at.toISOString() }
      : null,
    writing: {
      role: held?.terms.role ?? orderedRole(order),
      no_drafts: held?.terms.no_drafts ?? false,
    },
    agreed_at: held?.agreed_at.toISOString() ?? null,
    retainer: money && {
      due_cents: money.due,
      received_cents: money.received,
      used_cents: money.used,
      refunded_cents: money.refunded,
      balance_cents: money.balance,
      rests_since: held?.rests_since?.toISOString() ?? null,
      movements: await movementsOf(db, actor, id),
    },
    today,
    can: {
      propose: proposes,
      sign: side !== null && open !== undefined && open.proposed_by_side !== side && may('sign_agreement'),
      refuse: side !== null && may('refuse_agreement'),
      amend: amends !== null,
      sign_amendment: amends !== null && change && open.proposed_by_side !== amends,
      decline_amendment: changes !== null && change,
      receive: keeps,
      ask: keeps && agreement === 'signed' && bucket === 'active',
      waive: keeps && (money?.due ?? 0) > 0,
      refund: keepsMoney(actor, review) && (money?.balance ?? 0) > 0,
      withdraw: may('withdraw_expert'),
      confirm_conflict: may('confirm_conflict'),
    },
  };
}

/** What happened to a retainer, newest first: an expert sees what did since they are on the matter. */
async function movementsOf(
  db: ActorDb,
  actor: Actor,
  id: number,
): Promise<NonNullable<EngagementView['retainer']>['movements']> {
  const rows = await db.executor
    .selectFrom('retainer_movements as m')
    .leftJoin('users as u', 'u.id', 'm.by_user')
    .selectAll('m')
    .select(fullNameOf('u').as('by'))
    .where('m.review_id', '=', id)
    .$if(isExpertSide(actor.kind), (q) =>
      q.where('m.at', '>=', (eb) =>
        eb
          .selectFrom('review_experts as x')
          .select((of) => of.fn.max('x.since').as('since'))
          .where('x.review_id', '=', id)
          .where('x.expert_profile_id', 'in', actor.expert_profile_ids)
          .where('x.until', 'is', null),
      ),
    )
    .orderBy('m.id', 'desc')
    .execute();
  return rows.map(({ id, event, cents, at, by, moved_on, method, reference, reason }) => ({
    id,
    event,
    cents,
    at: at.toISOString(),
    by,
    moved_on,
    method,
    reference,
    reason,
  }));
}
