import { US_STATES } from '../../../core/us-states.ts';
import { stateName } from '../../reviews/kinds/options.ts';
import { COVERAGES } from '../../reviews/kinds/ime/options.ts';
import type { RuleScope } from './rule-terms.ts';

/** How addresses name the default: what holds where a state has no rule. */
export const ELSEWHERE = 'elsewhere';
/** All that a rule can be of, as addresses name them. */
export const RULED = [ELSEWHERE, ...US_STATES.map(([code]) => code)] as const;

/** The scope an address names. */
export const scopeAt = (state: string, coverage: string | null): RuleScope => ({
  state: state === ELSEWHERE ? null : state,
  coverage,
});

/** "Ohio"; "Elsewhere" for what holds where a state has no rule. */
export const placeOfScope = (state: string | null): string => (state === null ? 'Elsewhere' : stateName(state));

/** "Workers’ compensation". */
export const lineOfScope = (coverage: string | null): string =>
  coverage === null
    ? 'Every line of insurance'
    : (COVERAGES.find(({ value }) => value === coverage)?.label ?? coverage);
