import type { PacketContent } from '../../rules.ts';

/** Who signed a packet, and how. */
interface PacketSignature {
  name: string;
  /** Instant, UTC ISO. */
  signed_at: string;
  statement: string;
}

/** What the sheets of a packet show. */
export interface PacketInput {
  content: PacketContent;
  content_sha256: string;
  signature: PacketSignature;
  /** "DOE000001", and the last one. */
  first_page: string;
  last_page: string;
  /** Exhibits whose stored file could not be opened, by their label. */
  unreadable: readonly string[];
}

/** What a packet is made of: its words, and the files whose pages it takes in. Structured-cloneable. */
export interface PacketOrder {
  content: PacketContent;
  content_sha256: string;
  signature: PacketSignature;
  report: Uint8Array;
  cv: Uint8Array;
  /** By their label. */
  exhibits: Readonly<Record<string, Uint8Array>>;
}
