/** Several opinions on one case: levels, how far two are apart, how well reviewers agree, trends. Pure. */
export * from './rules/agreement.ts';
export * from './rules/compare.ts';
export * from './rules/family.ts';
export * from './rules/levels.ts';
export * from './rules/permission.ts';
export * from './rules/policy.ts';
export * from './rules/provider.ts';
export * from './rules/trends.ts';
