import { z } from 'zod';
import { plural } from '../../../core/phrases.ts';
import { count, instant, link, open, template } from '../../../platform/mail/template.ts';

/** Mail of the contact page. */
export const MAILS = {
  audit_broken: template(z.object({ faults: count }), (data) => ({
    subject: 'The audit trail was changed outside Peritus',
    move: { whose: 'you', what: 'find out who changed it' },
    lines: [
      `The audit trail no longer matches its seal: ${plural(data.faults, 'fault')}. Someone changed, removed or added rows directly in the database, or part of it was restored without the rest.`,
      'On the server, run npm run audit:verify to see each affected row. Leave the database as it is until you know what happened.',
    ],
    why: 'You run Peritus.',
  })),

  contact_answer: template(
    z.object({ reference: z.string().max(20), body: z.string().max(5000), written_at: instant, ...link }),
    (data, say) => ({
      subject: `Our answer to ${data.reference}`,
      move: { whose: 'nobody', what: 'write again if something is open' },
      lines: data.body.split(/\n+/).filter((line) => line.trim() !== ''),
      facts: [
        ['Reference', data.reference],
        ['You wrote', say.when(data.written_at)],
      ],
      action: open(say, data, 'Write to us again'),
      why: 'You wrote to us on the contact page.',
    }),
  ),

  contact_message: template(
    z.object({
      reference: z.string().max(20),
      reason: z.string().max(200),
      name: z.string().max(200),
      email: z.string().max(254),
      message: z.string().max(5000),
      ...link,
    }),
    (data, say) => ({
      subject: `Contact ${data.reference}: ${data.reason}`,
      move: { whose: 'you', what: `answer ${data.email}` },
      lines: data.message.split(/\n+/).filter((line) => line.trim() !== ''),
      facts: [
        ['Reference', data.reference],
        ['From', `${data.name}, ${data.email}`],
        ['Reason', data.reason],
      ],
      action: open(say, data, 'Answer it'),
      why: 'This is the inbox for messages from the contact page.',
    }),
  ),
} as const;
