import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FormAnswers, type FormContext, type FormDefinition, SHIPPED_FORMS } from '../../reports/rules.ts';
import { differences, gapBetween, verdictOf } from './compare.ts';
import { asksForAttention, findingsOf, judgmentOf, levelOf, SCALES } from './levels.ts';

const form = (key: string): FormDefinition => {
  const found = SHIPPED_FORMS.filter((one) => one.key === key).at(-1);
  if (!found) throw new Error(`There is no form ${key}.`);
  return found;
};
const charts = [
  { key: 'c1', label: 'Chart 1' },
  { key: 'c2', label: 'Chart 2' },
];
const context: FormContext = { facts: {}, questions: [], charts };
const audit = (yes: number, no: number): FormAnswers => {
  const matrix = form('peer_chart_audit').sections[0]?.questions[0];
  if (matrix?.type !== 'matrix') throw new Error('The audit has no matrix.');
  const cells = matrix.rows.flatMap((row) => charts.map((c) => [row.key, c.key] as const));
  const value: Record<string, Record<string, string>> = {};
  cells.slice(0, yes + no).forEach(([row, column], i) => {
    value[row] = { ...value[row], [column]: i < yes ? 'yes' : 'no' };
  });
  return { charts_core: { value } };
};

describe('the level of a report', () => {
  test.each([
    ['appropriate', 1],
    ['minor', 2],
    ['controversial', 3],
    ['inappropriate', 4],
    ['cannot_determine', null],
  ])('B: “%s” is %s', (value, level) => {
    expect(judgmentOf(form('peer_focused'), { overall_care: { value } }, context)).toEqual({
      scale: 'care',
      level,
      percent: null,
    });
  });

  test('E: the adjudicated care counts, not the reviewer’s first look', () => {
    const answers = { second_overall_care: { value: 'inappropriate' }, adjudicated_care: { value: 'minor' } };
    expect(judgmentOf(form('peer_adjudication'), answers, context).level).toBe(2);
  });

  test.each([
    [27, 3, 1, 90],
    [26, 4, 2, 86.6],
    [24, 6, 2, 80],
    [23, 7, 3, 76.6],
  ])('A: %d yes and %d no are band %d', (yes, no, level, percent) => {
    expect(judgmentOf(form('peer_chart_audit'), audit(yes, no), context)).toEqual({ scale: 'met', level, percent });
  });

  test.each([
    [['4', '4', '4'], 1],
    [['4', '4', '1'], 1],
    [['4', '3', '2', '1'], 2],
    [['1', '1', '4'], 4],
    [[], null],
  ])('C: ratings %s are level %s', (ratings, level) => {
    const rows = ['indication', 'preparation', 'technique', 'judgment', 'aftercare', 'documentation'];
    const value = Object.fromEntries(ratings.map((one, i) => [rows[i] ?? '', { c1: one }]));
    expect(judgmentOf(form('peer_fppe'), { procedure_competency: { value } }, context)).toMatchObject({
      scale: 'competency',
      level,
    });
  });

  test('C: whatever is rated, the level lies between the best and the worst rating', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('1', '2', '3', '4'), { minLength: 1, maxLength: 12 }), (ratings) => {
        const value = Object.fromEntries(ratings.map((one, i) => [`r${i}`, { c1: one }]));
        const { level } = judgmentOf(form('peer_fppe'), { procedure_competency: { value } }, context);
        const marks = ratings.map((one) => 5 - Number(one));
        expect(level).toBeGreaterThanOrEqual(Math.min(...marks));
        expect(level).toBeLessThanOrEqual(Math.max(...marks));
      }),
    );
  });

  test('D: what it concludes on privileges', () => {
    expect(judgmentOf(form('peer_oppe'), { oppe_conclusion: { value: 'committee' } }, context)).toMatchObject({
      scale: 'oppe',
      level: 3,
    });
  });

  test('every level of every scale has words, and 1 is its best', () => {
    for (const [name, { levels }] of Object.entries(SCALES)) {
      expect(levels.map((one) => one.level)).toEqual(levels.map((_, i) => i + 1));
      expect(levelOf(name as 'care', 1)?.tone).toBe('ok');
      expect(levels.at(-1)?.tone).toBe('bad');
    }
  });
});

