import { z } from 'zod';

const button = z.object({ label: z.string(), url: z.string().nullable() });
/** A mail as its reader gets it; where what it opens is not to be seen, buttons lead nowhere and a code is dots. */
export const letter = z
  .object({
    move: z.string(),
    lines: z.array(z.string()),
    code: z.string().nullable(),
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
    buttons: z.array(button),
    why: z.string(),
  })
  .meta({ id: 'OutboxLetter' });
export type LetterView = z.output<typeof letter>;
