import { z } from 'zod';
import { link, open, template } from '../../../platform/mail/template.ts';

/** Mails about letters that Peritus writes. Nobody is named in them, and nothing of what is written. */
export const MAILS = {
  letter_to_write: template(z.object({ ...link }), (data, say) => ({
    subject: `${say.review}: write the purpose letter`,
    move: { whose: 'you', what: 'write the purpose letter' },
    lines: ['The requester asks for it. The order, its questions and the index of the records are filled in.'],
    action: open(say, data, 'Write the letter'),
  })),

  letter_returned: template(z.object({ ...link }), (data, say) => ({
    subject: `${say.review}: the purpose letter came back`,
    move: { whose: 'you', what: 'change the purpose letter' },
    lines: ['What to change is said above the letter.'],
    action: open(say, data, 'Open the letter'),
  })),

  letter_proposed: template(z.object({ ...link }), (data, say) => ({
    subject: `${say.review}: the purpose letter is written`,
    move: { whose: 'you', what: 'send the purpose letter, or return it' },
    lines: ['Once you send it, it joins the records, and the examiner gets it with them.'],
    action: open(say, data, 'Read the letter'),
  })),
} as const;
