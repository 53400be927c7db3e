import type { FastifyInstance } from 'fastify';
import { type Actor, isExpertSide, isRequesterSide, readsContents } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { command } from '../../../platform/command.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import { holdReview } from '../../../platform/db/hold-review.ts';
import type { ReviewRowBeside } from '../../../platform/db/review-row.ts';
import { mount } from '../../../platform/http/mount.ts';
import { rooms } from '../../../platform/live.ts';
import type { Services } from '../../../platform/services.ts';
import { isPurged } from '../../reviews/rules.ts';
import { formerExpertEndpoints, type FormerExpertsView } from '../contract/former.ts';
import { loadMatter, orders } from './load.ts';

/** Whether somebody says what the expert who follows may read. */
const shows = (actor: Actor, review: ReviewRowBeside): boolean => orders(actor, review) && !isPurged(review);

async function formerExpertsOf(db: ActorDb, actor: Actor, review: ReviewRowBeside): Promise<FormerExpertsView> {
  const follows = isExpertSide(actor.kind);
  const reads = isRequesterSide(actor.kind) || readsContents(actor.kind);
  const rows = await db.executor
    .selectFrom('departures as d')
    .innerJoin('profiles as p', 'p.id', 'd.expert_profile_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['d.id', 'd.engaged_at', 'd.left_at', 'd.how', 'd.reason', 'd.handover', 'd.shown_at'])
    .select(fullNameOf('u').as('name'))
    .where('d.review_id', '=', review.id)
    .$if(follows, (q) => q.where('d.shown_at', 'is not', null).where('d.handover', 'is not', null))
    .orderBy('d.id', 'desc')
    .execute();
  const reports =
    follows || !reads
      ? []
      : await db.executor
          .selectFrom('reports')
          .select(['id', 'version', 'delivered_at', 'left_at', 'pdf_pages'])
          .where('review_id', '=', review.id)
          .where('left_at', 'is not', null)
          .where('delivered_at', 'is not', null)
          .where('pdf_storage_key', 'is not', null)
          .orderBy('version')
          .execute();
  return {
    review_id: review.id,
    kind: review.kind,
    experts: rows.map((row) => ({
      id: row.id,
      name: row.name,
      engaged_at: row.engaged_at.toISOString(),
      left_at: row.left_at.toISOString(),
      how: follows ? null : row.how,
      reason: follows ? null : row.reason,
      handover: reads ? row.handover : null,
      shown_at: row.shown_at?.toISOString() ?? null,
      reports: reports
        .filter(({ left_at }) => left_at?.getTime() === row.left_at.getTime())
        .flatMap(({ id, version, delivered_at, pdf_pages }) =>
          delivered_at ? [{ id, version, delivered_at: delivered_at.toISOString(), pages: pdf_pages }] : [],
        ),
    })),
    can: { show: shows(actor, review) },
  };
}

/** Experts who left a matter: what they hand over, what they had delivered, and whether who follows may read it. */
export function mountFormerExperts(app: FastifyInstance, services: Services): void {
  const e = formerExpertEndpoints;
  mount(app, services, e.read, async ({ params, kind, actor, db }) =>
    formerExpertsOf(db, actor, await loadMatter(db, kind, 'has_agreement', params.id)),
  );
  mount(app, services, e.show, ({ actor, kind, params, body }) =>
    command(services, actor, async (tx) => {
      await loadMatter(tx.db, kind, 'has_agreement', params.id);
      await holdReview(tx.system, params.id);
      const review = await loadMatter(tx.db, kind, 'has_agreement', params.id);
      if (!shows(actor, review))
        throw new Refusal('forbidden', 'Only who orders it says what the next expert may read.');
      const row = await tx.system
        .selectFrom('departures')
        .select(['id', 'handover', 'shown_at'])
        .where('id', '=', body.id)
        .where('review_id', '=', review.id)
        .executeTakeFirst();
      if (!row) throw new Refusal('not_found');
      if (row.handover === null) throw new Refusal('wrong_state', 'They left no handover.');
      // said twice it is done once
      if ((row.shown_at !== null) !== body.shown) {
        await tx.system
          .updateTable('departures')
          .set(body.shown ? { shown_at: tx.now, shown_by: actor.user_id } : { shown_at: null, shown_by: null })
          .where('id', '=', row.id)
          .execute();
        await tx.audit({
          action: body.shown ? 'handover.shown' : 'handover.hidden',
          review_id: review.id,
          organization_id: review.organization_id,
          subject: `departure:${row.id}`,
          timeline: true,
        });
        tx.live({ room: rooms.review(review.id), event: 'review.changed', payload: { review_id: review.id } });
      }
      return formerExpertsOf(tx.db, actor, review);
    }),
  );
}
