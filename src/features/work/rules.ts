/** Work by the hour: its tasks and their states, what time comes to, and what a budget still takes. Pure; both sides. */
export * from './rules/budget.ts';
export * from './rules/expenses.ts';
export * from './rules/sides.ts';
export * from './rules/statement.ts';
export * from './rules/tasks.ts';
export * from './rules/testimony-terms.ts';
export * from './rules/time.ts';
