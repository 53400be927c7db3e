import { z } from 'zod';
import { link, template } from '../../../platform/mail/template.ts';

/** The mail about an account that is connected no longer. */
export const MAILS = {
  connection_broken: template(z.object({ provider: z.string(), ...link }), (data, say) => ({
    subject: `${data.provider} needs to be connected again`,
    move: { whose: 'you', what: `connect ${data.provider} again` },
    lines: [
      `${data.provider} no longer lets us in to your account. Somebody may have changed the password, or taken the permission away.`,
      'What you use it for here goes without it until then; calls that you host use the dial-in.',
    ],
    action: { label: 'Open your integrations', url: say.url(data.link ?? '/account/integrations') },
    why: 'You’re receiving this e-mail because you connected this account.',
  })),
} as const;
