/** The peer-review programme: plans, seats, their periods and what they pay for. Pure, for both sides. */
export * from './rules/periods.ts';
export * from './rules/permission.ts';
export * from './rules/quota.ts';
export * from './rules/seats.ts';
