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
    lines: ['The review says what is missing and why it is needed. The clock is paused until the records are there.'],
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
  /** `mine`: whom it tells sent it. */
  virus_found: template(z.object({ mine: z.boolean(), ...link }), (data, say) => ({
    subject: `${say.review}: a virus was found in a record`,
    move: data.mine
      ? { whose: 'you', what: 'remove the record, and send it again from a clean computer' }
      : { whose: 'nobody', what: 'it is kept apart until it is removed' },
    lines: [
      `A virus was found in a record of ${say.review}. Nobody can open it, and the list of records shows which one it is.`,
      data.mine
        ? 'Have the computer it came from looked after before you send anything else from there.'
        : 'Whoever sent it has been told to remove it and to send it again.',
    ],
    action: open(say, data, 'Open the review'),
  })),
  record_damaged: template(z.object(link), (data, say) => ({
    subject: `${say.review}: a stored record is damaged`,
    move: { whose: 'you', what: 'have it restored from a backup, or ask for it again' },
    lines: [
      `A record of ${say.review} no longer matches what was uploaded: the stored file was changed, cut short or lost. Nobody can open it, and the list of records shows which one it is.`,
      'Once it is restored from a backup, it opens again. If there is no backup, the requester needs to remove it and upload it again.',
    ],
    action: open(say, data, 'Open the review'),
  })),
} as const;
