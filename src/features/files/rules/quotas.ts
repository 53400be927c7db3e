import { limitText, sizeText } from './names.ts';

/** Bytes that are taken in all, by setting. */
export interface Quotas {
  /** Of a review that is not ordered yet. */
  draft: number;
  review: number;
  /** Of everything an organization has. */
  organization: number;
}

/** Bytes that are there: of files, and of uploads that were begun, in their whole size. */
export interface Held {
  review: number;
  organization: number;
}

/** What is left of the quota that leaves the least. */
export interface Room {
  of: keyof Quotas;
  left_bytes: number;
  quota_bytes: number;
}

/** How much more a review takes: by its own quota, and by its organization's. */
export function roomIn(isDraft: boolean, held: Held, quotas: Quotas): Room {
  const own = isDraft ? 'draft' : 'review';
  const room = (of: keyof Quotas, bytes: number): Room => ({
    of,
    left_bytes: Math.max(0, quotas[of] - bytes),
    quota_bytes: quotas[of],
  });
  const [a, b] = [room(own, held.review), room('organization', held.organization)];
  return b.left_bytes < a.left_bytes ? b : a;
}

const WHOSE: Readonly<Record<keyof Quotas, { whose: string; remedy: string }>> = {
  draft: {
    whose: 'A draft takes',
    remedy: 'Remove what the review does not need, or add the rest once it is ordered.',
  },
  review: { whose: 'A review takes', remedy: 'Remove files that are not needed, or write to support for more room.' },
  organization: {
    whose: 'The organization’s reviews take',
    remedy: 'Remove drafts and files that are not needed, or write to support for more room.',
  },
};

/** Why a file of this size finds no room, with what to do; null when it fits. */
export function whyNoRoom(size_bytes: number, { of, left_bytes, quota_bytes }: Room): string | null {
  if (size_bytes <= left_bytes) return null;
  const { whose, remedy } = WHOSE[of];
  const left = left_bytes === 0 ? 'none of it is left' : `${sizeText(left_bytes)} are left`;
  return `${whose} ${limitText(quota_bytes)} of records in all, uploads that were begun included, and ${left}. ${remedy}`;
}

/** Which of these files, in their order, find no room: why, or null. Those that fit take from what is left for the next. */
export function placeInRoom(sizes: readonly number[], room: Room): (string | null)[] {
  let left_bytes = room.left_bytes;
  return sizes.map((size) => {
    const why = whyNoRoom(size, { ...room, left_bytes });
    if (why === null) left_bytes -= size;
    return why;
  });
}
