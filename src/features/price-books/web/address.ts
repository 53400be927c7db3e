import { KIND_NAMES, type Kind } from '../../../core/kinds.ts';
import { isDate } from '../../../core/dates.ts';
import { wholeNumberIn } from '../../../core/whole-number.ts';
import { hrefWith, oneOf } from '../../../ui/parts/address.ts';
import { PRICE_BOOKS_PLACE } from '../rules/place.ts';

/** What the page of price books keeps in its address. */
export interface Place {
  kind: Kind | null;
  /** The version looked at, and the one it is compared with. */
  version: number | null;
  with: number | null;
  /** The version that is written: a new one, or one that has not begun. */
  write: 'new' | number | null;
  /** The time whose orders are priced anew. */
  from: string | null;
  until: string | null;
}

const dayIn = (value: unknown): string | null => (typeof value === 'string' && isDate(value) ? value : null);

export const placeIn = (search: Readonly<Record<string, unknown>>): Place => ({
  kind: oneOf(KIND_NAMES, search['kind']),
  version: wholeNumberIn(search['version']),
  with: wholeNumberIn(search['with']),
  write: search['write'] === 'new' ? 'new' : wholeNumberIn(search['write']),
  from: dayIn(search['from']),
  until: dayIn(search['until']),
});

/** The page as a link. */
export const bookHref = (organization_id: number | null, place: Partial<Place> = {}): string =>
  hrefWith(PRICE_BOOKS_PLACE.path, { organization_id, ...place });
