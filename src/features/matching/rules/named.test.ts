import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expertAskedFor, type Nameable } from './named.ts';

const expert = (profile_id: number, first_name: string, last_name: string, code = `EX-${profile_id}`): Nameable => ({
  profile_id,
  code,
  first_name,
  last_name,
});
const ALL = [
  expert(1, 'Mira', 'Patel'),
  expert(2, 'Arun', 'Patel'),
  expert(3, 'Philippa', 'Onderwater'),
  expert(4, 'John', 'Smith'),
  expert(5, 'John', 'Smith'),
  expert(6, 'Ann', 'van der Berg'),
];
const asked = (written: string) => expertAskedFor(written, ALL);

describe('who is asked for', () => {
  it.each([
    ['ex-2', 2],
    ['Mira Patel', 1],
    ['Dr.  Arun  Patel, MD, PhD', 2],
    ['Onderwater', 3],
    ['dr onderwater', 3],
    ['Van der Berg', 6],
    ['EX-5', 5],
  ])('%s is one', (written, profile_id) => {
    expect(asked(written)).toMatchObject({ expert: { profile_id }, unclear: null });
  });

  it.each([
    ['Patel', ['Dr. Arun Patel (EX-2)', 'Dr. Mira Patel (EX-1)']],
    ['Dr. John Smith', ['Dr. John Smith (EX-4)', 'Dr. John Smith (EX-5)']],
  ])('%s is several: nobody is taken, all are named', (written, names) => {
    const { expert: one, unclear } = asked(written);
    expect(one).toBeNull();
    expect(unclear).toBe(`“${written}” may be ${names.join(' or ')}. Ask the requester who is meant.`);
  });

  it.each(['', '  ', 'Dr. ', 'Nobody', ', MD'])('%j is nobody', (written) => {
    expect(asked(written)).toEqual({ expert: null, unclear: null });
  });

  it('is one at most, and never somebody while another fits as well', () => {
    const names = fc.constantFrom('Ann', 'Lee', 'Mira', 'Patel');
    const experts = fc
      .array(fc.tuple(names, names), { maxLength: 6 })
      .map((rows) => rows.map(([first, last], at) => expert(at + 1, first, last)));
    fc.assert(
      fc.property(experts, names, (all, surname) => {
        const { expert: one, unclear } = expertAskedFor(surname, all);
        const fit = all.filter((e) => e.last_name === surname);
        expect(one).toEqual(fit.length === 1 ? fit[0] : null);
        expect(unclear !== null).toBe(fit.length > 1);
        for (const { code } of fit.length > 1 ? fit : []) expect(unclear).toContain(code);
      }),
    );
  });
});
