import { randomBytes } from 'node:crypto';
import type { Tx } from '../../../../platform/command.ts';
import { hashToken } from '../../../../platform/crypto.ts';
import { forgetOpeners, type Opener } from '../../../../platform/mail/opener.ts';
import { PRICE_LINK_MS } from '../../rules/price-link.ts';

const openerOfLink = (id: number): string => `price_link:${id}`;

/** A link by which its requester agrees to the price that waits; what opens it is known to their mail alone. */
export async function makePriceLink(tx: Tx, review_id: number, user_id: number): Promise<Opener> {
  const value = randomBytes(32).toString('base64url');
  const expires_at = new Date(tx.now.getTime() + PRICE_LINK_MS);
  const { id } = await tx.system
    .insertInto('price_links')
    .values({ review_id, user_id, token_hash: hashToken(value), created_at: tx.now, expires_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { value, of: openerOfLink(id), until: expires_at };
}

/** The price was fixed anew: no link asks about it any longer. */
export async function endPriceLinks(tx: Tx, reviewId: number): Promise<void> {
  const ended = await tx.system
    .updateTable('price_links')
    .set({ ended_at: tx.now })
    .where('review_id', '=', reviewId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  await forgetOpeners(
    tx.system,
    ended.map(({ id }) => openerOfLink(id)),
  );
}
