import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { type Actor, isExpert, isExpertSide } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { type Kind, KINDS, reviewNumber } from '../../../core/kinds.ts';
import { reminderIsOver } from '../../../core/late.ts';
import { capital } from '../../../core/phrases.ts';
import { DAY } from '../../../core/time.ts';
import { command, type Tx } from '../../../platform/command.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { nameOfUser } from '../../../platform/db/full-name.ts';
import { holdReview } from '../../../platform/db/hold-review.ts';
import { isOnLegalHold } from '../../../platform/db/legal-hold.ts';
import { type ReviewRowBeside, systemReviewRow } from '../../../platform/db/review-row.ts';
import type { DB } from '../../../platform/db/types.ts';
import { refuseWithoutFreshProof } from '../../../platform/fresh-proof.ts';
import { mount } from '../../../platform/http/mount.ts';
import { sendPdf } from '../../../platform/http/send-pdf.ts';
import { rooms } from '../../../platform/live.ts';
import { mailExpertSide, mailRequester } from '../../../platform/mail/about-review.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { type FeatureServer, onAction, onEvent } from '../../../platform/workers.ts';
import { signedByTyping, typedNameFaults } from '../../engagements/rules.ts';
import { sidesOf } from '../../work/rules.ts';
import { type ReturnsView, returnEndpoints } from '../contract/returns.ts';
import {
  type ListedRecord,
  RECORD_FATES,
  returnCertificate,
  returnDue,
  returnFaults,
  RETURN_REMIND_DAYS,
  type ReturnFacts,
} from '../rules.ts';
import { loadMatter } from './load.ts';
import { type Matter, matterOf } from './matter.ts';
import { releasedFiles } from './released.ts';

/** The end of a day, so far as reminders of it go. */
const endOf = (day: string): Date => new Date(`${day}T23:59:59Z`);

const factsOf = ({ facts }: Matter, review: ReviewRowBeside): ReturnFacts => ({
  caption: facts.caption,
  court: facts.court,
  docket: facts.docket,
  firm: facts.firm,
  number: reviewNumber(review.kind, review.id),
});
const recordsOf = async (db: Kysely<DB>, review: ReviewRowBeside): Promise<ListedRecord[]> =>
  (await releasedFiles(db, review)).map(({ name, pages, bates, sha256 }) => ({ name, pages, bates, sha256 }));

/** What was asked for and signed on a matter: experts see their own; the firm and staff all. */
const returnsOf = (db: Kysely<DB>, actor: Actor, review: ReviewRowBeside) =>
  db
    .selectFrom('record_returns')
    .selectAll()
    .where('review_id', '=', review.id)
    .$if(isExpertSide(actor.kind), (q) => q.where('expert_profile_id', '=', review.expert_profile_id))
    .orderBy('id', 'desc')
    .execute();

async function presentReturns(db: ActorDb, actor: Actor, kind: Kind, id: number, now: Date): Promise<ReturnsView> {
  const review = await loadMatter(db, kind, id);
  const own = db.executor;
  const matter = await matterOf(own, review, now);
  const rows = await returnsOf(own, actor, review);
  const awaited = rows.find(({ signed_at }) => signed_at === null);
  const sign =
    awaited !== undefined &&
    awaited.expert_profile_id === review.expert_profile_id &&
    isExpert(actor.kind) &&
    sidesOf(actor, review).includes('expert');
  return {
    review_id: id,
    kind,
    today: matter.today,
    own_name: await nameOfUser(own, actor.user_id),
    held: await isOnLegalHold(own, id),
    awaited: awaited
      ? {
          due_on: awaited.due_on,
          asked_at: awaited.asked_at.toISOString(),
          overdue: awaited.due_on < matter.today,
        }
      : null,
    facts: factsOf(matter, review),
    records: sign ? await recordsOf(own, review) : [],
    certificates: rows.flatMap((one) =>
      one.signed_at === null || one.fate === null || one.sha256 === null
        ? []
        : [
            {
              id: one.id,
              fate: one.fate,
              signed_by: one.signature_name,
              signed_at: one.signed_at.toISOString(),
              sha256: one.sha256,
              has_words: one.text !== null,
            },
          ],
    ),
    can: { sign },
  };
}

