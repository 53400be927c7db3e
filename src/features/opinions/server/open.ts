import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Actor, SystemActor } from '../../../core/actor.ts';
import { addBusinessDays } from '../../../core/business-days.ts';
import { Refusal } from '../../../core/errors.ts';
import { type Kind, KINDS, reviewNumber } from '../../../core/kinds.ts';
import { DAY, dateIn } from '../../../core/time.ts';
import { bySystem, type Tx } from '../../../platform/command.ts';
import { rooms } from '../../../platform/live.ts';
import type { Ports } from '../../../platform/ports.ts';
import { orderSections } from '../../../platform/db/order-sections.ts';
import { whyNotOrdered } from '../../../platform/db/ordering-open.ts';
import { formOf, processOf } from '../../reviews/rules.ts';
import {
  callsForSecond,
  canAskAdjudication,
  canAskSecond,
  mayAsk,
  mustSettle,
  familyStateOf,
  isGone,
  type Trigger,
  verdictWords,
} from '../rules.ts';
import { type FamilyRow, familyOf } from './load.ts';
import { policyOf } from './policy.ts';

/** Beyond the kind's own lead, so that a holiday in between does no harm. */
const SLACK_DAYS = 5;
/** How long an opinion that cannot be opened now is put off. */
const RETRY_DAYS = 1;
export const RETRY_DEADLINE = 'open_opinion';

type NewRole = 'second' | 'adjudication';

/** Everything one more opinion is opened with. */
interface Opening {
  original: FamilyRow;
  role: NewRole;
  trigger: Trigger;
  reason: string;
}

/** The first review's steps as they stand, for another reviewer: a date of its own, an adjudication on its own form. */
async function sectionsFor(tx: Tx, { original, role }: Opening): Promise<Record<string, Record<string, unknown>>> {
  const rows = await orderSections(tx.system, original.review_id);
  const { time_zone } = await tx.system
    .selectFrom('organizations')
    .select('time_zone')
    .where('id', '=', original.organization_id)
    .executeTakeFirstOrThrow();
  const lead = formOf(original.kind).needed_by_days.standard + SLACK_DAYS;
  const needed_by = addBusinessDays(dateIn(tx.now, time_zone), lead, () => false);
  const sections = Object.fromEntries(rows.map((row) => [row.section, row.data] as const));
  const settles = role === 'adjudication';
  return {
    ...sections,
    step_one: {
      ...sections['step_one'],
      expedited: false,
      ...(settles ? { review_type: 'second_review', service: 'standard' } : {}),
    },
    step_four: {
      ...sections['step_four'],
      needed_by,
      expedited_consent: false,
      ...(settles ? { report_form: 'peer_adjudication' } : {}),
    },
  };
}

/** Opens one more review of the case: the same order and records, linked for those who order, with nothing told to reviewers. */
async function openLinked(tx: Tx, ports: Ports, opening: Opening) {
  const { original, role, trigger, reason } = opening;
  const system = bySystem(tx);
  const person = tx.actor.kind === 'system' ? null : tx.actor.user_id;
  const { review_id } = await ports.openReview(system, {
    kind: original.kind,
    organization_id: original.organization_id,
    requester_id: original.requester_id,
    sections: await sectionsFor(tx, opening),
  });
  await ports.shareRecords(system, { from: original.review_id, to: review_id });
  await tx.system
    .insertInto('linked_reviews')
    .values({
      review_id,
      original_id: original.review_id,
      role,
      trigger,
      reason,
      asked_by: person,
      swapped: role === 'adjudication' && randomInt(2) === 1,
      created_at: tx.now,
    })
    .execute();
  await tx.emit('opinions.opened', {}, review_id);
  const { ordered, faults } = await ports.orderReview(system, { review_id, consented_by: person });
  const number = reviewNumber(original.kind, review_id);
  await tx.audit({
    action: role === 'second' ? 'review.second_opinion_opened' : 'review.adjudication_opened',
    review_id: original.review_id,
    organization_id: original.organization_id,
    subject: `review:${review_id}`,
    ...(reason === '' ? {} : { reason }),
    data: { number, trigger },
    timeline: true,
  });
  tx.live({
    room: rooms.review(original.review_id),
    event: 'review.changed',
    payload: { review_id: original.review_id },
  });
  return { review_id, number, ordered, faults };
}

