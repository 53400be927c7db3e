import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holidaysIn } from '../../rules/holidays.ts';
import { type CheckFacts, checkForm } from '../form.ts';
import type { LegalFields } from './fields.ts';
import { LEGAL_FORM } from './form.ts';
import { LEGAL_SERVICES } from './options.ts';

const facts: CheckFacts = {
  today: '2026-11-18',
  isHoliday: holidaysIn('IL', []),
  flags: {},
  services: LEGAL_SERVICES.map(({ value }) => value),
  case_types: [],
  exam_types: [],
  license_types: [],
  review_types: [],
  specialties: new Map([
    [1, new Set([11])],
    [2, new Set<number>()],
  ]),
  email_domains: null,
  pages: 0,
  requester_name: 'Dana Whitlock',
  colleagues: new Map(),
};
const complete: Partial<LegalFields> = {
  caption: 'Ferrante v. Brightwater Regional',
  case_number: 'HL-118',
  court: 'Circuit Court of Cook County',
  jurisdiction_state: 'IL',
  side: 'defense',
  disclosure_deadline: '2027-03-18',
  trial_on: '2027-09-14',
  conflict_parties: [
    { name: 'Ana Ferrante', role: 'plaintiff' },
    { name: 'Brightwater Regional', role: 'defendant' },
  ],
  specialty_id: 1,
  sub_specialty_id: 11,
  service: 'testifying',
  summary:
    'Fall from a ladder on March 9; low back pain, urinary retention noted by triage; decompression two days later.',
  issues: ['causation'],
  questions: ['Did the delay change the outcome?'],
  needed_by: '2027-01-29',
  retainer: 'replenished',
  terms_accepted: true,
};
const faults = (more: Partial<LegalFields>, given: CheckFacts = facts): string[] =>
  checkForm(LEGAL_FORM, { ...complete, ...more }, given).map(({ path, rule }) => `${path}: ${rule}`);

test('a complete order has no faults', () => {
  expect(faults({})).toEqual([]);
});

test.each<[string, Partial<LegalFields>, string[]]>([
  ['no date of the schedule', { disclosure_deadline: null, trial_on: null }, ['disclosure_deadline: schedule_known']],
  ['none, and it is said so', { disclosure_deadline: null, trial_on: null, no_schedule: true }, []],
  [
    'a date that has passed',
    { disclosure_deadline: '2026-11-17' },
    ['disclosure_deadline: scheduled_ahead', 'needed_by: needed_in_time'],
  ],
  ['a disclosure after the trial', { trial_on: '2027-03-01' }, ['disclosure_deadline: before_trial']],
  [
    'a deposition before the disclosure',
    { deposition_on: '2027-03-01' },
    ['deposition_on: deposition_after_disclosure'],
  ],
  ['needed after the disclosure', { needed_by: '2027-04-01' }, ['needed_by: needed_in_time']],
  ['needed too soon', { needed_by: '2026-11-20' }, ['needed_by: needed_by_possible']],
  [
    'one side alone',
    { conflict_parties: [{ name: 'Ana Ferrante', role: 'plaintiff' }] },
    ['conflict_parties: both_sides_named'],
  ],
  [
    'a party without a name',
    { conflict_parties: [...(complete.conflict_parties ?? []), { name: '', role: 'insurer' }] },
    ['conflict_parties.2.name: party_named'],
  ],
  ['no role', { service: null }, ['service: required']],
  ['a role that is not offered', { service: 'neutral' }, ['service: service_known']],
  ['a rate nobody has', { max_rate: 0 }, ['max_rate: rate_range']],
  ['a budget below nothing', { budget_cap: -5 }, ['budget_cap: budget_range']],
  [
    'licensed where it is excluded',
    { licensed_states: ['IL'], excluded_states: ['IL'] },
    ['licensed_states: states_agree'],
  ],
  ['the same specialty twice', { second_specialty_id: 1 }, ['second_specialty_id: specialties_differ']],
  ['an address that is none', { billing_contact_email: 'nobody' }, ['billing_contact_email: email_valid']],
])('%s', (_, more, expected) => {
  expect(faults(more)).toEqual(expected);
});

test('the case number is asked for unless it is ours', () => {
  expect(faults({ case_number: null })).toEqual(['case_number: required']);
  const flags = { use_peritus_id_for_case_number_in_legal_cases: true };
  expect(faults({ case_number: null }, { ...facts, flags })).toEqual([]);
});

test('whatever the dates, none of the schedule passes that is after the trial or behind today', () => {
  const day = fc
    .date({ min: new Date('2026-01-01'), max: new Date('2029-01-01'), noInvalidDate: true })
    .map((d) => d.toISOString().slice(0, 10));
  fc.assert(
    fc.property(day, day, day, (disclosure_deadline, discovery_cutoff, trial_on) => {
      const found = faults({ disclosure_deadline, discovery_cutoff, trial_on }).filter(
        (f) => !f.startsWith('needed_by'),
      );
      const sound =
        [disclosure_deadline, discovery_cutoff].every((d) => d >= facts.today && d <= trial_on) &&
        trial_on >= facts.today;
      expect(found.length === 0).toBe(sound);
    }),
  );
});

test.each<[string, string[]]>([
  ['Ferrante v. Brightwater Regional', ['Ferrante', 'Brightwater Regional']],
  ['FERRANTE vs. BRIGHTWATER REGIONAL, et al.', ['FERRANTE', 'BRIGHTWATER REGIONAL']],
  ['In re Ferrante', []],
  ['', []],
])('%s names %j', (caption, names) => {
  expect(LEGAL_FORM.named_parties({ caption }).map(({ name }) => name)).toEqual(names);
  // who is listed in full is not named once more
  const conflict_parties = names.map((name) => ({ name: `Ana ${name}`, role: 'other' as const }));
  expect(LEGAL_FORM.named_parties({ caption, conflict_parties })).toEqual([]);
});
