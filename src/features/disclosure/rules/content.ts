import type { CompensationStatement } from './compensation.ts';

/** A file that was released to the expert, as a packet lists it. */
export interface ReleasedFile {
  id: number;
  name: string;
  category: string | null;
  pages: number | null;
  /** Its own numbers among the matter's records; null: it has none. */
  bates: string | null;
  /** Taken out of the records after it had been released. */
  removed: boolean;
  /** Of its bytes; left out in packets of before it was kept. */
  sha256?: string | null;
}

/** A file whose pages go into the packet, as it is stored. */
interface StoredPdf {
  name: string;
  pages: number | null;
  sha256: string;
}

export interface PacketExhibit {
  /** "A", "B", … */
  label: string;
  file_id: number;
  name: string;
  bates: string | null;
  pdf: StoredPdf | null;
  /** Why its pages are not in the packet; null: they are. */
  apart: string | null;
}

/** Everything a packet says. It is what the expert signs, and what its file is made of; who opened what is no part of it. */
export interface PacketContent {
  number: string;
  kind_label: string;
  caption: string;
  court: string;
  /** Empty: the order has none. */
  docket: string;
  /** For whom the expert is named: "plaintiff"; empty where the order does not say. */
  side: string;
  firm: string;
  expert: { name: string; credentials: string[] };
  version: number;
  /** What changed since the packet before it; null: it is the first. */
  supplement: { of_version: number; changes: string[] } | null;
  prefix: string;
  first_number: number;
  /** The day up to which it speaks, where the firm is. */
  as_of: string;
  report: { version: number; signed_on: string; signed_by: string; pdf: StoredPdf };
  facts: { files: ReleasedFile[]; others: string[] };
  exhibits: PacketExhibit[];
  qualifications: { cv: StoredPdf; publications: string[]; from_year: number };
  testimony: { lines: string[]; from: string };
  compensation: CompensationStatement;
}

/** "A" … "Z", "AA" …: what an exhibit is called by its place, counted from 0. */
export function exhibitLabel(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : `${exhibitLabel(Math.floor(at / 26) - 1)}${letter}`;
}

/** The sentence an expert signs a packet with. */
export const statementOf = ({ isSupplement }: { isSupplement: boolean }): string =>
  `I ${isSupplement ? 'supplement my disclosure by' : 'make'} this disclosure under Fed. R. Civ. P. 26(a)(2)(B). I prepared and signed the report in it. The facts and data I considered, my exhibits, my publications of the previous ten years and my testimony of the previous four years are complete as they are listed.`;
