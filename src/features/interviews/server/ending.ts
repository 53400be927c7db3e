import { reminderIsOver } from '../../../core/late.ts';
import { DAY, HOUR } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import { json } from '../../../platform/db/json.ts';
import { emittedAt } from '../../../platform/db/emitted-at.ts';
import { holdReview } from '../../../platform/db/hold-review.ts';
import { systemReviewRow } from '../../../platform/db/review-row.ts';
import type { Ports } from '../../../platform/ports.ts';
import { type FeatureServer, onAction, onEvent } from '../../../platform/workers.ts';
import { CHOOSE_REMIND_HOURS, ENDED_BY, isLive, lapsesAt, REMIND_HOURS } from '../rules.ts';
import { changeInterview, hasInterviews, holdsNames, type InterviewRow, interviewsOf, isInterviewing } from './load.ts';
import { endCall, tellBoth, tellExpert, tellFirm, tellPages, tellWithEntry } from './telling.ts';

/** Sets the reminders of a matter’s interviews, and when their offers lapse, anew. */
export async function setReminders(tx: Tx, reviewId: number): Promise<void> {
  await tx.cancelDeadlines(reviewId, ['interview_ahead', 'interview_lapse', 'interview_choose_by']);
  const rows = await interviewsOf(tx.system, reviewId);
  await tx.setDeadlines([
    ...rows.flatMap(({ id, state, starts_at }) =>
      state !== 'set' || starts_at === null
        ? []
        : REMIND_HOURS.map((hours) => ({
            review_id: reviewId,
            kind: 'interview_ahead' as const,
            key: `${id}:${hours}`,
            due_at: new Date(starts_at.getTime() - hours * HOUR),
            payload: { interview_id: id, starts_at: starts_at.toISOString(), hours },
          })).filter(({ due_at }) => due_at > tx.now),
    ),
    ...rows.flatMap(({ id, state, times, lock_version }) => {
      const due_at = lapsesAt(times.map((time) => new Date(time)));
      if (state !== 'offered' || due_at === null) return [];
      const of = { review_id: reviewId, key: String(id), payload: { interview_id: id, lock_version } };
      const before = new Date(due_at.getTime() - CHOOSE_REMIND_HOURS * HOUR);
      return [
        { ...of, kind: 'interview_lapse' as const, due_at },
        ...(before > tx.now ? [{ ...of, kind: 'interview_choose_by' as const, due_at: before }] : []),
      ];
    }),
  ]);
}

/** Calls an interview off: its time is free again, and its expert is told. */
export async function takeOff(
  tx: Tx,
  ports: Ports,
  row: InterviewRow,
  reason: string,
  { quietly = false }: { quietly?: boolean } = {},
): Promise<void> {
  await changeInterview(tx, row, { state: 'called_off', ended_at: tx.now, reason, times: json([]) });
  await endCall(tx, ports, row, 'cancelled');
  if (quietly) return tellPages(tx, row);
  const mail = { template: 'interview_called_off', data: {} } as const;
  if (row.state === 'set') await tellWithEntry(tx, ports, row, 'CANCEL', mail);
  else await tellExpert(tx, ports, row, mail);
}

