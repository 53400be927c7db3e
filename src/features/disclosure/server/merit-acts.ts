import type { FastifyInstance } from 'fastify';
import type { Kysely, Updateable } from 'kysely';
import { type Actor, isExpert } from '../../../core/actor.ts';
import type { Endpoint } from '../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { dateIn, HOUR } from '../../../core/time.ts';
import type { AuditAction } from '../../../platform/audit.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { newToken } from '../../../platform/crypto.ts';
import { holdReview } from '../../../platform/db/hold-review.ts';
import type { ReviewRowBeside } from '../../../platform/db/review-row.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import type { DB, MeritStatements } from '../../../platform/db/types.ts';
import { type ActorCall, mount } from '../../../platform/http/mount.ts';
import { sendStored } from '../../../platform/http/send-stored.ts';
import type { Whose } from '../../../platform/inspect/in-turn.ts';
import type { InspectRequest, InspectResult } from '../../../platform/inspect/types.ts';
import { keepStored } from '../../../platform/keep-stored.ts';
import { rooms } from '../../../platform/live.ts';
import { mailExpertSide, mailRequester } from '../../../platform/mail/about-review.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import type { Source } from '../../../platform/storage.ts';
import { countTry, throttleKey } from '../../../platform/throttle.ts';
import { onAction, onEvent, onJob } from '../../../platform/workers.ts';
import { EXPERT_LEAVES } from '../../reviews/rules/actions.ts';
import { sidesOf, type WorkSide } from '../../work/rules.ts';
import { meritEndpoints } from '../contract/merit.ts';
import { COPY_BYTES_MAX, COPY_FAULTS, notaryFaults } from '../rules.ts';
import { loadMatter } from './load.ts';
import { matterOf } from './matter.ts';
import { cancelMeritReminders, setMeritReminders } from './merit-reminding.ts';
import { mayAsk, presentMerit, type Statement, statementCan, statementsOf } from './merit-view.ts';

/** Looks into a stored file in a process of its own, in its person's turn. */
export type Inspect = (request: InspectRequest, content: Source, whose: Whose) => Promise<InspectResult>;

/** So many notarized copies a person may send. */
const TRIES = { tries: 100, window_ms: HOUR };

const copyPrefix = (reviewId: number): string => `notarized/${reviewId}/`;

