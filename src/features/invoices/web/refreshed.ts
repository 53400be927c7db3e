import { ledgerEndpoints } from '../../ledger/contract.ts';
import { invoiceEndpoints } from '../contract.ts';

/** What is asked for again once something was issued, credited or paid. */
export const REFRESHED = [
  invoiceEndpoints.list,
  invoiceEndpoints.read,
  invoiceEndpoints.billing,
  invoiceEndpoints.unbilled,
  ledgerEndpoints.balances,
  ledgerEndpoints.entries,
];
