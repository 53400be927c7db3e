import { expertsOf } from '../../../platform/db/experts.ts';
import { onEvent } from '../../../platform/workers.ts';
import { fullName } from '../../../core/names.ts';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { type Kind, KINDS, reviewNumber } from '../../../core/kinds.ts';
import { command } from '../../../platform/command.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { json } from '../../../platform/db/json.ts';
import { organizationFlag } from '../../../platform/db/organization.ts';
import type { DB } from '../../../platform/db/types.ts';
import { mount } from '../../../platform/http/mount.ts';
import { rooms } from '../../../platform/live.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { type FeatureServer, onAction } from '../../../platform/workers.ts';
import { newestReport, ratingRequests } from './ask.ts';
import type { RatingState } from '../ports.ts';
import { type RatingView, ratingEndpoints } from '../contract.ts';
import { type Direction, EDITABLE_MS, isEditable, isRateable, mayRate, scoreFaults } from '../rules.ts';

/** Ratings: one per side and review, private to the one who gave it and to the platform's staff. */
export function ratingsServer(app: FastifyInstance, services: Services, ports: Ports) {
  mount(app, services, ratingEndpoints.read, async ({ params, kind, actor, db }) =>
    view(ports.ratingState, db, actor, kind, params.id, params.direction, services.clock.now()),
  );

  mount(app, services, ratingEndpoints.save, async ({ params, body, kind, actor }) =>
    command(services, actor, async (tx) => {
      const review = await load(tx.db, actor, kind, params.id, params.direction);
      const state = ports.ratingState({ kind, status: review.status });
      const existing = await tx.db
        .selectFrom('ratings')
        .selectAll()
        .where('ratings.review_id', '=', params.id)
        .where('ratings.direction', '=', params.direction)
        // of and by an expert who left it are others
        .where('ratings.expert_profile_id', 'is not distinct from', review.expert_profile_id)
        .executeTakeFirst();
      // one given can be changed whatever is asked of the expert meanwhile
      if (existing ? state.purged : !isRateable(state.rateable, review.report)) {
        const opens = 'Rating opens once the call was held, or the report delivered where there is one.';
        throw new Refusal('wrong_state', opens, { current: { status: review.status } });
      }
      if (existing && existing.rater_user_id !== actor.user_id) throw ratedBefore();
      if (existing && !isEditable(existing.created_at, tx.now)) {
        throw new Refusal('wrong_state', 'A rating can be changed for seven days, and they have passed.');
      }
      refuseFields(scoreFaults(params.direction, body.scores));
      const kept = await tx.db
        .insertInto('ratings')
        .values({
          review_id: params.id,
          direction: params.direction,
          rater_user_id: actor.user_id,
          expert_profile_id: review.expert_profile_id,
          scores: json(body.scores),
          private_comment: body.private_comment,
          created_at: tx.now,
          updated_at: tx.now,
        })
        .onConflict((oc) =>
          oc
            .columns(['review_id', 'direction', 'expert_profile_id'])
            .doUpdateSet({ scores: json(body.scores), private_comment: body.private_comment, updated_at: tx.now })
            .where('ratings.rater_user_id', '=', actor.user_id),
        )
        .returning('ratings.id')
        .executeTakeFirst();
      // a colleague's, committed a moment before, stays theirs
      if (!kept) throw ratedBefore();
      await tx.audit({
        action: existing ? 'rating.change' : 'rating.give',
        review_id: params.id,
        organization_id: review.organization_id,
        data: { direction: params.direction },
        timeline: !existing,
      });
      await tx.emit('rating.given', { direction: params.direction, review_id: params.id }, params.id);
      tx.live({ room: rooms.review(params.id), event: 'review.changed', payload: { review_id: params.id } });
      return view(ports.ratingState, tx.db, actor, kind, params.id, params.direction, tx.now);
    }),
  );
  const asked = ratingRequests(ports);
  return {
    deadlines: asked.deadlines,
    events: [
      ...asked.events,
      onEvent({
        name: 'ratings.purge',
        topics: ['review.transitioned'],
        when: onAction('purge'),
        run: async (tx, event) => {
          if (event.review_id === null) return;
          await tx.system
            .updateTable('ratings')
            .set({ private_comment: '' })
            .where('review_id', '=', event.review_id)
            .execute();
        },
      }),
    ],
  } satisfies FeatureServer;
}

const ratedBefore = (): Refusal => new Refusal('wrong_state', 'Someone on your side has already rated this review.');

async function load(db: ActorDb, actor: Actor, kind: Kind, id: number, direction: Direction) {
  const review = await db
    .selectFrom('reviews')
    .select([
      'reviews.id',
      'reviews.status',
      'reviews.subject',
      'reviews.requester_id',
      'reviews.expert_profile_id',
      expertsOf('reviews.id').as('experts'),
      'reviews.organization_id',
    ])
    .where('reviews.id', '=', id)
    .where('reviews.kind', '=', kind)
    .executeTakeFirst();
  if (!review) throw new Refusal('not_found');
  if (!mayRate(actor, direction, review)) throw new Refusal('forbidden');
  const disabled = await organizationFlag(db.executor, review.organization_id, 'disable_ratings');
  if (disabled) throw new Refusal('forbidden', 'Ratings are switched off in this organization.');
  return { ...review, report: await newestReport(db.executor, id) };
}

async function view(
  stateOf: RatingState,
  db: ActorDb,
  actor: Actor,
  kind: Kind,
  id: number,
  direction: Direction,
  now: Date,
): Promise<RatingView> {
  const review = await load(db, actor, kind, id, direction);
  const state = stateOf({ kind, status: review.status });
  const own = await db
    .selectFrom('ratings')
    .selectAll()
    .where('ratings.review_id', '=', id)
    .where('ratings.direction', '=', direction)
    .where('ratings.rater_user_id', '=', actor.user_id)
    .where('ratings.expert_profile_id', 'is not distinct from', review.expert_profile_id)
    .executeTakeFirst();
  return {
    review_id: review.id,
    number: reviewNumber(kind, review.id),
    subject: review.subject,
    direction,
    about: await nameOf(db.executor, direction, { ...review, kind }),
    rateable: own ? !state.purged && isEditable(own.created_at, now) : isRateable(state.rateable, review.report),
    rating: own
      ? {
          scores: own.scores,
          private_comment: own.private_comment,
          editable_until: new Date(own.created_at.getTime() + EDITABLE_MS).toISOString(),
          editable: isEditable(own.created_at, now),
        }
      : null,
  };
}

async function nameOf(
  db: Kysely<DB>,
  direction: Direction,
  review: { kind: Kind; requester_id: number; expert_profile_id: number | null },
): Promise<string> {
  if (direction === 'medical_expert' && KINDS[review.kind].blind_expert) return 'the reviewer';
  if (direction === 'claim_requester') {
    const user = await db
      .selectFrom('users')
      .select(['first_name', 'last_name'])
      .where('id', '=', review.requester_id)
      .executeTakeFirst();
    return user ? fullName(user) : 'the requester';
  }
  if (review.expert_profile_id === null) return 'the expert';
  const expert = await db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['users.last_name'])
    .where('profiles.id', '=', review.expert_profile_id)
    .executeTakeFirst();
  return expert ? `Dr. ${expert.last_name}` : 'the expert';
}
