import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { command } from '../../../platform/command.ts';
import { nameOfUser } from '../../../platform/db/full-name.ts';
import { holdReview } from '../../../platform/db/hold-review.ts';
import { isOnLegalHold } from '../../../platform/db/legal-hold.ts';
import { systemReviewRow } from '../../../platform/db/review-row.ts';
import type { DB } from '../../../platform/db/types.ts';
import { mount } from '../../../platform/http/mount.ts';
import { sendPdf } from '../../../platform/http/send-pdf.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { type OwnReturn, returnEndpoints } from '../contract/returns.ts';
import { matterOf } from './matter.ts';
import { certificatePdf, factsOf, presentAwaited, returns, signReturn } from './returns.ts';

/*
 * An expert who left a matter has no page of it any more. What they were asked then, and what they signed, is theirs: found by their own
 * name, not by the matter.
 */

/** Those of matters the reader left, the newest first; `id`: one of them. */
const ownRows = (db: Kysely<DB>, actor: Actor, id?: number) =>
  returns(db)
    .where('c.expert_profile_id', 'in', [...actor.expert_profile_ids, 0])
    .where('c.records', 'is not', null)
    .$if(id !== undefined, (q) => q.where('c.id', '=', id ?? 0))
    .orderBy('c.id', 'desc')
    .execute();

async function presentOwn(db: Kysely<DB>, actor: Actor, now: Date): Promise<{ returns: OwnReturn[] }> {
  const own_name = await nameOfUser(db, actor.user_id);
  const found: OwnReturn[] = [];
  for (const row of await ownRows(db, actor)) {
    const review = await systemReviewRow(db, row.review_id);
    if (!review) continue;
    const matter = await matterOf(db, review, now);
    const awaits = row.signed_at === null;
    found.push({
      id: row.id,
      review_id: review.id,
      kind: review.kind,
      today: matter.today,
      own_name,
      held: await isOnLegalHold(db, review.id),
      awaited: awaits ? presentAwaited(row, matter.today) : null,
      facts: row.facts ?? factsOf(matter, review),
      records: awaits ? (row.records ?? []) : [],
      signed:
        row.signed_at === null || row.fate === null || row.sha256 === null
          ? null
          : {
              fate: row.fate,
              signed_at: row.signed_at.toISOString(),
              sha256: row.sha256,
              has_words: row.text !== null,
            },
    });
  }
  return { returns: found };
}

/** Certificates about records of matters the reader left. */
export function mountOwnReturns(app: FastifyInstance, services: Services, ports: Ports): void {
  const e = returnEndpoints;
  const system = services.database.systemDb;

  mount(app, services, e.ownList, ({ actor }) => presentOwn(system, actor, services.clock.now()));

  mount(app, services, e.ownDocument, async ({ params, actor, reply }) => {
    const [one] = await ownRows(system, actor, params.returnId);
    const review = one && (await systemReviewRow(system, one.review_id));
    if (!one || !review) throw new Refusal('not_found');
    return sendPdf(reply, `Records-${review.id}-${one.id}`, await certificatePdf(services, ports, review, one));
  });

  mount(app, services, e.ownSign, ({ actor, params, body }) =>
    command(services, actor, async (tx) => {
      const [found] = await ownRows(tx.system, actor, params.returnId);
      if (!found) throw new Refusal('not_found');
      await holdReview(tx.system, found.review_id);
      const [one] = await ownRows(tx.system, actor, params.returnId);
      const review = await systemReviewRow(tx.system, found.review_id);
      if (!one || !review) throw new Refusal('not_found');
      if (one.signed_at !== null) throw new Refusal('wrong_state', 'This certificate is signed already.');
      await signReturn(tx, ports, review, one, body);
      return presentOwn(tx.system, actor, tx.now);
    }),
  );
}
