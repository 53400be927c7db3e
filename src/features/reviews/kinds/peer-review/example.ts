import type { ExampleField } from '../form.ts';

/** One good order of a peer review: how it fills fields, and why so. */
export const PEER_REVIEW_EXAMPLE: readonly ExampleField[] = [
  { section: 'step_one', field: 'review_type', value: 'Focused case review' },
  { section: 'step_one', field: 'reason', value: 'Adverse outcome', why: 'What the committee’s minutes say.' },
  { section: 'step_one', field: 'facility', value: 'Brightwater Regional Medical Center' },
  {
    section: 'step_two',
    field: 'provider_name',
    value: 'Provider 2026-14',
    why: 'A code: the reviewer judges the care and not the person.',
  },
  { section: 'step_two', field: 'license_type', value: 'MD' },
  {
    section: 'step_two',
    field: 'specialty_id',
    value: 'General surgery',
    why: 'The specialty of the care under review, not of the whole career.',
  },
  {
    section: 'step_two',
    field: 'conflict_parties',
    value: 'Brightwater Regional, the surgical group, both assistants',
    why: 'Whoever is missing here could be the reviewer’s partner.',
  },
  {
    section: 'step_three',
    field: 'charts',
    value: 'Chart 1: laparoscopic cholecystectomy, March 3 to 9, 2026',
    why: 'With the return to surgery: the days that matter.',
  },
  {
    section: 'step_three',
    field: 'questions',
    value: 'Was the bile duct identified before it was divided? Was the leak treated in time?',
    why: 'Each can be answered with yes or no and a page.',
  },
  {
    section: 'step_four',
    field: 'needed_by',
    value: 'A week before the committee meets',
    why: 'The provider can still answer it.',
  },
  { section: 'step_four', field: 'committee', value: 'Surgical Quality Committee' },
];
