export * from './rules/flags.ts';
export * from './rules/present.ts';
export * from './rules/resolve.ts';
export * from './rules/settings.ts';
