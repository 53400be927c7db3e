import { onStateWith, phaseOf, stateRow } from '../../reviews/rules/kinds.ts';
import { onEvent } from '../../../platform/workers.ts';
import type { FastifyInstance } from 'fastify';
import type { SystemActor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { type Kind, KINDS } from '../../../core/kinds.ts';
import { MINUTE } from '../../../core/time.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { mailUser } from '../../../platform/mail/mail-user.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { countTry, type Limit, sourceOf, throttleKey } from '../../../platform/throttle.ts';
import { type FeatureServer, onAction, type Outcome } from '../../../platform/workers.ts';
import { matchingEndpoints } from '../contract.ts';
import { rulesOf } from '../../reviews/rules.ts';
import { ALARM_AFTER } from '../rules.ts';
import { RecentRankings } from './recent-rankings.ts';
import { LEADS } from '../rules/panel.ts';
import { loadMatchingReview, matchingBoard, rankFor, rankForNeed, suggested } from './board.ts';
import { loadNeed } from './facts.ts';
import { inviteToPanel } from './panel.ts';
import { placesOf } from './places.ts';
import {
  endOpenInvitations,
  inviteDirectly,
  invitationInVain,
  lockReview,
  otherOpenInvitations,
  tellMatching,
  presentCandidates,
  readdressInvitation,
  selectCandidate,
  stateOf,
  withdrawCandidates,
} from './commands.ts';
import { askedOf } from './invitation-mail.ts';
import { AFTER_PAUSE, givesTimeBack, isOwedTime, prolongInvitations } from './pauses.ts';
import { afterConflictKept, answerConflictQuestion, conflictQuestion, decideConflict } from './conflict-decisions.ts';
import { acceptInvitation, declineInvitation, invitationView, markOpened } from './invitations.ts';
import { presentationOf } from './presentation.ts';

const UNKNOWN_PER_SOURCE: Limit = { tries: 30, window_ms: 15 * MINUTE };

export { holdInvitation, makeTurnDown, releaseExpert, stillCandidate } from './commands.ts';
export { makeGiveUpPlaces } from './panel.ts';

/** Matching: who could do it, who is asked, who said yes. */
export function matchingServer(app: FastifyInstance, services: Services, ports: Ports) {
  const now = () => services.clock.now();

  const recent = new RecentRankings();
  mount(app, services, matchingEndpoints.board, ({ params, query, kind, db }) => {
    const at = now();
    return matchingBoard(db, kind, params.id, query.place, at, (made) => recent.keep(params.id, made, at));
  });

  mount(app, services, matchingEndpoints.candidates, ({ params, kind, actor, db }) =>
    presentationOf(db, actor, kind, params.id, services.clock.now()),
  );

  mount(app, services, matchingEndpoints.present, ({ params, body, kind, actor }) =>
    command(services, actor, async (tx) => {
      await inMatching(tx, kind, params.id, 'Experts are presented while the review is in matching.');
      return stateOf(await presentCandidates(tx, ports, { review_id: params.id, ...body }, { recent }));
    }),
  );

  mount(app, services, matchingEndpoints.invite, ({ params, body, kind, actor }) =>
    command(services, actor, async (tx) => {
      const { panel_place, ...asked } = body;
      if (panel_place > LEADS) {
        await loadMatchingReview(tx.db, kind, params.id);
        return stateOf(await inviteToPanel(tx, ports, { review_id: params.id, panel_place, ...asked }));
      }
      await inMatching(tx, kind, params.id, 'Experts are invited while the review is in matching.');
      return stateOf(await inviteDirectly(tx, ports, { review_id: params.id, ...asked }, { recent }));
    }),
  );

  mount(app, services, matchingEndpoints.select, ({ params, body, kind, actor }) =>
    command(services, actor, async (tx) => {
      await loadMatchingReview(tx.db, kind, params.id);
      return stateOf(
        await selectCandidate(tx, ports, { review_id: params.id, candidate_id: params.candidate_id, ...body }),
      );
    }),
  );

  mount(app, services, matchingEndpoints.withdraw, ({ params, body, kind, actor }) =>
    command(services, actor, async (tx) => {
      await loadMatchingReview(tx.db, kind, params.id);
      const { status } = await lockReview(tx, params.id);
      if (stateRow(kind, status).fills_panel) {
        if ((await endOpenInvitations(tx, params.id, 'withdrawn')) === 0)
          throw new Refusal('wrong_state', 'No invitation is open.', { current: { status } });
        await tx.audit({ action: 'invitation.withdrawn', review_id: params.id, reason: body.reason });
        const { id, lock_version } = await loadMatchingReview(tx.db, kind, params.id);
        return { review_id: id, status, lock_version };
      }
      const result = await ports.transition(tx, {
        review_id: params.id,
        action: 'withdraw_invitation',
        reason: body.reason,
        patch: { matching_status: 'searching' },
      });
      await endOpenInvitations(tx, params.id, 'withdrawn');
      await tx.cancelDeadlines(params.id, ['invitation_expiry', 'invitation_reminder']);
      return stateOf(result);
    }),
  );

  mount(app, services, matchingEndpoints.decideConflict, ({ params, body, kind, actor }) =>
    command(services, actor, async (tx) => {
      await loadMatchingReview(tx.db, kind, params.id);
      await decideConflict(tx, ports, { review_id: params.id, invitation_id: params.invitation_id, ...body });
      const { id, status, lock_version } = await loadMatchingReview(tx.db, kind, params.id);
      return { review_id: id, status, lock_version };
    }),
  );

  mount(app, services, matchingEndpoints.conflictQuestion, ({ params, kind, actor, db }) =>
    conflictQuestion(db, actor, kind, params.id),
  );

  mount(app, services, matchingEndpoints.answerConflictQuestion, ({ params, body, kind, actor }) =>
    command(services, actor, async (tx) => {
      await answerConflictQuestion(tx, ports, kind, { review_id: params.id, ...params, ...body });
      const { id, status, lock_version } = await loadMatchingReview(tx.db, kind, params.id);
      return { review_id: id, status, lock_version };
    }),
  );

  mount(app, services, matchingEndpoints.invitation, async ({ params, session, request }) => {
    const actor = session?.actor ?? null;
    const db = services.database.systemDb;
    if (actor) await markOpened(db, params.token, actor, now());
    const view = await invitationView(db, params.token, actor, now());
    // only what does not exist counts, so that whoever holds a link can always use it
    if (view.state === 'unknown')
      await countTry(db, throttleKey('unknown_invitation', sourceOf(request.ip)), UNKNOWN_PER_SOURCE, now());
    return view;
  });

  mount(app, services, matchingEndpoints.accept, ({ params, body, actor }) =>
    command(services, actor, (tx) => acceptInvitation(tx, ports, params.token, body)),
  );

  mount(app, services, matchingEndpoints.decline, ({ params, body, actor }) =>
    command(services, actor, async (tx) => {
      await declineInvitation(tx, ports, params.token, body);
      return null;
    }),
  );

  return {
    events: [
      onEvent({
        name: 'matching.present_by_itself',
        topics: ['review.transitioned'],
        when: onStateWith((row) => row.phase === 'finds_expert'),
        run: async (tx, event) => {
          if (event.review_id === null) return;
          const review = await lockReview(tx, event.review_id);
          // who was presented before is not presented any more, and no CV of theirs opens
          if (phaseOf(review) === 'finds_expert') await withdrawCandidates(tx, event.review_id);
          // organizations that run themselves get the best three presented without anybody's hand
          await presentByItself(tx, ports, event.review_id);
        },
      }),
      onEvent({
        name: 'matching.fill_panel_by_itself',
        topics: ['review.transitioned'],
        when: onStateWith((row) => row.fills_panel === true),
        run: async (tx, event) => {
          if (event.review_id !== null) await inviteToPlacesByItself(tx, ports, event.review_id);
        },
      }),
      onEvent({
        name: 'matching.conflict_kept',
        topics: ['conflict.kept'],
        run: (tx, event) => afterConflictKept(tx, ports, event.payload),
      }),
      onEvent({
        name: 'matching.purge',
        topics: ['review.transitioned'],
        when: onAction('purge'),
        run: async (tx, event) => {
          if (event.review_id !== null) await purgeWords(tx, event.review_id);
        },
      }),
      onEvent({
        name: AFTER_PAUSE,
        topics: ['review.transitioned'],
        when: ({ payload }) => givesTimeBack(payload),
        run: async (tx, { review_id, payload: { stood } }) => {
          if (review_id === null || stood === undefined) return;
          await prolongInvitations(tx, review_id, { since: new Date(stood.since), until: new Date(stood.until) });
        },
      }),
      onEvent({
        name: 'matching.end_invitations',
        topics: ['review.transitioned'],
        when: onStateWith((row) => row.bucket === 'cancelled'),
        run: async (tx, event) => {
          if (event.review_id !== null) await endOpenInvitations(tx, event.review_id, 'withdrawn');
        },
      }),
    ],
    renewals: { invitation: (tx, id) => readdressInvitation(tx, ports, id) },
    deadlines: {
      invitation_expiry: (tx, deadline) => expire(tx, ports, deadline.payload.invitation_id, deadline.review_id),
      invitation_reminder: (tx, deadline) => remind(tx, ports, deadline.payload.invitation_id, deadline.review_id),
    },
  } satisfies FeatureServer;
}

async function inMatching(
  tx: Tx<Parameters<typeof loadMatchingReview>[0]['actor']>,
  kind: Kind,
  id: number,
  sentence: string,
): Promise<void> {
  await loadMatchingReview(tx.db, kind, id);
  const { status } = await lockReview(tx, id);
  if (phaseOf({ kind, status }) !== 'finds_expert') throw new Refusal('wrong_state', sentence, { current: { status } });
}

async function presentByItself(tx: Tx<SystemActor>, ports: Ports, reviewId: number): Promise<void> {
  const review = await tx.system
    .selectFrom('reviews')
    .innerJoin('organizations', 'organizations.id', 'reviews.organization_id')
    .select(['reviews.kind', 'reviews.status', 'reviews.failed_invitations', 'organizations.platform_type'])
    .where('reviews.id', '=', reviewId)
    .executeTakeFirst();
  if (
    !review ||
    phaseOf(review) !== 'finds_expert' ||
    review.platform_type !== 'saas' ||
    review.failed_invitations >= ALARM_AFTER
  )
    return;
  const made = await rankFor(tx.system, reviewId, tx.now);
  const expert_profile_ids = suggested(made);
  if (expert_profile_ids.length === 0) return;
  // where nobody chooses, all three are asked and the first who accepts has it
  if (rulesOf(review.kind).actions.includes('present_candidates'))
    await presentCandidates(tx, ports, { review_id: reviewId, expert_profile_ids, note: '' }, { made });
  else await inviteDirectly(tx, ports, { review_id: reviewId, expert_profile_ids }, { made });
}

/** Where an organization runs itself the three best are invited to each open place nobody was ever asked for. */
async function inviteToPlacesByItself(tx: Tx<SystemActor>, ports: Ports, reviewId: number): Promise<void> {
  const review = await tx.system
    .selectFrom('reviews')
    .innerJoin('organizations', 'organizations.id', 'reviews.organization_id')
    .select(['reviews.kind', 'reviews.status', 'organizations.platform_type'])
    .where('reviews.id', '=', reviewId)
    .executeTakeFirst();
  if (!review || review.platform_type !== 'saas' || !stateRow(review.kind, review.status).fills_panel) return;
  for (const { place, expert_profile_id, given_up } of await placesOf(tx.system, reviewId)) {
    const asked = await tx.system
      .selectFrom('invitations')
      .select('id')
      .where('review_id', '=', reviewId)
      .where('panel_place', '=', place)
      .executeTakeFirst();
    if (expert_profile_id !== null || given_up || asked) continue;
    const made = await rankForNeed(tx.system, await loadNeed(tx.system, reviewId, tx.now, place), tx.now);
    const expert_profile_ids = suggested(made);
    if (expert_profile_ids.length > 0)
      await inviteToPanel(tx, ports, { review_id: reviewId, panel_place: place, expert_profile_ids });
  }
}

async function expire(tx: Tx<SystemActor>, ports: Ports, invitationId: number, reviewId: number): Promise<void> {
  // on hold nobody can answer: it has what was left when the hold is lifted
  if (phaseOf(await lockReview(tx, reviewId)) === 'rests') return;
  // just lifted: what was left comes with the event, and with it the deadline anew
  if (await isOwedTime(tx.system, reviewId)) return;
  const expired = await tx.system
    .updateTable('invitations')
    .set({ status: 'expired' })
    .where('id', '=', invitationId)
    .where('status', 'in', ['pending', 'opened'])
    .executeTakeFirst();
  if (expired.numUpdatedRows === 0n) return;
  if ((await otherOpenInvitations(tx, reviewId, invitationId)) > 0) return;
  const review = await lockReview(tx, reviewId);
  if (stateRow(review.kind, review.status).fills_panel)
    return tellMatching(tx, ports, reviewId, review.kind, 'expired');
  if (phaseOf(review) === 'asks_expert') await invitationInVain(tx, ports, reviewId, 'expire_invitation', {});
}

async function remind(tx: Tx<SystemActor>, ports: Ports, invitationId: number, reviewId: number): Promise<Outcome> {
  const row = await tx.system
    .selectFrom('invitations')
    .innerJoin('profiles', 'profiles.id', 'invitations.expert_profile_id')
    .innerJoin('reviews', 'reviews.id', 'invitations.review_id')
    .select([
      'profiles.user_id',
      'invitations.expert_profile_id',
      'invitations.expires_at',
      'reviews.kind',
      'reviews.status',
    ])
    .where('invitations.id', '=', invitationId)
    .where('invitations.status', 'in', ['pending', 'opened'])
    .executeTakeFirst();
  // on hold nobody can answer
  if (!row || phaseOf(row) === 'rests' || (await isOwedTime(tx.system, reviewId))) return undefined;
  if (row.expires_at <= tx.now) return 'over';
  const kind = KINDS[row.kind];
  await mailUser(tx, ports, row.user_id, {
    template: 'invitation_reminder',
    review_id: reviewId,
    side: 'expert',
    data: {
      link: `${kind.invite_path}/review-${reviewId}`,
      expires_at: row.expires_at.toISOString(),
      ...(await askedOf(tx.system, reviewId, row.expert_profile_id)),
    },
  });
  return undefined;
}

/** Of a purged review's matching stays who was asked when; what people wrote goes. */
async function purgeWords(tx: Tx<SystemActor>, reviewId: number): Promise<void> {
  await tx.system.updateTable('candidates').set({ note: '' }).where('review_id', '=', reviewId).execute();
  await tx.system.updateTable('invitations').set({ decline_note: null }).where('review_id', '=', reviewId).execute();
  await tx.system
    .updateTable('conflict_attestations')
    .set({ disclosure: null })
    .where('review_id', '=', reviewId)
    .execute();
  await tx.system.deleteFrom('rankings').where('review_id', '=', reviewId).execute();
}
