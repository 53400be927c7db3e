declare module '../../platform/ports.ts' {
  interface Ports {
    /** A letter as a PDF: the same bytes for the same letter. */
    letterPdf: (letter: PdfLetter) => Promise<Uint8Array>;
  }
}

/** What a person outside wrote and signed, as a page of the records. */
export interface PdfLetter {
  title: string;
  review: { number: string; kind_label: string };
  organization: string;
  document_id: string;
  /** Instant, UTC ISO, and the zone it is printed in. */
  signed_at: string;
  time_zone: string;
  signed_by: string;
  confidentiality: string | null;
  text: string;
}
