/** The peer-review programme: plans, seats, their periods and what they pay for. Pure, for both sides. */
export * from './rules/permission.ts';
export * from './rules/pre-orders.ts';
export * from './rules/quota.ts';
