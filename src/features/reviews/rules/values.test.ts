import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KIND_NAMES } from '../../../core/kinds.ts';
import { formOf } from './forms.ts';
import { pointsAt, valueInWords } from './values.ts';

describe('a value in the words of its form', () => {
  test.each([
    ['service', 'call_45', 'Call, 45 minutes'],
    ['claim_stage', 'suit_filed', 'Suit filed'],
    ['venue_state', 'IL', 'Illinois'],
    ['excluded_states', ['IL', 'OH'], 'Illinois; Ohio'],
    ['issue_scope', ['causation', 'prognosis'], 'Causation; Prognosis'],
    ['needed_by', '2026-12-04', 'Dec 4, 2026'],
    ['board_certification_required', true, 'yes'],
    ['questions', [], 'nothing'],
    ['caption', '', 'nothing'],
    ['defendants', [{ name: 'Dr. Quill', specialty: null, npi: '1234567893' }], 'Dr. Quill, 1234567893'],
    [
      'conflict_parties',
      [
        { name: 'Ana Ferrante', role: 'claimant', kind: 'person' },
        { name: 'Harborline', role: 'insurer', kind: null },
      ],
      'Ana Ferrante, Claimant, Person; Harborline, Insurer',
    ],
  ])('of a case, %s', (key, value, words) => expect(valueInWords('Case', key, value)).toBe(words));

  test.each([
    ['review_type', 'fppe', 'FPPE or new privilege'],
    ['license_type', 'MD', 'MD'],
    [
      'charts',
      [{ key: 'c_a', label: 'Chart A', mrn: '55-101', sex: 'female', encounters: [{ from: '2026-08-03', to: null }] }],
      'Chart A, 55-101, Female, Aug 3, 2026',
    ],
  ])('of a peer review, %s', (key, value, words) => expect(valueInWords('PeerReview', key, value)).toBe(words));

  test('what it points at is named, and what only the organization knows', () => {
    expect(valueInWords('Case', 'specialty_id', 7, { '7': 'Neurosurgery' })).toBe('Neurosurgery');
    expect(valueInWords('PeerReview', 'recipients', [5, 6], { '5': 'Ira Fenn', '6': 'Ana Mott' })).toBe(
      'Ira Fenn; Ana Mott',
    );
    expect(valueInWords('Case', 'case_type', 'malpractice', { malpractice: 'Medical malpractice' })).toBe(
      'Medical malpractice',
    );
    expect(pointsAt('PeerReview', 'recipients', [[5], [5, 6]])).toEqual({ of: 'users', ids: [5, 5, 6] });
    expect(pointsAt('Case', 'second_specialty_id', [null, 3])).toEqual({ of: 'specialties', ids: [3] });
    expect(pointsAt('Case', 'summary', ['12'])).toBeNull();
  });

  test('no code of an option set is left as it is stored', () => {
    for (const kind of KIND_NAMES) {
      const form = formOf(kind);
      for (const spec of form.sections.flatMap((s) => s.fields)) {
        const rows = spec.options === 'services' ? form.services : (form.options[spec.options ?? ''] ?? []);
        for (const { value, label } of rows) expect(valueInWords(kind, spec.key, value)).toBe(label);
      }
    }
  });

  test('whatever is stored, there are words for it', () => {
    for (const kind of KIND_NAMES) {
      const keys = formOf(kind).sections.flatMap((s) => s.fields.map((f) => f.key));
      fc.assert(
        fc.property(fc.constantFrom(...keys, 'gone'), fc.jsonValue({ maxDepth: 3 }), (key, value) => {
          expect(typeof valueInWords(kind, key, value)).toBe('string');
        }),
      );
    }
  });
});
