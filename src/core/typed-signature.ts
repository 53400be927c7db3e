import { z } from 'zod';

/** How somebody signs: by their name, typed, with their consent to sign electronically. Whether it is the account's is its command's matter. */
export const typedSignature = z.object({
  name: z.string().trim().min(1, 'Type your name.').max(200),
  consents: z.literal(true, 'Confirm that you sign electronically.'),
});
