import { KINDS } from '../../../core/kinds.ts';
import { DAY, dateIn } from '../../../core/time.ts';
import { reminderIsOver } from '../../../core/late.ts';
import type { Tx } from '../../../platform/command.ts';
import { expertSideOf, mailEach, requesterOf } from '../../../platform/mail/about-review.ts';
import type { Addressee } from '../../../platform/mail/staff.ts';
import type { Ports } from '../../../platform/ports.ts';
import { type FeatureServer, onAction, onEvent } from '../../../platform/workers.ts';
import { ballOf, calledOf, REMIND_DAYS, reminderDays } from '../rules.ts';
import { datesOf, type Matter, morningOf, nameOf, systemMatter, takesDates } from './load.ts';

const ALL_MS = REMIND_DAYS.map((days) => days * DAY);

/** Sets the reminders of a matter anew, as its dates are now; of one that takes no dates there are none. */
export async function setReminders(tx: Tx, matter: Matter): Promise<void> {
  await tx.cancelDeadlines(matter.id, ['matter_date_ahead']);
  if (!takesDates(matter)) return;
  const today = dateIn(tx.now, matter.time_zone);
  const { dates } = await datesOf(tx.system, matter);
  await tx.setDeadlines(
    dates
      .filter(({ type }) => ballOf(type) !== null)
      .flatMap((date) =>
        reminderDays(date.day, today).map(({ days, on }) => ({
          review_id: matter.id,
          kind: 'matter_date_ahead' as const,
          key: `${nameOf(date)}:${days}`,
          due_at: morningOf(on, matter.time_zone),
          payload: { date: nameOf(date), day: date.day, days },
        })),
      ),
  );
}

/** Whoever has the ball: the requester, or the experts with those who assist them. */
const holders = (tx: Tx, matter: Matter, ball: 'expert' | 'requester'): Promise<readonly Addressee[]> =>
  ball === 'expert' ? expertSideOf(tx.system, matter.id) : requesterOf(tx.system, matter.requester_id);

/** What dates of a matter do by themselves: reminders that follow the order and the rules, and going with its records. */
export function reminding(ports: Ports) {
  return {
    events: [
      onEvent({
        name: 'matter_dates.remind',
        topics: ['review.transitioned'],
        when: onAction('submit', 'accept', 'take_up_again', 'reopen', 'conclude', 'cancel'),
        run: async (tx, { review_id }) => {
          const matter = review_id === null ? undefined : await systemMatter(tx.system, review_id);
          if (matter) await setReminders(tx, matter);
        },
      }),
      onEvent({
        name: 'matter_dates.follow_order',
        topics: ['review.order_changed'],
        when: ({ payload }) => payload.section === 'step_one',
        run: async (tx, { review_id }) => {
          const matter = review_id === null ? undefined : await systemMatter(tx.system, review_id);
          if (matter) await setReminders(tx, matter);
        },
      }),
      onEvent({
        name: 'matter_dates.follow_rules',
        topics: ['matter_rules.written'],
        run: async (tx) => {
          const open = await tx.system
            .selectFrom('deadlines')
            .select('review_id')
            .distinct()
            .where('kind', '=', 'matter_date_ahead')
            .where('done_at', 'is', null)
            .where('cancelled_at', 'is', null)
            .execute();
          for (const { review_id } of open) {
            const matter = review_id === null ? undefined : await systemMatter(tx.system, review_id);
            if (matter) await setReminders(tx, matter);
          }
        },
      }),
      onEvent({
        name: 'matter_dates.purge',
        topics: ['review.transitioned'],
        when: onAction('purge'),
        run: async (tx, { review_id }) => {
          await tx.system
            .deleteFrom('matter_dates')
            .where('review_id', '=', review_id ?? 0)
            .execute();
        },
      }),
    ],
    deadlines: {
      async matter_date_ahead(tx, { review_id, payload }) {
        const matter = await systemMatter(tx.system, review_id);
        if (!matter || !takesDates(matter)) return;
        const { dates } = await datesOf(tx.system, matter);
        const date = dates.find((one) => nameOf(one) === payload.date && one.day === payload.day);
        const ball = date && ballOf(date.type);
        // it has another day by now, which has reminders of its own
        if (!date || !ball) return;
        if (reminderIsOver(morningOf(date.day, matter.time_zone), tx.now, payload.days * DAY, ALL_MS)) return 'over';
        await mailEach(
          tx,
          ports,
          { review_id, side: ball, link: `/${KINDS[matter.kind].slug}/${matter.id}` },
          await holders(tx, matter, ball),
          {
            template: 'matter_date_ahead',
            data: {
              what: calledOf(date.type),
              day: date.day,
              days: payload.days,
              computed: date.from === 'computed',
            },
          },
        );
      },
    },
  } satisfies FeatureServer;
}
