export * from './rules/approvals.ts';
export * from './rules/budgets.ts';
export * from './rules/coverage.ts';
export * from './rules/expert-amount.ts';
export * from './rules/price-book.ts';
export * from './rules/price-changes.ts';
export * from './rules/quote.ts';
export * from './rules/rates.ts';
