import { z } from 'zod';
import { instant, link, open, template } from '../../../platform/mail/template.ts';

/** The mail to whoever hosts a call that has no link yet. */
export const MAILS = {
  meeting_failing: template(
    z.object({ provider: z.string(), starts_at: instant, again: z.boolean(), ...link }),
    (data, say) => ({
      subject: `${say.review}: the call on ${say.when(data.starts_at)} has no link yet`,
      move: { whose: 'you', what: `look at your connection to ${data.provider}, or dial in` },
      lines: [
        `${data.provider} did not set up the meeting. Everybody has the dial-in, which works as before.`,
        data.again
          ? 'It is tried again until the call, and everybody gets the link as soon as there is one.'
          : `It said no: your account there may not be allowed to hold meetings. It is tried again now and then until the call.`,
      ],
      facts: [['When', say.when(data.starts_at)]],
      action: open(say, data, `Open ${say.review}`),
    }),
  ),
} as const;
