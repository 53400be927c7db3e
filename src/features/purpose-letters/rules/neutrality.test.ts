import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findLoaded, REASONS } from './neutrality.ts';
import { LOADED_AFTER, NEUTRAL_AFTER } from './sentences-after.ts';
import { LOADED_BEFORE, NEUTRAL_BEFORE } from './sentences-before.ts';

/** Of what is pointed out the share that is loaded, and of what is loaded the share that is pointed out. */
function measure(loaded: readonly string[], neutral: readonly string[]) {
  const hits = loaded.filter((sentence) => findLoaded(sentence).length > 0);
  const wrong = neutral.filter((sentence) => findLoaded(sentence).length > 0);
  return {
    precision: hits.length / (hits.length + wrong.length),
    recall: hits.length / loaded.length,
    missed: loaded.filter((sentence) => !hits.includes(sentence)),
    wrong,
  };
}

test('40 loaded and 40 neutral sentences: precision and recall', () => {
  const halves = {
    'written before the list': measure(LOADED_BEFORE, NEUTRAL_BEFORE),
    'written after it': measure(LOADED_AFTER, NEUTRAL_AFTER),
  };
  const both = measure([...LOADED_BEFORE, ...LOADED_AFTER], [...NEUTRAL_BEFORE, ...NEUTRAL_AFTER]);
  expect([LOADED_BEFORE, LOADED_AFTER, NEUTRAL_BEFORE, NEUTRAL_AFTER].map((half) => half.length)).toEqual(
    Array.from({ length: 4 }, () => 20),
  );
  const percent = (share: number) => `${Math.round(share * 100)}%`;
  for (const [name, { precision, recall, missed, wrong }] of Object.entries({ ...halves, 'all of them': both }))
    process.stdout.write(
      `${[
        `Neutrality check, ${name}: precision ${percent(precision)}, recall ${percent(recall)}.`,
        ...(name === 'all of them'
          ? []
          : [...missed.map((s) => `  missed: ${s}`), ...wrong.map((s) => `  wrongly: ${s}`)]),
      ].join('\n')}\n`,
    );
  // what it points out is to be worth reading; what it does not find, people still can
  expect(both.precision).toBeGreaterThanOrEqual(0.95);
  expect(both.recall).toBeGreaterThanOrEqual(0.85);
});

test('a finding is where it says it is, with a reason and another wording, and none overlap', () => {
  const words = fc.constantFrom(
    'clearly',
    'he claims',
    'we believe',
    'please confirm that',
    'the exam',
    'É',
    '\n',
    '“',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(words, fc.string()), { maxLength: 20 }), (parts) => {
      const text = parts.join(' ');
      let end = 0;
      for (const found of findLoaded(text)) {
        expect(text.slice(found.start, found.end)).toBe(found.phrase);
        expect(found.start).toBeGreaterThanOrEqual(end);
        expect(found.instead.length).toBeGreaterThan(3);
        expect(REASONS[found.reason]).toMatch(/\.$/);
        end = found.end;
      }
    }),
  );
});

test.each([
  ['He claims to be in pain.', 'He claims', 'doubt'],
  ['We firmly believe that it healed.', 'We firmly believe', 'position'],
  ['Please confirm that it healed.', 'Please confirm that', 'leading'],
  ['It is CLEARLY healed.', 'CLEARLY', 'certainty'],
  ['This lets us close the claim.', 'close the claim', 'outcome'],
])('%s', (text, phrase, reason) => {
  expect(findLoaded(text)).toMatchObject([{ phrase, reason }]);
});

test('words that only look alike are left alone', () => {
  for (const text of ['The claim number is 7.', 'Claims of 2019 are listed.', 'Nuclear medicine', 'A clearing house'])
    expect(findLoaded(text)).toEqual([]);
});
