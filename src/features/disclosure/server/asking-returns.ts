import type { Kysely } from 'kysely';
import { KINDS } from '../../../core/kinds.ts';
import { reminderIsOver } from '../../../core/late.ts';
import { DAY } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import { emittedAt } from '../../../platform/db/emitted-at.ts';
import { holdReview } from '../../../platform/db/hold-review.ts';
import { json } from '../../../platform/db/json.ts';
import { isOnLegalHold } from '../../../platform/db/legal-hold.ts';
import { type ReviewRowBeside, systemReviewRow } from '../../../platform/db/review-row.ts';
import type { DB } from '../../../platform/db/types.ts';
import { expertOf, expertSideOf, mailEach } from '../../../platform/mail/about-review.ts';
import type { MailText, Ports } from '../../../platform/ports.ts';
import { type FeatureServer, onAction, onEvent } from '../../../platform/workers.ts';
import { EXPERT_LEAVES } from '../../reviews/rules/actions.ts';
import { processOf } from '../../reviews/rules/kinds.ts';
import { type ListedRecord, returnDue, type ReturnFacts, RETURN_REMIND_DAYS } from '../rules.ts';
import { lastToLeave } from './leaving.ts';
import { matterOf } from './matter.ts';
import { factsOf, lookAtHold, recordsOf, type ReturnRow, returns } from './returns.ts';

/** The end of a day, so far as reminders of it go. */
const endOf = (day: string): Date => new Date(`${day}T23:59:59Z`);

/** Whom a certificate is asked of: who leads the matter, or one who left it, of what had been released to them until then. */
interface Asked {
  expert_profile_id: number;
  records: ListedRecord[] | null;
  /** What the certificate of who left names: the matter as it was then. */
  facts: ReturnFacts | null;
}

/** Mails whom it is asked of: who leads it with the matter’s page and their assistants, who left it alone, with a page of their own. */
async function mailAsked(tx: Tx, ports: Ports, review: ReviewRowBeside, of: Asked, mail: MailText): Promise<void> {
  const leads = of.records === null;
  const about = {
    review_id: review.id,
    side: 'expert',
    link: leads ? `/${KINDS[review.kind].slug}/${review.id}` : '/records-to-certify',
  } as const;
  const to = leads ? await expertSideOf(tx.system, review.id) : await expertOf(tx.system, of.expert_profile_id);
  await mailEach(tx, ports, about, to, mail);
}

/** Asks an expert what became of the records, and sets the reminders. */
async function ask(tx: Tx, ports: Ports, review: ReviewRowBeside, of: Asked): Promise<void> {
  const { today } = await matterOf(tx.system, review, tx.now);
  const due_on = returnDue(today);
  const asked = await tx.system
    .insertInto('record_returns')
    .values({
      review_id: review.id,
      expert_profile_id: of.expert_profile_id,
      records: of.records && json(of.records),
      facts: of.facts && json(of.facts),
      asked_at: tx.now,
      due_on,
    })
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
  await mailAsked(tx, ports, review, of, { template: 'records_return_asked', data: { due_on, again: false } });
}

/** Asks who leads it; nobody, where nobody does. */
async function askLead(tx: Tx, ports: Ports, review: ReviewRowBeside): Promise<void> {
  if (review.expert_profile_id !== null)
    await ask(tx, ports, review, { expert_profile_id: review.expert_profile_id, records: null, facts: null });
}

/** What was asked of each expert last. */
async function newestOfEach(db: Kysely<DB>, reviewId: number): Promise<ReturnRow[]> {
  const rows = await returns(db).where('c.review_id', '=', reviewId).orderBy('c.id', 'desc').execute();
  return rows.filter((row, at) => rows.findIndex((one) => one.expert_profile_id === row.expert_profile_id) === at);
}

/**
 * What certificates do by themselves: they are asked for once a matter has ended or its expert left, and anew once a legal hold is
 * lifted; reminded of; and go with the records.
 */
