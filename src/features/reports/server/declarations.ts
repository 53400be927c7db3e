/** What reports tell the compiler: events and deadlines with what they carry, and the shapes in their jsonb columns. */
import type { FormAnswers, FormDefinition } from '../rules.ts';
import type { ReportPdfInput } from './pdf/index.ts';
import type { Undoing } from '../../../platform/declarations.ts';
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    'report_answers.answers': FormAnswers;
    'report_forms.definition': FormDefinition;
    'custom_forms.draft': FormDefinition;
    'reports.citations': Readonly<Record<string, unknown>>;
    'reports.returned_sections': { section: string; note: string }[];
    /** What was signed; its PDF is drawn from it. */
    'reports.snapshot': ReportPdfInput;
  }
}

declare module '../../../platform/declarations.ts' {
  interface Mails extends MailInputs<typeof MAILS> {}
  interface Deadlines {
    /** `report_id`: the draft of an expert who left, while the matter continues. */
    unsigned_draft_purge: { report_id?: number };
    /** The virus scanner is asked again for a recording. */
    dictation_scan: { dictation_id: number };
  }
  interface Events {
    'report.signed': { report_id: number };
    'report.rendered': { report_id: number };
    'report.removed': { storage_key: string };
    'dictation.uploaded': { dictation_id: number };
    'dictation.removed': { storage_key: string };
  }
}

/** Whether what its deadline does can be undone. */
export const UNDOING = {
  unsigned_draft_purge: { irreversible: 'Deletes a draft that was never signed' },
  dictation_scan: 'reversible',
} as const satisfies Undoing;
