import { lower } from '../../../../core/phrases.ts';
import type { z } from 'zod';
import type { stepState } from '../../contract.ts';

export type StepState = z.output<typeof stepState>;

/** "step_three" ↔ "step-three", as addresses write it. */
export const slugOf = (section: string): string => section.replaceAll('_', '-');
export const sectionOfSlug = (slug: string): string => slug.replaceAll('-', '_');

const words = ['Nothing', 'One thing', 'Two things', 'Three things', 'Four things', 'Five things', 'Six things'];

/** What the rail says under a step: whether it is complete, what is missing, or not begun. */
export function stepWords(state: StepState | undefined): string {
  if (!state?.started) return 'Not started';
  const n = state.missing.length;
  if (n === 0) return 'Complete';
  return `${words[n] ?? `${n} things`} missing`;
}

export type StepMood = 'complete' | 'missing' | 'open';
export function stepMood(state: StepState | undefined): StepMood {
  if (!state?.started) return 'open';
  return state.missing.length === 0 ? 'complete' : 'missing';
}

/** What the button on step `index` leads to, in the middle of a sentence: "delivery". */
export function shortTitle(title: string): string {
  const first = title.split(' and ')[0] ?? title;
  return lower(first);
}
