import { type Certificate, fingerprintOf } from './certificate.ts';
import { checkedCms, type CmsFound } from './cms.ts';
import { joined } from './der.ts';

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
  /** Of a signature that is sound or unchecked: all of the file; up to a place, and what stands behind it another covers that is sound; or up to a place, and what stands behind it nobody is shown to have signed. */
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
  const ranges = rangesOf(pdf).toSorted(inTime);
  const read: { end: number; found: Omit<SignatureFound, 'covers'> }[] = [];
  for (const range of ranges) read.push({ end: range.end, found: await checked(pdf, range) });
  // anybody can write one that cannot be checked: only what is shown to be of its bytes vouches for what was put behind another
  const holds = read.filter(({ found }) => found.state === 'sound');
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
  } catch {
    // what a stranger wrote where a signature should be may be anything, and hides none of the others
    return { state: 'unreadable', stamped_at: null, by: null };
  }
}

const signedBy = async ({ name, bytes, from, until }: Certificate): Promise<SignedBy> => ({
  name,
  fingerprint: await fingerprintOf(bytes),
  from,
  until,
});

const BYTE_RANGE = [...'/ByteRange'].map((letter) => letter.charCodeAt(0));
const [SLASH, OPENS, CLOSES] = [47, 60, 62];
/** No signature is written longer. */
const MOST_DIGITS = 4 * 1024 * 1024;
/** Nobody signs a file so often; of more, the oldest and the newest are told. */
const MOST = 100;
/** So many places that begin like one are looked at, the first and the last. */
const MOST_PLACES = 20_000;

const plainText = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

/** At most so many, from both ends: what somebody puts before or behind crowds out nothing at the other end. */
const fromBothEnds = <T>(all: readonly T[], most: number): readonly T[] =>
  all.length <= most ? all : [...all.slice(0, most / 2), ...all.slice(-most / 2)];

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

/** The bytes each signature says it covers. What cannot be one is told too, and takes no place of one that can. */
function rangesOf(pdf: Uint8Array): SignedRange[] {
  const places: number[] = [];
  for (let at = pdf.indexOf(SLASH); at >= 0; at = pdf.indexOf(SLASH, at + 1))
    if (BYTE_RANGE.every((byte, n) => pdf[at + n] === byte)) places.push(at);
  const broken: Place[] = [];
  const whole = new Map<number, Place>();
  const closing = new Map<number, number>();
  for (const at of fromBothEnds(places, MOST_PLACES)) {
    const place = placeAt(pdf, at, closing);
    if (place.gap === 0) {
      broken.push(place);
      continue;
    }
    // the digits are of the one they stand beside, whoever else names them
    const other = whole.get(place.gap);
    if (!other || Math.abs(at - place.gap) < Math.abs(other.at - place.gap)) whole.set(place.gap, place);
  }
  return [
    ...fromBothEnds(broken, MOST).map((place) => ({ ...place, contents: null })),
    ...fromBothEnds([...whole.values()].toSorted(inTime), MOST).map((place) => ({
      ...place,
      contents: bytesIn(pdf.subarray(place.gap + 1, place.after - 1)),
    })),
  ];
}

type Place = Omit<SignedRange, 'contents'>;

/** Each covers what was there before it. */
const inTime = (a: Place, b: Place): number => a.end - b.end || a.at - b.at;

/** What one says it covers; from the file’s beginning to there, with no gap, where that cannot be. */
function placeAt(pdf: Uint8Array, at: number, closing: Map<number, number>): Place {
  const broken = { at, gap: 0, after: 0, end: at };
  const found = /^\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(plainText(pdf.subarray(at, at + 128)));
  if (!found) return broken;
  const [from = 0, gap = 0, after = 0, more = 0] = found.slice(1).map(Number);
  const end = after + more;
  if (from !== 0 || gap === 0 || gap >= after || end > pdf.length) return broken;
  // each stretch of digits is read once, however many name it
  const closes = closing.get(gap) ?? closingOf(pdf, gap);
  closing.set(gap, closes);
  return closes === after - 1 ? { at, gap, after, end } : broken;
}

const isDigit = (byte = 0): boolean =>
  (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 70) || (byte >= 97 && byte <= 102);

/** Where the digits that begin there are closed; -1 where there are none, or not in twos. */
function closingOf(pdf: Uint8Array, gap: number): number {
  if (pdf[gap] !== OPENS) return -1;
  let at = gap + 1;
  while (at - gap <= MOST_DIGITS && isDigit(pdf[at])) at += 1;
  return pdf[at] === CLOSES && at > gap + 1 && (at - gap) % 2 === 1 ? at : -1;
}

function bytesIn(digits: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = plainText(digits);
  return Uint8Array.from({ length: text.length / 2 }, (_, n) => Number.parseInt(text.slice(n * 2, n * 2 + 2), 16));
}
