/** What the experts tell the compiler: events and deadlines with what they carry, and the shapes in their jsonb columns. */
import type { NpiCheckView } from '../contract/applications.ts';
import type { PartData } from '../rules/application.ts';
import type { RecordData, SiteHours } from '../rules/records.ts';
import type { Undoing } from '../../../platform/declarations.ts';
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    'application_parts.data': PartData;
    'applications.npi_check': NpiCheckView;
    'expert_changes.data': RecordData | null;
    'practice_sites.hours': readonly SiteHours[];
  }
}

declare module '../../../platform/declarations.ts' {
  interface Mails extends MailInputs<typeof MAILS> {}
  interface Events {
    'application.submitted': { application_id: number };
  }
  interface Timers {
    credential_due: Nothing;
  }
}

/** Whether what its timer does can be undone. */
export const UNDOING = {
  credential_due: 'reversible',
} as const satisfies Undoing;
