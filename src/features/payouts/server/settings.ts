import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { command } from '../../../platform/command.ts';
import { json } from '../../../platform/db/json.ts';
import type { DB } from '../../../platform/db/types.ts';
import { refuseWithoutFreshProof } from '../../../platform/fresh-proof.ts';
import type { Services } from '../../../platform/services.ts';
import type { PayoutSettingsView } from '../contract.ts';
import { settingsFaults } from '../rules.ts';

/** How payouts are made. */
export const readSettings = (db: Kysely<DB>): Promise<PayoutSettingsView> =>
  db
    .selectFrom('payout_settings')
    .select(['needs_w9', 'only_paid', 'minimum_cents', 'bank', 'payer', 'tax_headings', 'lock_version'])
    .executeTakeFirstOrThrow();

/** Refuses `reauthentication_required`, `stale` with what it is now, `invalid`. */
export function saveSettings(services: Services, actor: Actor, body: PayoutSettingsView): Promise<PayoutSettingsView> {
  return command(services, actor, async (tx) => {
    await refuseWithoutFreshProof(tx);
    const kept = await tx.system.selectFrom('payout_settings').selectAll().forUpdate().executeTakeFirstOrThrow();
    if (kept.lock_version !== body.lock_version)
      throw new Refusal('stale', undefined, { current: await readSettings(tx.system) });
    refuseFields(settingsFaults(body));
    const { bank, payer, lock_version, ...plain } = body;
    await tx.system
      .updateTable('payout_settings')
      .set({
        ...plain,
        bank: bank && json(bank),
        payer: payer && json(payer),
        lock_version: lock_version + 1,
        updated_at: tx.now,
        updated_by: actor.user_id,
      })
      .execute();
    await tx.audit({
      action: 'payout.settings_changed',
      data: {
        needs_w9: body.needs_w9,
        only_paid: body.only_paid,
        minimum_cents: body.minimum_cents,
        bank: !isDeepStrictEqual(kept.bank, bank),
        payer: !isDeepStrictEqual(kept.payer, payer),
        tax_headings: kept.tax_headings !== body.tax_headings,
      },
    });
    return readSettings(tx.system);
  });
}
