import { z } from 'zod';
import { idParam } from './endpoint.ts';

/** What an endpoint of choices answers: the first of them, and whether there are more. */
export const choicesOf = <T extends z.ZodType>(one: T) => z.object({ data: z.array(one), more: z.boolean() });

/** The first of what can be chosen, by name, and whether there are more. */
export const choicesShown = choicesOf(z.object({ id: z.number(), name: z.string() }));
export type ChoicesShown = z.output<typeof choicesShown>;

/** What it is asked: what is typed of a name, or the numbers of those chosen earlier, whatever else is asked. */
export const choicesAsked = {
  q: z.string().trim().max(200).optional(),
  id: z.union([idParam, z.array(idParam).max(60)]).optional(),
};

/** So many are shown at once; whoever looks for another one types. */
const SHOWN = 50;
/** So many are read: one more than is shown tells that there are more. */
export const CHOICES_READ = SHOWN + 1;

/** What is shown of those that were read. */
export const showChoices = <T>(read: T[]): { data: T[]; more: boolean } => ({
  data: read.slice(0, SHOWN),
  more: read.length > SHOWN,
});