/** A person asks for another opinion: scope, permission, state, then it is opened. */
export async function askOpinion(
  tx: Tx<Actor>,
  ports: Ports,
  ask: { kind: Kind; id: number; role: NewRole; reason: string },
) {
  const found = await tx.db
    .selectFrom('reviews')
    .select(['reviews.id', 'reviews.requester_id', 'reviews.status'])
    .where('reviews.id', '=', ask.id)
    .where('reviews.kind', '=', ask.kind)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  if (!mayAsk(tx.actor, found))
    throw new Refusal('forbidden', 'Only the requester, a manager or the records desk can ask for another opinion.');
  const current = { review_id: found.id, status: found.status };
  if (!processOf(ask.kind).second_opinions)
    throw new Refusal('wrong_state', `There are no second opinions on a ${KINDS[ask.kind].singular}.`, { current });
  const family = await lockFamily(tx, ask.id);
  const here = family.find((one) => one.review_id === ask.id);
  const original = family[0];
  if (!here || !original) throw new Refusal('not_found');
  const standing = familyStateOf(family);
  const can = ask.role === 'second' ? canAskSecond(standing, here) : canAskAdjudication(standing, here);
  if (!can.allowed) throw new Refusal('wrong_state', can.reason ?? undefined, { current });
  const stopped = await whyNotNow(tx, original);
  if (stopped !== null) throw new Refusal(stopped.code, stopped.says, { current });
  return openLinked(tx, ports, { original, role: ask.role, trigger: 'asked', reason: ask.reason });
}

/** The case with its first review locked, so that two who ask at once open one. */
export async function lockFamily(tx: Tx, reviewId: number): Promise<FamilyRow[]> {
  await sql`select id from reviews where id = coalesce(
    (select l.original_id from linked_reviews l where l.review_id = ${reviewId}), ${reviewId}::bigint) for update`.execute(
    tx.system,
  );
  return familyOf(tx.system, reviewId);
}

/** Why nothing can be ordered for the organization now, or null. */
async function whyNotNow(
  tx: Tx,
  { organization_id, kind }: FamilyRow,
): Promise<{ code: 'wrong_state' | 'not_accepting'; says: string | undefined } | null> {
  const why = await whyNotOrdered(tx.system, organization_id, kind);
  if (why === 'billing_hold')
    return { code: 'wrong_state', says: 'A billing hold is on. Your administrator and Peritus can lift it.' };
  return why && { code: why, says: undefined };
}

/** What opens by itself, now or once the organization orders again. Nothing where it is no longer called for. */
async function openByItself(tx: Tx<SystemActor>, ports: Ports, opening: Opening): Promise<void> {
  if ((await whyNotNow(tx, opening.original)) === null) {
    await openLinked(tx, ports, opening);
    return;
  }
  await tx.setDeadline({
    review_id: opening.original.review_id,
    kind: RETRY_DEADLINE,
    key: opening.role,
    due_at: new Date(tx.now.getTime() + RETRY_DAYS * DAY),
    payload: { trigger: opening.trigger },
  });
}

/** After a delivery: what the organization's own rule and the distance between two opinions call for. */
export async function followDelivery(
  tx: Tx<SystemActor>,
  ports: Ports,
  reviewId: number,
  version: number,
): Promise<void> {
  const family = await lockFamily(tx, reviewId);
  const here = family.find((one) => one.review_id === reviewId);
  const original = family[0];
  if (!here || !original) return;
  const standing = familyStateOf(family);
  if (here.role === 'first' && version === 1 && standing.second === null) {
    const trigger = callsForSecond(await policyOf(tx.system, original.organization_id), reviewId, here);
    if (trigger !== null) await openByItself(tx, ports, { original, role: 'second', trigger, reason: '' });
  }
  if (here.role === 'adjudication' || standing.verdict === null) return;
  await tx.audit({
    action: 'review.opinions_compared',
    review_id: original.review_id,
    organization_id: original.organization_id,
    data: { found: verdictWords(standing.verdict, standing.gap), verdict: standing.verdict },
    timeline: true,
  });
  if (mustSettle(standing))
    await openByItself(tx, ports, { original, role: 'adjudication', trigger: 'disagreement', reason: '' });
}

/** Tries again what could not be opened when it was called for. */
export async function retryOpening(
  tx: Tx<SystemActor>,
  ports: Ports,
  reviewId: number,
  role: string,
  trigger: unknown,
): Promise<void> {
  const family = await lockFamily(tx, reviewId);
  const original = family[0];
  if (!original || isGone(original)) return;
  const standing = familyStateOf(family);
  if (role === 'adjudication') {
    if (mustSettle(standing)) await openByItself(tx, ports, { original, role, trigger: 'disagreement', reason: '' });
  } else if (standing.second === null && original.delivered) {
    const why = trigger === 'below_best' ? 'below_best' : 'sample';
    await openByItself(tx, ports, { original, role: 'second', trigger: why, reason: '' });
  }
}
