import { type Kysely, sql } from 'kysely';
import type { Kind } from '../../core/kinds.ts';
import type { DB } from './types.ts';

/** The rates experts keep for reviews of a kind on a day; one for this kind alone comes before one for all, the newest first. */
export const keptRates = (db: Kysely<DB>, profileIds: readonly number[], kind: Kind, day: string) =>
  db
    .selectFrom('expert_rates')
    .select(['expert_profile_id', 'service', 'amount_cents', 'unit'])
    // in a text that does not change with how many
    .where(sql<boolean>`expert_profile_id = any(${[...profileIds]}::bigint[])`)
    .where((eb) => eb.or([eb('kind', 'is', null), eb('kind', '=', kind)]))
    .where('from_on', '<=', day)
    .where((eb) => eb.or([eb('until_on', 'is', null), eb('until_on', '>=', day)]))
    .orderBy((eb) => eb('kind', 'is', null))
    .orderBy('id', 'desc')
    .execute();
