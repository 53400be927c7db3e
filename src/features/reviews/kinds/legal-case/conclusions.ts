import { options } from '../options.ts';

/** How a matter ended. */
export const CONCLUSIONS = options([
  ['settled', 'Settled'],
  ['verdict', 'Verdict or judgment'],
  ['dismissed', 'Dismissed or withdrawn'],
  ['disclosed_only', 'Expert disclosed, never called'],
  ['not_used', 'Expert not used'],
]);
export const isConclusion = (value: unknown): boolean => CONCLUSIONS.some((one) => one.value === value);
