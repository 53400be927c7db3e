export * from './rules/announcements.ts';
export * from './rules/decide.ts';
export * from './rules/notices.ts';
