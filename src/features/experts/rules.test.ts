import { isNpi } from '../../core/npi.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adjacentTo, specialtyWords, TAXONOMY } from './rules.ts';

describe('taxonomy', () => {
  it('names every specialty and sub-specialty once', () => {
    expect(new Set(TAXONOMY.map((t) => t.name)).size).toBe(TAXONOMY.length);
    for (const t of TAXONOMY) expect(new Set(t.sub_specialties).size, t.name).toBe(t.sub_specialties.length);
  });

  it('declares adjacency both ways and never with itself', () => {
    for (const a of TAXONOMY) {
      expect(adjacentTo(a.name)).not.toContain(a.name);
      for (const b of adjacentTo(a.name)) expect(adjacentTo(b)).toContain(a.name);
    }
    expect(adjacentTo('Neurosurgery')).toContain('Orthopedics');
    expect(adjacentTo('Neurosurgery')).not.toContain('Dentistry');
  });
});

describe('specialtyWords', () => {
  it.each([
    ['Neurosurgery', 'Spine', 'Neurosurgery, spine'],
    ['Nephrology', 'General', 'Nephrology'],
    ['Dermatology', 'Mohs', 'Dermatology, Mohs'],
    ['Nursing', 'RN labor and delivery', 'Nursing, RN labor and delivery'],
    ['Radiology', null, 'Radiology'],
    [null, null, ''],
  ])('%s with %s reads %s', (specialty, focus, said) => {
    expect(specialtyWords(specialty, focus)).toBe(said);
  });
});

describe('isNpi', () => {
  it.each([
    ['1234567893', true],
    ['1234567890', false],
    ['123456789', false],
    ['12345678931', false],
  ])('%s is %s', (npi, expected) => expect(isNpi(npi)).toBe(expected));

  it('has exactly one right check digit for every nine digits that begin with 1 or 2, and none for others', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (n) => {
        const nine = String(n).padStart(9, '0');
        expect([...'0123456789'].filter((d) => isNpi(nine + d))).toHaveLength(/^[12]/.test(nine) ? 1 : 0);
      }),
    );
  });
});
