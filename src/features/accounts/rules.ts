export * from './rules/codes.ts';
export * from './rules/emails.ts';
export * from './rules/landing.ts';
export * from './rules/names.ts';
export * from './rules/people.ts';
export * from './rules/phones.ts';
export * from './rules/profiles.ts';
