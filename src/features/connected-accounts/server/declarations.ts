/** What connected accounts tell the compiler: their events and mails. */
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { Provider, Use } from '../rules.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/declarations.ts' {
  interface Events {
    'connected_account.connected': { connection_id: number; user_id: number; provider: Provider; uses: Use[] };
    /** It was disconnected, or its tokens are taken no longer. */
    'connected_account.lost': { connection_id: number; user_id: number; provider: Provider; ended: boolean };
  }
  interface Mails extends MailInputs<typeof MAILS> {}
}
