import { DAY } from '../../../core/durations.ts';

/** How long a link to a report opens, and how often a wrong passcode may be tried. */
const LINK_DAYS = 30;
export const PASSCODE_TRIES = 5;
/** What a passcode is made of: no letters and digits that look alike when read out. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const PASSCODE_LENGTH = 8;

/** When a link sent now ends. */
export const linkEnds = (now: Date): Date => new Date(now.getTime() + LINK_DAYS * DAY);

/** The passcode that follows from bytes nobody can guess: five bits of each. */
export const passcodeFrom = (bytes: Uint8Array): string =>
  [...bytes.subarray(0, PASSCODE_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** A passcode as somebody types it: spaces, hyphens and small letters are no fault. */
export const typedPasscode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase();

/** A passcode in two halves, as it is read out. */
export const spokenPasscode = (code: string): string => `${code.slice(0, 4)} ${code.slice(4)}`;

/** How the delivery to somebody without an account stands. */
export const DELIVERY_STATES = ['to_post', 'posted', 'sent', 'failed', 'opened', 'expired', 'locked'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** What of a delivery decides how it stands. `bounced`: the mail with the link could not be sent. */
export interface DeliveryFacts {
  manner: 'email' | 'post';
  posted: boolean;
  expires_at: Date | null;
  wrong_tries: number;
  opened: boolean;
  bounced: boolean;
}

/** The one place that says how a delivery stands. */
export function deliveryState(delivery: DeliveryFacts, now: Date): DeliveryState {
  if (delivery.manner === 'post') return delivery.posted ? 'posted' : 'to_post';
  if (delivery.wrong_tries >= PASSCODE_TRIES) return 'locked';
  // who has read it has it: that the link ended since changes nothing
  if (delivery.opened) return 'opened';
  if (delivery.expires_at !== null && delivery.expires_at <= now) return 'expired';
  return delivery.bounced ? 'failed' : 'sent';
}

/** Whether the link of a delivery opens with its passcode. */
export const canOpen = (delivery: Pick<DeliveryFacts, 'manner' | 'expires_at' | 'wrong_tries'>, now: Date): boolean =>
  delivery.manner === 'email' &&
  delivery.wrong_tries < PASSCODE_TRIES &&
  delivery.expires_at !== null &&
  delivery.expires_at > now;

/** Whether a delivery waits for somebody: to post it, or to send its link again. */
export const isOpenDelivery = (state: DeliveryState): boolean =>
  state === 'to_post' || state === 'failed' || state === 'expired' || state === 'locked';
