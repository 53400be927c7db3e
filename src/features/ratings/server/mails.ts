import { z } from 'zod';
import { link, open, template } from '../../../platform/mail/template.ts';

/** Mail that asks for a rating. */
export const MAILS = {
  rating_request: template(
    z.object({ about: z.enum(['expert', 'reviewer', 'requester']), again: z.boolean(), ...link }),
    (data, say) => ({
      subject: `${say.review}: how was it?`,
      move: { whose: 'you', what: `rate the ${data.about}` },
      lines: [
        data.again
          ? 'Your rating is still missing. It takes a minute, and you are not asked again.'
          : 'Five short questions, a minute. The other side does not see your answers.',
      ],
      action: open(say, data, 'Rate'),
    }),
  ),
} as const;
