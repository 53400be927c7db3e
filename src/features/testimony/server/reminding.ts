import { reminderIsOver } from '../../../core/late.ts';
import { DAY } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import { mailExpertSide, mailRequester } from '../../../platform/mail/about-review.ts';
import { emittedAt } from '../../../platform/db/emitted-at.ts';
import { holdReview } from '../../../platform/db/hold-review.ts';
import type { Ports } from '../../../platform/ports.ts';
import { type FeatureServer, onAction, onEvent } from '../../../platform/workers.ts';
import { EXPERT_LEAVES } from '../../reviews/rules/actions.ts';
import { ERRATA_REMIND_DAYS, isAhead, SESSION_REMIND_DAYS, SESSION_TYPES } from '../rules.ts';
import { isErrataOpen, isTheirs, sessionOf, sessionsOf, systemMatter } from './load.ts';
import { calledOffMail, takeOff } from './calling-off.ts';
import { costsOf } from './view.ts';

const ahead = (at: Date, days: number): Date => new Date(at.getTime() - days * DAY);
/** The end of a day, so far as reminders of it go. */
const endOf = (day: string): Date => new Date(`${day}T23:59:59Z`);

/** Sets the reminders of a matter's sessions and errata anew, as they are now. */
export async function setReminders(tx: Tx, reviewId: number): Promise<void> {
  await tx.cancelDeadlines(reviewId, ['session_ahead', 'errata_ahead']);
  const rows = await sessionsOf(tx.system, reviewId);
  await tx.setDeadlines([
    ...rows
      .filter(({ state }) => state === 'asked' || state === 'confirmed')
      .flatMap(({ id, starts_at }) =>
        SESSION_REMIND_DAYS.filter((days) => ahead(starts_at, days) > tx.now).map((days) => ({
          review_id: reviewId,
          kind: 'session_ahead' as const,
          key: `${id}:${days}`,
          due_at: ahead(starts_at, days),
          payload: { session_id: id, starts_at: starts_at.toISOString(), days },
        })),
      ),
    ...rows.flatMap(({ id, errata_due_on, errata }) =>
      errata_due_on === null || errata !== null
        ? []
        : ERRATA_REMIND_DAYS.filter((days) => ahead(endOf(errata_due_on), days) > tx.now).map((days) => ({
            review_id: reviewId,
            kind: 'errata_ahead' as const,
            key: `${id}:${days}`,
            due_at: ahead(endOf(errata_due_on), days),
            payload: { session_id: id, due_on: errata_due_on, days },
          })),
    ),
  ]);
}

/** What sessions do by themselves: reminders, the end of a matter, an expert who leaves, and going with the records. */
export function reminding(ports: Ports) {
  /** Calls off what was still to come at that instant; both sides are told, for nobody pressed a button. */
  const callOffAll = async (
    tx: Tx,
    { id, review_id }: { id: number; review_id: number | null },
    reason: string,
    charges: boolean,
  ): Promise<void> => {
    const review = review_id === null ? undefined : await systemMatter(tx.system, review_id);
    if (!review) return;
    await holdReview(tx.system, review.id);
    // as it stood when that happened, however late this runs
    const then = await emittedAt(tx.system, id);
    const { callingOff } = await costsOf(ports, tx.system, review.id, then);
    for (const row of await sessionsOf(tx.system, review.id)) {
      if (!isAhead(row, then) || row.asked_at > then) continue;
      const charged = charges ? callingOff(row) : 0;
      if (await takeOff(tx, ports, review, row, { reason, charged, by: review.requester_id }))
        await mailRequester(tx, ports, review, calledOffMail(row, charged));
    }
    await setReminders(tx, review.id);
  };
  return {
    events: [
      onEvent({
        name: 'testimony.expert_left',
        topics: ['review.transitioned'],
        when: onAction(...EXPERT_LEAVES),
        run: async (tx, event) => callOffAll(tx, event, 'The expert is off the matter.', false),
      }),
      onEvent({
        name: 'testimony.ended',
        topics: ['review.transitioned'],
        when: onAction('conclude', 'cancel'),
        run: async (tx, event) => callOffAll(tx, event, 'The matter ended.', true),
      }),
      onEvent({
        name: 'testimony.purge',
        topics: ['review.transitioned'],
        when: onAction('purge'),
        run: async (tx, { review_id }) => {
          await tx.system
            .deleteFrom('testimony_sessions')
            .where('review_id', '=', review_id ?? 0)
            .execute();
        },
      }),
    ],
    deadlines: {
      async session_ahead(tx, { review_id, payload }) {
        const review = await systemMatter(tx.system, review_id);
        const row = review && (await sessionOf(tx.system, review_id, payload.session_id));
        if (!review || !row || row.starts_at.toISOString() !== payload.starts_at) return;
        if (row.state !== 'asked' && row.state !== 'confirmed') return;
        if (
          reminderIsOver(
            row.starts_at,
            tx.now,
            payload.days * DAY,
            SESSION_REMIND_DAYS.map((days) => days * DAY),
          )
        )
          return 'over';
        const mail = {
          template: 'session_ahead',
          data: {
            what: SESSION_TYPES[row.type].called,
            at: row.starts_at,
            days: payload.days,
            confirmed: row.state === 'confirmed',
          },
        } as const;
        await mailRequester(tx, ports, review, mail);
        await mailExpertSide(tx, ports, review, mail);
      },
      async errata_ahead(tx, { review_id, payload }) {
        const review = await systemMatter(tx.system, review_id);
        const row = review && (await sessionOf(tx.system, review_id, payload.session_id));
        if (!review || !row || row.errata !== null || row.errata_due_on !== payload.due_on) return;
        // nobody is asked for what can no longer be signed
        if (!isTheirs(review, row) || !isErrataOpen(review, row, tx.now)) return;
        if (
          reminderIsOver(
            endOf(payload.due_on),
            tx.now,
            payload.days * DAY,
            ERRATA_REMIND_DAYS.map((d) => d * DAY),
          )
        )
          return 'over';
        await mailExpertSide(tx, ports, review, {
          template: 'errata_ahead',
          data: { due_on: payload.due_on, days: payload.days },
        });
      },
    },
  } satisfies FeatureServer;
}
