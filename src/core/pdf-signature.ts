import { type Certificate, fingerprintOf } from './certificate.ts';
import { checkedCms, type CmsFound } from './cms.ts';
import { DerError, joined } from './der.ts';

/** Whose certificate a signature is by. */
export interface SignedBy {
  name: string;
  fingerprint: string;
  /** When the certificate holds. */
  from: Date;
  until: Date;
}

/**
 * What one signature of a PDF says of its bytes. `sound`: those it covers are those that were signed. `changed`: they are not.
 * `unchecked`: it was made by a way that is not known here, and nothing speaks against it. `unreadable`: it is no signature.
 */
export interface SignatureFound {
  state: CmsFound['state'] | 'unreadable';
  /** Of a signature that is sound or unchecked: all of the file; up to a place, where the file was signed again; or up to a place, and what stands behind it nobody signed. */
  covers: 'whole' | 'signed_again' | 'added';
  /** The time an RFC 3161 document time stamp says; null of a signature. */
  stamped_at: Date | null;
  /** Null where the signature does not bring its certificate. */
  by: SignedBy | null;
}

/**
 * Checks every signature of a PDF, whoever made it, in the order they were made in: each covers what was there before it. That a
 * certificate is somebody’s to trust, it does not say. None: an empty list.
 */
export async function signaturesOf(pdf: Uint8Array<ArrayBuffer>): Promise<SignatureFound[]> {
  const ranges = rangesOf(pdf).toSorted((a, b) => a.end - b.end || a.at - b.at);
  const read: { end: number; found: Omit<SignatureFound, 'covers'> }[] = [];
  for (const range of ranges) read.push({ end: range.end, found: await checked(pdf, range) });
  // where a later one is not of its bytes, it says nothing of what came before it
  const holds = read.filter(({ found }) => found.state === 'sound' || found.state === 'unchecked');
  return read.map(({ end, found }) => ({
    ...found,
    covers: end === pdf.length ? 'whole' : holds.some((later) => later.end > end) ? 'signed_again' : 'added',
  }));
}

async function checked(pdf: Uint8Array<ArrayBuffer>, range: SignedRange): Promise<Omit<SignatureFound, 'covers'>> {
  if (!range.contents) return { state: 'changed', stamped_at: null, by: null };
  const signed = joined([pdf.subarray(0, range.gap), pdf.subarray(range.after, range.end)]);
  try {
    const { state, certificate, stamped_at } = await checkedCms(range.contents, signed);
    return { state, stamped_at, by: certificate && (await signedBy(certificate)) };
  } catch (error) {
    // what a stranger wrote where a signature should be may be anything
    if (error instanceof DerError || error instanceof DOMException)
      return { state: 'unreadable', stamped_at: null, by: null };
    throw error;
  }
}

const signedBy = async ({ name, bytes, from, until }: Certificate): Promise<SignedBy> => ({
  name,
  fingerprint: await fingerprintOf(bytes),
  from,
  until,
});

const BYTE_RANGE = [...'/ByteRange'].map((letter) => letter.charCodeAt(0));
const SLASH = 47;
/** No signature is written longer. */
const MOST_DIGITS = 4 * 1024 * 1024;
/** Nobody signs a file so often; of more, the newest are told. */
const MOST = 100;

const plainText = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

interface SignedRange {
  /** Where the signature says what it covers. */
  at: number;
  /** Where the digits of the signature begin, and where the bytes behind them do. */
  gap: number;
  after: number;
  end: number;
  /** Null where it covers what it cannot. */
  contents: Uint8Array<ArrayBuffer> | null;
}

/** The bytes each signature says it covers. */
function rangesOf(pdf: Uint8Array): SignedRange[] {
  const found: SignedRange[] = [];
  for (let at = pdf.lastIndexOf(SLASH); at >= 0 && found.length < MOST;) {
    if (BYTE_RANGE.every((byte, n) => pdf[at + n] === byte)) found.push(rangeAt(pdf, at));
    at = at === 0 ? -1 : pdf.lastIndexOf(SLASH, at - 1);
  }
  return found;
}

function rangeAt(pdf: Uint8Array, at: number): SignedRange {
  const broken = { at, gap: 0, after: 0, end: at, contents: null };
  const found = /^\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(plainText(pdf.subarray(at, at + 128)));
  if (!found) return broken;
  const [from = 0, gap = 0, after = 0, more = 0] = found.slice(1).map(Number);
  const end = after + more;
  if (from !== 0 || gap >= after || end > pdf.length || after - gap > MOST_DIGITS) return broken;
  const digits = plainText(pdf.subarray(gap, after));
  if (!/^<(?:[\da-fA-F]{2})+>$/.test(digits)) return broken;
  const contents = Uint8Array.from({ length: (digits.length - 2) / 2 }, (_, n) =>
    Number.parseInt(digits.slice(1 + n * 2, 3 + n * 2), 16),
  );
  return { at, gap, after, end, contents };
}
