import { z } from 'zod';
import { date, link, open, path, template, type Voice } from '../../../platform/mail/template.ts';
import { openerOf } from '../../../platform/mail/opener.ts';
import { sayIn, type WordKey } from '../rules.ts';

/** What opens the examinee's page, and the day of the appointment as each language says it: theirs first, English last. */
const opens = {
  page: path,
  opener: openerOf(z.string().regex(/^[\w-]{43}$/)),
  days: z
    .array(z.object({ language: z.string(), day: z.string().max(100) }))
    .min(1)
    .max(2),
};

/** A letter to an examinee: in their language, and in English beside it; it says that there is an appointment, and no more. */
function toExaminee(
  data: { page: string; opener: { value: string }; days: readonly { language: string; day: string }[] },
  say: Voice,
  subject: WordKey,
  line: WordKey,
) {
  const inEach = (key: WordKey): string[] => data.days.map(({ language, day }) => sayIn(language)(key, { day }));
  return {
    subject: `${inEach(subject).join(' · ')} (${say.review})`,
    move: { whose: 'you' as const, what: 'open your page' },
    lines: inEach(line),
    action: { label: inEach('mail_open').join(' · '), url: say.url(`${data.page}/${data.opener.value}`) },
    why: inEach('mail_why').join(' '),
  };
}

/** Mails to examinees, who have no account, and about what they said on their page. Nobody is named in them. */
export const MAILS = {
  examinee_link: template(z.object(opens), (data, say) => toExaminee(data, say, 'mail_link_subject', 'mail_link_line')),

  examinee_reminder: template(z.object(opens), (data, say) =>
    toExaminee(data, say, 'mail_reminder_subject', 'mail_reminder_line'),
  ),

  examinee_asks_date: template(z.object({ ...link }), (data, say) => ({
    subject: `${say.review}: the examinee asks for another date`,
    move: {
      whose: say.side === 'staff' ? 'you' : 'peritus',
      what: 'move the exam, or answer that it stays',
    },
    lines: ['Why is on the review’s page. The exam stays as it is until it is moved.'],
    action: open(say, data, `Open ${say.review}`),
  })),

  examinee_call_off: template(z.object({ on: date, ...link }), (data, say) => ({
    subject: `${say.review}: call off what was ordered for ${say.day(data.on)}`,
    move: { whose: 'you', what: 'call off the interpreter or the ride' },
    lines: [
      'The exam of that day is off, and somebody you ordered for it does not know yet. Whom to call is on the review’s page.',
    ],
    action: open(say, data, `Open ${say.review}`),
  })),

  examinee_needs: template(z.object({ ...link }), (data, say) => ({
    subject: `${say.review}: what the examinee needs at the exam`,
    move: { whose: say.side === 'requester' ? 'nobody' : 'you', what: 'read what they need to get in and be examined' },
    lines: ['The examinee said on their page what they need. It is on the review’s page.'],
    action: open(say, data, `Open ${say.review}`),
  })),
} as const;
