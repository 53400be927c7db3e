import type { securityEndpoints } from '../contract/security.ts';
import { SECURITY_PATHS } from '../contract/security-paths.ts';

/** The endpoints of the second factor, sessions and the password as the client calls them; see api.ts. */
export const securityApi = Object.fromEntries(
  Object.entries(SECURITY_PATHS).map(([name, row]) => [name, { ...row, idempotent: false }]),
  // why: the client reads only the path; the schemas would be loaded for nothing
) as unknown as typeof securityEndpoints;
