import type { FastifyInstance } from 'fastify';
import { type Actor, isExpert } from '../../../core/actor.ts';
import type { Endpoint } from '../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { holdReview } from '../../../platform/db/hold-review.ts';
import { type ActorCall, mount } from '../../../platform/http/mount.ts';
import { sendPdf } from '../../../platform/http/send-pdf.ts';
import { rooms } from '../../../platform/live.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import type { TransitionRequest } from '../../reviews/ports.ts';
import { isOpenTo, type ReviewAction } from '../../reviews/rules.ts';
import { engagementEndpoints } from '../contract.ts';
import { handoverFaults, termFaults } from '../rules.ts';
import { mountAmendments } from './amendments.ts';
import { documentOf } from './document.ts';
import { eventHandlers } from './event-handlers.ts';
import { leaveMatter } from './leaving.ts';
import {
  type EngagementReview,
  heldAgreement,
  loadEngagementReview,
  openVersion,
  partiesOf,
  retainerOf,
} from './load.ts';
import { mailExpert, mailMatching, mailRequester } from './mailing.ts';
import { moveRetainer } from './retainer.ts';
import { putSignature, putVersion, refuseSignature, refuseUnread } from './versions.ts';
import { engagementOf, keepsMoney, proposing, signingSide } from './view.ts';

export { unuseRetainer, useRetainer } from './retainer.ts';
export { heldAgreement, keepsNoDrafts, retainerDrawn, retainerOf } from './load.ts';

