import type { FastifyInstance } from 'fastify';
import { type Actor, isExpert, rolesAt } from '../../../core/actor.ts';
import type { Endpoint } from '../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { leads } from '../../../core/experts.ts';
import { KINDS } from '../../../core/kinds.ts';
import type { AuditAction } from '../../../platform/audit.ts';
import { bySystem, command, type Tx } from '../../../platform/command.ts';
import { holdReview } from '../../../platform/db/hold-review.ts';
import { json } from '../../../platform/db/json.ts';
import { orderSections } from '../../../platform/db/order-sections.ts';
import { whyNotOrdered } from '../../../platform/db/ordering-open.ts';
import { filesToGo } from '../../../platform/db/shared-records.ts';
import { type ActorCall, mount } from '../../../platform/http/mount.ts';
import { rooms } from '../../../platform/live.ts';
import { expertOf, mailEach, requesterOf } from '../../../platform/mail/about-review.ts';
import { staffWithRole } from '../../../platform/mail/staff.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { type FeatureServer, onActionIn, onEvent } from '../../../platform/workers.ts';
import type { CaseFields } from '../../reviews/kinds/case/fields.ts';
import { partyKindOf } from '../../reviews/kinds/options.ts';
import { formOf, storedFields } from '../../reviews/rules.ts';
import { continuationEndpoints } from '../contract.ts';
import { consentState, isUndecided, namesFaults, partiesOfBoth, sectionsFrom } from '../rules.ts';
import { type ContinuationRow, type Continuing, loadContinuing, newestOf } from './load.ts';
import { remindingOf, setReminders } from './reminding.ts';
import { actsHere, continuationOf, mayAsk, mayGrant } from './view.ts';

