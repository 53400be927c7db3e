import fc from 'fast-check';
import { expect, test } from 'vitest';
import { namePairs, type NamePair } from '../../../../tests/harness/name-pairs.ts';
import { foldLetters } from './name-words.ts';
import { Name, nameKey, sameName } from './same-name.ts';

const BEFORE = namePairs('before');
const ALL = [...BEFORE, ...namePairs('after')];

test('of the written pairs at least 98 of 100 are found, and at most 3 of 100 wrongly met', () => {
  expect(BEFORE.length).toBeGreaterThanOrEqual(200);
  expect(ALL.length).toBeGreaterThanOrEqual(400);
  for (const [what, pairs] of [
    ['written before the rule', BEFORE],
    ['all', ALL],
  ] as const) {
    const words = (some: NamePair[]) => some.map(({ names }) => names.join(' | '));
    const same = pairs.filter((pair) => pair.same);
    const two = pairs.filter((pair) => !pair.same);
    const missed = same.filter(({ names: [a, b] }) => !sameName(a, b));
    const met = two.filter(({ names: [a, b] }) => sameName(a, b));
    const found = (same.length - missed.length) / same.length;
    const wrongly = met.length / two.length;
    const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
    // the figures are part of what this test says
    process.stdout.write(
      `${what}: ${pairs.length} pairs, found ${percent(found)} of ${same.length}, wrongly met ${percent(wrongly)} of ${two.length}` +
        [...words(missed).map((m) => `\n  missed: ${m}`), ...words(met).map((m) => `\n  met: ${m}`), '\n'].join(''),
    );
    expect(found, `missed ${words(missed).join('; ')}`).toBeGreaterThanOrEqual(0.98);
    expect(wrongly, `met ${words(met).join('; ')}`).toBeLessThanOrEqual(0.03);
  }
});

test('either side first', () => {
  for (const { names } of ALL) expect([names, sameName(...names)]).toEqual([names, sameName(names[1], names[0])]);
});

const GIVEN = ['José', 'Łukasz', 'Anne-Marie', 'Søren', 'Quynh', 'Zoë', 'William', 'Ana'];
const SURNAMES = ['O’Brien', 'Núñez', 'Do', 'Ma', 'van der Berg', 'Müller', 'Garcia-Lopez', 'Østergård', 'Þórsdóttir'];
const person = fc.tuple(fc.constantFrom(...GIVEN), fc.constantFrom(...SURNAMES));
const degrees = fc.subarray(['MD', 'M.D.', 'FACS', 'F.A.C.S.', 'CRNA', 'MPH', 'Ph.D.', 'DO'], { maxLength: 3 });

test('a person stays one however the name is written, and is nobody with another surname', () => {
  fc.assert(
    fc.property(
      person,
      degrees,
      fc.constantFrom('', 'Dr. ', 'Prof. '),
      fc.nat(3),
      ([given, surname], after, title, way) => {
        const name = `${given} ${surname}`;
        const behind = after.map((degree) => `, ${degree}`).join('');
        const written = [
          `${title}${name}${behind}`,
          `${surname}, ${given}${behind}`,
          `${name}${behind}`.replaceAll('’', "'").normalize('NFD'),
          `${title}${name}`.toUpperCase() + behind,
        ][way];
        expect([written, sameName(name, written ?? '')]).toEqual([written, true]);
        expect(sameName(name, `${title}${given} Hargrove${behind}`)).toBe(false);
      },
    ),
    { numRuns: 500 },
  );
});

test('whatever is written is read, is itself, and never wholly taken away', () => {
  const some = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc
      .array(fc.constantFrom('dr', 'Do', 'MD', ',', 'the', 'Hospital', 'jr.', 'de', 'O', 'St.', 'A.', '-'))
      .map((w) => w.join(' ')),
  );
  fc.assert(
    fc.property(some, some, (a, b) => {
      const has = /[\p{L}\p{N}]/u.test(foldLetters(a));
      expect([a, sameName(a, a)]).toEqual([a, has]);
      expect(nameKey(a) !== '').toBe(has);
      expect(sameName(a, b)).toBe(sameName(b, a));
      const alike = new Name(a).isHouse === new Name(b).isHouse;
      if (has && alike && nameKey(a) === nameKey(b)) expect([a, b, sameName(a, b)]).toEqual([a, b, true]);
    }),
    {
      numRuns: 2_000,
      examples: [
        [', MD', '&'],
        ['𝓐', 'ʹ'],
      ],
    },
  );
});

test('what is longer than any name is read as fast as one', () => {
  for (const endless of ['a, '.repeat(50_000), 'de '.repeat(50_000), 'A.'.repeat(50_000), 'hospital '.repeat(50_000)])
    expect(sameName(endless, `${endless}b`)).toBeDefined();
});

test.each([
  ['Surgery Center 10412', 'Surgery Center 10413'],
  ['Ana Rated101', 'Ana Rated102'],
])('another number is another one: %s, %s', (a, b) => {
  expect(sameName(a, b)).toBe(false);
  expect(sameName(a, a)).toBe(true);
});
