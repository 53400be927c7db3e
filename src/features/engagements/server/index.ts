import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Actor, isExpert } from '../../../core/actor.ts';
import type { Endpoint } from '../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { DAY } from '../../../core/time.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { nameOfUser } from '../../../platform/db/full-name.ts';
import { holdReview } from '../../../platform/db/hold-review.ts';
import { json } from '../../../platform/db/json.ts';
import { refuseWithoutFreshProof } from '../../../platform/fresh-proof.ts';
import { type ActorCall, mount } from '../../../platform/http/mount.ts';
import { sendPdf } from '../../../platform/http/send-pdf.ts';
import { rooms } from '../../../platform/live.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import type { TransitionRequest } from '../../reviews/ports.ts';
import { isOpenTo, type ReviewAction } from '../../reviews/rules.ts';
import { engagementEndpoints } from '../contract.ts';
import {
  agreementText,
  type EngagementTerms,
  OPEN_DAYS,
  TEMPLATE_VERSION,
  termFaults,
  typedNameFaults,
} from '../rules.ts';
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
import { engagementOf, keepsMoney, proposing, signingSide } from './view.ts';

export { unuseRetainer, useRetainer } from './retainer.ts';
export { heldAgreement, retainerDrawn, retainerOf } from './load.ts';

/** Engagements: the agreement with a matter's expert, and its retainer. */
export function engagementsServer(app: FastifyInstance, services: Services, ports: Ports) {
  const e = engagementEndpoints;

  mount(app, services, e.read, ({ params, kind, actor, db }) =>
    engagementOf(db, actor, kind, params.id, services.clock.now()),
  );

  mount(app, services, e.document, async ({ params, kind, actor, db, reply }) => {
    const bytes = await ports.letterPdf(await documentOf(db, actor, kind, params));
    return sendPdf(reply, `Agreement-${params.id}-${params.version}`, bytes);
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

  const ownName = (tx: Tx<Actor>): Promise<string> => nameOfUser(tx.system, tx.actor.user_id);
  const nameFaults = async (tx: Tx<Actor>, typed: string) => typedNameFaults(typed, await ownName(tx));

  async function putSignature(
    tx: Tx<Actor>,
    version: { id: number; sha256: string },
    side: 'requester' | 'expert',
    name: string,
  ): Promise<void> {
    const session = await tx.system
      .selectFrom('sessions')
      .select('user_agent')
      .where('id', '=', tx.actor.session_id)
      .executeTakeFirst();
    await tx.system
      .insertInto('agreement_signatures')
      .values({
        version_id: version.id,
        side,
        user_id: tx.actor.user_id,
        name,
        signed_at: tx.now,
        ip: tx.actor.ip ?? '',
        user_agent: session?.user_agent ?? '',
        sha256: version.sha256,
      })
      .execute();
  }

  /** Keeps terms as the version that is open from now on. */
  async function putVersion(
    tx: Tx<Actor>,
    review: EngagementReview,
    of: { side: 'requester' | 'expert'; terms: EngagementTerms; note: string },
  ): Promise<{ id: number; sha256: string; version: number; lapses_at: Date }> {
    if (review.expert_profile_id === null) throw new Refusal('wrong_state', 'No expert is on the matter.');
    const { facts } = await partiesOf(tx.system, review, tx.now);
    const { text } = agreementText(of.terms, facts);
    const sha256 = createHash('sha256').update(text).digest('hex');
    const lapses_at = new Date(tx.now.getTime() + OPEN_DAYS * DAY);
    await tx.system
      .updateTable('agreement_versions')
      .set({ status: 'superseded' })
      .where('review_id', '=', review.id)
      .where('status', '=', 'open')
      .execute();
    const last = await tx.system
      .selectFrom('agreement_versions')
      .select((eb) => eb.fn.max('version').as('version'))
      .where('review_id', '=', review.id)
      .executeTakeFirst();
    const version = (last?.version ?? 0) + 1;
    const { id } = await tx.system
      .insertInto('agreement_versions')
      .values({
        review_id: review.id,
        expert_profile_id: review.expert_profile_id,
        version,
        proposed_by_side: of.side,
        proposed_by: tx.actor.user_id,
        proposed_at: tx.now,
        template_version: TEMPLATE_VERSION,
        terms: json(of.terms),
        facts: json(facts),
        note: of.note,
        text,
        sha256,
        lapses_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.cancelDeadlines(review.id, ['agreement_lapse']);
    await tx.setDeadline({
      review_id: review.id,
      kind: 'agreement_lapse',
      key: String(id),
      due_at: lapses_at,
      payload: { version_id: id },
    });
    return { id, sha256, version, lapses_at };
  }

  on(e.propose, async (tx, review, { body }) => {
    const side = sideOf(tx);
    const action = proposing(tx.actor);
    let lapses_at = tx.now;
    if (open(tx, review, action)) {
      await refuseWithoutFreshProof(tx);
      refuseFields([
        ...termFaults(body.terms).map(({ path, message }) => ({ path: `terms.${path}`, message })),
        ...(await nameFaults(tx, body.name)),
      ]);
      const version = await putVersion(tx, review, {
        side,
        terms: { ...body.terms, further: body.terms.further.trim() },
        note: body.note,
      });
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
      if (version.lapses_at <= tx.now)
        throw new Refusal('wrong_state', 'It was open until a day that has passed. Propose it again.');
      if (version.version !== body.version || version.sha256 !== body.sha256)
        throw new Refusal('stale', 'Other terms were proposed meanwhile. Read them before you sign.');
      await refuseWithoutFreshProof(tx);
      refuseFields(await nameFaults(tx, body.name));
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
    const state = await leaveMatter(tx, ports, review, {
      action: 'withdraw_expert',
      reason: body.reason,
      turned_down: 'other',
      versions: 'ended',
    });
    await mailRequester(tx, ports, review, { template: 'expert_withdrew', data: {} });
    if (!isExpert(tx.actor.kind))
      await mailExpert(tx, ports, review, { template: 'agreement_ended', data: { lapsed: false } });
    return state;
  });

  on(e.confirmConflict, async (tx, review, { body }) => {
    const state = await leaveMatter(tx, ports, review, {
      action: 'confirm_conflict',
      reason: body.reason,
      turned_down: 'conflict',
      versions: 'ended',
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

  return eventHandlers(ports);
}
