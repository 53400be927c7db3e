import { lower } from '../../../../core/phrases.ts';
import { z } from 'zod';
import { openerOf } from '../../../../platform/mail/opener.ts';
import { date, instant, link, open, template } from '../../../../platform/mail/template.ts';

/** Mails about an order on its way: that it is in, rests, ends early, or waits for a step. */
export const ORDERS_MAILS = {
  review_submitted: template(
    z.object({ needed_by: date.optional(), automatic: z.boolean().optional(), ...link }),
    (data, say) => ({
      subject: `${say.review} is ordered`,
      move:
        say.side === 'staff'
          ? { whose: 'you', what: 'check whether the records are complete' }
          : data.automatic
            ? { whose: 'peritus', what: 'matching starts as soon as the records are there' }
            : { whose: 'peritus', what: 'we check the records, usually the same business day' },
      lines: [
        say.side === 'staff'
          ? `${say.review} was ordered and waits for intake.`
          : data.automatic
            ? `${say.review} is ordered. The records are checked automatically, and you’ll get an e-mail as soon as there are experts to look at.`
            : `We have received ${say.review}. We’ll write as soon as there are experts to look at, or if a record is missing.`,
      ],
      facts: data.needed_by ? [['Needed by', say.day(data.needed_by)]] : [],
      action: open(say, data, `Open ${say.review}`),
    }),
  ),

  price_to_agree: template(
    z.object({
      before: z.string().max(40),
      now: z.string().max(40),
      opener: openerOf(z.string().regex(/^[\w-]{43}$/)),
    }),
    (data, say) => ({
      subject: `${say.review}: a new price waits for you`,
      move: { whose: 'you', what: 'look at the new price and agree to it' },
      lines: [
        'The review costs more by now, and a rise like this is waiting for your confirmation. The link shows each line of the new price, without signing in, and takes your agreement for 14 days. Work continues once you agree.',
        'Whoever has the link can agree in your name. Pass it on only to somebody who may.',
      ],
      facts: [
        ['Price until now', data.before],
        ['New price', data.now],
      ],
      action: { label: 'See the new price', url: say.url(`/agree-price?token=${data.opener.value}`) },
      second: { label: `Open ${say.review}`, url: say.url(say.review_path) },
    }),
  ),

  review_on_hold: template(z.object(link), (data, say) => ({
    subject: `${say.review} is on hold`,
    move: { whose: 'nobody', what: 'nothing happens until the hold is lifted' },
    lines: [`${say.review} was put on hold. Its clocks are paused. The review says why, and who can lift the hold.`],
    action: open(say, data, `Open ${say.review}`),
  })),

  review_resumed: template(z.object(link), (data, say) => ({
    subject: `${say.review} is active again`,
    move: { whose: 'nobody', what: 'the review says what comes next' },
    lines: [`The hold on ${say.review} was lifted. It continues where it left off.`],
    action: open(say, data, `Open ${say.review}`),
  })),

  review_cancelled: template(z.object(link), (data, say) => ({
    subject: `${say.review} was canceled`,
    move: { whose: 'nobody', what: 'there is nothing more to do' },
    lines: [
      say.side === 'expert'
        ? `${say.review} was canceled. You don’t need to do anything more for it.`
        : `${say.review} was canceled. The review says what it costs, if anything.`,
    ],
    action: open(say, data, `Open ${say.review}`),
  })),

  step_reminder: template(z.object({ due_at: instant, act: z.string().max(80), ...link }), (data, say) => ({
    subject: `${say.review} needs you by ${say.when(data.due_at)}`,
    move: { whose: 'you', what: `${lower(data.act)} by ${say.when(data.due_at)}` },
    lines: ['A reminder before it is late. If you need more time, write in the conversation of the review.'],
    action: open(say, data, `Open ${say.review}`),
  })),

  step_overdue: template(
    z.object({ due_at: instant, act: z.string().max(80), yours: z.boolean(), ...link }),
    (data, say) => ({
      subject: `${say.review} is overdue`,
      move: {
        whose: data.yours ? 'you' : 'expert',
        what: `${lower(data.act)}; it was due on ${say.when(data.due_at)}`,
      },
      lines: [
        data.yours
          ? 'Others are waiting for this step. If it cannot be done, say so in the conversation of the review.'
          : 'The expert was reminded. We are following up, and you can write to us in the conversation of the review.',
      ],
      action: open(say, data, `Open ${say.review}`),
    }),
  ),
} as const;