/** Engagements: the agreement with a matter's expert, and its retainer. */
export function engagementsServer(app: FastifyInstance, services: Services, ports: Ports) {
  const e = engagementEndpoints;

  mount(app, services, e.read, ({ params, kind, actor, db }) =>
    engagementOf(db, actor, kind, params.id, services.clock.now()),
  );

  mount(app, services, e.document, async ({ params, kind, actor, db, reply }) => {
    const { letter, both } = await documentOf(db, actor, kind, params);
    const bytes = await ports.letterPdf(letter);
    const sent = both ? await services.signatures.signed(bytes) : bytes;
    return sendPdf(reply, `Agreement-${params.id}-${params.version}`, sent);
  });

  /** One command on a matter's engagement: loads and holds it, lets `act` work, answers how it then stands. */
  function on<T extends Endpoint>(
    endpoint: T,
    act: (tx: Tx<Actor>, review: EngagementReview, call: ActorCall<T>) => Promise<unknown>,
  ): void {
    mount(app, services, endpoint, (async (call: ActorCall<T> & { params: { id: number } }) =>
      command(services, call.actor, async (tx) => {
        await loadEngagementReview(tx.db, call.kind, call.params.id);
        await holdReview(tx.system, call.params.id);
        const review = await loadEngagementReview(tx.db, call.kind, call.params.id);
        const answer = await act(tx, review, call);
        tx.live({ room: rooms.review(review.id), event: 'review.changed', payload: { review_id: review.id } });
        return answer ?? engagementOf(tx.db, call.actor, call.kind, review.id, tx.now);
        // why: the answer’s type hangs on the endpoint, which is a type parameter here
      })) as never);
  }

  const move = (tx: Tx, review: EngagementReview, request: Omit<TransitionRequest, 'review_id'>) =>
    ports.transition(tx, { review_id: review.id, ...request });
  const open = (tx: Tx<Actor>, review: EngagementReview, action: ReviewAction) => isOpenTo(tx.actor, review, action);

  /** The side of who signs. Refuses `forbidden` to whoever signs for none: staff put no name under what others agree on. */
  function sideOf(tx: Tx<Actor>): 'requester' | 'expert' {
    const side = signingSide(tx.actor);
    if (side === null) throw new Refusal('forbidden', 'The firm and the expert sign this themselves.');
    return side;
  }

  on(e.propose, async (tx, review, { body }) => {
    const side = sideOf(tx);
    const action = proposing(tx.actor);
    let lapses_at = tx.now;
    if (open(tx, review, action)) {
      await refuseSignature(
        tx,
        body.name,
        termFaults(body.terms).map(({ path, message }) => ({ path: `terms.${path}`, message })),
      );
      const version = await putVersion(tx, review, { side, terms: body.terms, note: body.note });
      await putSignature(tx, version, side, body.name);
      lapses_at = version.lapses_at;
    }
    await move(tx, review, { action, lock_version: body.lock_version });
    const mail = { template: 'agreement_offered', data: { lapses_at } } as const;
    await (side === 'requester' ? mailExpert : mailRequester)(tx, ports, review, mail);
  });

  on(e.sign, async (tx, review, { body }) => {
    const side = sideOf(tx);
    const version = await openVersion(tx.system, review.id);
    if (open(tx, review, 'sign_agreement') && version && version.proposed_by_side !== side) {
      refuseUnread(tx, version, body);
      await refuseSignature(tx, body.name);
      await putSignature(tx, version, side, body.name);
      await tx.system
        .updateTable('agreement_versions')
        .set({ status: 'signed' })
        .where('id', '=', version.id)
        .execute();
      const agreed = { version_id: version.id, agreed_at: tx.now, rests_since: null };
      await tx.system
        .insertInto('engagements')
        .values({ review_id: review.id, ...agreed })
        .onConflict((oc) => oc.column('review_id').doUpdateSet(agreed))
        .execute();
      await tx.cancelDeadlines(review.id, ['agreement_lapse']);
      // what an expert before them left of it counts
      const { balance, due } = await retainerOf(tx.system, review.id);
      const asked = version.terms.retainer_cents - balance - due;
      if (asked > 0) await moveRetainer(tx, review.id, 'asked', asked);
    }
    await move(tx, review, { action: 'sign_agreement' });
    await mailRequester(tx, ports, review, { template: 'agreement_signed', data: {} });
    await mailExpert(tx, ports, review, { template: 'agreement_signed', data: {} });
    if ((await retainerOf(tx.system, review.id)).due > 0)
      await mailRequester(tx, ports, review, { template: 'retainer_asked', data: {} });
  });

  on(e.refuse, async (tx, review, { body }) => {
    const side = sideOf(tx);
    const state = await leaveMatter(tx, ports, review, {
      action: 'refuse_agreement',
      reason: body.reason,
      turned_down: side === 'expert' ? 'fee' : 'other',
      versions: 'refused',
    });
    const mail = { template: 'agreement_ended', data: { lapsed: false } } as const;
    await (side === 'requester' ? mailExpert : mailRequester)(tx, ports, review, mail);
    await mailMatching(tx, ports, review, mail);
    return state;
  });

  on(e.withdraw, async (tx, review, { body }) => {
    const own = isExpert(tx.actor.kind);
    const handover = body.handover.trim();
    if (open(tx, review, 'withdraw_expert'))
      refuseFields(
        handoverFaults({ own, agreed: (await heldAgreement(tx.system, review.id)) !== undefined, handover }),
      );
    const state = await leaveMatter(tx, ports, review, {
      action: 'withdraw_expert',
      reason: body.reason,
      turned_down: 'other',
      versions: 'ended',
      departs: { how: own ? 'withdrew' : 'taken_off', handover: handover || null },
    });
    await mailRequester(tx, ports, review, { template: 'expert_withdrew', data: {} });
    if (!own) await mailExpert(tx, ports, review, { template: 'agreement_ended', data: { lapsed: false } });
    return state;
  });

  on(e.confirmConflict, async (tx, review, { body }) => {
    const state = await leaveMatter(tx, ports, review, {
      action: 'confirm_conflict',
      reason: body.reason,
      turned_down: 'conflict',
      versions: 'ended',
      departs: { how: 'conflict', handover: null },
    });
    await mailRequester(tx, ports, review, { template: 'agreement_ended', data: { lapsed: false } });
    await mailExpert(tx, ports, review, { template: 'agreement_ended', data: { lapsed: false } });
    return state;
  });

  /** The agreement that holds, for who keeps its money. Refuses `forbidden` and, where none holds, `wrong_state`. */
  async function kept(tx: Tx<Actor>, review: EngagementReview) {
    if (!keepsMoney(tx.actor, review)) throw new Refusal('forbidden');
    const held = await heldAgreement(tx.system, review.id);
    if (!held) throw new Refusal('wrong_state', 'No agreement is signed, so there is no retainer.');
    return held;
  }

  /** Work begins once nothing is due any more. */
  async function settle(tx: Tx<Actor>, review: EngagementReview): Promise<void> {
    const { due } = await retainerOf(tx.system, review.id);
    if (due > 0) return;
    if (open(tx, review, 'settle_retainer')) await move(tx, review, { action: 'settle_retainer' });
  }

  on(e.receive, async (tx, review, { body }) => {
    await kept(tx, review);
    const { today } = await partiesOf(tx.system, review, tx.now);
    refuseFields(body.moved_on > today ? [{ path: 'moved_on', message: 'This day has not come yet.' }] : []);
    const { cents, ...moved } = body;
    await moveRetainer(tx, review.id, 'received', cents, moved);
    await tx.audit({ action: 'retainer.received', review_id: review.id, timeline: true });
    if ((await retainerOf(tx.system, review.id)).due === 0) {
      await mailRequester(tx, ports, review, { template: 'retainer_received', data: {} });
      await mailExpert(tx, ports, review, { template: 'retainer_received', data: {} });
    }
    await settle(tx, review);
  });

  on(e.ask, async (tx, review, { body }) => {
    await kept(tx, review);
    await moveRetainer(tx, review.id, 'asked', body.cents, { reason: body.reason });
    await tx.audit({ action: 'retainer.asked', review_id: review.id, reason: body.reason, timeline: true });
    await mailRequester(tx, ports, review, { template: 'retainer_asked', data: {} });
  });

  on(e.waive, async (tx, review, { body }) => {
    await kept(tx, review);
    const { due } = await retainerOf(tx.system, review.id);
    if (due === 0) throw new Refusal('wrong_state', 'Nothing is due of the retainer.');
    await moveRetainer(tx, review.id, 'waived', due, { reason: body.reason });
    await tx.audit({ action: 'retainer.waived', review_id: review.id, reason: body.reason, timeline: true });
    await settle(tx, review);
  });

  on(e.refund, async (tx, review, { body }) => {
    if (!keepsMoney(tx.actor, review)) throw new Refusal('forbidden');
    const { balance } = await retainerOf(tx.system, review.id);
    if (balance === 0) throw new Refusal('wrong_state', 'Nothing is left of the retainer.');
    const { today } = await partiesOf(tx.system, review, tx.now);
    refuseFields([
      ...(body.cents > balance ? [{ path: 'cents', message: 'More than is left of the retainer.' }] : []),
      ...(body.moved_on > today ? [{ path: 'moved_on', message: 'This day has not come yet.' }] : []),
    ]);
    const { cents, ...moved } = body;
    await moveRetainer(tx, review.id, 'refunded', cents, moved);
    await tx.audit({ action: 'retainer.refunded', review_id: review.id, reason: body.reason, timeline: true });
  });

  mountAmendments(on, ports);

  return eventHandlers(ports);
}
