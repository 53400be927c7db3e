import { describe, expect, test } from 'vitest';
import { formDefinitionSchema, questionsOf } from './definition.ts';
import { completeness, visibleQuestions } from './engine.ts';
import { score } from './score.ts';
import { SHIPPED_FORMS } from './shipped.ts';

const form = (key: string) => {
  const found = SHIPPED_FORMS.find((f) => f.key === key);
  if (!found) throw new Error(`There is no form ${key}.`);
  return found;
};
/** Keys of questions, and of the rows of a matrix. */
const keysOf = (key: string): string[] =>
  questionsOf(form(key)).flatMap(({ question }) => [
    question.key,
    ...(question.type === 'matrix' ? question.rows.map((r) => r.key) : []),
  ]);

test.each(SHIPPED_FORMS.map((f) => [f.key, f] as const))('%s is sound', (_, definition) => {
  expect(formDefinitionSchema.safeParse(definition).error?.issues ?? []).toEqual([]);
});

/** Every question the field asks on each form, by its key. */
const NAMED: Record<string, string[]> = {
  peer_chart_audit: [
    'history_documented',
    'allergies_medications',
    'problem_list',
    'exam',
    'assessment_supported',
    'diagnosis_supported',
    'tests_appropriate',
    'abnormal_acted_on',
    'plan_guideline',
    'prescriptions',
    'follow_up',
    'education_consent',
    'preventive',
    'signed_in_time',
    'coding',
    'score',
    'strengths',
    'deficiencies',
    'trend',
    'remediation',
    'needs_attention',
    // by specialty
    'pc_chronic_control',
    'pc_screening',
    'peds_growth',
    'peds_immunization',
    'peds_dosing',
    'ob_dating',
    'ob_gbs',
    'ob_strip',
    'ob_decision_to_incision',
    'ed_screening_time',
    'ed_differential',
    'ed_reevaluation',
    'ed_return_precautions',
    'surg_indication',
    'surg_consent',
    'surg_timeout',
    'surg_technique',
    'surg_complication',
    'anes_airway',
    'anes_monitoring',
    'anes_handoff',
    'charts_radiology',
    'critical_communicated',
    'bh_risk',
    'bh_plan',
    'bh_progress',
    'dental_perio',
    'dental_radiographs',
    'dental_sequence',
    'hosp_reconciliation',
    'hosp_vte',
    'hosp_discharge_summary',
  ],
  peer_focused: [
    'case_summary',
    'records_reviewed',
    'records_missing',
    'timeline',
    'overall_care',
    'aspect_tests',
    'aspect_performance',
    'aspect_abnormal_results',
    'aspect_diagnosis',
    'aspect_treatment',
    'aspect_technique',
    'aspect_critical_clues',
    'aspect_deterioration',
    'aspect_documentation',
    'aspect_supervision',
    'patient_outcome',
    'effect_of_care',
    'contributing_provider',
    'contributing_system',
    'documentation_quality',
    'system_issue',
    'requester_answers',
    'literature',
    'recommendations',
    'needs_attention',
    'attestation',
    'signature',
  ],
  peer_fppe: [
    'privilege',
    'cases_reviewed',
    'procedure_competency',
    'privilege_finding',
    'recommendations',
    'signature',
  ],
  peer_oppe: ['period_from', 'period_to', 'data_sources', 'trend', 'oppe_conclusion', 'signature'],
  peer_adjudication: ['second_overall_care', 'second_findings', 'disagreement', 'adjudicated_care', 'signature'],
};

test.each(Object.entries(NAMED))('%s asks everything it should', (key, named) => {
  expect(keysOf(key)).toEqual(expect.arrayContaining(named));
});

describe('the chart audit', () => {
  const context = {
    facts: { specialty: 'Emergency medicine', service: 'standard' },
    questions: [],
    charts: [
      { key: 'a', label: 'Chart A' },
      { key: 'b', label: 'Chart B' },
    ],
  };
  const audit = form('peer_chart_audit');

  test('shows its specialty’s own questions and no other’s', () => {
    const sections = new Set(visibleQuestions(audit, {}, context).map(({ section }) => section.key));
    expect(sections).toContain('add_on_emergency');
    expect([...sections].filter((s) => s.startsWith('add_on_'))).toEqual(['add_on_emergency']);
  });

  test('scores yes over yes and no, by chart, category and overall, and lists what is deficient', () => {
    const core = questionsOf(audit).find(({ question }) => question.key === 'charts_core')?.question;
    if (core?.type !== 'matrix') throw new Error('The core is a matrix.');
    const value = Object.fromEntries(
      core.rows.map((row, i) => [row.key, { a: 'yes', b: i === 0 ? 'na' : i === 7 ? 'no' : 'yes' }]),
    );
    const result = score(audit, { charts_core: { value } }, context);
    expect(result.overall.percent).toBe(96.5);
    expect(result.overall.band).toBe('green');
    expect(result.by_column).toMatchObject([
      { column: 'a', percent: 100 },
      { column: 'b', percent: 92.8 },
    ]);
    expect(result.deficiencies).toMatchObject([{ row: 'abnormal_acted_on', column: 'b', critical: true }]);
    expect(result.critical).toBe(true);
  });

  test('a No without its reason keeps the report from being complete', () => {
    const left = completeness(
      audit,
      { charts_core: { value: { exam: { a: 'no', b: 'yes' } } } },
      context,
    ).required_left;
    expect(left.some((l) => l.key === 'charts_core')).toBe(true);
  });
});

test('the provider’s own statement is taken up where there is one', () => {
  const focused = form('peer_focused');
  const asks = (has_statement: boolean) =>
    visibleQuestions(focused, {}, { facts: { has_statement }, questions: [], charts: [] }).some(
      ({ question }) => question.key === 'provider_statement_considered',
    );
  expect(asks(true)).toBe(true);
  expect(asks(false)).toBe(false);
});
