export * from './rules/attempts.ts';
export * from './rules/providers.ts';
