import { z } from 'zod';
import { plural } from '../../../core/phrases.ts';
import { count, date, link, open, template } from '../../../platform/mail/template.ts';

/** Mails about dates of a matter. Nobody is named in them, and no words somebody typed. */
export const MAILS = {
  matter_date_ahead: template(
    z.object({ what: z.string(), day: date, days: count, computed: z.boolean(), ...link }),
    (data, say) => ({
      subject: `${say.review}: ${data.what} in ${plural(data.days, 'day')}`,
      move: { whose: 'you', what: `get ready for ${data.what} on ${say.day(data.day)}` },
      lines: [
        data.computed
          ? 'This date is computed by a rule of the court; how it came about is on the matter’s page. What the court orders goes before it.'
          : 'All dates of the matter, and whose move each is, are on its page.',
      ],
      action: open(say, data, `Open ${say.review}`),
    }),
  ),
} as const;
