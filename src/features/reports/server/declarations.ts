/** What reports tell the compiler: the shapes in their jsonb columns. */
import type { FormAnswers, FormDefinition } from '../rules.ts';
import type { ReportPdfInput } from './pdf/index.ts';

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    'report_answers.answers': FormAnswers;
    'report_forms.definition': FormDefinition;
    'reports.citations': Readonly<Record<string, unknown>>;
    'reports.returned_sections': { section: string; note: string }[];
    /** What was signed; its PDF is drawn from it. */
    'reports.snapshot': ReportPdfInput;
  }
}
