/** `rules/faults.ts` is left out: it knows every state, and only the server reads it. */
export * from './rules/limits.ts';
export * from './rules/lines.ts';
export * from './rules/reprice.ts';
export * from './rules/versions.ts';
