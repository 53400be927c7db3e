import { z } from 'zod';

/** The first of what can be chosen, by name, and whether there are more. */
export const choicesShown = z.object({
  data: z.array(z.object({ id: z.number(), name: z.string() })),
  more: z.boolean(),
});
export type ChoicesShown = z.output<typeof choicesShown>;

/** So many are shown at once; whoever looks for another one types. */
const SHOWN = 50;
/** So many are read: one more than is shown tells that there are more. */
export const CHOICES_READ = SHOWN + 1;

/** What is shown of those that were read. */
export const showChoices = (read: ChoicesShown['data']): ChoicesShown => ({
  data: read.slice(0, SHOWN),
  more: read.length > SHOWN,
});
