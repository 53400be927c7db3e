import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ATTESTATION_LINES } from '../reviews/rules.ts';
import { CONSENT_LINES, consentState, isUndecided, namesFaults, partiesOfBoth, sectionsFrom } from './rules.ts';

const good = Object.fromEntries(CONSENT_LINES.map(({ key, good: value }) => [key, value]));

describe('what the expert answers', () => {
  it('is every line of an invitation but whether they know the matter', () => {
    expect(CONSENT_LINES).toHaveLength(ATTESTATION_LINES.length - 1);
    expect(consentState(good)).toEqual({ missing: [], disclosed: [] });
    expect(consentState({})).toEqual({ missing: CONSENT_LINES.map(({ key }) => key), disclosed: [] });
    for (const { key, good: value } of CONSENT_LINES)
      expect(consentState({ ...good, [key]: !value })).toEqual({ missing: [], disclosed: [key] });
  });
});

describe('the names', () => {
  it('need counsel, and each line its name', () => {
    expect(namesFaults([{ name: 'Rowe LLP', role: 'defense_counsel' }])).toEqual([]);
    expect(namesFaults([{ name: 'Dr. Ash', role: 'opposing_expert' }]).map(({ path }) => path)).toEqual(['names']);
    expect(
      namesFaults([
        { name: 'Rowe LLP', role: 'plaintiff_counsel' },
        { name: '  ', role: 'other' },
      ]).map(({ path }) => path),
    ).toEqual(['names.1.name']);
  });

  it('of both are one list without repetition, the claimant a plaintiff', () => {
    const party = fc.record({
      name: fc.constantFrom('Ana Ferrante', 'ana  ferrante', 'Rowe LLP', 'Brightwater'),
      role: fc.constantFrom(
        'claimant' as const,
        'defendant' as const,
        'defense_counsel' as const,
        'plaintiff' as const,
      ),
    });
    fc.assert(
      fc.property(fc.array(party, { maxLength: 8 }), fc.array(party, { maxLength: 8 }), (known, named) => {
        const all = partiesOfBoth(known, named);
        const keys = all.map(({ name, role }) => `${role} ${name.toLowerCase().replaceAll(/\s+/g, ' ')}`);
        expect(new Set(keys).size).toBe(keys.length);
        for (const { name, role } of known) {
          const as = role === 'claimant' ? 'plaintiff' : role;
          expect(keys).toContain(`${as} ${name.toLowerCase().replaceAll(/\s+/g, ' ')}`);
        }
      }),
    );
  });
});

describe('what the legal case begins with', () => {
  const matter = {
    claim_number: 'HL-1',
    claimant_last_name: 'Ferrante',
    defendants: [{ name: 'Marlow Ash', specialty: '', npi: '' }],
    venue_state: 'IL',
    specialty_id: 4,
  };
  it('is what is known, and nothing of its facts', () => {
    const sections = sectionsFrom(
      { ...matter, summary: 'He fell.', questions: ['Why?'] } as never,
      [],
      'Ines Falkenrath',
    );
    expect(sections).toEqual({
      step_one: { caption: 'Ferrante v. Marlow Ash', case_number: 'HL-1', jurisdiction_state: 'IL' },
      step_two: { conflict_parties: [] },
      step_three: { specialty_id: 4, service: 'testifying', preferred_expert: 'Ines Falkenrath' },
    });
    expect(sectionsFrom({}, [], 'Ines Falkenrath').step_one).toEqual({});
    expect(sectionsFrom({ caption: 'In re Ash' }, [], 'x').step_one).toEqual({ caption: 'In re Ash' });
  });
});

it('is undecided until it is answered against or granted', () => {
  expect((['asked', 'agreed'] as const).every(isUndecided)).toBe(true);
  expect((['declined', 'taken_back', 'refused', 'granted'] as const).some(isUndecided)).toBe(false);
});
