/** How money comes in. */
export const PAYMENT_METHODS = ['check', 'ach', 'wire', 'card', 'other'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
export const METHOD_WORDS: Readonly<Record<PaymentMethod, string>> = {
  check: 'Check',
  ach: 'Bank transfer (ACH)',
  wire: 'Wire',
  card: 'Card',
  other: 'Another way',
};
