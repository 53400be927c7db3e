import type { Kysely } from 'kysely';
import type { ExtraHoliday } from '../../core/business-days.ts';
import type { DB } from './types.ts';

/** The days staff added to the public holidays, as they stand at this moment of the transaction. */
export const extraHolidays = (db: Kysely<DB>): Promise<ExtraHoliday[]> =>
  db.selectFrom('extra_holidays').select(['day', 'state']).where('removed_at', 'is', null).execute();
