import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/types.ts';

const REMOVED = 'Removed with the records of its review';

/**
 * Takes away what the mails about a review say, to whom, and what they open. That there was one of this template, when, and
 * what became of it stays; one that still waits is not sent.
 */
export async function purgeMails(tx: Kysely<DB>, reviewId: number): Promise<void> {
  await tx
    .updateTable('mails')
    .set({
      to_email: '',
      to_name: '',
      subject: REMOVED,
      text: `${REMOVED}.`,
      letter: null,
      ics: null,
      opener: null,
      opener_purpose: null,
      opener_of: null,
      opener_until: null,
      last_error: null,
      status: sql`case when status = 'queued' then 'failed' else status end`,
    })
    .where('review_id', '=', reviewId)
    .execute();
}

/** Mails about a review that still say something, as a condition on `mails`. */
export const saysSomething = sql<boolean>`(to_email <> '' or letter is not null or ics is not null or opener is not null)`;