/** Certificates that the records of a matter were returned, destroyed or kept. Nothing else waits for one. */
export function mountReturns(app: FastifyInstance, services: Services, ports: Ports): void {
  const e = returnEndpoints;
  mount(app, services, e.read, ({ params, kind, actor, db }) =>
    presentReturns(db, actor, kind, params.id, services.clock.now()),
  );

  mount(app, services, e.document, async ({ params, kind, actor, db, reply }) => {
    const review = await loadMatter(db, kind, params.id);
    const one = (await returnsOf(db.executor, actor, review)).find(({ id }) => id === params.returnId);
    if (!one || one.text === null || one.signed_at === null || one.fate === null) throw new Refusal('not_found');
    const bytes = await ports.letterPdf({
      title: 'Certificate about records',
      review: { number: reviewNumber(kind, review.id), kind_label: capital(KINDS[kind].singular) },
      organization: one.firm ?? '',
      document_id: `records-${review.id}-${one.id}`,
      made_at: one.signed_at.toISOString(),
      lead: RECORD_FATES[one.fate],
      signed_by: one.signature_name ?? '',
      signed_how: signedByTyping(one.sha256 ?? ''),
      confidentiality: null,
      text: one.text,
      headings: ['Records that were released to me'],
    });
    return sendPdf(reply, `Records-${review.id}-${one.id}`, await services.signatures.signed(bytes));
  });

  mount(app, services, e.sign, ({ actor, kind, params, body }) =>
    command(services, actor, async (tx) => {
      await loadMatter(tx.db, kind, params.id);
      await holdReview(tx.system, params.id);
      const review = await loadMatter(tx.db, kind, params.id);
      if (!sidesOf(actor, review).includes('expert')) throw new Refusal('forbidden');
      const awaited = (await returnsOf(tx.system, actor, review)).find(({ signed_at }) => signed_at === null);
      if (!awaited) throw new Refusal('wrong_state', 'No certificate about the records is awaited now.');
      const matter = await matterOf(tx.system, review, tx.now);
      const { text, name: typed, consents: _consents, ...said } = body;
      const name = await nameOfUser(tx.system, actor.user_id);
      const held = await isOnLegalHold(tx.system, review.id);
      refuseFields([...returnFaults(said, { today: matter.today, held }), ...typedNameFaults(typed, name)]);
      if (text !== returnCertificate(said, factsOf(matter, review), await recordsOf(tx.system, review)))
        throw new Refusal('stale', 'What it says has changed since you read it. Read it again.');
      await refuseWithoutFreshProof(tx);
      await tx.system
        .updateTable('record_returns')
        .set({
          fate: said.fate,
          firm: matter.facts.firm,
          text,
          sha256: createHash('sha256').update(text).digest('hex'),
          signature_name: name,
          signed_by: actor.user_id,
          signed_at: tx.now,
        })
        .where('id', '=', awaited.id)
        .execute();
      await tx.cancelDeadlines(review.id, ['records_return_ahead']);
      if (said.fate === 'held') await lookAgain(tx, review.id);
      await tx.audit({
        action: 'records.return_signed',
        review_id: review.id,
        subject: `record_return:${awaited.id}`,
        timeline: true,
      });
      await mailRequester(tx, ports, review, { template: 'records_return_signed', data: {} });
      tx.live({ room: rooms.review(review.id), event: 'review.changed', payload: { review_id: review.id } });
      return presentReturns(tx.db, actor, kind, review.id, tx.now);
    }),
  );
}

