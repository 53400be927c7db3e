export * from './rules/letter.ts';
export * from './rules/neutrality.ts';
export * from './rules/ripeness.ts';
export * from './rules/states.ts';
