import { sql } from 'kysely';
import type { Tx } from '../../../platform/command.ts';
import { STAFF } from '../../../platform/db/roles.ts';
import { mailUser } from '../../../platform/mail/mail-user.ts';
import type { Ports } from '../../../platform/ports.ts';

/** Tells who chose them, once for what they chose together, that nothing comes any longer and something did not. */
export async function tellEnd(tx: Tx, ports: Pick<Ports, 'mail'>, importId: number): Promise<void> {
  // of several files that end at once one is the last
  const one = await tx.system
    .selectFrom('box_imports')
    .select(['review_id', 'user_id', 'told_at'])
    .where('id', '=', importId)
    .forUpdate()
    .executeTakeFirst();
  if (!one || one.told_at !== null) return;
  const files = await tx.system
    .selectFrom('box_import_files')
    .select('state')
    .where('import_id', '=', importId)
    .execute();
  const n = (...states: string[]): number => files.filter(({ state }) => states.includes(state)).length;
  if (n('waiting') > 0 || n('failed') === 0) return;
  await tx.system.updateTable('box_imports').set({ told_at: tx.now }).where('id', '=', importId).execute();
  const who = await tx.system
    .selectFrom('users')
    .select(sql<boolean>`role in ${STAFF}`.as('is_staff'))
    .where('id', '=', one.user_id)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  if (!who) return;
  await mailUser(tx, ports, one.user_id, {
    template: 'box_import_failed',
    data: { failed: n('failed'), came: n('done', 'gone') },
    review_id: one.review_id,
    side: who.is_staff ? 'staff' : 'requester',
    dedupe_key: `box_import_failed:${importId}`,
  });
}
