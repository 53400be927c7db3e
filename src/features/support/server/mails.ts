import { z } from 'zod';
import { template } from '../../../platform/mail/template.ts';

/** Mail of the contact page. */
export const MAILS = {
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
