import { statuteRows } from '../../../platform/db/statute-rows.ts';
import { sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { command, type Tx } from '../../../platform/command.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import {
  statuteFor,
  correctedFields,
  correctedSections,
  SEAT_FIELD_LABELS,
  type SeatField,
  type SeatProvider,
} from '../../reviews/rules.ts';
import type { SeatCorrection, SubscriptionView } from '../contract.ts';
import { answer, providerFaults, refuseLicenseId, refuseState } from './commands.ts';
import { lockSeat, organizationOf, refuseEnded, type Seat } from './load.ts';
import { CORRECTED, presentPlan } from './present.ts';

/**
 * Corrects a seat's details. Reviews begun for it and not ordered yet get them, with old and new values in their
 * timelines; ordered ones keep what they were ordered with. Refuses `not_found`, `forbidden`, `wrong_state` for a seat
 * that is somebody else's or of an ended plan, `stale`, then what is wrong with the details. The same details change
 * nothing.
 */
export function correctSeat(
  services: Services,
  ports: Ports,
  actor: Actor,
  id: number,
  body: SeatCorrection,
): Promise<SubscriptionView> {
  return command(services, actor, async (tx) => {
    const { plan, seat } = await lockSeat(tx, id);
    const organization = await organizationOf(tx.system, plan.organization_id);
    const { lock_version, ...details } = body;
    const license_id = details.license_id === undefined ? seat.license_id : details.license_id || null;
    if (license_id !== seat.license_id) refuseLicenseId(organization, license_id);
    refuseEnded(plan);
    refuseState(seat, 'active', 'paused');
    if (lock_version !== seat.lock_version)
      throw new Refusal('stale', undefined, { current: await presentPlan(tx.system, actor, plan) });
    refuseFields(await providerFaults(tx, plan, details, seat));
    const after: SeatProvider = { ...details, license_id, npi: details.npi || null };
    const changed = correctedFields(seat, after);
    if (changed.length === 0) return answer(tx, plan.id);
    await tx.system
      .updateTable('subscription_seats')
      .set({ ...after, lock_version: seat.lock_version + 1, updated_at: tx.now })
      .where('id', '=', id)
      .execute();
    const reviews = await correctReviews(
      tx,
      ports,
      seat,
      after,
      plan.organization_id,
      organization.flags.enable_license_id_field_for_peer_review_subscription,
    );
    await tx.audit({
      action: CORRECTED,
      organization_id: plan.organization_id,
      subject: `seat:${id}`,
      data: { fields: changed, reviews },
      detail: { old: await inWords(tx, seat, changed), new: await inWords(tx, after, changed) },
    });
    return answer(tx, plan.id);
  });
}

/** Carries the correction into what is not ordered yet; answers into how many reviews. */
async function correctReviews(
  tx: Tx<Actor>,
  ports: Ports,
  seat: Seat,
  after: SeatProvider,
  organizationId: number,
  with_license_id: boolean,
): Promise<number> {
  const open = await tx.system
    .selectFrom('reviews')
    .innerJoin('review_seats', 'review_seats.review_id', 'reviews.id')
    .select('reviews.id')
    .where('seat_id', '=', seat.id)
    .where('bucket', '=', 'draft')
    .orderBy('reviews.id')
    .execute();
  const statutes = await statuteRows(tx.system, organizationId);
  const statuteOf = (state: string) => statuteFor(statutes, state)?.citation ?? null;
  let corrected = 0;
  for (const { id } of open) {
    const changed = await ports.amendDraft(tx, {
      review_id: id,
      change: (steps) => correctedSections(steps, seat, after, { with_license_id, statuteOf }),
    });
    if (changed) corrected += 1;
  }
  return corrected;
}

/** Details as people read them, by their labels. */
async function inWords(tx: Tx, seat: SeatProvider, fields: readonly SeatField[]): Promise<Record<string, string>> {
  const { rows } = await sql<{ specialty: string | null; sub_specialty: string | null }>`
    select (select name from specialties where id = ${seat.specialty_id}) as specialty,
      (select name from sub_specialties where id = ${seat.sub_specialty_id}) as sub_specialty`.execute(tx.system);
  const said = (key: SeatField): string => {
    const value = seat[key];
    if (key === 'specialty_id') return rows[0]?.specialty ?? '';
    if (key === 'sub_specialty_id') return rows[0]?.sub_specialty ?? '';
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    return value === null || value === '' ? 'nothing' : String(value);
  };
  return Object.fromEntries(fields.map((key) => [SEAT_FIELD_LABELS[key], said(key)]));
}
