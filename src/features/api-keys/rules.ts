export * from './rules/keys.ts';
export * from './rules/scopes.ts';