export function askingReturns(ports: Ports) {
  return {
    events: [
      onEvent({
        name: 'disclosure.ask_returns',
        topics: ['review.transitioned'],
        when: onAction('conclude', 'cancel'),
        run: async (tx, { review_id }) => {
          const review = review_id === null ? undefined : await systemReviewRow(tx.system, review_id);
          // where nobody works by the hour nothing is handed out that is asked back
          if (review && processOf(review.kind).by_the_hour !== undefined) await askLead(tx, ports, review);
        },
      }),
      onEvent({
        name: 'disclosure.ask_who_left',
        topics: ['review.transitioned'],
        when: onAction(...EXPERT_LEAVES),
        run: async (tx, { id, review_id }) => {
          const review = review_id === null ? undefined : await systemReviewRow(tx.system, review_id);
          const then = await emittedAt(tx.system, id);
          const left = review && (await lastToLeave(tx, review.id, then));
          if (!review || !left) return;
          // what is listed is what had been released until then: what comes to the matter later is not theirs
          const records = await recordsOf(tx.system, { ...review, expert_profile_id: left.expert_profile_id }, then);
          if (records.length === 0) return;
          const facts = factsOf(await matterOf(tx.system, review, tx.now), review);
          await ask(tx, ports, review, { expert_profile_id: left.expert_profile_id, records, facts });
        },
      }),
      onEvent({
        name: 'disclosure.returns_on_again',
        topics: ['review.transitioned'],
        when: onAction('accept'),
        // who left and is engaged again keeps what they have: it is asked back at their next end, with what came since
        run: async (tx, { review_id }) => {
          const review = review_id === null ? undefined : await systemReviewRow(tx.system, review_id);
          await tx.system
            .deleteFrom('record_returns')
            .where('review_id', '=', review?.id ?? 0)
            .where('expert_profile_id', '=', review?.expert_profile_id ?? 0)
            .where('signed_at', 'is', null)
            .execute();
        },
      }),
      onEvent({
        name: 'disclosure.returns_not_yet',
        topics: ['review.transitioned'],
        when: onAction('take_up_again'),
        run: async (tx, { review_id }) => {
          await tx.system
            .deleteFrom('record_returns')
            .where('review_id', '=', review_id ?? 0)
            .where('signed_at', 'is', null)
            // of who left it is awaited all the same
            .where('records', 'is', null)
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
            .set((eb) => ({
              facts: null,
              text: null,
              signature_name: null,
              records: eb.case().when('records', 'is', null).then(null).else(json([])).end(),
            }))
            .where('review_id', '=', review_id)
            .execute();
        },
      }),
    ],
    deadlines: {
      async records_return_held(tx, { review_id }) {
        await holdReview(tx.system, review_id);
        const review = await systemReviewRow(tx.system, review_id);
        if (!review) return;
        const works = processOf(review.kind).by_the_hour?.open.includes(review.status) === true;
        // of work that was taken up again, or of who left and is engaged again, the next end asks anyway
        const kept = (await newestOfEach(tx.system, review_id)).filter(
          ({ fate, records, expert_profile_id }) =>
            fate === 'held' && (expert_profile_id === review.expert_profile_id ? !works : records !== null),
        );
        if (kept.length === 0) return;
        if (await isOnLegalHold(tx.system, review_id)) return lookAtHold(tx, review_id);
        for (const { expert_profile_id, records, facts } of kept)
          await ask(tx, ports, review, { expert_profile_id, records, facts });
      },
      async records_return_ahead(tx, { review_id, payload }) {
        const review = await systemReviewRow(tx.system, review_id);
        const row = await returns(tx.system).where('c.id', '=', payload.return_id).executeTakeFirst();
        if (!review || !row || row.signed_at !== null) return;
        const days = RETURN_REMIND_DAYS.map((one) => one * DAY);
        if (reminderIsOver(endOf(payload.due_on), tx.now, payload.days * DAY, days) && payload.days > 0) return 'over';
        await mailAsked(tx, ports, review, row, {
          template: 'records_return_asked',
          data: { due_on: payload.due_on, again: true },
        });
      },
    },
  } satisfies FeatureServer;
}
