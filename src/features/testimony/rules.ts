/** Depositions, days at trial and what prepares for them: states, what calling off costs, transcript and errata. Pure; both sides. */
export * from './rules/charges.ts';
export * from './rules/errata.ts';
export * from './rules/own-record.ts';
export * from './rules/sessions.ts';