/** A case review that continues as a legal case with the same expert: asked, agreed to on the names, granted. */
export function continuationsServer(app: FastifyInstance, services: Services, ports: Ports) {
  const e = continuationEndpoints;

  mount(app, services, e.read, async ({ params, kind, actor, db }) =>
    continuationOf(db, actor, await loadContinuing(db, kind, params.id)),
  );

  /** One command on it, under the review's lock; answers how it then stands. */
  function on<T extends Endpoint>(
    endpoint: T,
    act: (tx: Tx<Actor>, review: Continuing, row: ContinuationRow | undefined, call: ActorCall<T>) => Promise<unknown>,
  ): void {
    mount(app, services, endpoint, (async (call: ActorCall<T> & { params: { id: number } }) =>
      command(services, call.actor, async (tx) => {
        await loadContinuing(tx.db, call.kind, call.params.id);
        await holdReview(tx.system, call.params.id);
        const review = await loadContinuing(tx.db, call.kind, call.params.id);
        await act(tx, review, await newestOf(tx.system, review.id), call);
        tx.live({ room: rooms.review(review.id), event: 'review.changed', payload: { review_id: review.id } });
        return continuationOf(tx.db, call.actor, await loadContinuing(tx.db, call.kind, call.params.id));
        // why: the answer’s type hangs on the endpoint, which is a type parameter here
      })) as never);
  }

  const linkOf = ({ kind, id }: { kind: Continuing['kind']; id: number }) => `/${KINDS[kind].slug}/${id}`;
  const note = (tx: Tx, review: Continuing, action: AuditAction, more: object = {}) =>
    tx.audit({ action, review_id: review.id, organization_id: review.organization_id, timeline: true, ...more });
  const set = (tx: Tx, { id }: ContinuationRow, values: object) =>
    tx.system.updateTable('continuations').set(values).where('id', '=', id).execute();
  const refuse = (review: Continuing, detail: string): never => {
    throw new Refusal('wrong_state', detail, { current: { review_id: review.id, status: review.status } });
  };
  /** Refuses `stale` where another was asked since the one that was read. */
  const refuseOther = (row: ContinuationRow | undefined, { asked_id }: { asked_id: number }): void => {
    if (row && row.id !== asked_id) throw new Refusal('stale', 'Something else was asked meanwhile. Look at it first.');
  };
  const toDesk = async (tx: Tx, review: Continuing) =>
    mailEach(
      tx,
      ports,
      { review_id: review.id, side: 'staff', link: linkOf(review) },
      await staffWithRole(tx.system, ...rolesAt('matching')),
      { template: 'continuation_agreed', data: {} },
    );

  on(e.ask, async (tx, review, row, { body }) => {
    if (!actsHere(tx.actor, review)) throw new Refusal('forbidden', 'Only the requester’s side asks for this.');
    const why = await whyNotOrdered(tx.system, review.organization_id, review.as_kind);
    if (why === 'not_accepting') throw new Refusal('not_accepting');
    if (
      review.expert_profile_id === null ||
      (row && isUndecided(row.state)) ||
      !(await mayAsk(tx.db, tx.actor, review))
    )
      return refuse(
        review,
        'It can continue as a legal case once its expert has given an opinion, where transfers are in use and none was requested.',
      );
    const names = body.names.map((one) => ({ ...one, name: one.name.trim() }));
    const ready = new Set((await filesToGo(tx.system, review.id)).map(({ id }) => id));
    refuseFields([
      ...namesFaults(names),
      ...(body.files.every((id) => ready.has(id))
        ? []
        : [{ path: 'files', message: 'One of these files is not there any longer. Choose again.' }]),
    ]);
    await tx.system
      .insertInto('continuations')
      .values({
        review_id: review.id,
        expert_profile_id: review.expert_profile_id,
        as_kind: review.as_kind,
        asked_by: tx.actor.user_id,
        asked_at: tx.now,
        reason: body.reason,
        parties: json(names.map((one) => ({ ...one, kind: partyKindOf(one.name) }))),
        files: json([...new Set(body.files)]),
      })
      .execute();
    await ports.transition(tx, {
      review_id: review.id,
      action: 'request_transfer',
      reason: body.reason,
      patch: {
        transfer_request: {
          reason: body.reason,
          requested_at: tx.now.toISOString(),
          requester_id: null,
          continues: true,
        },
      },
    });
    await setReminders(tx, review.id);
    await note(tx, review, 'continuation.asked');
    const about = { review_id: review.id, side: 'expert', link: linkOf(review) } as const;
    await mailEach(tx, ports, about, await expertOf(tx.system, review.expert_profile_id), {
      template: 'continuation_asked',
      data: {},
    });
  });

  on(e.takeBack, async (tx, review, row, { body }) => {
    if (!actsHere(tx.actor, review)) throw new Refusal('forbidden', 'Only the requester’s side takes this back.');
    refuseOther(row, body);
    if (!row || !isUndecided(row.state)) return refuse(review, 'Nobody asked for this, or it is decided.');
    await set(tx, row, { state: 'taken_back', decided_by: tx.actor.user_id, decided_at: tx.now });
    await note(tx, review, 'continuation.taken_back', { reason: body.reason });
    await ports.transition(bySystem(tx), { review_id: review.id, action: 'decline_transfer', reason: body.reason });
  });

  on(e.answer, async (tx, review, row, { body }) => {
    if (!isExpert(tx.actor.kind) || !leads(tx.actor, review)) throw new Refusal('forbidden');
    refuseOther(row, body);
    if (row?.state !== 'asked' || !tx.actor.expert_profile_ids.includes(row.expert_profile_id))
      return refuse(review, 'Nobody waits for your answer now.');
    if (!body.agrees) {
      await set(tx, row, { state: 'declined', answered_at: tx.now, decline_reason: body.reason });
      await note(tx, review, 'continuation.declined', { reason: body.reason });
      await ports.transition(bySystem(tx), { review_id: review.id, action: 'decline_transfer', reason: body.reason });
      return;
    }
    const { missing, disclosed } = consentState(body.answers);
    refuseFields(missing.map((key) => ({ path: `answers.${key}`, message: 'Answer yes or no.' })));
    if (disclosed.length > 0) {
      // whom they know is no business of who asks: it is told that the expert declined, and not why
      await set(tx, row, { state: 'declined', answers: json(body.answers), answered_at: tx.now });
      await note(tx, review, 'continuation.declined');
      await ports.transition(bySystem(tx), {
        review_id: review.id,
        action: 'decline_transfer',
        reason: 'The expert does not continue.',
      });
      return;
    }
    await set(tx, row, { state: 'agreed', answers: json(body.answers), answered_at: tx.now });
    await ports.settleMove(tx, review.id);
    await note(tx, review, 'continuation.agreed');
    await tx.emit('continuation.answered', {}, review.id);
    await toDesk(tx, review);
  });

  on(e.grant, async (tx, review, row, { body }) => {
    if (!mayGrant(tx.actor)) throw new Refusal('forbidden');
    refuseOther(row, body);
    if (row?.state === 'asked') return refuse(review, 'The expert has not answered yet.');
    if (row?.state !== 'agreed') return refuse(review, 'Nobody asked for this, or it is decided.');
    if (row.expert_profile_id !== review.expert_profile_id)
      return refuse(review, 'Another expert is on it by now. Decline the transfer; it can be asked for again.');
    const why = await whyNotOrdered(tx.system, review.organization_id, review.as_kind);
    if (why === 'not_accepting') throw new Refusal('not_accepting');
    if (why !== null) return refuse(review, 'A billing hold is on. It is granted once that is lifted.');
    const fields = storedFields(formOf(review.kind), await orderSections(tx.system, review.id)) as Partial<CaseFields>;
    const known = [...formOf(review.kind).named_parties(fields), ...(fields.conflict_parties ?? [])];
    const parties = partiesOfBoth(known, row.parties);
    const { review_id } = await ports.openReview(tx, {
      kind: review.as_kind,
      organization_id: review.organization_id,
      requester_id: review.requester_id,
      sections: sectionsFrom(fields, parties, row.expert),
      data: { continues: review.id },
    });
    const ready = new Set((await filesToGo(tx.system, review.id)).map(({ id }) => id));
    const files = row.files.filter((id) => ready.has(id));
    if (files.length > 0) await ports.shareRecords(tx, { from: review.id, to: review_id, files });
    await set(tx, row, { state: 'granted', decided_by: tx.actor.user_id, decided_at: tx.now, continued_as: review_id });
    await tx.system
      .updateTable('review_transfers')
      .set({ continues: false })
      .where('review_id', '=', review.id)
      .execute();
    await note(tx, review, 'continuation.granted');
    await ports.transition(tx, { review_id: review.id, action: 'grant_transfer' });
    const about = {
      review_id,
      side: 'requester',
      link: `/${KINDS[review.as_kind].slug}/${review_id}/step-one`,
    } as const;
    await mailEach(tx, ports, about, await requesterOf(tx.system, review.requester_id), {
      template: 'continuation_opened',
      data: {},
    });
  });

  return {
    deadlines: remindingOf(ports),
    events: [
      onEvent({
        name: 'continuations.ended',
        topics: ['review.transitioned'],
        // a transfer that is declined ends it where it is declined; what is canceled is asked for no more
        when: onActionIn({ cancel: true }),
        run: async (tx, { review_id }) => {
          await tx.system
            .updateTable('continuations')
            .set({ state: 'refused', decided_at: tx.now })
            .where('review_id', '=', review_id ?? 0)
            .where('state', 'in', ['asked', 'agreed'])
            .execute();
        },
      }),
      onEvent({
        name: 'continuations.purge',
        topics: ['review.transitioned'],
        when: onActionIn({ purge: true }),
        run: async (tx, { review_id }) => {
          await tx.system
            .updateTable('continuations')
            .set({ reason: '', parties: json([]), files: json([]), answers: null, decline_reason: null })
            .where('review_id', '=', review_id ?? 0)
            .execute();
        },
      }),
    ],
  } satisfies FeatureServer;
}
