import { expect, test } from 'vitest';
import { ZodError } from 'zod';
import {
  checkEditAfterAcceptance,
  checkForm,
  earliestNeededBy,
  type CheckFacts,
  parseSection,
  sectionOf,
} from '../form.ts';
import { NEEDED_BY_DAYS } from './checks.ts';
import { CASE_FORM } from './form.ts';
import { CASE_SERVICES } from './options.ts';
import { caseSubject, type CaseFields } from './fields.ts';
import { namedParties } from './guide.ts';
import { partyKindOf } from '../options.ts';
import { holidaysIn } from '../../rules/holidays.ts';

const checkCase = (fields: Partial<CaseFields>, given: CheckFacts) => checkForm(CASE_FORM, fields, given);

const facts: CheckFacts = {
  today: '2026-11-18',
  isHoliday: holidaysIn('IL', []),
  flags: { case_type_enabled: true, allow_case_review_call_subscribers: true, enable_referrer_email: true },
  services: CASE_SERVICES.map(({ value }) => value),
  case_types: ['malpractice'],
  exam_types: [],
  license_types: [],
  review_types: [],
  specialties: new Map([
    [1, new Set([11, 12])],
    [2, new Set<number>()],
  ]),
  email_domains: null,
  pages: 0,
  requester_name: 'Dana Whitlock',
  colleagues: new Map(),
};

const complete: Partial<CaseFields> = {
  case_type: 'malpractice',
  claim_number: 'HM-88-40213',
  claimant_first_name: 'Ana',
  claimant_last_name: 'Ferrante',
  claimant_dob: '1980-02-01',
  defendants: [{ name: 'Dr. Quill' }],
  venue_state: 'IL',
  date_of_incident: '2026-03-14',
  date_claim_reported: '2026-06-01',
  claim_stage: 'pre_suit',
  specialty_id: 1,
  sub_specialty_id: 11,
  summary: 'x'.repeat(100),
  issue_scope: ['causation'],
  questions: ['Was it?'],
  service: 'call_45',
  needed_by: '2026-12-04',
  conflict_parties: [{ name: 'Ana Ferrante', role: 'claimant' }],
  terms_accepted: true,
};

test('a complete order has no faults', () => {
  expect(checkCase(complete, facts)).toEqual([]);
});

const starred = CASE_FORM.sections.flatMap((s) =>
  s.fields.filter((f) => f.required).map((f) => [f.key, s.key] as const),
);

test.each(starred)('%s is required', (key, section) => {
  for (const empty of [undefined, null]) {
    const faults = checkCase({ ...complete, [key]: empty }, facts).filter((f) => f.rule === 'required');
    expect(faults).toMatchObject([{ section, path: key }]);
    expect(faults[0]?.message).toMatch(/\.$/);
  }
});

const attendee = (email: string, name = 'Kay') => ({ name, email });

