import type { SystemActor } from '../../../core/actor.ts';
import type { Tx } from '../../../platform/command.ts';
import { nameKey } from '../../experts/rules/same-name.ts';
import { byName, nameProviderKey } from '../rules.ts';

const AT_ONCE = 200;

/**
 * Writes the keys of facilities and providers anew by the rule of now, some at a time, from the review after this one on.
 * A migration asks for it where the rule changed, so that a house's opinions of before and of now stay together.
 */
export async function renewKeys(tx: Tx<SystemActor>, after: number): Promise<void> {
  const rows = await tx.system
    .selectFrom('opinions')
    .select(['review_id', 'facility', 'facility_key', 'provider', 'provider_key'])
    .where('review_id', '>', after)
    .orderBy('review_id')
    .limit(AT_ONCE)
    .execute();
  for (const { review_id, facility, provider, ...kept } of rows) {
    const facility_key = nameKey(facility);
    const provider_key = byName(kept.provider_key) ? nameProviderKey(provider) : kept.provider_key;
    if (facility_key === kept.facility_key && provider_key === kept.provider_key) continue;
    await tx.system
      .updateTable('opinions')
      .set({ facility_key, provider_key })
      .where('review_id', '=', review_id)
      .execute();
  }
  const last = rows.at(-1);
  if (last && rows.length === AT_ONCE)
    await tx.setTimer({ kind: 'renew_opinion_keys', key: String(last.review_id), due_at: tx.now });
}
