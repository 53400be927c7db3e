import { isNpi } from '../../../../core/npi.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ZodError } from 'zod';
import {
  checkEditAfterAcceptance,
  checkForm,
  earliestNeededBy,
  type CheckFacts,
  parseSection,
  sectionOf,
} from '../form.ts';
import { holidaysIn } from '../../rules/holidays.ts';
import { PEER_NEEDED_BY_DAYS } from './checks.ts';
import type { PeerReviewFields } from './fields.ts';
import { PEER_REVIEW_FORM } from './form.ts';
import { OUTCOMES, peersOf, PEER_REVIEW_TYPES } from './options.ts';
import { protectionOf, statuteFaults, statuteFor, type StatuteRow } from './statutes.ts';
import { US_STATES } from '../options.ts';

const facts: CheckFacts = {
  today: '2026-11-18',
  isHoliday: holidaysIn('IL', []),
  flags: {
    peer_review_type_enabled: true,
    allow_limited_peer_review_pricing: true,
    enable_expedited_peer_reviews: true,
    enable_license_id_field_for_peer_review_subscription: true,
  },
  services: ['standard', 'limited'],
  case_types: [],
  exam_types: [],
  license_types: ['MD', 'DO'],
  review_types: PEER_REVIEW_TYPES,
  specialties: new Map([
    [1, new Set([11, 12])],
    [2, new Set<number>()],
  ]),
  email_domains: null,
  pages: 40,
  requester_name: 'Quinn Sayre',
  colleagues: new Map([
    [5, 'Ira Fenn'],
    [6, 'Dr. Ana Mott, MD'],
  ]),
};

const chart = (label: string, more: Record<string, unknown> = {}) => ({
  key: `c_${label.toLowerCase()}`,
  label,
  encounters: [{ from: '2026-09-01' }],
  ...more,
});
const charts = (...labels: string[]) => labels.map((l) => chart(l));
const dated = (...encounters: { from?: string | null; to?: string | null }[]) => [chart('A', { encounters })];

const complete: Partial<PeerReviewFields> = {
  review_type: 'chart_audit',
  facility: 'Saltmarsh General',
  reason: 'random_sample',
  service: 'standard',
  provider_name: 'Dr. Lowell Pike',
  license_type: 'MD',
  state: 'IL',
  specialty_id: 1,
  sub_specialty_id: 11,
  conflict_parties: [{ name: 'Saltmarsh General', role: 'facility' }],
  charts: charts('A', 'B'),
  report_form: 'peer_chart_audit',
  needed_by: '2026-12-04',
  recipients: [5],
  committee: 'Peer Review Committee',
  statute: '735 Ill. Comp. Stat. 5/8-2101',
  confidentiality_accepted: true,
};
const check = (fields: Partial<PeerReviewFields>, given = facts) => checkForm(PEER_REVIEW_FORM, fields, given);

test('a complete order has no faults', () => {
  expect(check(complete)).toEqual([]);
});

const starred = PEER_REVIEW_FORM.sections.flatMap((s) =>
  s.fields.filter((f) => f.required).map((f) => [f.key as keyof PeerReviewFields, s.key] as const),
);

test.each(starred)('%s is required', (key, section) => {
  for (const empty of [undefined, null]) {
    const faults = check({ ...complete, [key]: empty }).filter((f) => f.rule === 'required');
    expect(faults).toMatchObject([{ section, path: key }]);
    expect(faults[0]?.message).toMatch(/\.$/);
  }
});

const limited = { service: 'limited', report_form: 'peer_chart_audit' };

