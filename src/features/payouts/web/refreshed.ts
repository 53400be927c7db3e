import { ledgerEndpoints } from '../../ledger/contract.ts';
import { payoutEndpoints } from '../contract.ts';

/** What is asked for again once a run was proposed, released or paid, or a payout came back. */
export const REFRESHED = [
  payoutEndpoints.runs,
  payoutEndpoints.run,
  payoutEndpoints.owed,
  payoutEndpoints.tax,
  ledgerEndpoints.balances,
  ledgerEndpoints.entries,
];
