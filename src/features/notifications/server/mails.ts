import { z } from 'zod';
import { plural } from '../../../core/phrases.ts';
import { count, instant, link, open, template } from '../../../platform/mail/template.ts';

/** Of several reminders the one that is due first: its review's number, and when. */
const first = { first: z.string().max(20).optional(), first_due_at: instant.optional() };

/** The letter that stands for several reminders of one moment. */
export const MAILS = {
  reminders: template(z.object({ count, says: z.array(z.string()), ...first, ...link }), (data, say) => ({
    subject: data.first
      ? `${data.first} and ${plural(data.count - 1, 'more review')} need you`
      : `${plural(data.count, 'review')} need you`,
    move: { whose: 'you', what: 'look at what is due first' },
    lines: [
      ...data.says,
      ...(data.says.length < data.count ? [`And ${plural(data.count - data.says.length, 'more', 'more')}.`] : []),
    ],
    action: open(say, data, 'See them all'),
    why: 'You take part in these reviews.',
  })),
} as const;
