import { z } from 'zod';
import { link, template } from '../../../platform/mail/template.ts';

/** Mails about a result no record system took, and about what arrives and is nobody’s. Neither a receiver’s words nor a review stand in them. */
export const MAILS = {
  hl7_dead: template(
    z.object({ name: z.string(), organization: z.string(), refused: z.boolean(), ...link }),
    (data, say) => ({
      subject: `${data.organization}: a record system did not take a result`,
      move: { whose: 'you', what: 'look why, and send it again' },
      lines: [
        data.refused
          ? `${data.name} refused a result, and it is not tried again by itself.`
          : `${data.name} did not take a result for three days, and it is not tried again by itself.`,
        'What came after it is sent all the same. The page says what the system answered.',
      ],
      action: { label: 'Open the record systems', url: say.url(data.link ?? '/admin') },
      why: 'You’re receiving this e-mail because you administer this connection.',
    }),
  ),
  hl7_ambiguous: template(z.object({ connections: z.string(), ...link }), (data, say) => ({
    subject: 'What arrives by HL7 could belong to more than one connection',
    move: { whose: 'you', what: 'take an address or a name from all but one' },
    lines: [
      `These take documents of the same names from the same address: ${data.connections}.`,
      'Nothing of it is taken until one of them is left. Whoever sends it is told to send it again.',
    ],
    action: { label: 'Open the record systems', url: say.url(data.link ?? '/admin') },
    why: 'You’re receiving this e-mail because you administer this installation.',
  })),
} as const;
