/** What other features and both sides of this one know about people outside and their links. Pure. */
export * from './rules/links.ts';
export * from './rules/provider.ts';
export * from './rules/records.ts';
