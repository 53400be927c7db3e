/** What both sides know about exports of an organization's data. Pure. */
export * from './rules/access.ts';