/** What happens with certificates beside signing: asked for, used, withdrawn, and what a notary did. */
export function mountMeritActs(app: FastifyInstance, services: Services, ports: Ports, inspect: Inspect): void {
  const e = meritEndpoints;

  const noted = (tx: Tx, action: AuditAction, { id }: ReviewRowBeside, data: Record<string, unknown> = {}) =>
    tx.audit({ action, review_id: id, subject: `merit:${id}`, data, timeline: true });

  /** One act on a matter's certificates by one side, under the matter's lock. Answers all of them. */
  function on<T extends Endpoint>(
    endpoint: T,
    by: WorkSide,
    act: (tx: Tx<Actor>, review: ReviewRowBeside, call: ActorCall<T>) => Promise<unknown>,
  ): void {
    mount(app, services, endpoint, (async (call: ActorCall<T> & { params: { id: number } }) =>
      command(services, call.actor, async (tx) => {
        await loadMatter(tx.db, call.kind, call.params.id);
        await holdReview(tx.system, call.params.id);
        const review = await loadMatter(tx.db, call.kind, call.params.id);
        if (!sidesOf(call.actor, review).includes(by)) throw new Refusal('forbidden');
        await act(tx, review, call);
        tx.live({ room: rooms.review(review.id), event: 'review.changed', payload: { review_id: review.id } });
        return presentMerit(tx.db, call.actor, call.kind, review.id, tx.now);
        // why: the answer’s type hangs on the endpoint, which is a type parameter here
      })) as never);
  }

  const statementOf = async (tx: Tx<Actor>, review: ReviewRowBeside, number: number): Promise<Statement> => {
    const one = (await statementsOf(tx.system, tx.actor, review)).find((row) => row.number === number);
    if (!one || one.text === null) throw new Refusal('not_found');
    return one;
  };
  const set = (tx: Tx, { id }: { id: number }, values: Updateable<MeritStatements>) =>
    tx.system.updateTable('merit_statements').set(values).where('id', '=', id).execute();
  const requestOf = async (tx: Tx<Actor>, review: ReviewRowBeside, id: number) => {
    const row = await tx.system
      .selectFrom('merit_requests')
      .selectAll()
      .where('id', '=', id)
      .where('review_id', '=', review.id)
      .executeTakeFirst();
    if (!row) throw new Refusal('not_found');
    if (row.state !== 'asked') throw new Refusal('wrong_state', 'This request was answered already.');
    return row;
  };

  on(e.ask, 'requester', async (tx, review, { body }) => {
    const matter = await matterOf(tx.system, review, tx.now);
    if (!mayAsk(tx.actor, review, matter) || review.expert_profile_id === null)
      throw new Refusal('wrong_state', 'Ask for a certificate while the expert is engaged on this matter.');
    refuseFields(body.due_on < matter.today ? [{ path: 'due_on', message: 'This day has passed.' }] : []);
    const added = await tx.system
      .insertInto('merit_requests')
      .values({
        review_id: review.id,
        expert_profile_id: review.expert_profile_id,
        reason: body.reason,
        due_on: body.due_on,
        asked_by: tx.actor.user_id,
        asked_at: tx.now,
      })
      .onConflict((oc) => oc.columns(['review_id', 'expert_profile_id']).where('state', '=', 'asked').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) throw new Refusal('wrong_state', 'The expert has been asked already; the answer is still to come.');
    await setMeritReminders(tx, review.id, { id: added.id, due_on: body.due_on, zone: matter.time_zone });
    await noted(tx, 'merit.asked', review, { due_on: body.due_on });
    await mailExpertSide(tx, ports, review, { template: 'merit_asked', data: { due_on: body.due_on } });
  });

  on(e.takeBack, 'requester', async (tx, review, { params }) => {
    const { id } = await requestOf(tx, review, params.requestId);
    await tx.system
      .updateTable('merit_requests')
      .set({ state: 'taken_back', answered_at: tx.now })
      .where('id', '=', id)
      .execute();
    await cancelMeritReminders(tx, review.id);
    await noted(tx, 'merit.taken_back', review);
    await tx.emit('merit.answered', {}, review.id);
    await mailExpertSide(tx, ports, review, { template: 'merit_taken_back', data: {} });
  });

  on(e.decline, 'expert', async (tx, review, { params, body }) => {
    const row = await requestOf(tx, review, params.requestId);
    if (!isExpert(tx.actor.kind) || !tx.actor.expert_profile_ids.includes(row.expert_profile_id))
      throw new Refusal('not_found');
    await tx.system
      .updateTable('merit_requests')
      .set({ state: 'declined', answered_at: tx.now, answer: body.reason })
      .where('id', '=', row.id)
      .execute();
    await cancelMeritReminders(tx, review.id);
    await noted(tx, 'merit.declined', review);
    await tx.emit('merit.answered', {}, review.id);
    await mailRequester(tx, ports, review, { template: 'merit_declined', data: {} });
  });

  on(e.use, 'requester', async (tx, review, { params }) => {
    const one = await statementOf(tx, review, params.number);
    if (!statementCan(tx.actor, review, one).use)
      throw new Refusal(
        'wrong_state',
        one.withdrawn_at === null ? 'It is recorded as used already.' : 'Its expert has withdrawn it.',
      );
    await set(tx, one, { used_at: tx.now, used_by: tx.actor.user_id });
    await noted(tx, 'merit.used', review, { number: one.number });
  });

  on(e.withdraw, 'expert', async (tx, review, { params, body }) => {
    const one = await statementOf(tx, review, params.number);
    if (!statementCan(tx.actor, review, one).withdraw) throw new Refusal('wrong_state', 'It was withdrawn already.');
    await set(tx, one, { withdrawn_at: tx.now, withdrawn_reason: body.reason });
    await noted(tx, 'merit.withdrawn', review, { number: one.number });
    await mailRequester(tx, ports, review, { template: 'merit_withdrawn', data: { used: one.used_at !== null } });
  });

  on(e.notarize, 'requester', async (tx, review, { params, body }) => {
    const one = await statementOf(tx, review, params.number);
    if (!statementCan(tx.actor, review, one).notarize)
      throw new Refusal(
        'wrong_state',
        !one.needs_notary ? 'Its form asks for no notary.' : 'A notary’s act is recorded already, or it was withdrawn.',
      );
    const { today, time_zone } = await matterOf(tx.system, review, tx.now);
    refuseFields(notaryFaults(body, { signed_on: dateIn(one.signed_at, time_zone), today }));
    await set(tx, one, {
      notary_name: body.name,
      notary_state: body.state,
      notary_number: body.number,
      notarized_on: body.notarized_on,
      notary_recorded_at: tx.now,
      notary_recorded_by: tx.actor.user_id,
    });
    await noted(tx, 'merit.notarized', review, { number: one.number });
  });

  void app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/pdf', 'application/octet-stream'],
      { parseAs: 'buffer', bodyLimit: COPY_BYTES_MAX },
      (_, bytes, done) => {
        done(null, bytes);
      },
    );
    mount(scope, services, e.addCopy, async ({ actor, db, kind, params, query, request }) => {
      const refuse = (message: string): never => {
        throw new Refusal('invalid', message, { errors: [{ path: 'copy', message }] });
      };
      const admitted = async (from: { db: ActorDb; system: Kysely<DB> }) => {
        const review = await loadMatter(from.db, kind, params.id);
        if (!sidesOf(actor, review).includes('requester')) throw new Refusal('forbidden');
        const one = (await statementsOf(from.system, actor, review)).find(({ number }) => number === params.number);
        if (!one || one.text === null) throw new Refusal('not_found');
        if (!statementCan(actor, review, one).add_copy)
          throw new Refusal(
            'wrong_state',
            one.copy_storage_key === null
              ? 'Record the notary’s act first. The copy goes with it.'
              : 'The notarized copy is there already.',
          );
        return { review, one };
      };
      const { one: statement } = await admitted({ db, system: db.executor });
      const body: unknown = request.body;
      const bytes = Buffer.isBuffer(body) && body.length > 0 ? body : refuse(COPY_FAULTS.kind);
      if (!/\.pdf$/i.test(query.name)) refuse(COPY_FAULTS.kind);
      const { systemDb } = services.database;
      await countTry(systemDb, throttleKey('notarized_copy', String(actor.user_id)), TRIES, services.clock.now());
      const storage_key = `${copyPrefix(params.id)}c${newToken()}`;
      const whose = { organization: String(actor.organization_id ?? ''), person: String(actor.user_id) };
      return keepStored(services, storage_key, bytes, {
        async look(content) {
          const found = await inspect({ name: query.name }, content, whose);
          if (found.failure !== null) refuse(found.failure);
        },
        keep: ({ sha256, size_bytes }) =>
          command(services, actor, async (tx) => {
            await holdReview(tx.system, params.id);
            const { review, one } = await admitted(tx);
            await set(tx, one, {
              copy_name: query.name,
              copy_storage_key: storage_key,
              copy_sha256: sha256,
              copy_size_bytes: size_bytes,
            });
            await noted(tx, 'merit.copy_added', review, { number: one.number });
            tx.live({ room: rooms.review(review.id), event: 'review.changed', payload: { review_id: review.id } });
            return presentMerit(tx.db, actor, kind, review.id, tx.now);
          }),
        // for update: what another connection still commits is waited for
        isNamed: async () =>
          (
            await systemDb
              .selectFrom('merit_statements')
              .select('copy_storage_key')
              .where('id', '=', statement.id)
              .forUpdate()
              .executeTakeFirst()
          )?.copy_storage_key === storage_key,
      });
    });
  });

  mount(app, services, e.copy, async ({ params, kind, actor, db, request, reply }): Promise<undefined> => {
    const find = async () => {
      const review = await loadMatter(db, kind, params.id);
      const one = (await statementsOf(db.executor, actor, review)).find(({ number }) => number === params.number);
      if (!one || one.copy_storage_key === null || one.copy_name === null) throw new Refusal('not_found');
      return { id: one.id, name: one.copy_name, storage_key: one.copy_storage_key, one };
    };
    const { id, name, storage_key, one } = await find();
    await sendStored(
      services,
      {
        id,
        name,
        storage_key,
        content_type: 'application/pdf',
        size_bytes: one.copy_size_bytes ?? 0,
        sha256: one.copy_sha256,
      },
      {
        request,
        reply,
        inline: true,
        isWanted: async () => (await find()).storage_key === storage_key,
        record: async () => {
          await command(services, actor, (tx) =>
            tx.audit({ action: 'merit.copy_downloaded', review_id: params.id, subject: `merit_statement:${id}` }),
          );
        },
      },
    );
  });
}

