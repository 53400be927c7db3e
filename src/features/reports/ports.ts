import type { Actor } from '../../core/actor.ts';
import type { Kind } from '../../core/kinds.ts';
import type { Tx } from '../../platform/command.ts';

declare module '../../platform/ports.ts' {
  interface Ports {
    closeOwnJudgment: CloseOwnJudgment;
    /** A letter as a PDF: the same bytes for the same letter. */
    letterPdf: (letter: PdfLetter) => Promise<Uint8Array>;
  }
}

/**
 * Closes the own judgment of the report being written, before its writer reads what others found: nobody changes it any
 * more, in this version or a later one. Refuses `invalid` with what it lacks, `wrong_state` where no draft asks for one.
 */
export type CloseOwnJudgment = (tx: Tx<Actor>, of: { kind: Kind; id: number }) => Promise<void>;

/** What a person outside wrote and signed, as a page of the records. */
export interface PdfLetter {
  title: string;
  review: { number: string; kind_label: string };
  organization: string;
  document_id: string;
  /** Instant, UTC ISO, of the page: it is not printed, as when the words were sent is told to those who asked for them. */
  made_at: string;
  signed_by: string;
  confidentiality: string | null;
  text: string;
}
