/** What other features and both sides of this one know about records. Pure. */
export * from './rules/access.ts';
export * from './rules/address.ts';
export * from './rules/bates.ts';
export * from './rules/categories.ts';
export { proposeCharts } from './rules/charts.ts';
export * from './rules/names.ts';
export * from './rules/placing.ts';
export * from './rules/quotas.ts';
export * from './rules/requests.ts';
export * from './rules/scanning.ts';
