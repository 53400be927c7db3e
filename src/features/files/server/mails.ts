import { plural } from '../../../core/phrases.ts';
import { z } from 'zod';
import { count, date, link, open, template } from '../../../platform/mail/template.ts';

/** Mails about records asked for. */
export const MAILS = {
  files_requested: template(z.object({ count: count.optional(), due_on: date.optional(), ...link }), (data, say) => ({
    subject: `${say.review}: records are missing`,
    move: {
      whose: 'you',
      what: `upload ${data.count === undefined ? 'the records' : plural(data.count, 'record')} asked for${data.due_on ? ` by ${say.day(data.due_on)}` : ''}`,
    },
    lines: [
      'What is missing, and why it is needed, stands in the review. The clock waits until the records are there.',
    ],
    action: open(say, data, 'See what is missing'),
  })),

  files_arrived: template(z.object({ count: count.optional(), ...link }), (data, say) => ({
    subject: `${say.review}: new records arrived`,
    move: { whose: 'you', what: 'look at the new records' },
    lines: [
      `${data.count === undefined ? 'New records were' : data.count === 1 ? 'One record was' : `${data.count} records were`} added to ${say.review}.`,
    ],
    action: open(say, data, 'Open the records'),
  })),
} as const;