/** Answers what was asked of an expert by the statement they signed. */
export async function answerRequest(
  tx: Tx,
  { review_id, expert_profile_id, number }: { review_id: number; expert_profile_id: number; number: number },
): Promise<void> {
  const { numUpdatedRows } = await tx.system
    .updateTable('merit_requests')
    .set({ state: 'given', number, answered_at: tx.now })
    .where('review_id', '=', review_id)
    .where('expert_profile_id', '=', expert_profile_id)
    .where('state', '=', 'asked')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await cancelMeritReminders(tx, review_id);
  await tx.emit('merit.answered', {}, review_id);
}

/** What certificates do by themselves: a request ends where its expert leaves or the matter ends; copies go with the records. */
export const meritEvents = [
  onEvent({
    name: 'merit.requests_end',
    topics: ['review.transitioned'],
    when: onAction(...EXPERT_LEAVES, 'cancel', 'conclude'),
    run: async (tx, { review_id }) => {
      await tx.system
        .updateTable('merit_requests')
        .set({ state: 'ended', answered_at: tx.now })
        .where('review_id', '=', review_id ?? 0)
        .where('state', '=', 'asked')
        .execute();
    },
  }),
  onEvent({
    name: 'merit.purge',
    topics: ['review.transitioned'],
    when: onAction('purge'),
    run: async (tx, { review_id }) => {
      if (review_id === null) return;
      await tx.system.deleteFrom('merit_requests').where('review_id', '=', review_id).execute();
      await tx.system
        .updateTable('merit_statements')
        .set({
          withdrawn_reason: '',
          notary_name: null,
          notary_state: null,
          notary_number: null,
          copy_name: null,
          copy_storage_key: null,
          copy_sha256: null,
          copy_size_bytes: null,
        })
        .where('review_id', '=', review_id)
        .execute();
      // also what a process that was killed stored without a row
      const stored = await tx.system
        .selectFrom('stored_objects')
        .select('storage_key')
        .where('storage_key', 'like', `${copyPrefix(review_id)}%`)
        .execute();
      for (const { storage_key } of stored) await tx.emit('merit.copy_removed', { storage_key }, review_id);
    },
  }),
];

/** Takes a notarized copy out of the storage. */
export const removeCopies = (services: Services) =>
  onJob({
    name: 'merit.remove_stored',
    topics: ['merit.copy_removed'],
    run: ({ payload }) => services.storage.remove(payload.storage_key),
  });
