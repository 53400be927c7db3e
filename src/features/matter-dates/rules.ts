/** What pages, other features and the server know of a matter's dates. */
export * from './rules/types.ts';
export * from './rules/counting.ts';
export * from './rules/matter-rules.ts';
export * from './rules/parse.ts';
export * from './rules/reminders.ts';