/** [rule, where, what breaks it, what holds] */
test.each([
  ['review_type_known', 'review_type', { review_type: 'gone' }, { review_type: 'chart_audit' }],
  ['charts_count', 'charts', { charts: 'ABCDEFGHIJK'.split('').map((l) => chart(l)) }, { charts: charts('A') }],
  [
    'charts_count',
    'charts',
    { review_type: 'focused', report_form: 'peer_focused', charts: charts('A', 'B') },
    { review_type: 'focused', report_form: 'peer_focused', charts: charts('A') },
  ],
  ['chart_labeled', 'charts.0.label', { charts: charts('') }, { charts: charts('A') }],
  ['charts_distinct', 'charts.1.label', { charts: charts('A', 'a') }, { charts: charts('A', 'B') }],
  ['encounter_dated', 'charts.0.encounters', { charts: dated() }, { charts: dated({ from: '2026-09-01' }) }],
  ['encounter_dated', 'charts.0.encounters.0.from', { charts: dated({ from: null }) }, { charts: charts('A') }],
  [
    'date_of_service_past',
    'charts.0.encounters.0.from',
    { charts: dated({ from: '2026-11-19' }) },
    { charts: dated({ from: '2026-11-18' }) },
  ],
  [
    'date_of_service_past',
    'charts.0.encounters.1.to',
    { charts: dated({ from: '2026-09-01' }, { from: '2026-10-01', to: '2026-11-19' }) },
    { charts: dated({ from: '2026-09-01' }, { from: '2026-10-01', to: '2026-11-18' }) },
  ],
  [
    'encounter_order',
    'charts.0.encounters.0.to',
    { charts: dated({ from: '2026-09-02', to: '2026-09-01' }) },
    { charts: dated({ from: '2026-09-02', to: '2026-09-02' }) },
  ],
  [
    'dob_past',
    'charts.0.dob',
    { charts: [chart('A', { dob: '2027-01-01' })] },
    { charts: [chart('A', { dob: '1970-01-01' })] },
  ],
  [
    'born_before_service',
    'charts.0.encounters.0.from',
    { charts: [chart('A', { dob: '2026-09-02' })] },
    { charts: [chart('A', { dob: '2026-09-01' })] },
  ],
  ['npi_valid', 'npi', { npi: '1234567890' }, { npi: '1234567893' }],
  [
    'provider_not_requester',
    'provider_name',
    { provider_name: 'Sáyre, Quinn, MD, FACS' },
    { provider_name: 'Quinn Sayres' },
  ],
  ['miles_range', 'excluded_miles', { excluded_miles: 501 }, { excluded_miles: 500 }],
  ['miles_range', 'excluded_miles', { excluded_miles: -1 }, { excluded_miles: 0 }],
  ['age_range', 'charts.0.age', { charts: [chart('A', { age: 131 })] }, { charts: [chart('A', { age: 130 })] }],
  ['text_fits', 'sampling_note', { sampling_note: 'x'.repeat(4_001) }, { sampling_note: 'x'.repeat(4_000) }],
  [
    'text_fits',
    'provider_statement',
    { provider_statement: 'x'.repeat(20_001) },
    { provider_statement: 'x'.repeat(20_000) },
  ],
  ['question_fits', 'questions.0', { questions: ['x'.repeat(2_001)] }, { questions: ['x'.repeat(2_000)] }],
  [
    'states_left',
    'excluded_states',
    { excluded_states: US_STATES.slice(0, 50).map((s) => s.value) },
    { excluded_states: US_STATES.slice(0, 49).map((s) => s.value) },
  ],
  [
    'specialty_active',
    'specialty_id',
    { specialty_id: 9, sub_specialty_id: null },
    { specialty_id: 2, sub_specialty_id: null },
  ],
  ['sub_specialty_fits', 'sub_specialty_id', { sub_specialty_id: 99 }, { sub_specialty_id: 12 }],
  [
    'party_named',
    'conflict_parties.0.name',
    { conflict_parties: [{ name: '', role: 'group' }] },
    { conflict_parties: [{ name: 'Tidewater Group', role: 'group' }] },
  ],
  ['question_written', 'questions.1', { questions: ['A', ' '] }, { questions: ['A', 'B'] }],
  [
    'questions_count',
    'questions',
    { questions: Array.from({ length: 11 }, (_, i) => `Q${i}`) },
    { questions: Array.from({ length: 10 }, (_, i) => `Q${i}`) },
  ],
  ['report_form_limited', 'report_form', { ...limited, report_form: 'peer_focused' }, limited],
  ['report_form_fits', 'report_form', { report_form: 'peer_oppe' }, { report_form: 'peer_chart_audit' }],
  ['needed_by_possible', 'needed_by', { needed_by: '2026-12-02' }, { needed_by: '2026-12-03' }],
  [
    'needed_by_possible',
    'needed_by',
    { expedited: true, expedited_consent: true, needed_by: '2026-11-20' },
    { expedited: true, expedited_consent: true, needed_by: '2026-11-23' },
  ],
  ['recipients_distinct', 'recipients', { recipients: [5, 5] }, { recipients: [5, 6] }],
  ['recipient_known', 'recipients', { recipients: [7] }, { recipients: [5] }],
  ['recipients_count', 'recipients', { recipients: Array.from({ length: 11 }, () => 5) }, { recipients: [5] }],
  ['recipient_not_provider', 'recipients', { provider_name: 'Mott, Ana, CRNA', recipients: [6] }, { recipients: [6] }],
  ['expedited_consent', 'expedited_consent', { expedited: true }, { expedited: true, expedited_consent: true }],
] as [string, string, Partial<PeerReviewFields>, Partial<PeerReviewFields>][])(
  '%s at %s',
  (rule, path, breaks, holds) => {
    const found = check({ ...complete, ...breaks }).filter((f) => f.rule === rule && f.path === path);
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]?.message).toMatch(/[.?]$/);
    expect(found[0]?.section).toBe(sectionOf(PEER_REVIEW_FORM, path.split('.')[0] ?? ''));
    expect(check({ ...complete, ...holds }).filter((f) => f.rule === rule)).toEqual([]);
  },
);

