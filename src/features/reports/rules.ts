/** The report form engine: definitions, answers, citations, completeness, score. Pure; runs on both sides. */
export * from './rules/answer.ts';
export * from './rules/case-form.ts';
export * from './rules/citation.ts';
export * from './rules/condition.ts';
export * from './rules/definition.ts';
export * from './rules/engine.ts';
export * from './rules/own-judgment.ts';
export * from './rules/present.ts';
export * from './rules/score.ts';
export * from './rules/shipped.ts';
