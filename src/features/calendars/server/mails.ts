import { z } from 'zod';
import { link, template } from '../../../platform/mail/template.ts';

/** The mail about a calendar that could not be read for a day. */
export const MAILS = {
  calendar_failing: template(z.object({ host: z.string(), why: z.string(), ...link }), (data, say) => ({
    subject: 'Your calendar cannot be read',
    move: { whose: 'you', what: 'look at the calendar, and add it anew if its address changed' },
    lines: [
      `The calendar you connected from ${data.host} could not be read for a day. ${data.why}`,
      'What was found before still counts as busy, and newer entries are not known. It is tried again every few hours.',
    ],
    action: { label: 'Open your calendars', url: say.url(data.link ?? '/account/integrations') },
    why: 'You’re receiving this e-mail because you connected this calendar.',
  })),
} as const;
