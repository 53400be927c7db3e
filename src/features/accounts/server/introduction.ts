import { onEvent } from '../../../platform/workers.ts';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/command.ts';
import { mailUser } from '../../../platform/mail/mail-user.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { EventHandler } from '../../../platform/workers.ts';

const TOPIC = 'account.introduce';
const FLAG = 'send_peritus_one_time_email';

/** For whoever the flag is set: clears it and sees to the one mail of introduction. Called at each whole sign-in. */
export async function introduceOnce(tx: Tx, userId: number): Promise<void> {
  const cleared = await tx.system
    .updateTable('users')
    .set({ feature_flags: sql`feature_flags - ${FLAG}::text` })
    .where('id', '=', userId)
    .where(sql<boolean>`feature_flags -> ${FLAG}::text = 'true'`)
    .executeTakeFirst();
  if (cleared.numUpdatedRows > 0n) await tx.emit(TOPIC, { user_id: userId });
}

/** Writes the mail of introduction. */
export function introductionHandler(ports: Ports): EventHandler {
  return onEvent({
    name: 'accounts.introduce',
    tells: true,
    topics: [TOPIC],
    run: (tx, event) =>
      mailUser(tx, ports, event.payload.user_id, {
        template: 'introduction',
        data: {},
        dedupe_key: `introduction:${event.id}`,
      }),
  });
}
