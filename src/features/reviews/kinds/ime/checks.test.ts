import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holidaysIn } from '../../rules/holidays.ts';
import { type CheckFacts, checkForm, parseSection } from '../form.ts';
import type { ImeFields } from './fields.ts';
import { IME_FORM } from './form.ts';
import { IME_SERVICES, LANGUAGES, MANNERS, OUTSIDE_ROLES } from './options.ts';

const check = (fields: Partial<ImeFields>, given: CheckFacts = facts) => checkForm(IME_FORM, fields, given);

const facts: CheckFacts = {
  today: '2026-11-18',
  isHoliday: holidaysIn('MA', []),
  flags: { ime_type_enabled: true },
  services: IME_SERVICES.map(({ value }) => value),
  case_types: [],
  exam_types: ['first'],
  license_types: [],
  review_types: [],
  specialties: new Map([
    [1, new Set([11])],
    [2, new Set<number>()],
    [3, new Set<number>()],
  ]),
  email_domains: null,
  pages: 0,
  requester_name: 'Dana Whitlock',
  colleagues: new Map(),
};

const complete: Partial<ImeFields> = {
  ime_type: 'first',
  claim_number: 'WC-1',
  coverage: 'workers_compensation',
  jurisdiction_state: 'MA',
  date_of_injury: '2026-03-14',
  body_parts: [{ part: 'Left shoulder', standing: 'accepted' }],
  examinee_first_name: 'Marta',
  examinee_last_name: 'Solis',
  examinee_dob: '1979-05-02',
  examinee_street: '48 Alder Lane',
  examinee_city: 'Quincy',
  examinee_state: 'MA',
  examinee_zip: '02169',
  treaters_unknown: true,
  language: 'es',
  specialty_id: 1,
  sub_specialty_id: 11,
  exam_state: 'MA',
  questions: ['Was it?'],
  service: 'exam',
  needed_by: '2027-01-29',
  conflict_parties: [{ name: 'Marta Solis', role: 'claimant' }],
  missed_terms_accepted: true,
  terms_accepted: true,
};

test('who treats the examinee is named, or said to be unknown; an attorney has an address of each sort', () => {
  const paths = (more: Partial<ImeFields>) => check({ ...complete, ...more }).map(({ path }) => path);
  expect(paths({ treaters_unknown: false })).toEqual(['treaters']);
  expect(paths({ treaters_unknown: false, treaters: [{ name: 'Paula Reston, MD' }] })).toEqual([]);
  expect(paths({ represented: true })).toEqual(['attorney_name', 'attorney_address', 'attorney_email']);
});

test('a complete order has no faults', () => {
  expect(check(complete)).toEqual([]);
});

const starred = IME_FORM.sections.flatMap((s) =>
  s.fields.filter((f) => f.required).map((f) => [f.key, s.key] as const),
);
test.each(starred)('%s is required', (key, section) => {
  const faults = check({ ...complete, [key]: null }).filter((f) => f.rule === 'required');
  expect(faults).toMatchObject([{ section, path: key }]);
});

const to = (more: Partial<NonNullable<ImeFields['outside_recipients']>[number]>): Partial<ImeFields> => ({
  outside_recipients: [{ name: 'Board', role: 'board', manner: 'post', address: '1 State Street', ...more }],
});
const earlier = [{ examiner: 'Dr. Amara Osei', held_on: '2026-01-10' }];

