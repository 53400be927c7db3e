import { DAY } from '../../../core/time.ts';
import type { Keyring } from '../../../platform/crypto.ts';

/** The token of an invoice's link: 256 bits that follow from its seed and a key outside of the database. */
export const tokenOf = (keys: Keyring, seed: Uint8Array): string =>
  keys.hmac('invoice_link', seed).toString('base64url');

/** The page an invoice is read on without an account. */
export const pageOf = (token: string): string => `/invoice?token=${token}`;

/** How long a mail's link can be looked up in the outbox, from the day it is due: longer than anybody keeps an invoice open. */
const LINK_DAYS = 730;
export const linkUntil = ({ due_on }: { due_on: string }): Date =>
  new Date(Date.parse(`${due_on}T00:00:00Z`) + LINK_DAYS * DAY);
