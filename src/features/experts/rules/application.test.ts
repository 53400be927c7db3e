import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ApplicationData,
  type ApplicationFacts,
  applicationFaults,
  type PartData,
  partFaults,
  tidyPart,
} from './application.ts';
import { APPLICATION, PARTS } from './application-fields.ts';
import { readNppes } from './nppes.ts';

const facts: ApplicationFacts = {
  today: '2026-11-18',
  has_cv: true,
  legal_name: 'Ines Falkenrath',
  sub_specialties: new Map([
    [1, new Set([10, 11])],
    [2, new Set([20])],
  ]),
  licenses: new Set(['MD', 'DO']),
};
const no = { malpractice: false, discipline: false, privileges: false, excluded: false, criminal: false };
const complete: ApplicationData = {
  you: {
    legal_name: 'Ines Falkenrath',
    license_key: 'MD',
    phone_number: '+1 312 555 0142',
    city: 'Chicago',
    state: 'IL',
    languages: ['English'],
  },
  credentials: {
    npi: '1234567893',
    licenses: [{ state: 'IL', number: '036-123456', expires_on: '2027-07-31' }],
    training: [{ what: 'MD', where: 'Northwestern', year: '2004' }],
  },
  practice: {
    specialties: [{ specialty_id: 1, sub_specialty_id: 10 }],
    setting: 'Academic center',
    years_in_practice: 14,
    clinical_percent: 80,
    last_clinical_on: '2026-11-17',
    accepts: ['calls'],
    max_open_reviews: 4,
    hourly_rate_cents: 60_000,
  },
  cv: no,
  attestations: {
    is_true: true,
    may_verify: true,
    keeps_confidential: true,
    tells_conflicts: true,
    tells_changes: true,
    signature: '  ines  FALKENRATH ',
  },
};

const faultsOf = (part: keyof ApplicationData, more: PartData, other: Partial<ApplicationFacts> = {}): string[] =>
  partFaults(part, { ...complete[part], ...more }, { ...facts, ...other }).map(({ path }) => path);

test('a complete application has no faults, an empty one names every required question', () => {
  expect(applicationFaults(complete, facts)).toEqual([]);
  for (const { key, fields } of APPLICATION) {
    const required = fields.filter((field) => field.required && !field.when).map((field) => `${key}.${field.key}`);
    expect(partFaults(key, {}, facts).map(({ path }) => path)).toEqual(required);
  }
});

describe('a fault stands at its field', () => {
  test.each([
    ['you', { phone_number: 'call me' }, ['you.phone_number']],
    ['credentials', { npi: '1234567890' }, ['credentials.npi']],
    ['credentials', { npi: '12345' }, ['credentials.npi']],
    [
      'credentials',
      { licenses: [{ state: 'IL', number: '', expires_on: '2026-11-17' }] },
      ['credentials.licenses.0.number', 'credentials.licenses.0.expires_on'],
    ],
    ['credentials', { licenses: [] }, ['credentials.licenses']],
    ['credentials', { training: [{ what: 'MD', where: 'X', year: '2027' }] }, ['credentials.training.0.year']],
    [
      'credentials',
      { board_certifications: [{}] },
      ['board', 'field', 'since'].map((k) => `credentials.board_certifications.0.${k}`),
    ],
    ['practice', { years_in_practice: 4 }, ['practice.years_in_practice']],
    ['practice', { years_in_practice: 5 }, []],
    ['practice', { years_in_practice: 4.5 }, ['practice.years_in_practice', 'practice.years_in_practice']],
    ['practice', { last_clinical_on: '2026-11-19' }, ['practice.last_clinical_on']],
    ['practice', { hourly_rate_cents: 0 }, ['practice.hourly_rate_cents']],
    ['practice', { hourly_rate_cents: 500_001 }, ['practice.hourly_rate_cents']],
    [
      'practice',
      { specialties: [{ specialty_id: 1, sub_specialty_id: 20 }] },
      ['practice.specialties.0.sub_specialty_id'],
    ],
    ['practice', { specialties: [{ specialty_id: 9, sub_specialty_id: 20 }] }, ['practice.specialties.0.specialty_id']],
    ['cv', { malpractice: true }, ['cv.malpractice_explained']],
    ['cv', { malpractice: true, malpractice_explained: 'Settled in 2019.' }, []],
    ['attestations', { may_verify: false }, ['attestations.may_verify']],
    ['attestations', { signature: 'Ines Falk' }, ['attestations.signature']],
  ] as const)('%s with %j', (part, more, paths) => {
    expect(faultsOf(part, more)).toEqual(paths);
  });

  test('the CV itself belongs to its part', () => {
    expect(faultsOf('cv', {}, { has_cv: false })).toEqual(['cv.file']);
  });
});

describe('what is kept', () => {
  test('of anything at all: known questions in their own shapes, the same when kept again, and checks never fail', () => {
    const keys = [...new Set(APPLICATION.flatMap(({ fields }) => fields.map((field) => field.key)))];
    fc.assert(
      fc.property(
        fc.constantFrom(...PARTS),
        fc.dictionary(fc.constantFrom(...keys, 'other', '__proto__x'), fc.jsonValue()),
        (part, data) => {
          const kept = tidyPart(part, data);
          const known = APPLICATION.find(({ key }) => key === part)?.fields.map((field) => field.key) ?? [];
          expect(Object.keys(kept).every((key) => known.includes(key))).toBe(true);
          expect(tidyPart(part, kept)).toEqual(kept);
          expect(partFaults(part, kept, facts).every(({ path }) => path.startsWith(`${part}.`))).toBe(true);
        },
      ),
    );
  });

  test('every complete answer', () => {
    for (const part of PARTS) expect(tidyPart(part, complete[part])).toEqual(complete[part]);
  });
});

describe('the registry’s answer', () => {
  const at = '2026-11-18T15:00:00.000Z';
  const found = {
    result_count: 1,
    results: [
      {
        number: '1234567893',
        enumeration_type: 'NPI-1',
        basic: { first_name: 'INES', middle_name: '--', last_name: 'FALKENRATH', credential: 'M.D.', status: 'A' },
        taxonomies: [
          { code: '207T00000X', desc: 'Neurological Surgery', state: 'IL', license: '036123456', primary: true },
          { code: '207T00000X', desc: 'Neurological Surgery', state: 'IN', license: '01', primary: false },
        ],
      },
    ],
  };
  test.each([
    [
      found,
      {
        outcome: 'found',
        npi: '1234567893',
        checked_at: at,
        name: 'INES FALKENRATH',
        credential: 'M.D.',
        active: true,
        fields: ['Neurological Surgery'],
      },
    ],
    [
      { result_count: 0, results: [] },
      { outcome: 'not_found', npi: '1234567893', checked_at: at },
    ],
    [
      { Errors: [{ description: 'No valid search criteria', field: 'number', number: '04' }] },
      { outcome: 'not_found', npi: '1234567893', checked_at: at },
    ],
    [{ hello: 1 }, null],
    ['<html>', null],
  ])('%#', (answer, expected) => expect(readNppes(answer, '1234567893', at)).toEqual(expected));

  test('somebody else’s number in the answer is not taken for this one', () => {
    expect(readNppes(found, '1679576722', at)?.outcome).toBe('not_found');
  });
});
