import { lookAtClock } from '../holds.ts';
import { filled, forgetOverdue, sealed, unsealed, withPlace } from '../mail/opener.ts';
import type { QueueText } from '../ports.ts';
import { afterRefusal, createSender, type Patience, type Sender } from '../sending.ts';
import type { Services } from '../services.ts';
import { openTextProvider, type TextProvider } from './provider.ts';

const PATIENCE: Patience = { most_attempts: 5, first_ms: 10_000, longest_ms: 300_000 };

export interface Texter extends Sender {
  /** The port features queue text messages through. */
  queue: QueueText;
}

/**
 * Text messages: stored in the transaction that causes them, sent afterwards, never after they have lost their use.
 * Without a provider they stand in the outbox for the operator. A text may arrive twice when the process dies right
 * after sending.
 */
export function createTexter(services: Services): Texter {
  const { env } = services;
  const provider = openTextProvider(env);
  const sender = createSender(services, 'texts', {
    sendNext: provider && ((held) => sendNext(services, provider, held)),
    tidy: (now) => forgetOverdue(services.database.systemDb, 'texts', now),
    isHeld: () => lookAtClock(services),
    keep: async () => {
      const kept = await services.database.systemDb
        .updateTable('texts')
        .set({ status: 'outbox' })
        .where('status', '=', 'queued')
        .executeTakeFirst();
      return Number(kept.numUpdatedRows);
    },
  });

  return {
    ...sender,
    queue: async (tx, { to, template, body, opener }) => {
      await tx.system
        .insertInto('texts')
        .values({
          to_number: to.number,
          to_user_id: to.user_id ?? null,
          template,
          body: withPlace(body),
          expires_at: opener.until,
          ...sealed(services.keys, template, opener),
          created_at: tx.now,
        })
        .execute();
      tx.afterCommit(() => sender.wake());
    },
  };
}

/** Sends the next text that is due, holding its row so that no other process takes it. Answers whether there was one. */
async function sendNext(
  { database, clock, log, keys }: Services,
  provider: TextProvider,
  held: boolean,
): Promise<boolean> {
  return database.systemDb.transaction().execute(async (trx) => {
    const now = clock.now();
    const text = await trx
      .selectFrom('texts')
      .selectAll()
      .where('status', '=', 'queued')
      .where((eb) => eb.or([eb('retry_at', 'is', null), eb('retry_at', '<=', now)]))
      .$if(held, (qb) => qb.where('opener_until', '>', now))
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!text) return false;
    const row = trx.updateTable('texts').where('id', '=', text.id);
    const opener = unsealed(keys, text, now);
    if (opener === null) {
      await row
        .set({ status: 'failed', last_error: text.last_error ?? 'too late', retry_at: null, failed_at: now })
        .execute();
      return true;
    }
    const attempts = text.attempts + 1;
    const handed = await provider.send({ to: text.to_number, body: filled(text.body, opener) });
    if (handed.ok) {
      await row
        .set({
          attempts,
          status: 'sent',
          sent_at: now,
          provider_id: handed.provider_id,
          opener: null,
          last_error: null,
          retry_at: null,
        })
        .execute();
      return true;
    }
    const next = afterRefusal(handed, attempts, now, PATIENCE);
    await row.set(next).execute();
    log[next.status === 'failed' ? 'error' : 'warn'](
      { text_id: text.id, template: text.template, reason: handed.reason, attempts },
      'a text was not taken',
    );
    return true;
  });
}
