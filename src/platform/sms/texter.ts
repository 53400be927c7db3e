import { createLoop } from '../loop.ts';
import type { QueueText } from '../ports.ts';
import type { Services } from '../services.ts';
import { openTextProvider, type TextProvider } from './provider.ts';

const SCAN_MS = 1_000;
const MOST_ATTEMPTS = 5;
const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 300_000;
const REMOVED = 'Removed after sending: it carried a single-use code.';

export interface Texter {
  /** The port features queue text messages through. */
  queue: QueueText;
  start(): void;
  stop(): Promise<void>;
  /** Sends what is due by the clock now; answers how many texts were tried. */
  flush(): Promise<number>;
}

/**
 * Text messages: stored in the transaction that causes them, sent afterwards, never after they have lost their use.
 * Without a provider they stand in the outbox for the operator. A text may arrive twice when the process dies right
 * after sending.
 */
export function createTexter(services: Services): Texter {
  const { env, log } = services;
  const provider = openTextProvider(env);
  const loop = createLoop(log, 'texts', SCAN_MS, async () => {
    await flush();
  });

  async function flush(): Promise<number> {
    if (!provider) {
      const kept = await services.database.systemDb
        .updateTable('texts')
        .set({ status: 'outbox' })
        .where('status', '=', 'queued')
        .executeTakeFirst();
      return Number(kept.numUpdatedRows);
    }
    let tried = 0;
    while (await sendNext(services, provider)) tried += 1;
    return tried;
  }

  return {
    queue: async (tx, { to, template, body, expires_at }) => {
      await tx.system
        .insertInto('texts')
        .values({
          to_number: to.number,
          to_user_id: to.user_id ?? null,
          template,
          body,
          expires_at,
          created_at: tx.now,
        })
        .execute();
      tx.afterCommit(() => loop.wake());
    },
    start: () => loop.start(),
    stop: () => loop.stop(),
    flush,
  };
}

/** Sends the next text that is due, holding its row so that no other process takes it. Answers whether there was one. */
async function sendNext({ database, clock, log }: Services, provider: TextProvider): Promise<boolean> {
  return database.systemDb.transaction().execute(async (trx) => {
    const now = clock.now();
    const text = await trx
      .selectFrom('texts')
      .selectAll()
      .where('status', '=', 'queued')
      .where((eb) => eb.or([eb('retry_at', 'is', null), eb('retry_at', '<=', now)]))
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!text) return false;
    const row = trx.updateTable('texts').where('id', '=', text.id);
    if (text.expires_at <= now) {
      await row.set({ status: 'failed', last_error: text.last_error ?? 'too late', retry_at: null }).execute();
      return true;
    }
    const attempts = text.attempts + 1;
    const handed = await provider.send({ to: text.to_number, body: text.body });
    if (handed.ok) {
      await row
        .set({
          attempts,
          status: 'sent',
          sent_at: now,
          provider_id: handed.provider_id,
          body: REMOVED,
          last_error: null,
          retry_at: null,
        })
        .execute();
      return true;
    }
    const over = handed.permanent || attempts >= MOST_ATTEMPTS;
    const wait = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS);
    await row
      .set({
        attempts,
        last_error: handed.reason,
        status: over ? 'failed' : 'queued',
        retry_at: over ? null : new Date(now.getTime() + wait),
      })
      .execute();
    log[over ? 'error' : 'warn'](
      { text_id: text.id, template: text.template, reason: handed.reason, attempts },
      'a text was not taken',
    );
    return true;
  });
}
