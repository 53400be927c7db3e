import { z } from 'zod';
import { instant, link, template } from '../../../platform/mail/template.ts';

/** Mails about an organization's exports, to who asked for one. They hold nothing of it. */
export const MAILS = {
  export_made: template(
    z.object({ outcome: z.enum(['ready', 'failed']), until: instant.nullable(), ...link }),
    (data, say) => ({
      subject:
        data.outcome === 'ready' ? 'Your organization’s data is ready' : 'Your organization’s data was not exported',
      move:
        data.outcome === 'ready'
          ? { whose: 'you', what: 'download the archive' }
          : { whose: 'you', what: 'see why, and ask for it again' },
      lines:
        data.outcome === 'ready'
          ? [
              `The export you asked for is made${data.until === null ? '' : ` and can be downloaded until ${say.when(data.until)}`}. Its page shows the checksum to compare it with.`,
              'It holds health information. Keep it as safe as the records themselves.',
            ]
          : ['The export you asked for could not be made. The page says why, and Peritus has been notified.'],
      action: { label: 'Open the exports', url: say.url(data.link ?? '/admin') },
      why: 'You’re receiving this e-mail because you asked for this export.',
    }),
  ),
} as const;
