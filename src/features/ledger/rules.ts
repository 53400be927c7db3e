/** The book of account: what was earned, paid in and drawn on, posted once each. Pure, for both sides. */
export * from './rules/accounts.ts';
export * from './rules/charges.ts';
export * from './rules/expert-charges.ts';
export * from './rules/fee-change.ts';
export * from './rules/posting.ts';
export * from './rules/subscriptions.ts';
