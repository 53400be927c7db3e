import { isEmail, normalizeEmail } from '../../../core/emails.ts';
import { type Actor, isRequesterSide, isReadingStaff } from '../../../core/actor.ts';
import type { FieldError } from '../../../core/errors.ts';
import { FILES_CLOSED, filesAreOpen, type ItemAnswer, mayHandleFiles, type RequestedItem } from '../../files/rules.ts';
import type { LinkState } from './links.ts';

/** An item as the custodian is shown it. */
export interface AskedItem {
  item: number;
  label: string;
}

type Who = Pick<Actor, 'kind' | 'user_id'>;
type Review = { requester_id: number; bucket: string };

/** Who sees the links of a review: those who order, and staff but the matching desk. Never the expert's side. */
export const maySeeLinks = (actor: Pick<Actor, 'kind'>): boolean =>
  isRequesterSide(actor.kind) || isReadingStaff(actor.kind);

/** Who asks a custodian outside: whoever may handle the review's records. */
export const mayAskCustodian = (actor: Who, review: Review): boolean => mayHandleFiles(actor, review);

/** Why no custodian can be asked now, or null. */
export function whyNoCustodian(review: Review, openRequest: boolean): string | null {
  if (!filesAreOpen(review)) return FILES_CLOSED;
  return openRequest ? null : 'No records are being requested. A link goes with a request for records.';
}

/** Whether a link for records still has something to bring. */
export const recordsNeeded = (review: { bucket: string }, request: { answered_at: unknown } | null): boolean =>
  filesAreOpen(review) && request !== null && request.answered_at === null;

/** Why a link cannot be renewed now, or null. */
export function whyNotRenewed(state: LinkState): string | null {
  if (state === 'finished') return 'Everything it asked for has been sent.';
  if (state === 'revoked') return 'It was withdrawn. Make a new one.';
  return state === 'not_needed' ? 'What it asked for is settled.' : null;
}

/** Why a link cannot be withdrawn now, or null. */
export const whyNotRevoked = (state: LinkState): string | null =>
  state === 'finished'
    ? 'Everything it asked for has been sent.'
    : state === 'revoked'
      ? 'It was already withdrawn.'
      : null;

/** Faults of whom a link is for. */
export function addresseeFaults({ name, email }: { name: string; email: string }): FieldError[] {
  return [
    ...(name.trim() === '' ? [{ path: 'name', message: 'Say who it is for' }] : []),
    ...(isEmail(normalizeEmail(email))
      ? []
      : [{ path: 'email', message: 'Enter the whole address, like records@hospital.org' }]),
  ];
}

/** Faults of a new link for records: an item that was not asked for, is answered, or stands twice. */
export function custodianFaults(
  link: { name: string; email: string; items: readonly AskedItem[] },
  items: readonly Pick<RequestedItem, 'id' | 'answered_at'>[],
): FieldError[] {
  const seen = new Set<number>();
  return [
    ...addresseeFaults(link),
    ...link.items.flatMap(({ item, label }, index): FieldError[] => {
      const path = `items.${index}`;
      const asked = items.find((one) => one.id === item);
      const twice = seen.has(item);
      seen.add(item);
      if (!asked) return [{ path, message: 'This was not asked for' }];
      if (asked.answered_at !== null) return [{ path, message: 'This is already answered' }];
      if (twice) return [{ path, message: 'Name each item once' }];
      return label.trim() === '' ? [{ path: `${path}.label`, message: 'Say what the custodian should look for' }] : [];
    }),
  ];
}

/**
 * The answers a custodian's “I am done” makes: for each item the files that came for it, or the reason there are none.
 * Faults name the items that have neither, or both.
 */
export function custodianAnswers(
  items: readonly AskedItem[],
  files: ReadonlyMap<number, readonly number[]>,
  reasons: readonly { item: number; not_available_because: string }[],
): { answers: ItemAnswer[]; faults: FieldError[] } {
  const faults: FieldError[] = [];
  const answers = items.flatMap(({ item }): ItemAnswer[] => {
    const path = `items.${item}`;
    const brought = files.get(item) ?? [];
    const because = reasons.find((one) => one.item === item)?.not_available_because.trim() ?? '';
    if (brought.length > 0 && because !== '') {
      faults.push({ path, message: 'You sent files for this. Remove them, or clear why it is not available.' });
      return [];
    }
    if (brought.length > 0) return [{ item, file_ids: [...brought] }];
    if (because !== '') return [{ item, not_available_because: because }];
    faults.push({ path, message: 'Add a file, or say why it is not available' });
    return [];
  });
  for (const { item } of reasons)
    if (!items.some((one) => one.item === item))
      faults.push({ path: `items.${item}`, message: 'You were not asked for this' });
  return { answers, faults };
}
