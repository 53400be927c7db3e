import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { rolesAt, type Actor } from '../../../core/actor.ts';
import type { Endpoint } from '../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { KINDS } from '../../../core/kinds.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { holdReview } from '../../../platform/db/hold-review.ts';
import { json } from '../../../platform/db/json.ts';
import { type ActorCall, mount } from '../../../platform/http/mount.ts';
import { rooms } from '../../../platform/live.ts';
import { mailEach, requesterOf } from '../../../platform/mail/about-review.ts';
import { staffWithRole } from '../../../platform/mail/staff.ts';
import type { MailText, Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { type FeatureServer, onAction, onEvent } from '../../../platform/workers.ts';
import { purposeLetterEndpoints } from '../contract.ts';
import { type LetterAct, type LetterBody, letterFaults, type LetterState, letterText } from '../rules.ts';
import { letterOf, letterRow, type LetterReview, loadLetterReview, nextState, sidesOf, takesLetters } from './load.ts';
import { renderLetters } from './render.ts';

/** The letter that tells an examiner what to answer: written, proposed, returned, sent, and kept in versions. */
export function purposeLettersServer(app: FastifyInstance, services: Services, ports: Ports): FeatureServer {
  const e = purposeLetterEndpoints;

  mount(app, services, e.read, ({ params, kind, actor, db }) =>
    letterOf(db, actor, kind, params.id, services.clock.now()),
  );

  /** One act on a review's letter: loads, moves it by the table, lets `then` do the rest, answers the letter. */
  function on<T extends Endpoint>(
    endpoint: T,
    act: LetterAct,
    then: (tx: Tx<Actor>, review: LetterReview, to: LetterState, call: ActorCall<T>) => Promise<void>,
  ): void {
    mount(app, services, endpoint, (async (call: ActorCall<T> & { params: { id: number } }) =>
      command(services, call.actor, async (tx) => {
        const review = await loadLetterReview(tx.db, call.kind, call.params.id);
        // one letter at a time: two who press at once come one after the other
        await holdReview(tx.system, review.id);
        if (sidesOf(call.actor, review).length === 0) throw new Refusal('forbidden');
        if (act === 'ask' && !review.service)
          throw new Refusal('forbidden', 'Letters are not written for this organization.');
        const row = await letterRow(tx.db, review.id);
        const to = nextState(call.actor, review, row?.state ?? 'none', act);
        if (to === null)
          throw new Refusal(
            'wrong_state',
            takesLetters(review) ? 'The letter is at another step now.' : 'This review takes no more letters.',
          );
        const sent = (call as { body?: { lock_version?: number } }).body?.lock_version;
        if (sent !== undefined && sent !== (row?.lock_version ?? 0))
          throw new Refusal('stale', undefined, {
            current: await letterOf(tx.db, call.actor, call.kind, review.id, tx.now),
          });
        await then(tx, review, to, call);
        tx.live({ room: rooms.review(review.id), event: 'review.changed', payload: { review_id: review.id } });
        return letterOf(tx.db, call.actor, call.kind, review.id, tx.now);
        // why: the answer’s type hangs on the endpoint, which is a type parameter here
      })) as never);
  }

  /** Stores the letter as it stands now. */
  async function put(
    tx: Tx<Actor>,
    review: LetterReview,
    state: Exclude<LetterState, 'none'>,
    more: { body?: LetterBody; returned_reason?: string } = {},
  ): Promise<void> {
    const { body } = await letterOf(tx.db, tx.actor, review.kind, review.id, tx.now);
    const kept = json(more.body ?? body);
    const stamp = { updated_at: tx.now, updated_by: tx.actor.user_id };
    await tx.system
      .insertInto('purpose_letters')
      .values({ review_id: review.id, state, body: kept, returned_reason: more.returned_reason ?? '', ...stamp })
      .onConflict((oc) =>
        oc.column('review_id').doUpdateSet({
          state,
          body: kept,
          ...(more.returned_reason === undefined ? {} : { returned_reason: more.returned_reason }),
          lock_version: sql<number>`purpose_letters.lock_version + 1`,
          ...stamp,
        }),
      )
      .execute();
  }

  /** Keeps the whole letter as the next version; refuses one that is not complete. Answers its id. */
  async function keep(tx: Tx<Actor>, review: LetterReview, kept_as: 'proposed' | 'sent'): Promise<number> {
    const { body, facts, versions } = await letterOf(tx.db, tx.actor, review.kind, review.id, tx.now);
    refuseFields(letterFaults(body).map(({ path, message }) => ({ path: `body.${path}`, message })));
    const { id } = await tx.system
      .insertInto('purpose_letter_versions')
      .values({
        review_id: review.id,
        version: (versions[0]?.version ?? 0) + 1,
        kept_as,
        text: letterText(body, facts),
        made_by: tx.actor.user_id,
        made_at: tx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  const audit = (tx: Tx<Actor>, review: LetterReview, act: 'asked' | 'taken_back' | 'proposed' | 'returned' | 'sent') =>
    tx.audit({ action: `purpose_letter.${act}`, review_id: review.id, timeline: true });

  on(e.write, 'write', async (tx, review, to, { body }) => {
    if (to !== 'none') await put(tx, review, to, { body: body.body });
  });

  on(e.ask, 'ask', async (tx, review) => {
    await put(tx, review, 'asked', { returned_reason: '' });
    await audit(tx, review, 'asked');
    await mailWriters(tx, ports, review, { template: 'letter_to_write', data: {} });
  });

  on(e.takeBack, 'take_back', async (tx, review) => {
    await put(tx, review, 'drafted', { returned_reason: '' });
    await audit(tx, review, 'taken_back');
  });

  on(e.propose, 'propose', async (tx, review) => {
    await keep(tx, review, 'proposed');
    await put(tx, review, 'proposed', { returned_reason: '' });
    await audit(tx, review, 'proposed');
    await mailRequester(tx, ports, review, { template: 'letter_proposed', data: {} });
  });

  on(e.return, 'return', async (tx, review, _to, { body: { reason } }) => {
    await put(tx, review, 'asked', { returned_reason: reason });
    await tx.system
      .updateTable('purpose_letter_versions')
      .set({ returned_reason: reason })
      .where('review_id', '=', review.id)
      .where('version', '=', (eb) =>
        eb
          .selectFrom('purpose_letter_versions as v')
          .select((of) => of.fn.max('v.version').as('version'))
          .where('v.review_id', '=', review.id),
      )
      .execute();
    await audit(tx, review, 'returned');
    await mailWriters(tx, ports, review, { template: 'letter_returned', data: {} });
  });

  on(e.send, 'send', async (tx, review) => {
    const { body } = await letterOf(tx.db, tx.actor, review.kind, review.id, tx.now);
    const version_id = await keep(tx, review, 'sent');
    await put(tx, review, 'sent', { returned_reason: '' });
    // what the examiner is asked in the letter is what the report has to answer
    await ports.orderQuestions(
      tx,
      review.id,
      body.questions.map((question) => question.trim()),
    );
    await audit(tx, review, 'sent');
    await tx.emit('purpose_letter.sent', { version_id }, review.id);
  });

  return {
    jobs: [renderLetters(services, ports)],
    events: [
      onEvent({
        name: 'purpose_letters.purge',
        topics: ['review.transitioned'],
        when: onAction('purge'),
        run: async (tx, { review_id }) => {
          await tx.system
            .deleteFrom('purpose_letter_versions')
            .where('review_id', '=', review_id ?? 0)
            .execute();
          await tx.system
            .deleteFrom('purpose_letters')
            .where('review_id', '=', review_id ?? 0)
            .execute();
        },
      }),
    ],
  };
}

const about = (review: LetterReview, side: 'requester' | 'staff') => ({
  review_id: review.id,
  side,
  link: `/${KINDS[review.kind].slug}/${review.id}/purpose-letter`,
});

const mailWriters = async (tx: Tx, ports: Ports, review: LetterReview, mail: MailText): Promise<void> =>
  mailEach(tx, ports, about(review, 'staff'), await staffWithRole(tx.system, ...rolesAt('records')), mail);

const mailRequester = async (tx: Tx, ports: Ports, review: LetterReview, mail: MailText): Promise<void> =>
  mailEach(tx, ports, about(review, 'requester'), await requesterOf(tx.system, review.requester_id), mail);
