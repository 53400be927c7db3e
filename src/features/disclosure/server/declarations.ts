/** What disclosures tell the compiler: mails, events, and the shapes in their jsonb columns. */
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { MeritTerms, NumberedPart, PacketContent } from '../rules.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    'disclosure_packets.content': PacketContent | null;
    'merit_templates.terms': MeritTerms | null;
    'disclosure_packets.parts': NumberedPart[] | null;
  }
}

declare module '../../../platform/declarations.ts' {
  interface Mails extends MailInputs<typeof MAILS> {}
  interface Events {
    'disclosure.signed': { packet_id: number };
    'disclosure.removed': { storage_key: string };
  }
}