/** What interviews do by themselves: reminders, offers that lapse, ending with the choice of an expert, and going with the records. */
export function ending(ports: Ports) {
  return {
    events: [
      onEvent({
        name: 'interviews.ended',
        topics: ['review.transitioned'],
        when: onAction(...(Object.keys(ENDED_BY) as (keyof typeof ENDED_BY)[])),
        run: async (tx, { id, review_id, payload }) => {
          const review = review_id === null ? undefined : await systemReviewRow(tx.system, review_id);
          if (!review || !hasInterviews(review.kind)) return;
          await holdReview(tx.system, review.id);
          const ends = ENDED_BY[payload.action as keyof typeof ENDED_BY];
          // as it stood when that happened, however late this runs
          const then = await emittedAt(tx.system, id);
          for (const row of await interviewsOf(tx.system, review.id)) {
            const hasBegun = row.state === 'set' && row.starts_at !== null && row.starts_at <= then;
            if (!isLive(row.state) || row.asked_at > then || hasBegun) continue;
            if (ends === 'others' && (await holdsNames(tx.system, row))) {
              // who was chosen in between talks before answering
              if (row.state === 'set' && row.starts_at !== null)
                await ports.holdInvitation(
                  tx,
                  review.id,
                  row.expert_profile_id,
                  new Date(row.starts_at.getTime() + DAY),
                );
              continue;
            }
            if (ends === 'without_time') {
              if (row.state !== 'set') await takeOff(tx, ports, row, 'The expert has accepted.', { quietly: true });
            } else await takeOff(tx, ports, row, 'The firm has decided, or the matter ended.');
          }
          await setReminders(tx, review.id);
        },
      }),
      onEvent({
        name: 'interviews.join_changed',
        tells: true,
        topics: ['appointment.join_changed'],
        when: ({ payload }) => payload.sort === 'interview',
        run: async (tx, { review_id, payload }) => {
          const set = await tx.system
            .selectFrom('appointments')
            .select(['expert_profile_id', 'location', 'starts_at', 'duration_minutes'])
            .where('id', '=', payload.appointment_id)
            .where('status', '=', 'scheduled')
            .executeTakeFirst();
          const row = (await interviewsOf(tx.system, review_id ?? 0)).find(
            (one) => one.state === 'set' && one.expert_profile_id === set?.expert_profile_id,
          );
          if (!set || !row) return;
          const data = { at: set.starts_at, minutes: set.duration_minutes, dial_in: set.location };
          await tellWithEntry(tx, ports, row, 'REQUEST', { template: 'interview_link', data });
        },
      }),
      onEvent({
        name: 'interviews.purge',
        topics: ['review.transitioned'],
        when: onAction('purge'),
        run: async (tx, { review_id }) => {
          await tx.system
            .deleteFrom('interviews')
            .where('review_id', '=', review_id ?? 0)
            .execute();
        },
      }),
    ],
    deadlines: {
      async interview_ahead(tx, { review_id, payload }) {
        const row = (await interviewsOf(tx.system, review_id)).find(({ id }) => id === payload.interview_id);
        if (row?.state !== 'set' || row.starts_at?.toISOString() !== payload.starts_at) return;
        if (
          reminderIsOver(
            row.starts_at,
            tx.now,
            payload.hours * HOUR,
            REMIND_HOURS.map((hours) => hours * HOUR),
          )
        )
          return 'over';
        await tellBoth(tx, ports, row, { template: 'interview_ahead', data: { at: row.starts_at } });
      },
      async interview_choose_by(tx, { review_id, payload }) {
        const row = (await interviewsOf(tx.system, review_id)).find(({ id }) => id === payload.interview_id);
        if (row?.state !== 'offered' || row.lock_version !== payload.lock_version) return;
        const review = await systemReviewRow(tx.system, review_id);
        // while the matter rests nobody can choose
        if (!review || !isInterviewing(review)) return;
        const by = lapsesAt(row.times.map((time) => new Date(time)));
        if (by === null || by <= tx.now) return 'over';
        await tellFirm(tx, ports, row, { template: 'interview_choose_by', data: { by } });
      },
      async interview_lapse(tx, { review_id, payload }) {
        await holdReview(tx.system, review_id);
        const row = (await interviewsOf(tx.system, review_id)).find(({ id }) => id === payload.interview_id);
        if (row?.state !== 'offered' || row.lock_version !== payload.lock_version) return;
        // while the matter rests nobody can offer others; the page shows that these have lapsed
        const review = await systemReviewRow(tx.system, review_id);
        if (!review || !isInterviewing(review)) return;
        await changeInterview(tx, row, { state: 'asked', times: json([]) });
        await tx.audit({ action: 'interview.lapsed', review_id, subject: `interview:${row.id}` });
        await tellExpert(tx, ports, row, { template: 'interview_asked', data: { again: true } });
        await tellFirm(tx, ports, row, null);
      },
    },
  } satisfies FeatureServer;
}