/** [rule, where, what breaks it, what holds] */
test.each([
  [
    'date_of_incident_past',
    'date_of_incident',
    { date_of_incident: '2027-03-14', claimant_dob: null, date_claim_reported: null },
    { date_of_incident: '2026-11-18', claimant_dob: null, date_claim_reported: null },
  ],
  [
    'date_claim_reported_past',
    'date_claim_reported',
    { date_claim_reported: '2026-11-19' },
    { date_claim_reported: '2026-11-18' },
  ],
  ['claimant_dob_past', 'claimant_dob', { claimant_dob: '2080-01-01' }, { claimant_dob: '1980-01-01' }],
  ['born_before_incident', 'claimant_dob', { claimant_dob: '2026-03-15' }, { claimant_dob: '2026-03-14' }],
  [
    'reported_after_incident',
    'date_claim_reported',
    { date_claim_reported: '2026-03-13' },
    { date_claim_reported: '2026-03-14' },
  ],
  [
    'defendant_named',
    'defendants.1.name',
    { defendants: [{ name: 'A' }, { name: '' }] },
    { defendants: [{ name: 'A' }, { name: 'B' }] },
  ],
  [
    'npi_valid',
    'defendants.0.npi',
    { defendants: [{ name: 'A', npi: '1234567890' }] },
    { defendants: [{ name: 'A', npi: '1234567893' }] },
  ],
  ['years_range', 'active_within_years', { active_within_years: 51 }, { active_within_years: 50 }],
  ['years_range', 'active_within_years', { active_within_years: -1 }, { active_within_years: 0 }],
  ['experts_range', 'number_of_experts', { number_of_experts: 4 }, { number_of_experts: 3 }],
  ['experts_range', 'number_of_experts', { number_of_experts: 0 }, { number_of_experts: 1 }],
  ['text_fits', 'summary', { summary: 'x'.repeat(20_001) }, { summary: 'x'.repeat(20_000) }],
  ['question_fits', 'questions.0', { questions: ['x'.repeat(2_001)] }, { questions: ['x'.repeat(2_000)] }],
  ['service_known', 'service', { service: 'gone' as never }, { service: 'call_30' }],
  ['case_type_known', 'case_type', { case_type: 'gone' }, { case_type: 'malpractice' }],
  ['email_valid', 'contact_email', { contact_email: 'no at' }, { contact_email: 'a@b.test' }],
  ['email_valid', 'referrer_email', { referrer_email: 'x@y' }, { referrer_email: 'x@y.test' }],
  [
    'specialty_active',
    'specialty_id',
    { specialty_id: 9, sub_specialty_id: null },
    { specialty_id: 2, sub_specialty_id: null },
  ],
  ['specialty_active', 'second_specialty_id', { second_specialty_id: 9 }, { second_specialty_id: 2 }],
  ['sub_specialty_fits', 'sub_specialty_id', { sub_specialty_id: 99 }, { sub_specialty_id: 12 }],
  ['specialties_differ', 'second_specialty_id', { second_specialty_id: 1 }, { second_specialty_id: null }],
  [
    'states_agree',
    'licensed_states',
    { licensed_states: ['OH'], excluded_states: ['OH'] },
    { licensed_states: ['OH'], excluded_states: ['IN'] },
  ],
  [
    'states_agree',
    'preferred_states',
    { preferred_states: ['OH'], excluded_states: ['OH'] },
    { preferred_states: ['OH'] },
  ],
  ['summary_long_enough', 'summary', { summary: 'x'.repeat(99) }, { summary: 'x'.repeat(100) }],
  ['question_written', 'questions.1', { questions: ['A', ' '] }, { questions: ['A', 'B'] }],
  [
    'questions_count',
    'questions',
    { questions: Array.from({ length: 21 }, () => 'Q') },
    { questions: Array.from({ length: 20 }, () => 'Q') },
  ],
  ['records_follow', 'records_follow_by', { records_follow_by: '2026-11-17' }, { records_follow_by: '2026-11-18' }],
  ['needed_by_possible', 'needed_by', { needed_by: '2026-11-20' }, { needed_by: '2026-11-23' }],
  [
    'needed_by_possible',
    'needed_by',
    { needed_by: '2026-11-18', expedited: true },
    { needed_by: '2026-11-19', expedited: true },
  ],
  [
    'deadline_after_needed',
    'decision_deadline',
    { decision_deadline: '2026-12-03' },
    { decision_deadline: '2026-12-04' },
  ],
  [
    'attendees_count',
    'attendees',
    { attendees: Array.from({ length: 11 }, (_, i) => attendee(`a${i}@b.test`)) },
    { attendees: Array.from({ length: 10 }, (_, i) => attendee(`a${i}@b.test`)) },
  ],
  [
    'attendees_distinct',
    'attendees.1.email',
    { attendees: [attendee('a@b.test'), attendee('A@B.test')] },
    { attendees: [attendee('a@b.test'), attendee('c@b.test')] },
  ],
  [
    'email_valid',
    'attendees.0.email',
    { attendees: [attendee('a..b@b.test')] },
    { attendees: [attendee('ａ@b.test')] },
  ],
  ['email_valid', 'attendees.0.email', { attendees: [attendee('a@b')] }, { attendees: [attendee('a@b.test')] }],
  [
    'attendee_named',
    'attendees.0.name',
    { attendees: [attendee('a@b.test', '')] },
    { attendees: [attendee('a@b.test')] },
  ],
  [
    'party_named',
    'conflict_parties.0.name',
    { conflict_parties: [{ name: '', role: 'other' }] },
    { conflict_parties: [{ name: 'X', role: 'other' }] },
  ],
] satisfies [string, string, Partial<CaseFields>, Partial<CaseFields>][])('%s at %s', (rule, path, breaks, holds) => {
  const at = (f: Partial<CaseFields>) =>
    checkCase({ ...complete, ...f }, facts).filter((x) => x.rule === rule && x.path === path);
  expect(at(breaks)).toHaveLength(1);
  expect(at(breaks)[0]?.message).toMatch(/[.?]$/);
  expect(at(holds)).toEqual([]);
});

test('a date in the future asks for the year that was meant', () => {
  const message = (date: string) =>
    checkCase({ ...complete, claimant_dob: null, date_claim_reported: null, date_of_incident: date }, facts)[0]
      ?.message;
  expect(message('2027-03-14')).toBe('This date is in the future. Did you mean 2026?');
  expect(message('2027-12-14')).toBe('This date is in the future. Did you mean 2025?');
  expect(message('2026-11-19')).toBe('This date is in the future. Did you mean 2025?');
});

test('people can be invited to the call only where the organization does that, and only from its domains', () => {
  const fields = { ...complete, attendees: [attendee('a@b.test')] };
  expect(checkCase(fields, { ...facts, flags: {} }).map((f) => f.rule)).toContain('attendees_allowed');
  expect(checkCase(fields, { ...facts, email_domains: ['own.test'] }).map((f) => f.rule)).toContain('attendee_domain');
  for (const domain of ['b.test', '@b.test', 'B.Test'])
    expect(checkCase(fields, { ...facts, email_domains: [domain] }), domain).toEqual([]);
});

