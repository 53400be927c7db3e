import { expect, test } from 'vitest';
import { demoMatter } from './matters/index.ts';
import { PLAN, PLAN_BEHIND } from './plan.ts';
import { wordsOf } from './words.ts';

const SILENT = new Set(['draft', 'in_intake']);
const TALKING = [...PLAN, ...PLAN_BEHIND]
  .filter(({ goal }) => !SILENT.has(goal))
  .map((plan) => ({ ...plan, words: wordsOf(plan.matter) }));

test('whatever is said is said once, beside the review it is about', () => {
  const said = TALKING.flatMap(({ words }) => Object.values(words));
  expect(said.length).toBeGreaterThan(120);
  expect(new Set(said).size).toBe(said.length);
});

test('whoever is asked something answers, as far as the review has come', () => {
  for (const { goal, service, words, matter } of TALKING) {
    const before = ['needs_information', 'matching', 'expert_selection', 'invited', 'declined'].includes(goal);
    expect([matter, words.accepted === undefined, words.welcomed === undefined]).toEqual([matter, before, before]);
    const calls = !before && service !== 'report_only' && !['awaiting_times', 'cancelled', 'on_hold'].includes(goal);
    expect([matter, words.offered !== undefined]).toEqual([matter, calls]);
    expect([matter, words.chose !== undefined]).toEqual([matter, calls && goal !== 'awaiting_time_choice']);
  }
});

test('a page somebody names has something on it', () => {
  for (const { matter, words } of TALKING) {
    const { records } = demoMatter(matter);
    const pages = records.flatMap(({ facts }) => facts.planted.map(({ page }) => page));
    for (const [, list = ''] of Object.values(words)
      .join(' ')
      .matchAll(/\bpages? ((?:\d+(?:, | and |\b))+)/g))
      for (const [page] of list.matchAll(/\d+/g))
        expect([matter, pages]).toEqual([matter, expect.arrayContaining([Number(page)])]);
  }
});
