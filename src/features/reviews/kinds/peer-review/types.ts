import { PEER_REVIEW_TYPES, type PeerReviewType } from './options.ts';

/** A type an organization may order by, and whether it offers it. */
export interface OwnReviewType extends PeerReviewType {
  offered: boolean;
}

/** What an organization chose to offer, and in which order; types it says nothing about follow, offered. */
export interface ReviewTypeMenu {
  ordered: readonly string[];
  hidden: readonly string[];
}

/** The shipped types and those of an organization, in its order, each with whether it offers it. */
export function arrangedTypes(own: readonly PeerReviewType[], menu: ReviewTypeMenu | null): OwnReviewType[] {
  const all: PeerReviewType[] = [...PEER_REVIEW_TYPES, ...own];
  const place = new Map((menu?.ordered ?? []).map((value, at) => [value, at]));
  const hidden = new Set(menu?.hidden);
  return all
    .map((type, at) => ({ type, at: place.get(type.value) ?? place.size + at }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ type }) => ({ ...type, offered: !hidden.has(type.value) }));
}

/** Types an organization has of its own have numbers above this. */
export const SHIPPED_BELOW = 1000;

/** The number addresses name a type by; null for what is no type's value. */
export function reviewTypeId(value: string): number | null {
  const shipped = PEER_REVIEW_TYPES.find((type) => type.value === value);
  if (shipped) return shipped.id;
  const own = /^type_(\d{4,15})$/.exec(value)?.[1];
  return own === undefined ? null : Number(own);
}

/** A form as an order names it: its key, with the version where that is fixed, "form_12@2". */
export function formNamed(name: string): { key: string; version: number | null } {
  const [key = '', version] = name.split('@');
  return { key, version: version !== undefined && /^\d{1,6}$/.test(version) ? Number(version) : null };
}
