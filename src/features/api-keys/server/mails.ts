import { z } from 'zod';
import { instant, link, template } from '../../../platform/mail/template.ts';

/** The mail about a key that opens nothing soon. */
export const MAILS = {
  api_key_ends: template(
    z.object({ name: z.string(), until: instant, organization: z.string(), ...link }),
    (data, say) => ({
      subject: `${data.organization}: the API key “${data.name}” expires soon`,
      move: { whose: 'you', what: 'make another key where it is still needed' },
      lines: [
        `It expires ${say.when(data.until)}. From then on the programs that use it are refused.`,
        'A key cannot be extended: make a new one, give it to the program, and revoke the old one.',
      ],
      action: { label: 'Open the API keys', url: say.url(data.link ?? '/admin') },
      why: 'You’re receiving this e-mail because you administer this organization.',
    }),
  ),
} as const;
