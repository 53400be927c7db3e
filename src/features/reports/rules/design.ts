/** Writing report forms: changes to a draft, what it lacks, conditions in words, and what differs between two versions. */
export * from './design/compare.ts';
export * from './design/edit.ts';
export * from './design/faults.ts';
export * from './design/references.ts';
export * from './design/words.ts';
