import type { Kysely } from 'kysely';
import type { DB } from './types.ts';

/** The license types that can be chosen, in their order. */
export const offeredLicenses = (db: Kysely<DB>): Promise<{ key: string; name: string }[]> =>
  db.selectFrom('license_types').select(['key', 'name']).where('active', '=', true).orderBy('place').execute();
