/** What disclosures tell the compiler: mails, events, and the shapes in their jsonb columns. */
import type { Undoing } from '../../../platform/declarations.ts';
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { ListedRecord, MeritTerms, NumberedPart, PacketContent, ReturnFacts } from '../rules.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    'disclosure_packets.content': PacketContent | null;
    'merit_templates.terms': MeritTerms | null;
    'disclosure_packets.parts': NumberedPart[] | null;
    /** What had been released to an expert who left, as the certificate lists it. */
    'record_returns.records': ListedRecord[] | null;
    /** The matter as it was then. */
    'record_returns.facts': ReturnFacts | null;
  }
}

declare module '../../../platform/declarations.ts' {
  interface Mails extends MailInputs<typeof MAILS> {}
  interface Events {
    'disclosure.signed': { packet_id: number };
    'disclosure.removed': { storage_key: string };
    /** A request for a certificate was given, declined or taken back. */
    'merit.answered': Nothing;
    'merit.copy_removed': { storage_key: string };
  }
  interface Deadlines {
    records_return_ahead: { return_id: number; due_on: string; days: number };
    /** Of a request that was answered by then, or whose expert left, nothing is said. */
    merit_ahead: { request_id: number; days: number };
    /** The day a certificate was asked for by has passed. */
    merit_passed: { request_id: number };
    /** Looked at daily while records are kept under a legal hold. */
    records_return_held: Nothing;
  }
}

/** Whether what each of its deadlines does can be undone. */
export const UNDOING = {
  records_return_ahead: 'reversible',
  records_return_held: 'reversible',
  merit_ahead: 'reversible',
  merit_passed: 'reversible',
} as const satisfies Undoing;
