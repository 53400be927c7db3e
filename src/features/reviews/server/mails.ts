import { ATTENTION_MAILS } from './mails/attention.ts';
import { CLOSING_MAILS } from './mails/closing.ts';
import { DATES_MAILS } from './mails/dates.ts';
import { ORDERS_MAILS } from './mails/orders.ts';
import { REFERRER_MAILS } from './mails/referrer.ts';
import { TRANSFERS_MAILS } from './mails/transfers.ts';
import { APPROVALS_MAILS } from './mails/approvals.ts';

/** Mails about a review, from its order to its end. */
export const MAILS = {
  ...ATTENTION_MAILS,
  ...CLOSING_MAILS,
  ...DATES_MAILS,
  ...ORDERS_MAILS,
  ...REFERRER_MAILS,
  ...APPROVALS_MAILS,
  ...TRANSFERS_MAILS,
} as const;
