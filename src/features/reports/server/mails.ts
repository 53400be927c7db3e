import { plural } from '../../../core/phrases.ts';
import { z } from 'zod';
import { openerOf } from '../../../platform/mail/opener.ts';
import { count, instant, link, open, path, template } from '../../../platform/mail/template.ts';

/** Mails about a report, from its request to its delivery. */
export const MAILS = {
  report_requested: template(z.object({ due_at: instant.optional(), ...link }), (data, say) => ({
    subject: `${say.review}: the report is yours to write`,
    move: {
      whose: 'you',
      what: data.due_at ? `write and sign the report by ${say.when(data.due_at)}` : 'write and sign the report',
    },
    lines: ['The records are next to the form, and what you write is saved as you go.'],
    action: open(say, data, 'Write the report'),
  })),

  report_submitted: template(z.object({ version: count.optional(), ...link }), (data, say) => ({
    subject: `${say.review}: a report waits for its check`,
    move: { whose: 'you', what: 'check the signed report, then deliver or return it' },
    lines: [
      `The expert signed ${data.version === undefined ? 'the report' : `version ${data.version} of the report`} for ${say.review}.`,
    ],
    action: open(say, data, 'Check the report'),
  })),

  report_returned: template(
    z.object({ due_at: instant.optional(), sections: count.optional(), ...link }),
    (data, say) => ({
      subject: `${say.review}: the report needs another look`,
      move: {
        whose: 'you',
        what: data.due_at
          ? `answer the notes and sign again by ${say.when(data.due_at)}`
          : 'answer the notes and sign again',
      },
      lines: [
        `${data.sections === undefined ? 'There are notes' : `There are notes on ${plural(data.sections, 'section')}`}. They are next to the form; everything else stays as you signed it.`,
      ],
      action: open(say, data, 'Open the report'),
    }),
  ),

  report_delivered: template(z.object({ closeout_at: instant.optional(), ...link }), (data, say) => ({
    subject: `${say.review}: your report is here`,
    move: { whose: 'you', what: 'read the report' },
    lines: [
      'The signed report is ready to read and download. Questions to the expert can be asked in the conversation.',
      ...(data.closeout_at
        ? [`Unless a question is open, the review closes automatically on ${say.when(data.closeout_at)}.`]
        : []),
    ],
    action: open(say, data, 'Read the report'),
  })),

  report_delivery: template(
    z.object({
      organization: z.string().max(200),
      page: path,
      opener: openerOf(z.string().regex(/^[\w-]{43}$/)),
    }),
    (data, say) => ({
      subject: `A report from ${data.organization}, ${say.review}`,
      move: { whose: 'you', what: `read the report by ${say.when(data.opener.until)}` },
      lines: [
        `${data.organization} sends you a signed report. It is behind this link, which asks for a passcode. You do not need an account.`,
        'The passcode is not in this e-mail. Call who ordered the report, and they read it out.',
      ],
      facts: [
        ['From', data.organization],
        ['Review', say.review],
        ['The link works until', say.when(data.opener.until)],
      ],
      action: { label: 'Open the report', url: say.url(`${data.page}/${data.opener.value}`) },
      why: 'You’re receiving this e-mail because the order of this report names your address among its recipients. It names no patient and no party.',
    }),
  ),

  report_damaged: template(z.object(link), (data, say) => ({
    subject: `${say.review}: a stored report was damaged`,
    move: { whose: 'you', what: 'check whether the report opens' },
    lines: [
      `The signed PDF of ${say.review} no longer matched what was delivered: the stored file was changed, cut short or lost. None of it was shown to anyone.`,
      'It was made again from the signed answers, and put back if it came out exactly the same. If it does not open now, have it restored from a backup.',
    ],
    action: open(say, data, 'Open the review'),
  })),
} as const;
