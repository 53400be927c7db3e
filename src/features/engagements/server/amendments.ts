import { type Actor, isExpert, isRequesterSide } from '../../../core/actor.ts';
import type { Endpoint } from '../../../core/endpoint.ts';
import { Refusal } from '../../../core/errors.ts';
import type { AuditAction } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/command.ts';
import type { ActorCall } from '../../../platform/http/mount.ts';
import type { Ports } from '../../../platform/ports.ts';
import { officesOf } from '../../reviews/rules.ts';
import { engagementEndpoints } from '../contract.ts';
import { amendmentFaults, isAmendable, retainerChange, roleChange } from '../rules.ts';
import { type EngagementReview, type HeldAgreement, heldAgreement, openVersion, retainerOf } from './load.ts';
import { mailExpert, mailRequester } from './mailing.ts';
import { moveRetainer } from './retainer.ts';
import { endOpen, putSignature, putVersion, refuseSignature, refuseUnread } from './versions.ts';

type Side = 'requester' | 'expert';

/** The side somebody changes an agreement for: the firm's who ordered the matter, or the expert on it; null: none. */
export function amendingSide(actor: Actor, review: EngagementReview): Side | null {
  const offices = officesOf(actor, { ...review, invitation: null });
  if (isExpert(actor.kind)) return offices.has('expert') ? 'expert' : null;
  return isRequesterSide(actor.kind) && offices.has('requester') ? 'requester' : null;
}

/** Mounts a command on a matter's engagement, which answers how it then stands. */
export type On = <T extends Endpoint>(
  endpoint: T,
  act: (tx: Tx<Actor>, review: EngagementReview, call: ActorCall<T>) => Promise<unknown>,
) => void;

/**
 * Changing what both signed, while the expert works: it holds until both have signed what replaces it. Declined, taken back or
 * lapsed, nothing changes.
 */
export function mountAmendments(on: On, ports: Ports): void {
  const e = engagementEndpoints;

  /** The agreement that holds, and the side of who changes it. Refuses `forbidden`, and `wrong_state` where none holds. */
  async function amending(tx: Tx<Actor>, review: EngagementReview): Promise<{ side: Side; held: HeldAgreement }> {
    const side = amendingSide(tx.actor, review);
    if (side === null) throw new Refusal('forbidden', 'The firm and the expert sign this themselves.');
    const held = await heldAgreement(tx.system, review.id);
    if (!held) throw new Refusal('wrong_state', 'Nothing is signed by both that could be changed.', currentOf(review));
    return { side, held };
  }
  const currentOf = ({ id, status }: EngagementReview) => ({ current: { review_id: id, status } });
  /** Refuses `wrong_state` while the expert does not work on the matter: nothing is signed then. */
  function refuseAtRest(review: EngagementReview): void {
    if (!isAmendable(review))
      throw new Refusal(
        'wrong_state',
        'What both signed is changed while the expert works on the matter.',
        currentOf(review),
      );
  }
  const NONE_OPEN = 'No change of the agreement is proposed now.';
  const tell = (side: Side) => (side === 'requester' ? mailExpert : mailRequester);
  const note = (tx: Tx<Actor>, review: EngagementReview, action: AuditAction, reason?: string) =>
    tx.audit({
      action,
      review_id: review.id,
      organization_id: review.organization_id,
      timeline: true,
      ...(reason === undefined ? {} : { reason }),
    });

  on(e.amend, async (tx, review, { body }) => {
    const { side, held } = await amending(tx, review);
    refuseAtRest(review);
    const last = await openVersion(tx.system, review.id);
    if (held.version !== body.amends)
      throw new Refusal('stale', 'What both signed was changed meanwhile. Read it before you propose another change.');
    if ((last?.version ?? null) !== body.answers)
      throw new Refusal('stale', 'Another change was proposed or ended meanwhile. Look at it first.');
    await refuseSignature(
      tx,
      body.name,
      amendmentFaults(held.terms, { ...body.terms, further: body.terms.further.trim() }).map(({ path, message }) => ({
        path: `terms.${path}`,
        message,
      })),
    );
    const version = await putVersion(tx, review, { side, terms: body.terms, note: body.note, amends: held });
    await putSignature(tx, version, side, body.name);
    await note(tx, review, 'agreement.amend');
    await tell(side)(tx, ports, review, { template: 'amendment_offered', data: { lapses_at: version.lapses_at } });
  });

  on(e.signAmendment, async (tx, review, { body }) => {
    const { side, held } = await amending(tx, review);
    refuseAtRest(review);
    const version = await openVersion(tx.system, review.id);
    if (!version || version.proposed_by_side === side) throw new Refusal('wrong_state', NONE_OPEN);
    refuseUnread(tx, version, body);
    await refuseSignature(tx, body.name);
    await putSignature(tx, version, side, body.name);
    const set = (id: number, status: 'signed' | 'replaced') =>
      tx.system.updateTable('agreement_versions').set({ status }).where('id', '=', id).execute();
    await set(held.version_id, 'replaced');
    await set(version.id, 'signed');
    // when they first agreed stays: what was recorded since then was under an agreement
    await tx.system
      .updateTable('engagements')
      .set({ version_id: version.id })
      .where('review_id', '=', review.id)
      .execute();
    await tx.cancelDeadlines(review.id, ['agreement_lapse']);
    await note(tx, review, 'agreement.amended');
    const changes = roleChange(held.terms, version.terms);
    if (changes) await note(tx, review, `agreement.${changes}`);
    const { asked, waived } = retainerChange(held.terms, version.terms, await retainerOf(tx.system, review.id));
    const reason = 'The agreement was changed.';
    if (waived > 0) await moveRetainer(tx, review.id, 'waived', waived, { reason });
    if (asked > 0) {
      await moveRetainer(tx, review.id, 'asked', asked, { reason });
      await mailRequester(tx, ports, review, { template: 'retainer_asked', data: {} });
    }
    await tx.emit('agreement.changed', { version_id: version.id }, review.id);
    await tx.emit('agreement.change_settled', {}, review.id);
    await mailRequester(tx, ports, review, { template: 'amendment_signed', data: {} });
    await mailExpert(tx, ports, review, { template: 'amendment_signed', data: {} });
  });

  on(e.declineAmendment, async (tx, review, { body }) => {
    const { side } = await amending(tx, review);
    const open = await openVersion(tx.system, review.id);
    if (!open) throw new Refusal('wrong_state', NONE_OPEN);
    if (open.version !== body.version)
      throw new Refusal('stale', 'Another change was proposed meanwhile. Read it before you decline it.');
    await endOpen(tx, review.id, 'refused');
    await tx.emit('agreement.change_settled', {}, review.id);
    await note(tx, review, 'agreement.amendment_declined', body.reason);
    await tell(side)(tx, ports, review, { template: 'amendment_ended', data: { lapsed: false } });
  });
}
