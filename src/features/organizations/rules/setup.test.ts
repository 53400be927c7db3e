import { expect, test } from 'vitest';
import { SETUP_STEPS, type SetupFacts, setupOf } from './setup.ts';

const NOTHING: SetupFacts = { has_logo: false, people: 1, switched_features: false, own_words: false, ordered: false };
const EVERYTHING: SetupFacts = { has_logo: true, people: 2, switched_features: true, own_words: true, ordered: true };
const kept = (skipped: string[] = [], put_away = false) => ({ skipped, put_away });

test('each step ticks by its own fact, and a skipped one that is done counts as done', () => {
  const changes: Partial<SetupFacts>[] = [
    { has_logo: true },
    { people: 2 },
    { switched_features: true },
    { own_words: true },
    { ordered: true },
  ];
  for (const [at, change] of changes.entries()) {
    const { steps, shown } = setupOf({ ...NOTHING, ...change }, kept([...SETUP_STEPS].slice(0, 1)));
    expect(steps.filter(({ done }) => done).map(({ key }) => key)).toEqual([SETUP_STEPS[at]]);
    expect(steps[0]?.skipped).toBe(at !== 0);
    expect(shown).toBe(true);
  }
});

test('the list is shown until all is done or skipped, or it is put away', () => {
  expect(setupOf(EVERYTHING, kept()).shown).toBe(false);
  expect(setupOf(NOTHING, kept([...SETUP_STEPS])).shown).toBe(false);
  expect(setupOf({ ...EVERYTHING, ordered: false }, kept(['order'])).shown).toBe(false);
  expect(setupOf({ ...EVERYTHING, ordered: false }, kept(['logo'])).shown).toBe(true);
  expect(setupOf(NOTHING, kept([], true)).shown).toBe(false);
});
