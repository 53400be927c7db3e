import { describe, expect, test } from 'vitest';
import type { FormAnswers } from './answer.ts';
import { LEAST_DIFFERENT_WORDS, OWN_JUDGMENT, ownJudgmentLeft } from './own-judgment.ts';
import { SHIPPED_FORMS } from './shipped.ts';

const form = SHIPPED_FORMS.find((one) => one.key === 'peer_adjudication');
if (!form) throw new Error('There is no form to settle on.');
const context = { facts: {}, questions: [], charts: [] };
const cite = { citations: { c1: { file_id: 1, file_name: 'Chart.pdf', page: 3 } } };
const REASONS =
  'The fever was noted at six, cultures were drawn within the hour, and antibiotics followed before midnight without delay. [[cite:c1]]';
const WHOLE: FormAnswers = {
  second_overall_care: { value: 'minor', comment: 'The second call came later than a careful colleague makes it.' },
  second_findings: { value: REASONS, ...cite },
  second_documentation: { value: 'adequate' },
};
const left = (answers: FormAnswers) => ownJudgmentLeft(form, answers, context);

describe('a judgment of one’s own can be closed', () => {
  test('whole, whatever the rest of the report holds', () => {
    expect(left(WHOLE)).toEqual([]);
  });

  test.each<[string, FormAnswers, string[]]>([
    ['nothing', {}, ['second_overall_care', 'second_findings', 'second_documentation']],
    [
      'one click',
      { second_overall_care: { value: 'minor' } },
      ['second_overall_care', 'second_findings', 'second_documentation'],
    ],
    ['no reason for the level', { ...WHOLE, second_overall_care: { value: 'minor' } }, ['second_overall_care']],
    [
      'no page named',
      { ...WHOLE, second_findings: { value: REASONS.replace(' [[cite:c1]]', '') } },
      ['second_findings'],
    ],
    ['no word on the records', { ...WHOLE, second_documentation: { value: '' } }, ['second_documentation']],
  ])('not with %s', (_, answers, missing) => {
    expect(left(answers).map((one) => one.key)).toEqual(missing);
  });

  test('not with letters or one word over and over in place of reasons', () => {
    for (const filler of ['a'.repeat(80), 'same '.repeat(40), '. '.repeat(60)]) {
      const answers = {
        ...WHOLE,
        second_overall_care: { value: 'minor', comment: filler },
        second_findings: { value: `${filler} [[cite:c1]]`, ...cite },
      };
      const [first] = left(answers);
      expect(first).toMatchObject({ section: OWN_JUDGMENT });
      expect(first?.message).toMatch(/different words|at least/);
    }
    expect(LEAST_DIFFERENT_WORDS).toBeGreaterThan(10);
  });
});
