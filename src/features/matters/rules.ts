import type { LegalFields } from '../reviews/kinds/legal-case/fields.ts';

/*
 * Several experts on one matter: legal cases of one firm that belong together (domain: number of experts). Each keeps its own expert,
 * agreement and report; no expert is told of another.
 */

/** Most experts on one matter. */
export const EXPERTS_MOST = 12;

/** Steps of a legal case, as they are stored. */
type Steps = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What hangs on which expert it is, and is asked anew. */
const OF_ONE_EXPERT: ReadonlySet<keyof LegalFields> = new Set([
  'specialty_id',
  'sub_specialty_id',
  'second_specialty_id',
  'preferred_expert',
  'questions',
  'issues',
  'work_wanted',
  'answers_report',
  'licensed_states',
  'retainer',
  'retainer_terms',
  'budget_cap',
  'max_rate',
  'records_complete',
  'records_follow_by',
  'needed_by',
  'expedited',
  'terms_accepted',
] satisfies (keyof LegalFields)[]);

/** What another expert's order begins with: the matter, its dates and its names as they are, and nothing that hangs on the expert. */
export const stepsForAnother = (steps: Steps): Record<string, Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(steps).map(([name, data]) => [
      name,
      Object.fromEntries(Object.entries(data).filter(([key]) => !OF_ONE_EXPERT.has(key as keyof LegalFields))),
    ]),
  );
