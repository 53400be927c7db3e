export * from './rules/announcements.ts';
export * from './rules/categories.ts';
export * from './rules/decide.ts';
