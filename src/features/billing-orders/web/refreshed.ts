import { billingOrderEndpoints } from '../contract.ts';

/** What is asked for again once something was decided. */
export const REFRESHED = [
  billingOrderEndpoints.list,
  billingOrderEndpoints.read,
  billingOrderEndpoints.waiting,
  billingOrderEndpoints.purchaseOrders,
];
