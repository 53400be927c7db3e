import { z } from 'zod';
import { link, open, template } from '../../../platform/mail/template.ts';

/** Mail about a statement that came too late for the report. */
export const MAILS = {
  statement_late: template(z.object(link), (data, say) => ({
    subject: `${say.review}: a statement came after the report was signed`,
    move: { whose: 'you', what: 'decide whether the reviewer is asked for a clarification' },
    lines: [
      'The provider under review gave a statement on this case. The report here was signed before it came, so its reviewer has not read it.',
      'It is with the records of the other opinion. The report stays as it is unless someone asks for a clarification.',
    ],
    action: open(say, data, `Open ${say.review}`),
  })),
} as const;
