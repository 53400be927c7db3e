import { z } from 'zod';
import { plural } from '../../../core/phrases.ts';
import { count, link, open, template } from '../../../platform/mail/template.ts';

/** The letter that stands for several reminders of one moment. */
export const MAILS = {
  reminders: template(z.object({ count, says: z.array(z.string()), ...link }), (data, say) => ({
    subject: `Reminders for ${plural(data.count, 'review')}`,
    move: { whose: 'you', what: 'look at what is due first' },
    lines: [
      ...data.says,
      ...(data.says.length < data.count ? [`And ${plural(data.count - data.says.length, 'more', 'more')}.`] : []),
    ],
    action: open(say, data, 'See them all'),
    why: 'You take part in these reviews.',
  })),
} as const;
