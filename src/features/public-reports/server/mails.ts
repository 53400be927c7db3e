import { z } from 'zod';
import { link, open, template } from '../../../platform/mail/template.ts';

/** Mails to who made a public link. Whom it was made for stands in none of them. */
export const MAILS = {
  public_report_link: template(z.object({ outcome: z.enum(['opened', 'guessed']), ...link }), (data, say) =>
    data.outcome === 'opened'
      ? {
          subject: `${say.review}: the report was opened by your link`,
          move: { whose: 'nobody', what: 'somebody reads the report' },
          lines: [
            'The link you made was opened for the first time. Each opening is listed with the link, which you can end at any time.',
          ],
          action: open(say, data, 'See the link'),
        }
      : {
          subject: `${say.review}: your link to the report was ended`,
          move: { whose: 'you', what: 'make another link if it is still needed' },
          lines: [
            'Wrong passcodes were tried too often, so the link no longer opens. Nobody read the report by these tries.',
          ],
          action: open(say, data, 'See the link'),
        },
  ),
} as const;
