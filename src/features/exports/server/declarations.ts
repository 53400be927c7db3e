/** What exports tell the compiler: their events and timers. */
import type { Undoing } from '../../../platform/declarations.ts';
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/declarations.ts' {
  interface Mails extends MailInputs<typeof MAILS> {}
  interface Events {
    'export.asked': { export_id: number };
    /** The archive is to be deleted. */
    'export.removed': { storage_key: string };
  }
  interface Timers {
    export_ends: Readonly<Record<string, never>>;
  }
}

/** An archive that is deleted can be made again. */
export const UNDOING = { export_ends: 'reversible' } as const satisfies Undoing;
