/** Reports read by a public link: who shares them, how long a link opens, and what wrong passcodes do. Pure; both sides. */
export * from './rules/links.ts';
export * from './rules/sharing.ts';
