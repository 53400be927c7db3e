/** What files tell the compiler: events and deadlines with what they carry, and the shapes in their jsonb columns. */
import type { Undoing } from '../../../platform/declarations.ts';
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    'uploads.metadata': Readonly<Record<string, string>>;
  }
}

declare module '../../../platform/declarations.ts' {
  interface Mails extends MailInputs<typeof MAILS> {}
  interface Events {
    'file.uploaded': { file_id: number };
    'file.ready': { file_id: number };
    'file.failed': { file_id: number };
    'file.removed': { storage_key: string; file_id?: number };
    'files.changed': { review_id: number };
    'upload.removed': { storage_key: string };
    /** A scanner that could not say is asked again. */
    'file.scan_due': { storage_key: string };
    /** Files from before there was a scanner are looked through, from an id on. */
    'files.scan_older': { after: number };
  }
  interface Timers {
    file_scan: Readonly<Record<string, never>>;
    files_scan_older: Readonly<Record<string, never>>;
  }
  interface Deadlines {
    upload_expires: { upload_id: string };
  }
}

/** Whether what each of its deadlines does can be undone. */
export const UNDOING = {
  upload_expires: { irreversible: 'Deletes an unfinished upload' },
  file_scan: 'reversible',
  files_scan_older: 'reversible',
} as const satisfies Undoing;
