import { z } from 'zod';
import { plural } from '../../../core/phrases.ts';
import { count, date, instant, link, open, template } from '../../../platform/mail/template.ts';

/** Mails about depositions and trials. No party, place, attendee or amount is in them, and no words somebody typed. */
export const MAILS = {
  session_asked: template(z.object({ what: z.string(), at: instant, moved: z.boolean(), ...link }), (data, say) => ({
    subject: `${say.review}: ${data.moved ? `${data.what} has another time` : `a time for ${data.what}`}`,
    move: { whose: 'you', what: `confirm ${say.when(data.at)}, or say that you cannot be there` },
    lines: ['Where it is, who will be there and what is needed are on the matter’s page.'],
    action: open(say, data, 'Answer'),
  })),

  session_changed: template(
    z.object({ what: z.string(), at: instant, place: z.boolean(), asked: z.boolean(), ...link }),
    (data, say) => ({
      subject: `${say.review}: ${data.place ? `${data.what} is at another place` : `something about ${data.what} has changed`}`,
      move: data.asked
        ? { whose: 'you', what: `confirm ${say.when(data.at)}, or say that you cannot be there` }
        : { whose: 'nobody', what: `it stays on ${say.when(data.at)}` },
      lines: [
        data.place
          ? 'Its place, or the link of the video, is another. The old and the new one are on the matter’s page. The time has not changed.'
          : 'Who will be there, or what is needed, has changed. Time and place have not.',
      ],
      action: open(say, data, `Open ${say.review}`),
    }),
  ),

  session_answered: template(
    z.object({ what: z.string(), at: instant, confirmed: z.boolean(), ...link }),
    (data, say) => ({
      subject: `${say.review}: ${data.what} is ${data.confirmed ? 'confirmed' : 'declined'}`,
      move: data.confirmed
        ? { whose: 'nobody', what: `it is held on ${say.when(data.at)}` }
        : { whose: 'you', what: 'set another time, or call it off' },
      lines: [
        data.confirmed
          ? `The expert will be there on ${say.when(data.at)}.`
          : `The expert cannot be there on ${say.when(data.at)}. The reason is on the matter’s page.`,
      ],
      action: open(say, data, `Open ${say.review}`),
    }),
  ),

  session_called_off: template(
    z.object({ what: z.string(), at: instant, charged: z.boolean(), ...link }),
    (data, say) => ({
      subject: `${say.review}: ${data.what} is called off`,
      move: { whose: 'nobody', what: 'there is nothing to do' },
      lines: [
        `${data.charged ? 'It was called off late, and is charged as agreed' : 'Nothing is charged for it'}. It would have been on ${say.when(data.at)}.`,
      ],
      action: open(say, data, `Open ${say.review}`),
    }),
  ),

  session_ahead: template(
    z.object({ what: z.string(), at: instant, days: count, confirmed: z.boolean(), ...link }),
    (data, say) => ({
      subject: `${say.review}: ${data.what} in ${plural(data.days, 'day')}`,
      move: { whose: 'you', what: `be there on ${say.when(data.at)}` },
      lines: [
        data.confirmed
          ? 'Where it is and who will be there are on the matter’s page.'
          : 'The expert has not confirmed it yet. Where it is and who will be there are on the matter’s page.',
      ],
      action: open(say, data, `Open ${say.review}`),
    }),
  ),

  transcript_in: template(z.object({ due_on: date, ...link }), (data, say) => ({
    subject: `${say.review}: the transcript is available`,
    move: { whose: 'you', what: `read it, and sign the errata sheet by ${say.day(data.due_on)}` },
    lines: [
      'Corrections are entered on the matter’s page, each with its page, line and reason. Without any, the sheet is signed as it is.',
    ],
    action: open(say, data, 'Write the errata sheet'),
  })),

  errata_ahead: template(z.object({ due_on: date, days: count, ...link }), (data, say) => ({
    subject: `${say.review}: the errata sheet is due in ${plural(data.days, 'day')}`,
    move: { whose: 'you', what: `sign the errata sheet by ${say.day(data.due_on)}` },
    lines: ['After that day the transcript may stand as it is.'],
    action: open(say, data, 'Write the errata sheet'),
  })),

  errata_signed: template(z.object({ corrections: count, ...link }), (data, say) => ({
    subject: `${say.review}: the errata sheet is signed`,
    move: { whose: 'you', what: 'send the sheet to the court reporter' },
    lines: [
      data.corrections === 0
        ? 'The expert signed the transcript without corrections.'
        : `The expert signed ${plural(data.corrections, 'correction')}.`,
    ],
    action: open(say, data, 'Open the sheet'),
  })),
} as const;
