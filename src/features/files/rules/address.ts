import { type FileType, typeOfContent } from '../../../core/file-types.ts';
import { type Kind, KINDS, kindNamed } from '../../../core/kinds.ts';
import { wholeNumberIn } from '../../../core/whole-number.ts';

/** What an address of a file says: `/preview-file/{fileId}?reviewId&reviewProductType&fileType`, and a page of it. */
export interface FileAddress {
  /** Null: no file can have this number. */
  file_id: number | null;
  /** The review it names; undefined where it names none, null where no review can have what it says. */
  review_id: number | null | undefined;
  kind: Kind | null | undefined;
  /** What the file is said to be, null where nothing known is said: so its viewer can load while the file is looked up. */
  type: FileType | null;
  /** The page to open at, from 1. */
  page: number | null;
}

/** Reads an address; whatever a router or a person made of the parameters, it answers. */
export function readFileAddress(fileId: unknown, search: Readonly<Record<string, unknown>>): FileAddress {
  const { reviewId, reviewProductType, fileType, page } = search;
  return {
    file_id: wholeNumberIn(fileId),
    review_id: reviewId === undefined ? undefined : wholeNumberIn(reviewId),
    kind: reviewProductType === undefined ? undefined : (kindNamed(reviewProductType) ?? null),
    type: typeof fileType === 'string' ? typeOfContent(fileType) : null,
    page: wholeNumberIn(page),
  };
}

/** Whether what the address says of the review is true of the file's. What it does not say, is. */
export const isAddressOf = (said: FileAddress, review: { id: number; kind: Kind }): boolean =>
  (said.review_id === undefined || said.review_id === review.id) &&
  (said.kind === undefined || said.kind === review.kind);

/** Where one goes on from a file that is not there: to the review that was named, to its kind's list, to the start. */
export function wayBack({ review_id, kind }: FileAddress): { to: 'review' | 'list' | 'start'; href: string } {
  if (!kind) return { to: 'start', href: '/' };
  const { slug, list_path } = KINDS[kind];
  return review_id ? { to: 'review', href: `/${slug}/${review_id}` } : { to: 'list', href: list_path };
}
