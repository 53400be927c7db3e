import { wholeNumberIn } from '../../../../core/whole-number.ts';

/** What the address of step one names a draft to begin with. */
export interface DraftSource {
  seat_id?: number;
  organization_id?: number;
  force_one_off?: boolean;
  review_type?: string;
  review_type_id?: string;
  review_type_label?: string;
  /** What an address names stays. */
  fixed: true;
}

const idIn = (value: unknown): number | undefined => wholeNumberIn(value) ?? undefined;

const textIn = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value).slice(0, 100) : undefined;

/** What the address of step one names: a seat, an organization, a type of review, a price of its own; null for nothing. */
export function draftSourceOf(search: Readonly<Record<string, unknown>>): DraftSource | null {
  const seat_id = idIn(search['seatId']);
  const apart = search['forceOneOff'] === true || search['forceOneOff'] === 'true';
  const named = {
    seat_id,
    organization_id: idIn(search['organizationId']),
    // a seat without the word counts in its subscription
    force_one_off: apart ? true : seat_id === undefined ? undefined : false,
    review_type: textIn(search['reviewType']),
    review_type_id: textIn(search['reviewTypeId']),
    review_type_label: textIn(search['reviewTypeLabel']),
  };
  const found = Object.entries(named).filter(([, value]) => value !== undefined);
  return found.length === 0 ? null : { ...Object.fromEntries(found), fixed: true };
}
