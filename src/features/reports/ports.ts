import type { Kysely } from 'kysely';
import type { Actor } from '../../core/actor.ts';
import type { Kind } from '../../core/kinds.ts';
import type { Tx } from '../../platform/command.ts';
import type { DB } from '../../platform/db/types.ts';

declare module '../../platform/ports.ts' {
  interface Ports {
    closeOwnJudgment: CloseOwnJudgment;
    /** Whether both sides of a matter agreed that no drafts of its report are kept. */
    keepsNoDrafts: (db: Kysely<DB>, reviewId: number) => Promise<boolean>;
    /**
     * Parts the reports of an expert who leaves a review from those of who follows: delivered ones stay theirs, what was not
     * delivered is a draft that nobody continues. Called while what was agreed with them still holds.
     */
    leaveReports: (
      tx: Tx,
      reviewId: number,
      of: { expert_profile_id: number; report_due_at: Date | null },
    ) => Promise<void>;
    /** A letter as a PDF: the same bytes for the same letter. */
    letterPdf: (letter: PdfLetter) => Promise<Uint8Array>;
    /** A notice to somebody, in one language or several, as a PDF: the same bytes for the same notice. */
    noticePdf: (notice: PdfNotice) => Promise<Uint8Array>;
    /** An invoice, or a credit note, as a PDF: the same bytes for the same invoice. */
    invoicePdf: (invoice: PdfInvoice) => Promise<Uint8Array>;
  }
}

/**
 * Closes the own judgment of the report being written, before its writer reads what others found: nobody changes it any
 * more, in this version or a later one. Refuses `invalid` with what it lacks, `wrong_state` where no draft asks for one.
 */
export type CloseOwnJudgment = (tx: Tx<Actor>, of: { kind: Kind; id: number }) => Promise<void>;

/** What a person outside wrote and signed, as a page of the records. */
export interface PdfLetter {
  /** What stands under the title, instead of who sent it. */
  lead?: string;
  /** Lines of the text that head what follows them: set and tagged as headings. */
  headings?: readonly string[];
  title: string;
  review: { number: string; kind_label: string };
  organization: string;
  document_id: string;
  /** Instant, UTC ISO, of the page: it is not printed, as when the words were sent is told to those who asked for them. */
  made_at: string;
  signed_by: string;
  /** How the name came under it, a sentence. */
  signed_how: string;
  confidentiality: string | null;
  text: string;
}

/** An invoice, or another page of account, as it is printed. Days and amounts are written out. */
export interface PdfInvoice {
  /** "Invoice", "Credit note", "Statement of account". */
  title: string;
  number: string;
  document_id: string;
  /** Who issues it, and to whom, a line each. */
  issuer: string;
  bill_to: readonly string[];
  /** Instant, UTC ISO, of the document. */
  made_at: string;
  facts: readonly { label: string; value: string }[];
  /** Why, where it takes something back; null on an invoice. */
  reason: string | null;
  /** What it bills by review, or what moved an account. */
  reviews: readonly {
    heading: string;
    lines: readonly { on: string; label: string; amount: string }[];
  }[];
  sums: readonly { label: string; value: string }[];
  note: string;
}

/** A piece of a notice. `lang`: where it is in another language than its part, BCP 47. */
export type NoticeBlock =
  | { is: 'heading' | 'strong'; text: string }
  | { is: 'text'; text: string; lang?: string }
  | { is: 'list'; items: readonly string[]; lang?: string }
  /** The notice's picture, and what it shows, for who does not see it. */
  | { is: 'picture'; alt: string }
  /** Words, and lines below them to write on. */
  | { is: 'write'; text: string; lines: number };

/** A notice as it is sent by post: a part for each language, each on pages of its own. */
export interface PdfNotice {
  title: string;
  number: string;
  kind_label: string;
  version: number;
  document_id: string;
  organization: string;
  /** Who sends it. */
  sender: string;
  /** Instant, UTC ISO, of the document, and its day as it is printed. */
  made_at: string;
  made_on: string;
  addressee: { name: string; lines: readonly string[] };
  /** A JPEG, for the `picture` of its parts; its size in pixels. Null where there is none. */
  picture: { jpeg: Uint8Array; width: number; height: number } | null;
  parts: readonly {
    /** BCP 47. */
    lang: string;
    title: string;
    /** What stands above it where it counts for less than another part; null where it does not. */
    mark: string | null;
    /** Language and version, in small print. */
    version: string;
    blocks: readonly NoticeBlock[];
  }[];
}
