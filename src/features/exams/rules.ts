/** What is pure about exams in person: the law's days, what giving one up costs, and when one can be offered. */
export * from './rules/fees.ts';
export * from './rules/jurisdictions.ts';
export * from './rules/notices.ts';
export * from './rules/offers.ts';
export * from './rules/places.ts';
export * from './rules/records.ts';
export * from './rules/rule-changes.ts';
export * from './rules/rule-scopes.ts';
export * from './rules/rule-terms.ts';
export * from './rules/shipped-rules.ts';
export * from './rules/the-day.ts';
export * from './rules/visits.ts';
