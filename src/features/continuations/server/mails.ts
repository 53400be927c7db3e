import { z } from 'zod';
import { link, open, template } from '../../../platform/mail/template.ts';

/** Mails about a review that is to continue as a legal case. Nobody of the matter is named in them. */
export const MAILS = {
  continuation_asked: template(z.object({ ...link }), (data, say) => ({
    subject: `${say.review}: it may continue as a legal case with you`,
    move: { whose: 'you', what: 'agree, or decline' },
    lines: [
      'The requester would like to retain you on this matter. Look at the names that come with it first; you are asked again, with the terms, before anything binds you.',
    ],
    action: open(say, data, `Open ${say.review}`),
  })),

  continuation_waits: template(z.object({ ...link, yours: z.boolean() }), (data, say) => ({
    subject: data.yours
      ? `${say.review}: whether you continue it as a legal case is not answered`
      : `${say.review}: the expert has not answered about the legal case`,
    move: data.yours
      ? { whose: 'you', what: 'agree, or decline' }
      : { whose: 'expert', what: 'answers about the names that come with it' },
    lines: data.yours
      ? ['The requester waits for your answer. Look at the names that come with it; declining needs a sentence.']
      : ['They were reminded. You can take it back and ask again, or wait longer.'],
    action: open(say, data, `Open ${say.review}`),
  })),

  continuation_agreed: template(z.object({ ...link }), (data, say) => ({
    subject: `${say.review}: the expert agrees to continue it as a legal case`,
    move: { whose: 'peritus', what: 'grants it, and opens the legal case' },
    lines: ['The expert has answered about the names that come with it.'],
    action: open(say, data, `Open ${say.review}`),
  })),

  continuation_opened: template(z.object({ ...link }), (data, say) => ({
    subject: `${say.review}: the legal case it continues as is there`,
    move: { whose: 'you', what: 'fill in what the court asks for, and order it' },
    lines: [
      'The legal case is there as a draft, with the names, the files you chose and the expert as the one you would like. Names are checked anew once it is ordered.',
    ],
    action: open(say, data, 'Open the legal case'),
  })),
} as const;
