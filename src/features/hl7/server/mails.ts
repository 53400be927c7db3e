import { z } from 'zod';
import { link, template } from '../../../platform/mail/template.ts';

/** The mail about a result that no record system took. Neither the receiver’s words nor the review stand in it. */
export const MAILS = {
  hl7_dead: template(
    z.object({ name: z.string(), organization: z.string(), refused: z.boolean(), ...link }),
    (data, say) => ({
      subject: `${data.organization}: a record system did not take a result`,
      move: { whose: 'you', what: 'look why, and send it again' },
      lines: [
        data.refused
          ? `${data.name} refused a result, and it is not tried again by itself.`
          : `${data.name} did not take a result for three days, and it is not tried again by itself.`,
        'What came after it is sent all the same. The page says what the system answered.',
      ],
      action: { label: 'Open the record systems', url: say.url(data.link ?? '/admin') },
      why: 'You’re receiving this e-mail because you administer this connection.',
    }),
  ),
} as const;
