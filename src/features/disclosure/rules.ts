/** The disclosure packet of Fed. R. Civ. P. 26(a)(2)(B): its six elements, what each lacks, numbers, compensation, what changed. Pure; both sides. */
export * from './rules/changes.ts';
export * from './rules/compensation.ts';
export * from './rules/content.ts';
export * from './rules/elements.ts';
export * from './rules/numbers.ts';
export * from './rules/merit.ts';
export * from './rules/returns.ts';
