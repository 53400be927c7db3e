import { expect, test } from 'vitest';
import { completeness, type FormAnswers } from '../src/features/reports/rules.ts';
import { IME_REPORT_FORM } from '../src/features/reports/rules/ime-form.ts';
import { EVERY_EXAM } from './exam-plan.ts';
import { examAnswers } from './exam-report.ts';

const questions = ['q1', 'q2', 'q3'];

test.each(EVERY_EXAM.map((plan) => [plan.claim, plan] as const))('the report on %s is complete', (_, plan) => {
  const answers = Object.assign(
    {},
    ...examAnswers(plan, questions, '2026-11-12').map(([, given]) => given),
  ) as FormAnswers;
  const context = { facts: { examined: true }, questions: questions.map((id) => ({ id, text: id })), charts: [] };
  expect(completeness(IME_REPORT_FORM, answers, context).required_left).toEqual([]);
});
