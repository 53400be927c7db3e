import { US_STATES } from '../../../core/us-states.ts';
import { COVERAGES } from '../../reviews/kinds/ime/options.ts';
import type { RuleScope } from './rule-terms.ts';

/** How addresses name the default: what holds where a state has no rule. */
export const ELSEWHERE = 'elsewhere';

/** The scope an address names. */
export const scopeAt = (state: string, coverage: string | null): RuleScope => ({
  state: state === ELSEWHERE ? null : state,
  coverage,
});

/** "Ohio"; "Elsewhere" for what holds where a state has no rule. */
export const placeOfScope = (state: string | null): string =>
  state === null ? 'Elsewhere' : (US_STATES.find(([code]) => code === state)?.[1] ?? state);

/** "Workers’ compensation". */
export const lineOfScope = (coverage: string | null): string =>
  coverage === null
    ? 'Every line of insurance'
    : (COVERAGES.find(({ value }) => value === coverage)?.label ?? coverage);
