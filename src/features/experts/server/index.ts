import type { SystemActor } from '../../../core/actor.ts';
import { type Kind, reviewNumber } from '../../../core/kinds.ts';
import type { Tx } from '../../../platform/command.ts';
import type { FeatureServer } from '../../../platform/workers.ts';

/** The experts' directory on the server: what experts declare elsewhere is kept with them. */
export function expertsServer(): FeatureServer {
  return {
    events: [
      {
        name: 'experts.keep_declared_conflicts',
        topics: ['invitation.declined'],
        run: (tx, event) => keepConflict(tx, event.payload),
      },
    ],
  };
}

/**
 * An expert who declines for conflict is not asked again about the same claimant, defendants or facility. The firms and
 * insurers of the matter are left out: they stand on many matters that are none of the conflict.
 */
async function keepConflict(tx: Tx<SystemActor>, payload: Record<string, unknown>): Promise<void> {
  if (payload.reason !== 'conflict') return;
  const reviewId = Number(payload.review_id);
  const expertProfileId = Number(payload.expert_profile_id);
  const parties = await tx.system
    .selectFrom('review_parties')
    .innerJoin('reviews', 'reviews.id', 'review_parties.review_id')
    .select(['review_parties.name', 'review_parties.normalized_name', 'reviews.kind'])
    .where('review_parties.review_id', '=', reviewId)
    .where('review_parties.role', 'in', ['claimant', 'defendant', 'facility'])
    .execute();
  if (parties.length === 0) return;
  await tx.system
    .insertInto('declared_conflicts')
    .values(
      parties.map((p) => ({
        expert_profile_id: expertProfileId,
        name: p.name,
        normalized_name: p.normalized_name,
        source: `declined ${reviewNumber(p.kind as Kind, reviewId)}`,
        created_at: tx.now,
      })),
    )
    .execute();
}
