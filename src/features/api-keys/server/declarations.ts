/** What API keys tell the compiler: their mails and timers. */
import type { Undoing } from '../../../platform/declarations.ts';
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/declarations.ts' {
  interface Mails extends MailInputs<typeof MAILS> {}
  interface Timers {
    api_key_ends: Readonly<Record<string, never>>;
  }
}

/** A mail too early does no harm: the key goes on. */
export const UNDOING = { api_key_ends: 'reversible' } as const satisfies Undoing;
