import { z } from 'zod';
import { link, template } from '../../../platform/mail/template.ts';

/** The mail about an address that is told nothing any longer. */
export const MAILS = {
  webhook_off: template(
    z.object({ host: z.string(), why: z.enum(['gone', 'failing']), organization: z.string(), ...link }),
    (data, say) => ({
      subject: `${data.organization}: a webhook was turned off`,
      move: { whose: 'you', what: 'look at the address, and turn it on again' },
      lines: [
        data.why === 'gone'
          ? `The address at ${data.host} answered that it is gone, so nothing is sent to it.`
          : `The address at ${data.host} took nothing for three days, so nothing is sent to it.`,
        'What it missed can be sent again for 30 days.',
      ],
      action: { label: 'Open the webhooks', url: say.url(data.link ?? '/admin') },
      why: 'You’re receiving this e-mail because you administer this organization.',
    }),
  ),
} as const;
