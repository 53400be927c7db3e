import { questionsOf, SHIPPED_FORMS } from '../../../src/features/reports/rules.ts';

const audit = SHIPPED_FORMS.find((form) => form.key === 'peer_chart_audit');
const core = audit && questionsOf(audit).find(({ question }) => question.key === 'charts_core')?.question;

/** What the chart audit asks of every chart, in its words. */
export const CHARTS_CORE: readonly string[] = core?.type === 'matrix' ? core.rows.map((row) => row.label) : [];
