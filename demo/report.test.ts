import { expect, test } from 'vitest';
import {
  CASE_REPORT_FORM,
  completeness,
  type FormAnswers,
  questionsOf,
  textsOf,
} from '../src/features/reports/rules.ts';
import { DEMO_MATTERS } from './matters/index.ts';
import { demoAnswers } from './report.ts';

const cases = DEMO_MATTERS.map((matter) => {
  const context = {
    facts: { issue_scope: matter.issue_scope, several_providers: matter.defendants.length > 1 },
    questions: matter.questions.map((text, i) => ({ id: `q${i + 1}`, text })),
    charts: [],
  };
  const files = matter.records.map((r, i) => ({ id: i + 1, name: r.name }));
  const sections = demoAnswers(matter, CASE_REPORT_FORM, context, files);
  const answers = Object.assign({}, ...sections.values()) as FormAnswers;
  return { key: matter.key, context, answers };
});

test.each(cases)('the report on $key is complete', ({ context, answers }) => {
  expect(completeness(CASE_REPORT_FORM, answers, context).required_left).toEqual([]);
});

test.each(cases)('the report on $key is written in sentences', ({ answers }) => {
  for (const { question } of questionsOf(CASE_REPORT_FORM)) {
    const answer = answers[question.key];
    for (const { text } of answer ? textsOf(question, answer) : []) expect(text).not.toMatch(/\.\s*\./);
  }
});
