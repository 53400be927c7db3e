import { onEvent } from '../../../platform/workers.ts';
import type { Kysely } from 'kysely';
import type { SystemActor } from '../../../core/actor.ts';
import { KINDS } from '../../../core/kinds.ts';
import { DAY } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import { organizationFlag } from '../../../platform/db/organization.ts';
import type { DB } from '../../../platform/db/types.ts';
import { mailUser } from '../../../platform/mail/mail-user.ts';
import type { Ports } from '../../../platform/ports.ts';
import { type FeatureServer, onAction } from '../../../platform/workers.ts';
import { isRateable, type NewestReport } from '../rules.ts';

/** When either side is asked, a day later so that it is not one more mail of that day, and once more where nothing came. */
const AFTER = { rating_request: DAY, rating_reminder: 7 * DAY } as const;
const KINDS_OF_ASKING = ['rating_request', 'rating_reminder'] as const;

/** Asks both sides for their rating once the work is done, and reminds once who has not given it. */
export function ratingRequests(ports: Ports) {
  return {
    events: [
      onEvent({
        name: 'ratings.ask',
        topics: ['review.transitioned'],
        // what makes a review something to rate
        when: onAction('call_held', 'approve_report'),
        run: async (tx, event) => {
          const { review_id } = event;
          if (review_id === null) return;
          await tx.setDeadlines(
            KINDS_OF_ASKING.map((kind) => ({ review_id, kind, due_at: new Date(tx.now.getTime() + AFTER[kind]) })),
          );
        },
      }),
    ],
    deadlines: {
      async rating_request(tx, { review_id, due_at }) {
        // so late that the reminder is due as well: that one asks
        if (tx.now.getTime() - due_at.getTime() >= AFTER.rating_reminder - AFTER.rating_request) return 'over';
        await ask(tx, ports, review_id, false);
        return undefined;
      },
      rating_reminder: (tx, { review_id }) => ask(tx, ports, review_id, true),
    },
  } satisfies FeatureServer;
}

/** The newest version of the report of who leads a review; null before there is one. */
export async function newestReport(db: Kysely<DB>, reviewId: number): Promise<NewestReport | null> {
  const report = await db
    .selectFrom('reports')
    .select(['version', 'delivered_at'])
    .where('review_id', '=', reviewId)
    .where('left_at', 'is', null)
    .orderBy('version', 'desc')
    .executeTakeFirst();
  return report ?? null;
}

async function ask(tx: Tx<SystemActor>, ports: Ports, id: number, again: boolean): Promise<void> {
  const review = await tx.system
    .selectFrom('reviews')
    .leftJoin('profiles', 'profiles.id', 'reviews.expert_profile_id')
    .select([
      'reviews.kind',
      'reviews.status',
      'reviews.organization_id',
      'reviews.requester_id',
      'reviews.expert_profile_id',
      'profiles.user_id as expert_id',
    ])
    .where('reviews.id', '=', id)
    .executeTakeFirst();
  if (!review || review.expert_id === null) return;
  if (!isRateable(ports.ratingState(review).rateable, await newestReport(tx.system, id))) return;
  if (await organizationFlag(tx.system, review.organization_id, 'disable_ratings')) return;
  const given = await tx.system
    .selectFrom('ratings')
    .select('direction')
    .where('review_id', '=', id)
    .where('expert_profile_id', 'is not distinct from', review.expert_profile_id)
    .execute();
  const { slug, blind_expert } = KINDS[review.kind];
  for (const [direction, rater, side, about] of [
    ['medical_expert', review.requester_id, 'requester', blind_expert ? 'reviewer' : 'expert'],
    ['claim_requester', review.expert_id, 'expert', 'requester'],
  ] as const) {
    if (given.some((one) => one.direction === direction)) continue;
    await mailUser(tx, ports, rater, {
      template: 'rating_request',
      review_id: id,
      side,
      data: { about, again, link: `/${slug}/${id}/rate-${direction.replace('_', '-')}` },
    });
  }
}
