import { plural } from '../../../core/phrases.ts';
import { z } from 'zod';
import { count, date, path, template } from '../../../platform/mail/template.ts';

/** Mails about the pre-orders of a period. */
export const MAILS = {
  pre_orders_opened: template(z.object({ count, due_on: date, lapses_on: date, link: path }), (data, say) => ({
    subject: `${plural(data.count, 'peer review')} of your subscription ${data.count === 1 ? 'is' : 'are'} due`,
    move: { whose: 'you', what: `add the charts and confirm by ${say.day(data.due_on)}` },
    lines: [
      `A period of your peer-review subscription has begun, with ${plural(data.count, 'pre-ordered review')}.`,
      'Each waits for its charts. Upload them when you have them, look through the order and confirm it.',
    ],
    facts: [
      ['Due', say.day(data.due_on)],
      ['Can be confirmed until', say.day(data.lapses_on)],
    ],
    action: { label: 'See the pre-orders', url: say.url(data.link) },
  })),

  pre_orders_lapse: template(z.object({ count, due_on: date, lapses_on: date, link: path }), (data, say) => ({
    subject: `${plural(data.count, 'pre-ordered peer review')} ${data.count === 1 ? 'lapses' : 'lapse'} soon`,
    move: { whose: 'you', what: `confirm what you still want by ${say.day(data.lapses_on)}` },
    lines: [
      `${plural(data.count, 'pre-ordered review')} of your subscription ${data.count === 1 ? 'waits' : 'wait'} for charts.`,
      `After ${say.day(data.lapses_on)} what is not confirmed is taken out of the calendar.`,
    ],
    action: { label: 'See the pre-orders', url: say.url(data.link) },
  })),

  subscription_price_changed: template(
    z.object({ name: z.string().max(120), before: z.string().max(20), now: z.string().max(20), link: path }),
    (data, say) => ({
      subject: 'The price of your peer-review subscription changes',
      move: { whose: 'nobody', what: 'the new price holds from the next period on' },
      lines: [
        `From the next period on, each review that “${data.name}” includes costs ${data.now} instead of ${data.before}.`,
        'The period that runs keeps its price.',
      ],
      action: { label: 'See the subscription', url: say.url(data.link) },
    }),
  ),
} as const;