/** Asks who leads a matter that has ended what became of the records, and sets its reminders. */
async function ask(tx: Tx, ports: Ports, review: ReviewRowBeside): Promise<void> {
  if (review.expert_profile_id === null) return;
  const { today } = await matterOf(tx.system, review, tx.now);
  const due_on = returnDue(today);
  const asked = await tx.system
    .insertInto('record_returns')
    .values({ review_id: review.id, expert_profile_id: review.expert_profile_id, asked_at: tx.now, due_on })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!asked) return;
  await tx.setDeadlines(
    RETURN_REMIND_DAYS.map((days) => ({
      review_id: review.id,
      kind: 'records_return_ahead' as const,
      // of each request its own: what was kept under a legal hold is asked for anew
      key: `${asked.id}:${days}`,
      due_at: new Date(endOf(due_on).getTime() - days * DAY),
      payload: { return_id: asked.id, due_on, days },
    })),
  );
  await mailExpertSide(tx, ports, review, { template: 'records_return_asked', data: { due_on, again: false } });
}

/** Looks a day later whether the legal hold was lifted under which the records were kept. */
const lookAgain = (tx: Tx, reviewId: number) =>
  tx.setDeadline({
    review_id: reviewId,
    kind: 'records_return_held',
    key: tx.now.toISOString(),
    due_at: new Date(tx.now.getTime() + DAY),
    payload: {},
  });

/** What certificates do by themselves: they are asked for once a matter has ended, and anew once a legal hold is lifted; reminded of; and go with the records. */
export function askingReturns(ports: Ports) {
  return {
    events: [
      onEvent({
        name: 'disclosure.ask_returns',
        topics: ['review.transitioned'],
        when: onAction('conclude'),
        run: async (tx, { review_id }) => {
          const review = review_id === null ? undefined : await systemReviewRow(tx.system, review_id);
          if (review) await ask(tx, ports, review);
        },
      }),
      onEvent({
        name: 'disclosure.returns_not_yet',
        topics: ['review.transitioned'],
        when: onAction('take_up_again'),
        run: async (tx, { review_id }) => {
          if (review_id === null) return;
          await tx.cancelDeadlines(review_id, ['records_return_ahead', 'records_return_held']);
          await tx.system
            .deleteFrom('record_returns')
            .where('review_id', '=', review_id)
            .where('signed_at', 'is', null)
            .execute();
        },
      }),
      onEvent({
        name: 'disclosure.purge_returns',
        topics: ['review.transitioned'],
        when: onAction('purge'),
        run: async (tx, { review_id }) => {
          if (review_id === null) return;
          await tx.system
            .deleteFrom('record_returns')
            .where('review_id', '=', review_id)
            .where('signed_at', 'is', null)
            .execute();
          await tx.system
            .updateTable('record_returns')
            .set({ text: null, signature_name: null })
            .where('review_id', '=', review_id)
            .execute();
        },
      }),
    ],
    deadlines: {
      async records_return_held(tx, { review_id }) {
        await holdReview(tx.system, review_id);
        const review = await systemReviewRow(tx.system, review_id);
        const last = await tx.system
          .selectFrom('record_returns')
          .select(['fate', 'expert_profile_id'])
          .where('review_id', '=', review_id)
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst();
        if (!review || last?.fate !== 'held' || last.expert_profile_id !== review.expert_profile_id) return;
        if (await isOnLegalHold(tx.system, review_id)) await lookAgain(tx, review_id);
        else await ask(tx, ports, review);
      },
      async records_return_ahead(tx, { review_id, payload }) {
        const review = await systemReviewRow(tx.system, review_id);
        const row = await tx.system
          .selectFrom('record_returns')
          .select('signed_at')
          .where('id', '=', payload.return_id)
          .executeTakeFirst();
        if (!review || !row || row.signed_at !== null) return;
        const days = RETURN_REMIND_DAYS.map((one) => one * DAY);
        if (reminderIsOver(endOf(payload.due_on), tx.now, payload.days * DAY, days) && payload.days > 0) return 'over';
        await mailExpertSide(tx, ports, review, {
          template: 'records_return_asked',
          data: { due_on: payload.due_on, again: true },
        });
      },
    },
  } satisfies FeatureServer;
}