test('limited_size: up to five encounters, or up to fifty pages', () => {
  const many = dated(...Array.from({ length: 6 }, () => ({ from: '2026-09-01' })));
  const rules = (fields: Partial<PeerReviewFields>, pages: number) =>
    check({ ...complete, ...limited, ...fields } as Partial<PeerReviewFields>, { ...facts, pages }).map((f) => f.rule);
  expect(rules({ charts: many as PeerReviewFields['charts'] }, 51)).toContain('limited_size');
  expect(rules({ charts: many as PeerReviewFields['charts'] }, 50)).not.toContain('limited_size');
  expect(rules({}, 51)).not.toContain('limited_size');
});

describe('what the organization’s flags leave out', () => {
  const without = (flag: string) => ({ ...facts, flags: { ...facts.flags, [flag]: false } });

  test('flag allow_limited_peer_review_pricing off refuses a limited review, on allows it', () => {
    const fields = { ...complete, ...limited } as Partial<PeerReviewFields>;
    expect(check(fields, without('allow_limited_peer_review_pricing')).map((f) => f.rule)).toContain('limited_allowed');
    expect(check(fields)).toEqual([]);
  });

  test('flag enable_expedited_peer_reviews off refuses an expedited review, on allows it', () => {
    const fields = { ...complete, expedited: true, expedited_consent: true };
    expect(check(fields, without('enable_expedited_peer_reviews')).map((f) => f.rule)).toContain('expedited_allowed');
    expect(check(fields)).toEqual([]);
  });

  test('flag peer_review_type_enabled off asks for no type, on requires one', () => {
    const fields = { ...complete, review_type: null };
    expect(check(fields, without('peer_review_type_enabled'))).toEqual([]);
    expect(check(fields)).toMatchObject([{ path: 'review_type', rule: 'required' }]);
  });
});

test('the earliest date counts business days', () => {
  expect(earliestNeededBy(PEER_NEEDED_BY_DAYS, '2026-11-18', false, holidaysIn(null, []))).toBe('2026-12-03');
  expect(earliestNeededBy(PEER_NEEDED_BY_DAYS, '2026-11-25', true, holidaysIn(null, []))).toBe('2026-12-01');
});

test('after acceptance the reviewer’s basis stands, and the date only moves later', () => {
  const refused = (after: Partial<PeerReviewFields>) =>
    checkEditAfterAcceptance(PEER_REVIEW_FORM, complete, { ...complete, ...after }).map((f) => f.path);
  expect(refused({})).toEqual([]);
  expect(refused({ charts: charts('A') as PeerReviewFields['charts'] })).toEqual(['charts']);
  expect(refused({ provider_name: 'Somebody' })).toEqual(['provider_name']);
  expect(refused({ needed_by: '2026-12-03' })).toEqual(['needed_by']);
  expect(refused({ needed_by: '2026-12-05', questions: ['One more?'], recipients: [6] })).toEqual([]);
});

test('every field of a step is in its schema, and only there', () => {
  for (const section of PEER_REVIEW_FORM.sections) {
    expect(section.fields.map((f) => f.key).toSorted()).toEqual(
      Object.keys(PEER_REVIEW_FORM.schemas[section.key].shape).toSorted(),
    );
  }
});

test('sections take missing fields, and refuse wrong shapes', () => {
  for (const section of ['step_one', 'step_two', 'step_three', 'step_four'] as const)
    expect(parseSection(PEER_REVIEW_FORM, section, {})).toEqual({});
  for (const wrong of [
    { charts: [{ key: 'Not a key', label: 'A' }] },
    { charts: [{ key: 'a', label: 'A', age: 'old' }] },
    { charts: 'all' },
    { questions: Array.from({ length: 21 }, () => 'Q') },
  ])
    expect(() => parseSection(PEER_REVIEW_FORM, 'step_three', wrong)).toThrow(ZodError);
});

test('an NPI is ten digits of which the last one checks the rest', () => {
  expect(isNpi('1234567893')).toBe(true);
  fc.assert(
    fc.property(fc.integer({ min: 100_000_000, max: 299_999_999 }), (nine) => {
      expect([...'0123456789'].filter((digit) => isNpi(`${nine}${digit}`))).toHaveLength(1);
    }),
  );
});

