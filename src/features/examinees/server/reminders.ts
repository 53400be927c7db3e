import type { Updateable } from 'kysely';
import { refuseFields } from '../../../core/errors.ts';
import { isEmail, normalizeEmail } from '../../../core/emails.ts';
import type { Tx } from '../../../platform/command.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import type { DeadlineHandlers } from '../../../platform/workers.ts';
import { normalizePhone } from '../../accounts/rules.ts';
import { dayIn, languageOf, linkState, type Reminders, remindersAhead, sayIn } from '../rules.ts';
import { languagesOf, mailExaminee, tokenOf, VISIT_PAGE } from './links.ts';
import { answersOf, endOf, examById, type ExamFacts, factsOf, linkBy } from './load.ts';

/** Whether text messages can be sent from here: a provider is set up. */
export const sendsTexts = ({ SMS_ACCOUNT_SID, SMS_AUTH_TOKEN, SMS_FROM }: Services['env']): boolean =>
  Boolean(SMS_ACCOUNT_SID && SMS_AUTH_TOKEN && SMS_FROM);

/** Keeps part of what an examinee answers. */
export async function keepAnswer(
  tx: Tx,
  { appointment_id, review_id }: ExamFacts,
  part: Updateable<DB['examinee_answers']>,
): Promise<void> {
  await tx.system
    .insertInto('examinee_answers')
    .values({ appointment_id, review_id })
    .onConflict((oc) => oc.doNothing())
    .execute();
  await tx.system.updateTable('examinee_answers').set(part).where('appointment_id', '=', appointment_id).execute();
}

/** Keeps how an examinee agreed to be reminded, and sets the reminders still ahead. `by`: who noted it for them. */
export async function agreeTo(
  tx: Tx,
  exam: ExamFacts,
  { reminders, remind_at }: { reminders: Reminders; remind_at: string },
  by: number | null,
): Promise<void> {
  const texts = sendsTexts(tx.services.env);
  const email = normalizeEmail(remind_at);
  const phone = normalizePhone(remind_at);
  refuseFields([
    ...(reminders === 'email' && !isEmail(email) ? [{ path: 'remind_at', message: 'Enter an e-mail address.' }] : []),
    ...(reminders === 'text' && phone === null ? [{ path: 'remind_at', message: 'Enter a mobile number.' }] : []),
    ...(reminders === 'text' && !texts
      ? [{ path: 'reminders', message: 'No text messages are sent from here: choose another way.' }]
      : []),
  ]);
  const to = reminders === 'email' ? email : reminders === 'text' ? (phone ?? '') : '';
  await keepAnswer(tx, exam, { reminders, remind_at: to, reminders_agreed_at: tx.now, reminders_noted_by: by });
  if (reminders === 'none') return;
  await tx.setDeadlines(
    remindersAhead(exam.starts_at, exam.place.time_zone, tx.now).map(({ days, due_at }) => ({
      review_id: exam.review_id,
      kind: 'examinee_reminder',
      key: `${exam.appointment_id}:${days}`,
      due_at,
      payload: { appointment_id: exam.appointment_id, days },
    })),
  );
}

/** Reminds the examinee as they agreed to, while the exam is set; one that comes after the exam is over. */
export function reminderDeadlines(ports: Ports) {
  return {
    async examinee_reminder(tx, { payload }) {
      const exam = await examById(tx.system, payload.appointment_id);
      const answers = await answersOf(tx.system, payload.appointment_id);
      if (!exam || exam.status !== 'scheduled' || !answers || answers.reminders === 'none') return;
      if (exam.starts_at <= tx.now) return 'over';
      // a link somebody withdrew is not made anew behind their back
      const link = await linkBy(tx.system, { appointment_id: exam.appointment_id });
      if (!link || linkState(factsOf(link), tx.now) !== 'open') return;
      if (answers.reminders === 'email') {
        await mailExaminee(tx, ports, exam, link, {
          template: 'examinee_reminder',
          email: answers.remind_at,
          key: String(payload.days),
        });
        return;
      }
      await ports.text(tx, {
        to: { number: answers.remind_at },
        template: 'examinee_reminder',
        body: (token) =>
          [
            ...languagesOf(link.language).map((language) =>
              sayIn(language)('mail_reminder_subject', {
                day: dayIn(languageOf(language).tag, exam.starts_at, exam.place.time_zone),
              }),
            ),
            `${tx.services.env.public_url}${VISIT_PAGE}/${token}`,
          ].join('\n'),
        opener: {
          value: tokenOf(tx.services.keys, link.seed),
          of: `examinee_link:${link.id}`,
          until: endOf(exam),
        },
      });
    },
  } satisfies Partial<DeadlineHandlers>;
}