/** [rule, where, what breaks it, what holds] */
test.each<[string, string, Partial<ImeFields>, Partial<ImeFields>]>([
  ['required', 'second_specialty_id', { panel: true }, { panel: true, second_specialty_id: 2 }],
  [
    'specialty_active',
    'second_specialty_id',
    { panel: true, second_specialty_id: 9 },
    { panel: false, second_specialty_id: 9 },
  ],
  [
    'specialty_active',
    'third_specialty_id',
    { panel: true, second_specialty_id: 2, third_specialty_id: 9 },
    { panel: true, second_specialty_id: 2, third_specialty_id: 3 },
  ],
  ['examiner_known', 'prior_exams', { examiner_again: 'same' }, { examiner_again: 'same', prior_exams: earlier }],
  [
    'required',
    'records_served_on',
    { records_served: true },
    { records_served: true, records_served_on: '2026-11-18' },
  ],
  [
    'records_served_on_past',
    'records_served_on',
    { records_served: true, records_served_on: '2026-11-19' },
    { records_served: false, records_served_on: '2026-11-19' },
  ],
  [
    'pages_range',
    'records_served_pages',
    { records_served: true, records_served_on: '2026-11-18', records_served_pages: 0 },
    { records_served: true, records_served_on: '2026-11-18', records_served_pages: 1 },
  ],
  ['line_filled', 'outside_recipients.0.role', to({ role: null }), to({})],
  ['line_filled', 'outside_recipients.0.manner', to({ manner: null }), to({})],
  [
    'line_filled',
    'body_parts.0.standing',
    { body_parts: [{ part: 'Neck', standing: null }] },
    { body_parts: [{ part: 'Neck', standing: 'denied' }] },
  ],
  ['line_filled', 'outside_recipients.0.name', to({ name: '' }), to({})],
  ['line_filled', 'outside_recipients.0.address', to({ address: '' }), to({})],
  [
    'email_valid',
    'outside_recipients.0.address',
    to({ manner: 'email', address: '1 State Street' }),
    to({ manner: 'email', address: 'board@ma.test' }),
  ],
  ['required', 'exam_state', { exam_state: null }, { exam_state: null, service: 'records_review' }],
  ['ime_type_known', 'ime_type', { ime_type: 'gone' }, { ime_type: 'first' }],
])('%s at %s', (rule, path, broken, holds) => {
  const at = (fields: Partial<ImeFields>) =>
    check({ ...complete, ...fields }).filter((f) => f.rule === rule && f.path === path);
  expect(at(broken)).toHaveLength(1);
  expect(at(holds)).toEqual([]);
});

test('a panel asks matching for each of its specialties, and one examiner for none besides', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.constantFrom(null, 2, 3), fc.constantFrom(null, 2, 3), (panel, second, third) => {
      const asked = IME_FORM.expert_need({ panel, second_specialty_id: second, third_specialty_id: third });
      expect(asked.further_specialty_ids).toEqual(panel ? [second, third].filter((id) => id !== null) : []);
    }),
  );
});

test('who examined before is asked for again, or left out, only where the order says so', () => {
  const need = (examiner_again: ImeFields['examiner_again']) =>
    IME_FORM.expert_need({ prior_exams: earlier, examiner_again });
  expect(need('same')).toMatchObject({ preferred_experts: ['Dr. Amara Osei'], excluded_experts: [] });
  expect(need('another')).toMatchObject({ preferred_experts: [], excluded_experts: ['Dr. Amara Osei'] });
  expect(need(null)).toMatchObject({ preferred_experts: [], excluded_experts: [] });
});

test('whatever recipients a draft holds is kept as it is', () => {
  const recipient = fc.record({
    name: fc.string({ maxLength: 120 }).map((name) => name.trim()),
    role: fc.constantFrom(...OUTSIDE_ROLES.map(({ value }) => value)),
    manner: fc.constantFrom(...MANNERS.map(({ value }) => value)),
    address: fc.string({ maxLength: 300 }).map((address) => address.trim()),
  });
  fc.assert(
    fc.property(fc.array(recipient, { maxLength: 10 }), (outside_recipients) => {
      expect(parseSection(IME_FORM, 'step_four', { outside_recipients })).toMatchObject({ outside_recipients });
    }),
  );
});

test('each copy of the notice has a name, once, and an address', () => {
  const copies = (notice_copies: ImeFields['notice_copies']) =>
    check({ ...complete, notice_copies }).map(({ path }) => path);
  const one = { name: 'Dov Marsh', address: '9 Milk Street' };
  expect(copies([one])).toEqual([]);
  expect(copies([one, one])).toEqual(['notice_copies.1.name']);
  expect(copies([{ name: '', address: '' }])).toEqual(['notice_copies.0.name', 'notice_copies.0.address']);
  expect(check({ ...complete, weight_pounds: 0 }).map(({ path }) => path)).toEqual(['weight_pounds']);
});

test('an examinee can speak any language interpreters are asked for, each named once', () => {
  const labels = LANGUAGES.map(({ label }) => label);
  expect(new Set(labels).size).toBe(labels.length);
  expect(labels).toEqual(
    expect.arrayContaining(['English', 'Cantonese', 'Tagalog', 'Hmong', 'Somali', 'Hindi', 'Japanese', 'Ukrainian']),
  );
  expect(parseSection(IME_FORM, 'step_one', { language: 'so' })).toMatchObject({ language: 'so' });
});
