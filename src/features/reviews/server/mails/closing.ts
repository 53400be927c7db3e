import { z } from 'zod';
import { date, instant, link, open, path, template } from '../../../../platform/mail/template.ts';

/** Mails about the end of a review and of its records. */
export const CLOSING_MAILS = {
  closeout_warning: template(
    z.object({ closeout_at: instant, cancel_link: path.optional(), ...link }),
    (data, say) => ({
      subject: `${say.review} closes on ${say.when(data.closeout_at)}`,
      move: { whose: 'nobody', what: `it closes automatically on ${say.when(data.closeout_at)}` },
      lines: [
        'If everything is answered, there is nothing to do. If something is still open, keep it open until you close it yourself.',
      ],
      action: {
        label: 'Keep it open',
        url: say.url(data.cancel_link ?? `${say.review_path}/cancel-automated-closeout`),
      },
      second: open(say, data, `Open ${say.review}`),
    }),
  ),

  review_closed: template(
    z.object({ automated: z.boolean().optional(), purge_on: date.optional(), ...link }),
    (data, say) => ({
      subject: `${say.review} is closed`,
      move: { whose: 'nobody', what: 'the review is complete' },
      lines: [
        data.automated
          ? 'Nothing was open anymore, so it closed automatically.'
          : 'It was closed after everything was answered.',
        ...(data.purge_on
          ? [`Its records and messages are kept until ${say.day(data.purge_on)} and then removed for good.`]
          : []),
      ],
      action: open(say, data, `Open ${say.review}`),
    }),
  ),

  matter_concluded: template(z.object({ ...link }), (data, say) => ({
    subject: `${say.review}: the matter is concluded`,
    move: { whose: 'nobody', what: 'no further work is expected of you' },
    lines: ['The requester concluded the matter. How it ended is on its page; the records stay readable for now.'],
    action: open(say, data, `Open ${say.review}`),
  })),

  taken_up_again: template(z.object({ ...link }), (data, say) => ({
    subject: `${say.review} was taken up again`,
    move: { whose: 'nobody', what: 'it is open again; what happens next is on its page' },
    lines: ['The reason is on its timeline.'],
    action: open(say, data, `Open ${say.review}`),
  })),

  purge_warning: template(z.object({ purge_on: date, ...link }), (data, say) => ({
    subject: `${say.review}: its records are deleted on ${say.day(data.purge_on)}`,
    move: { whose: 'you', what: `download what you still need before ${say.day(data.purge_on)}` },
    lines: [
      `Records, answers, names and messages of ${say.review} are deleted for good on that day, as your organization has set it. Dates and amounts stay.`,
    ],
    action: open(say, data, `Open ${say.review}`),
  })),

  purge_asked: template(z.object({ asked_by: z.string().max(200), expires_at: instant, ...link }), (data, say) => ({
    subject: `${say.review}: its purge waits for a second super admin`,
    move: { whose: 'you', what: `confirm or decline it by ${say.when(data.expires_at)}` },
    lines: [
      `${data.asked_by} asked to have the records of ${say.review} deleted for good, before their time. It takes a second super admin to confirm. The reason is on its page.`,
      'Without an answer nothing is deleted.',
    ],
    action: open(say, data, `Open ${say.review}`),
  })),

  purge_declined: template(z.object({ declined_by: z.string().max(200), ...link }), (data, say) => ({
    subject: `${say.review}: its purge was declined`,
    move: { whose: 'nobody', what: 'the records stay' },
    lines: [`${data.declined_by} declined the purge of ${say.review} you asked for. Nothing was deleted.`],
    action: open(say, data, `Open ${say.review}`),
  })),
} as const;