test('what is read out of the fields', () => {
  expect(PEER_REVIEW_FORM.columns(complete)).toMatchObject({
    subject: 'Dr. Lowell Pike, Saltmarsh General',
    state: 'IL',
    review_type: 'chart_audit',
    service: 'standard',
    expedited: false,
  });
  expect(PEER_REVIEW_FORM.named_parties(complete).map((p) => p.name)).toEqual(['Dr. Lowell Pike', 'Saltmarsh General']);
  expect(PEER_REVIEW_FORM.named_parties({ ...complete, provider_blind: true }).map((p) => p.name)).toEqual([
    'Saltmarsh General',
  ]);
  expect(PEER_REVIEW_FORM.expert_need({ ...complete, excluded_states: ['OH'] })).toMatchObject({
    license_keys: ['MD', 'DO'],
    excluded_states: ['OH', 'IL'],
    board_certified: true,
  });
  expect(peersOf('NP')).toEqual(['NP']);
  expect(PEER_REVIEW_FORM.report_form(complete)).toBe('peer_chart_audit');
  expect(PEER_REVIEW_FORM.report_form({ review_type: 'oppe' })).toBe('peer_oppe');
  expect(PEER_REVIEW_FORM.report_form({ service: 'limited', review_type: 'oppe' })).toBe('peer_chart_audit');
  expect(PEER_REVIEW_FORM.report_readers(complete)).toEqual([5]);
  expect(PEER_REVIEW_FORM.protection({}, [])).toBeNull();
  expect(PEER_REVIEW_FORM.protection(complete, [])).toEqual({
    statement:
      'Confidential peer review document. Requested by and for the Peer Review Committee under 735 Ill. Comp. Stat. 5/8-2101. Do not copy or disclose.',
    cover: '',
  });
});

test('an address can name the type by its id, value or label', () => {
  for (const asked of [
    { reviewTypeId: 4 },
    { reviewTypeId: '4' },
    { reviewType: 'oppe' },
    { reviewTypeLabel: 'OPPE summary' },
  ])
    expect(PEER_REVIEW_FORM.prefill(asked)).toEqual({ review_type: 'oppe' });
  expect(PEER_REVIEW_FORM.prefill({ reviewTypeId: 99, seatId: 4 })).toEqual({});
});

test('every state has a statute to begin with', () => {
  for (const { value } of US_STATES) {
    const text = statuteFor([], value);
    expect(text?.citation).toMatch(/\d/);
    expect(text && statuteFaults(text)).toEqual([]);
  }
  expect(statuteFor([], null)).toBeNull();
});

test('what is nearest to an organization is said, with the committee and the statute of the order', () => {
  const row = (organization_id: number | null, citation: string): StatuteRow => ({
    organization_id,
    state: 'IL',
    citation,
    statement: '{committee}, {statute}: $& stays',
    cover: 'Only the {committee} reads this.',
  });
  const rows = [row(7, 'Own § 1'), row(null, 'Platform § 1')];
  expect(statuteFor(rows, 'IL')).toMatchObject({ citation: 'Own § 1', of: 7 });
  expect(statuteFor(rows.slice(1), 'IL')).toMatchObject({ citation: 'Platform § 1', of: null });
  expect(statuteFor(rows, 'TX')).toMatchObject({ of: 'shipped' });
  // a committee may be called anything, also like a pattern
  const order = { committee: 'Board $& of {statute}', statute: 'Own § 1', state: 'IL' };
  expect(protectionOf({ ...order, committee: 'Board $&' }, rows)).toEqual({
    statement: 'Board $&, Own § 1: $& stays',
    cover: 'Only the Board $& reads this.',
  });
  expect(protectionOf({ ...order, statute: '' }, rows)).toBeNull();
  expect(protectionOf({ ...order, state: null }, rows)?.statement).toContain('Confidential peer review document');
});

test.each([
  [{}, []],
  [{ citation: ' ' }, ['citation']],
  [{ citation: 'x'.repeat(301) }, ['citation']],
  [{ citation: '{statute} § 1' }, ['citation']],
  [{ statement: '' }, ['statement']],
  [{ statement: 'x'.repeat(601) }, ['statement']],
  [{ statement: 'For the {board}' }, ['statement']],
  [{ statement: 'For the {committee' }, ['statement']],
  [{ statement: 'For the committee}' }, ['statement']],
  [{ cover: 'x'.repeat(3001) }, ['cover']],
  [{ cover: 'Under {statute}, for the {committee}.' }, []],
  [{ cover: 'Of {patient}' }, ['cover']],
])('a text with %o is refused at %o', (change, paths) => {
  const text = { citation: 'Own § 1', statement: 'For the {committee} under {statute}.', cover: '' };
  expect(statuteFaults({ ...text, ...change }).map(({ path }) => path)).toEqual(paths);
});

test('types and outcomes are named once', () => {
  expect(new Set(PEER_REVIEW_TYPES.map((t) => t.id)).size).toBe(PEER_REVIEW_TYPES.length);
  expect(new Set(OUTCOMES.map((o) => o.value)).size).toBe(OUTCOMES.length);
});
