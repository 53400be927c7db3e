/**
 * What a review is and what may happen to it: pure, for both sides. `rules/holidays.ts` (the calendar of holidays) is
 * left out on purpose: it is large and only the server reads it.
 */
export type { DerivedColumns } from './kinds/columns.ts';
export * from './rules/actions.ts';
export * from './kinds/form.ts';
export * from './kinds/options.ts';
export * from './kinds/process.ts';
export { CONCLUSIONS } from './kinds/legal-case/conclusions.ts';
export * from './kinds/peer-review/options.ts';
export * from './kinds/peer-review/types.ts';
export * from './kinds/peer-review/seats.ts';
export * from './kinds/peer-review/statutes.ts';
export * from './rules/abilities.ts';
export * from './rules/attestation.ts';
export * from './rules/attention.ts';
export * from './rules/billing-status.ts';
export * from './rules/cancellation.ts';
export * from './rules/charts.ts';
export * from './rules/clocks.ts';
export * from './rules/earlier-date.ts';
export * from './rules/facts.ts';
export * from './rules/forms.ts';
export * from './rules/guides.ts';
export * from './rules/guards.ts';
export * from './rules/kinds.ts';
export * from './rules/meeting-types.ts';
export * from './rules/said-near.ts';
export * from './rules/list.ts';
export * from './rules/permission.ts';
export * from './rules/print.ts';
export * from './rules/reading.ts';
export * from './rules/status.ts';
export * from './rules/statuses.ts';
export * from './rules/timeline.ts';
export * from './rules/next-status.ts';
export * from './rules/what-now.ts';
