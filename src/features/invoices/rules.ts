/** Invoices: numbers, terms, what is open and since when, and the files book-keeping and insurers read. Pure, for both sides. */
export * from './rules/invoice.ts';
export * from './rules/lines.ts';
export * from './rules/ledes.ts';
export * from './rules/place.ts';
export * from './rules/statement.ts';
export * from './rules/cards.ts';
export * from './rules/holds.ts';
export * from './rules/bank-file.ts';
export * from './rules/bank-match.ts';
