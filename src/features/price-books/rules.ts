export * from './rules/faults.ts';
export * from './rules/lines.ts';
export * from './rules/reprice.ts';
export * from './rules/versions.ts';