test('a field whose flag is off is not asked for', () => {
  expect(checkCase({ ...complete, case_type: null }, { ...facts, flags: {} })).toEqual([]);
});

test('business days skip weekends, federal holidays and the holidays of the state', () => {
  // Thanksgiving is Thursday, November 26, 2026
  expect(earliestNeededBy(NEEDED_BY_DAYS, '2026-11-24', false, holidaysIn(null, []))).toBe('2026-11-30');
  expect(earliestNeededBy(NEEDED_BY_DAYS, '2026-11-25', true, holidaysIn(null, []))).toBe('2026-11-27');
  expect(holidaysIn('MA', [])('2027-04-19')).toBe(true);
  expect(holidaysIn('IL', [])('2027-04-19')).toBe(false);
});

test('after acceptance the expert’s basis stands and the date only moves later', () => {
  expect(checkEditAfterAcceptance(CASE_FORM, complete, complete)).toEqual([]);
  expect(checkEditAfterAcceptance(CASE_FORM, complete, { ...complete, specialty_id: 2 })).toMatchObject([
    { path: 'specialty_id' },
  ]);
  expect(checkEditAfterAcceptance(CASE_FORM, complete, { ...complete, conflict_parties: [] })).toMatchObject([
    { path: 'conflict_parties' },
  ]);
  expect(checkEditAfterAcceptance(CASE_FORM, complete, { ...complete, needed_by: '2026-12-03' })).toMatchObject([
    { path: 'needed_by' },
  ]);
  expect(
    checkEditAfterAcceptance(CASE_FORM, complete, { ...complete, needed_by: '2026-12-05', summary: 'y'.repeat(200) }),
  ).toEqual([]);
});

test('every field of a schema is in the field list of its step, once, and the reverse', () => {
  for (const section of CASE_FORM.sections) {
    const keys = section.fields.map((f) => f.key);
    expect(keys.toSorted()).toEqual(Object.keys(CASE_FORM.schemas[section.key].shape).toSorted());
    for (const key of keys) expect(sectionOf(CASE_FORM, key)).toBe(section.key);
  }
});

test('drafts take partial values, drop what is unknown, and refuse wrong shapes', () => {
  expect(parseSection(CASE_FORM, 'step_one', {})).toEqual({});
  expect(parseSection(CASE_FORM, 'step_one', { claim_number: ' A ', organization_id: 5, status: 'closed' })).toEqual({
    claim_number: 'A',
  });
  expect(parseSection(CASE_FORM, 'step_one', { date_of_incident: '' })).toEqual({ date_of_incident: null });
  for (const wrong of [
    { date_of_incident: 'May' },
    { venue_state: 'Illinois' },
    { defendants: 'Quill' },
    { claim_stage: 'over' },
  ]) {
    expect(() => parseSection(CASE_FORM, 'step_one', wrong)).toThrow(ZodError);
  }
});

test('the name of a matter', () => {
  expect(caseSubject({})).toBe('');
  expect(caseSubject({ claimant_last_name: 'Ferrante' })).toBe('Ferrante');
  expect(caseSubject({ claimant_last_name: 'Ferrante', defendants: [{ name: '' }, { name: 'Brightwater' }] })).toBe(
    'Ferrante v. Brightwater',
  );
  expect(caseSubject({ caption: 'Estate of Purcell', claimant_last_name: 'X' })).toBe('Estate of Purcell');
});

test('everyone named so far is offered for the conflict check', () => {
  expect(
    namedParties({ ...complete, facility: 'Brightwater', insurer: 'Harborline' }).map((p) => [p.role, p.name]),
  ).toEqual([
    ['claimant', 'Ana Ferrante'],
    ['defendant', 'Dr. Quill'],
    ['facility', 'Brightwater'],
    ['insurer', 'Harborline'],
  ]);
});

test.each([
  ['Brightwater Regional Hospital', 'facility'],
  ['Saltmarsh Medical Center', 'facility'],
  ['Pike & Dunne LLP', 'firm'],
  ['Law Offices of Ana Moss', 'firm'],
  ['Harborline Mutual', 'insurer'],
  ['Northfield Insurance Company', 'insurer'],
  ['Dr. Quill', 'person'],
  ['Lowell Pike, DPM', 'person'],
  ['Brightwater Regional', null],
  ['Ana Ferrante', null],
  ['', null],
])('what %s is follows its words, or is left open', (name, kind) => {
  expect(partyKindOf(name)).toBe(kind);
  if (name === '') return;
  const named = namedParties({ ...complete, defendants: [{ name, specialty: null, npi: null }] });
  expect(named.find((party) => party.role === 'defendant')?.kind).toBe(kind);
});
