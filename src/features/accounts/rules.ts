export * from './rules/landing.ts';
export * from './rules/profiles.ts';
