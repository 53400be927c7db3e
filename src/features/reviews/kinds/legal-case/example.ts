import type { ExampleField } from '../form.ts';

/** One good order of a legal case: how it fills fields, and why so. */
export const LEGAL_EXAMPLE: readonly ExampleField[] = [
  { section: 'step_one', field: 'caption', value: 'Ferrante v. Brightwater Regional' },
  { section: 'step_one', field: 'court', value: 'Circuit Court of Cook County, Law Division' },
  {
    section: 'step_one',
    field: 'disclosure_deadline',
    value: 'As the scheduling order has it',
    why: 'Experts say at once whether they can keep it.',
  },
  {
    section: 'step_two',
    field: 'conflict_parties',
    value: 'Both parties, both firms, the insurer, the surgeon, the parent company',
    why: 'Whoever is missing here can end the engagement months later.',
  },
  { section: 'step_three', field: 'service', value: 'Consulting first, testifying perhaps' },
  {
    section: 'step_three',
    field: 'summary',
    value: 'Fell from a ladder on March 9. Seen the same day; surgery on March 11. Weakness of the left leg since.',
    why: 'Neutral words and dates. No theory of the case.',
  },
  {
    section: 'step_three',
    field: 'questions',
    value: 'Did the delay from March 9 to March 11 change the outcome?',
    why: 'Open, answerable from the record, and leading nowhere.',
  },
];
