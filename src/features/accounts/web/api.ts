import type { accountEndpoints } from '../contract.ts';
import { ACCOUNT_PATHS } from '../contract/paths.ts';
import { SSO_PATHS } from '../contract/sso-paths.ts';

/**
 * The account endpoints as the client calls them: typed by the contract without loading its schemas, for pages that
 * must be light.
 */
export const accountApi = Object.fromEntries(
  Object.entries({ ...ACCOUNT_PATHS, ...SSO_PATHS }).map(([name, row]) => [name, { ...row, idempotent: false }]),
  // why: the client reads only the path; the schemas would be loaded for nothing
) as unknown as typeof accountEndpoints;
