import { z } from 'zod';
import { plural } from '../../../core/phrases.ts';
import { count, template } from '../../../platform/mail/template.ts';

/** Mail of the contact page. */
export const MAILS = {
  audit_broken: template(z.object({ faults: count }), (data) => ({
    subject: 'The audit trail was changed past the product',
    move: { whose: 'you', what: 'find out who changed it' },
    lines: [
      `The chain over the audit trail does not hold: ${plural(data.faults, 'fault')}. Somebody changed, removed or added rows in the database itself, or a part of it was restored without the rest.`,
      'On the server npm run audit:verify prints what it is, row by row. Keep the database as it is until that is clear.',
    ],
    why: 'You run Peritus.',
  })),

  contact_message: template(
    z.object({
      reference: z.string().max(20),
      reason: z.string().max(200),
      name: z.string().max(200),
      email: z.string().max(254),
      message: z.string().max(5000),
    }),
    (data) => ({
      subject: `Contact ${data.reference}: ${data.reason}`,
      move: { whose: 'you', what: `answer ${data.email}` },
      lines: data.message.split(/\n+/).filter((line) => line.trim() !== ''),
      facts: [
        ['Reference', data.reference],
        ['From', `${data.name}, ${data.email}`],
        ['Reason', data.reason],
      ],
      why: 'This is the inbox for messages from the contact page.',
    }),
  ),
} as const;
