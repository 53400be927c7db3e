import { expect, test } from 'vitest';
import { decisionFaults, recordFaults, tidyRecord } from './record-faults.ts';
import { publicationList, tenYearsBefore } from './publication-list.ts';
import { fourYearsBefore, testimonyList } from './testimony-list.ts';
import { changeWords, keepsRecords, RECORD_PARTS, type RecordData, type RecordPart, RECORDS } from './records.ts';

const FACTS = {
  today: '2026-11-24',
  specialties: new Set([3]),
  licenses: new Set(['MD']),
  maps: new Set([5]),
  has_specialty: true,
};
const faultsOf = (part: RecordPart, data: RecordData, more: Partial<typeof FACTS> = {}) =>
  recordFaults(part, tidyRecord(part, data), { ...FACTS, ...more }).map(({ path }) => path);

test.each(RECORD_PARTS)('of a %s everything that is asked is named while it is missing', (part) => {
  expect(faultsOf(part, {})).toEqual(RECORDS[part].fields.flatMap(({ key, ask }) => (ask ? [key] : [])));
});

test('a day is on the right side of today, and a span ends after it begins', () => {
  const license = { license_key: 'MD', state: 'TX', number: ' T-1 ', specialty_id: null };
  expect(faultsOf('license', { ...license, expires_on: '2026-11-24' })).toEqual([]);
  expect(faultsOf('license', { ...license, expires_on: '2026-11-23' })).toEqual(['expires_on']);
  expect(faultsOf('license', { ...license, expires_on: '2027-01-01' }, { has_specialty: false })).toEqual([
    'specialty_id',
  ]);
  const house = { name: 'St. Brigid', kind: 'facility', from_on: '2020-01-01' };
  expect(faultsOf('affiliation', { ...house, until_on: '2019-12-31' })).toEqual(['until_on']);
  expect(faultsOf('affiliation', { ...house, from_on: '2026-11-25' })).toEqual(['from_on']);
  expect(faultsOf('certification', { sort: 'malpractice', issuer: 'Coverwell' })).toEqual(['expires_on']);
  expect(faultsOf('certification', { sort: 'board', issuer: 'ABNS' })).toEqual([]);
});

test('what nobody asks for is left out, and words are tidied', () => {
  expect(tidyRecord('affiliation', { name: '  St.  Brigid ', kind: 'facility', verified_by: 7 })).toEqual({
    name: 'St. Brigid',
    kind: 'facility',
    from_on: null,
    until_on: null,
  });
});

test('assistants keep all but rates, whose amount no mail tells; a return has a reason, a paper a source', () => {
  expect(keepsRecords('medical_expert')).toEqual(RECORD_PARTS);
  expect(keepsRecords('expert_assistant')).not.toContain('rate');
  expect(keepsRecords('clin_ops')).toEqual([]);
  expect(changeWords('rate', { amount_cents: 65_000, unit: 'hour' })).toBe('a rate');
  const said = { decision: 'verify', reason: '', source: '' } as const;
  expect(decisionFaults('rate', {}, said, FACTS.today)).toEqual([]);
  expect(decisionFaults('license', { expires_on: '2030-01-01' }, said, FACTS.today)[0]?.path).toBe('source');
  expect(decisionFaults('license', null, said, FACTS.today)).toEqual([]);
  expect(decisionFaults('site', {}, { ...said, decision: 'return' }, FACTS.today)[0]?.path).toBe('reason');
});

const TESTIMONY = { case_name: 'Doe v. Harbor', court: 'D. Mass.', docket: '1:24-cv-7', testified_on: '2025-03-04' };

test('an exclusion says what the court decided, and only an exclusion does', () => {
  const said = { ...TESTIMONY, form: 'trial', side: 'defense' };
  expect(faultsOf('testimony', said)).toEqual([]);
  expect(faultsOf('testimony', { ...said, exclusion: 'none' })).toEqual([]);
  for (const exclusion of ['part', 'all']) {
    expect(faultsOf('testimony', { ...said, exclusion })).toEqual(['exclusion_note']);
    expect(faultsOf('testimony', { ...said, exclusion, exclusion_note: 'One opinion, upheld.' })).toEqual([]);
  }
  expect(faultsOf('testimony', { ...said, exclusion_note: 'One opinion.' })).toEqual(['exclusion']);
});

test('the list of four years has trials and depositions alone, newest first, and names no firm', () => {
  const on = (testified_on: string, form: string, more: RecordData = {}): RecordData => ({
    ...TESTIMONY,
    testified_on,
    form,
    side: 'defense',
    retaining_firm: 'Marrow & Pike',
    ...more,
  });
  const list = testimonyList(
    [
      on('2022-11-24', 'trial'),
      on('2022-11-23', 'trial'),
      on('2025-03-04', 'hearing'),
      on('2026-11-24', 'deposition', { docket: '' }),
      on('2026-11-25', 'deposition'),
    ],
    '2026-11-24',
  );
  expect(list).toEqual([
    { says: 'Doe v. Harbor, D. Mass.: Deposition, November 24, 2026.', missing: 'The docket number is missing.' },
    { says: 'Doe v. Harbor, No. 1:24-cv-7, D. Mass.: Trial, November 24, 2022.', missing: null },
  ]);
  expect(fourYearsBefore('2028-02-29')).toBe('2024-02-29');
  expect(fourYearsBefore('2104-02-29')).toBe('2100-02-28');
});

test('publications of ten years are listed newest first, the whole of the first year among them; a year to come is none', () => {
  const of = (title: string, year: number): RecordData => ({ title, venue: 'Spine 41(3)', year });
  expect(
    publicationList([of('Old', 2015), of('First.', 2016), of('Last', 2026), of('Ahead', 2027)], '2026-11-24'),
  ).toEqual(['“Last.” Spine 41(3), 2026.', '“First.” Spine 41(3), 2016.']);
  expect(tenYearsBefore('2026-01-01')).toBe(2016);
  const faults = (data: RecordData) => recordFaults('publication', data, FACTS).map(({ path }) => path);
  expect(faults(of('Last', 2026))).toEqual([]);
  expect(faults(of('Ahead', 2027))).toEqual(['year']);
  expect(faults(of('', 1800))).toEqual(['title', 'year']);
});
