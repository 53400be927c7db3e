import { LEGAL_PLAN } from './legal-plan.ts';
import { PEER_PLAN } from './peer-plan.ts';
import { PLAN, PLAN_APPROVED } from './plan.ts';

/** The matters whose records are there with the first page: a pre-order waits for its own. */
export const RECORDS_FIRST: ReadonlySet<string> = new Set(
  [...PLAN, ...PLAN_APPROVED, ...PEER_PLAN.filter(({ goal }) => goal !== 'pre_ordered'), ...LEGAL_PLAN].map(
    ({ matter }) => matter,
  ),
);