describe('what a report says by category', () => {
  test('aspects by their level, factors as ticked', () => {
    const answers: FormAnswers = {
      aspect_tests: { value: '3' },
      aspect_diagnosis: { value: '1' },
      aspect_supervision: { value: 'na' },
      contributing_provider: { value: ['judgment', 'knowledge'] },
      contributing_system: { value: ['handoff'] },
    };
    const found = findingsOf(form('peer_focused'), answers, context);
    expect(found.map((f) => [f.kind, f.category, f.level, f.deficiencies])).toEqual([
      ['aspect', 'tests', 3, 1],
      ['aspect', 'diagnosis', 1, 0],
      ['provider_factor', 'judgment', null, 1],
      ['provider_factor', 'knowledge', null, 1],
      ['system_factor', 'handoff', null, 1],
    ]);
  });

  test('the checklist by its categories: what was asked is met or deficient', () => {
    const found = findingsOf(form('peer_chart_audit'), audit(25, 5), context);
    const sum = (of: (f: (typeof found)[number]) => number) => found.reduce((total, f) => total + of(f), 0);
    expect([sum((f) => f.asked), sum((f) => f.met), sum((f) => f.deficiencies)]).toEqual([30, 25, 5]);
    expect(found.every((f) => f.kind === 'audit')).toBe(true);
  });

  test('attention is asked for by a Yes only', () => {
    expect([asksForAttention({ needs_attention: { value: 'yes' } }), asksForAttention({})]).toEqual([true, false]);
  });
});

describe('how two opinions stand to each other', () => {
  const care = (level: number | null) => ({ scale: 'care' as const, level });
  test.each([
    [1, 1, 'agree'],
    [1, 2, 'one_apart'],
    [3, 2, 'one_apart'],
    [1, 3, 'far_apart'],
    [4, 1, 'far_apart'],
    [null, 4, 'undecided'],
    [null, null, 'undecided'],
  ])('%s and %s: %s', (a, b, verdict) => expect(verdictOf(gapBetween(care(a), care(b)))).toBe(verdict));

  test('opinions on two scales have no distance', () => {
    expect(gapBetween(care(1), { scale: 'met', level: 3 })).toBeNull();
  });

  test('the distance is the same from either side', () => {
    const level = fc.option(fc.integer({ min: 1, max: 4 }), { nil: null });
    fc.assert(
      fc.property(level, level, (a, b) => {
        expect(gapBetween(care(a), care(b))).toBe(gapBetween(care(b), care(a)));
      }),
    );
  });

  test('where they part, in the words of the form; ticks in another order are the same', () => {
    const first: FormAnswers = {
      overall_care: { value: 'appropriate', comment: 'x' },
      contributing_provider: { value: ['judgment', 'knowledge'] },
      case_summary: { value: 'one text' },
      aspect_tests: { value: '1' },
    };
    const second: FormAnswers = {
      overall_care: { value: 'controversial', comment: 'y' },
      contributing_provider: { value: ['knowledge', 'judgment'] },
      case_summary: { value: 'another text' },
    };
    expect(differences(form('peer_focused'), context, first, second)).toEqual([
      {
        key: 'overall_care',
        section: 'Care',
        label: 'Overall care',
        first: 'Appropriate',
        second: 'Controversial, or a variation reasonable clinicians accept',
      },
      {
        key: 'aspect_tests',
        section: 'Care',
        label: 'Choice and timing of tests',
        first: 'Level 1, most experienced, competent clinicians would have managed it similarly',
        second: 'Not answered',
      },
    ]);
  });

  test('a report does not differ from itself, and a difference is one from either side', () => {
    expect(differences(form('peer_chart_audit'), context, audit(20, 10), audit(20, 10))).toEqual([]);
    const [a, b] = [audit(28, 2), audit(24, 6)];
    const there = differences(form('peer_chart_audit'), context, a, b);
    const back = differences(form('peer_chart_audit'), context, b, a);
    expect(there.length).toBe(4);
    expect(back.map((d) => [d.key, d.second, d.first])).toEqual(there.map((d) => [d.key, d.first, d.second]));
  });
});
