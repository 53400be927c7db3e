/** Billing orders: how an amount is approved before it is invoiced, and what is left on a purchase order. Pure, for both sides. */
export * from './rules/lifecycle.ts';
export * from './rules/placing.ts';
export * from './rules/following.ts';
export * from './rules/purchase-orders.ts';
export * from './rules/place.ts';
