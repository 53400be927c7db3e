/** How a review stands with its billing, as lists are filtered by it. */
export const BILLING_STATUSES = [
  'unbilled',
  'awaiting_approval',
  'ordered',
  'invoiced',
  'paid',
  'written_off',
] as const;
export type BillingStatus = (typeof BILLING_STATUSES)[number];
export const BILLING_STATUS_WORDS: Readonly<Record<BillingStatus, string>> = {
  unbilled: 'Not billed',
  awaiting_approval: 'Waits for approval',
  ordered: 'Approved, not invoiced',
  invoiced: 'Invoiced',
  paid: 'Paid',
  written_off: 'Credited',
};
