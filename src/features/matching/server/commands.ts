import type { ReleaseExpert, HoldInvitation, IsCandidate, TurnDown } from '../ports.ts';
import { extraHolidays } from '../../../platform/db/extra-holidays.ts';
import { holidaysIn } from '../../reviews/rules/holidays.ts';
import { stateRow } from '../../reviews/rules/kinds.ts';
import type { TransitionResult } from '../../reviews/ports.ts';
import { type Actor, rolesAt } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import type { Tx } from '../../../platform/command.ts';
import { forgetOpeners } from '../../../platform/mail/opener.ts';
import { staffWithRole } from '../../../platform/mail/staff.ts';
import { mailUser } from '../../../platform/mail/mail-user.ts';
import { hashToken, newToken } from '../../../platform/crypto.ts';
import { json } from '../../../platform/db/json.ts';
import { rooms } from '../../../platform/live.ts';
import type { Ports } from '../../../platform/ports.ts';
import { type Kind, KINDS } from '../../../core/kinds.ts';
import { ALARM_AFTER, invitationExpiry, isFit, reminderAt } from '../rules.ts';
import { LEADS } from '../rules/panel.ts';
import { admitted, isCandidate, keepRanking, type Made, rankForNeed } from './board.ts';
import { loadExperts, loadNeed } from './facts.ts';
import { invitationOpener, mailInvitation } from './invitation-mail.ts';
import type { RecentRankings } from './recent-rankings.ts';
import { type CandidateFacts, nextRound } from './presentation.ts';

export const stateOf = (r: TransitionResult) => ({
  review_id: r.review_id,
  status: r.status,
  lock_version: r.lock_version,
});

/** What experts are taken from: the ranking the same transaction just made, or those boards showed. */
export interface Ranked {
  made?: Made;
  recent?: RecentRankings;
}

/**
 * Presents experts, in the order given. Judges them again inside the transaction: whoever is not eligible at this moment
 * (a conflict, a lapsed credential, a full desk) is refused by name of the code.
 */
export async function presentCandidates(
  tx: Tx,
  ports: Ports,
  request: {
    review_id: number;
    expert_profile_ids: readonly number[];
    note: string;
    lock_version?: number | undefined;
  },
  ranked: Ranked = {},
): Promise<TransitionResult> {
  const { made, chosen, at } = await eligible(tx, request, ranked);
  const userId = tx.actor.kind === 'system' ? null : tx.actor.user_id;
  await keepRanking(tx.system, request.review_id, made, request.expert_profile_ids, userId, at);
  const review = await tx.system
    .selectFrom('reviews')
    .select(['total_cents', 'requester_id', 'kind'])
    .where('id', '=', request.review_id)
    .executeTakeFirstOrThrow();
  const round = await nextRound(tx.system, request.review_id);
  await withdrawCandidates(tx, request.review_id);
  await tx.system
    .insertInto('candidates')
    .values(
      chosen.map(({ candidate, expert }, i) => ({
        review_id: request.review_id,
        expert_profile_id: candidate.profile_id,
        round,
        position: i + 1,
        score: candidate.score,
        facts: json({
          expert,
          reasons: candidate.reasons,
          price_cents: review.total_cents,
          per: made.need.price?.per ?? null,
        } satisfies CandidateFacts),
        note: request.note,
        presented_at: tx.now,
        presented_by: userId,
      })),
    )
    .execute();
  const result = await ports.transition(tx, {
    review_id: request.review_id,
    action: 'present_candidates',
    lock_version: request.lock_version,
    patch: { matching_status: 'candidates_presented' },
    data: { count: chosen.length, codes: chosen.map((c) => c.candidate.code) },
  });
  await mailUser(tx, ports, review.requester_id, {
    template: 'candidates_presented',
    review_id: request.review_id,
    side: 'requester',
    data: {
      count: chosen.length,
      link: `/${KINDS[review.kind].slug}/${request.review_id}/experts`,
    },
  });
  return result;
}

/** Ends the presentation of whoever is presented, but of the one that is named. */
export async function withdrawCandidates(tx: Tx, reviewId: number, butProfileId: number | null = null): Promise<void> {
  await tx.system
    .updateTable('candidates')
    .set({ withdrawn_at: tx.now })
    .where('review_id', '=', reviewId)
    .where('withdrawn_at', 'is', null)
    .where('expert_profile_id', 'is distinct from', butProfileId)
    .execute();
}

/**
 * Those who are asked for, with the ranking they were taken from and when it was made; refuses by code whoever cannot be
 * asked at this moment.
 */
export async function eligible(
  tx: Tx,
  request: { review_id: number; expert_profile_ids: readonly number[] },
  { made: just, recent }: Ranked,
  panelPlace = LEADS,
) {
  const ids = [...new Set(request.expert_profile_ids)];
  const need = just?.need ?? (await loadNeed(tx.system, request.review_id, tx.now, panelPlace));
  const seen = just ? null : (recent?.of(request.review_id, need, ids, tx.now) ?? null);
  const made = just ?? seen ?? (await rankForNeed(tx.system, need, tx.now));
  // what the board showed may be a minute old
  const still = seen ? await admitted(tx.system, need, ids, tx.now) : null;
  const chosen = ids.flatMap((id) => {
    const candidate = made.ranking.candidates.find((c) => c.profile_id === id);
    const expert = made.experts.get(id);
    return candidate && expert && still?.has(id) !== false ? [{ candidate, expert }] : [];
  });
  if (chosen.length < ids.length) {
    const known = new Map((await loadExperts(tx.system, made.need, tx.now, ids)).map((e) => [e.profile_id, e.code]));
    refuseFields(
      ids.flatMap((id, i) => {
        if (chosen.some(({ candidate }) => candidate.profile_id === id)) return [];
        const code = known.get(id);
        const message =
          code === undefined ? 'There is no such expert.' : `Expert ${code} is not available for this review.`;
        return [{ path: `expert_profile_ids.${i}`, message }];
      }),
    );
  }
  return { made, chosen, at: seen?.at ?? tx.now };
}

/**
 * Writes an open invitation and mails its link. The link's token is known only to the mail; the database keeps its
 * hash.
 */
export async function writeInvitation(
  tx: Tx,
  ports: Ports,
  reviewId: number,
  expertProfileId: number,
  panelPlace = LEADS,
): Promise<void> {
  const review = await tx.system
    .selectFrom('reviews')
    .select(['kind', 'expedited', 'state'])
    .where('id', '=', reviewId)
    .executeTakeFirstOrThrow();
  const expert = await tx.system
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['users.id', 'users.time_zone'])
    .where('profiles.id', '=', expertProfileId)
    .executeTakeFirstOrThrow();
  const token = newToken();
  const isHoliday = holidaysIn(review.state, await extraHolidays(tx.system));
  const expires_at = invitationExpiry(tx.now, review.expedited, expert.time_zone, isHoliday);
  const row = await tx.system
    .insertInto('invitations')
    .values({
      review_id: reviewId,
      expert_profile_id: expertProfileId,
      panel_place: panelPlace,
      hash: hashToken(token),
      expires_at,
      created_at: tx.now,
      created_by: tx.actor.kind === 'system' ? null : tx.actor.user_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await ports.offerExpertFee(tx, {
    review_id: reviewId,
    expert_profile_id: expertProfileId,
    panel_place: panelPlace,
  });
  await setInvitationDeadlines(tx, { id: row.id, review_id: reviewId, expires_at });
  await mailInvitation(
    tx,
    ports,
    {
      ...row,
      kind: review.kind,
      review_id: reviewId,
      expert_profile_id: expertProfileId,
      expires_at,
      token,
    },
    expert.id,
  );
}

/** When an invitation ends by itself, and when its expert is reminded of it. */
export async function setInvitationDeadlines(
  tx: Tx,
  { id, review_id, expires_at }: { id: number; review_id: number; expires_at: Date },
): Promise<void> {
  const deadline = { review_id, key: String(id), payload: { invitation_id: id } };
  await tx.setDeadlines([
    { ...deadline, kind: 'invitation_expiry', due_at: expires_at },
    { ...deadline, kind: 'invitation_reminder', due_at: reminderAt(tx.now, expires_at) },
  ]);
}

/** An open invitation under a new link, mailed; the earlier one ends. Refuses `wrong_state` where it is over. */
export async function readdressInvitation(tx: Tx, ports: Ports, id: number): Promise<void> {
  const token = newToken();
  const open = await tx.system
    .updateTable('invitations')
    .set({ hash: hashToken(token) })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'opened'])
    .where('expires_at', '>', tx.now)
    .returning(['review_id', 'expert_profile_id', 'expires_at', 'panel_place'])
    .executeTakeFirst();
  if (!open)
    throw new Refusal('wrong_state', 'The invitation was answered or has ended. Another is made on the board.');
  const asked = await loadNeed(tx.system, open.review_id, tx.now, open.panel_place);
  // that they are invited is why nobody else would invite them
  const need = {
    ...asked,
    excluded_experts: asked.excluded_experts.filter((id) => id !== open.expert_profile_id),
  };
  const [expert] = await loadExperts(tx.system, need, tx.now, [open.expert_profile_id]);
  // what was sent once is not sent again once the expert may not be invited any more
  if (!expert || !isFit(expert, need, tx.now))
    throw new Refusal('wrong_state', 'This expert can no longer be invited. Look at the credentials and the standing.');
  const { kind, user_id } = await tx.system
    .selectFrom('reviews as r')
    .innerJoin('profiles as p', (join) => join.on('p.id', '=', open.expert_profile_id))
    .select(['r.kind', 'p.user_id'])
    .where('r.id', '=', open.review_id)
    .executeTakeFirstOrThrow();
  await forgetOpeners(tx.system, [invitationOpener(id)]);
  await mailInvitation(tx, ports, { id, kind, ...open, token }, user_id);
}

/** Selecting a presented candidate: the requester's choice becomes an invitation. */
export async function selectCandidate(
  tx: Tx<Actor>,
  ports: Ports,
  request: { review_id: number; candidate_id: number; lock_version?: number | undefined },
): Promise<TransitionResult> {
  const { kind, status } = await lockReview(tx, request.review_id);
  const choose = {
    review_id: request.review_id,
    action: 'select_expert' as const,
    lock_version: request.lock_version,
  };
  // out of turn the transition itself says whether the actor ever may, and what is possible now
  if (!stateRow(kind, status).choosing_expert) return ports.transition(tx, choose);
  const current = { review_id: request.review_id, status };
  const candidate = await tx.db
    .selectFrom('candidates')
    .selectAll()
    .where('candidates.id', '=', request.candidate_id)
    .where('candidates.review_id', '=', request.review_id)
    .executeTakeFirst();
  if (!candidate) throw new Refusal('not_found');
  if (candidate.withdrawn_at)
    throw new Refusal('wrong_state', 'This expert is no longer on offer. Look at the current ones.', { current });
  // who has meanwhile become unavailable is not invited; nobody is told why
  if (!(await isCandidate(tx.system, request.review_id, candidate.expert_profile_id, tx.now))) {
    throw new Refusal('wrong_state', 'This expert is no longer available. Choose another, or ask for other experts.', {
      current,
    });
  }
  await tx.db.updateTable('candidates').set({ chosen_at: tx.now }).where('candidates.id', '=', candidate.id).execute();
  await writeInvitation(tx, ports, request.review_id, candidate.expert_profile_id);
  const { expert } = candidate.facts;
  return ports.transition(tx, {
    ...choose,
    patch: { matching_status: 'invited' },
    data: { code: expert.code },
  });
}

/** Invites one expert, or several at once of whom the first to accept gets the review. */
export async function inviteDirectly(
  tx: Tx,
  ports: Ports,
  request: { review_id: number; expert_profile_ids: readonly number[]; lock_version?: number | undefined },
  ranked: Ranked = {},
): Promise<TransitionResult> {
  const { made, chosen, at } = await eligible(tx, request, ranked);
  const userId = tx.actor.kind === 'system' ? null : tx.actor.user_id;
  await keepRanking(tx.system, request.review_id, made, request.expert_profile_ids, userId, at);
  await withdrawCandidates(tx, request.review_id);
  for (const { candidate } of chosen) await writeInvitation(tx, ports, request.review_id, candidate.profile_id);
  return ports.transition(tx, {
    review_id: request.review_id,
    action: 'invite_directly',
    lock_version: request.lock_version,
    patch: { matching_status: 'invited' },
    data: { count: chosen.length, codes: chosen.map((c) => c.candidate.code) },
  });
}

/** Ends open invitations; answers how many there were. */
export async function endOpenInvitations(
  tx: Tx,
  reviewId: number,
  status: 'withdrawn' | 'superseded',
  { except, panel_place }: { except?: number; panel_place?: number } = {},
): Promise<number> {
  const ended = await tx.system
    .updateTable('invitations')
    .set({ status, answered_at: null })
    .where('review_id', '=', reviewId)
    .where('status', 'in', ['pending', 'opened'])
    .$if(except !== undefined, (q) => q.where('id', '!=', except ?? 0))
    .$if(panel_place !== undefined, (q) => q.where('panel_place', '=', panel_place ?? LEADS))
    .returning('id')
    .execute();
  await forgetOpeners(
    tx.system,
    ended.map(({ id }) => invitationOpener(id)),
  );
  return ended.length;
}

/** See the port. */
export const releaseExpert: ReleaseExpert = async (tx, reviewId, expertProfileId, turnedDown) => {
  const released = await tx.system
    .updateTable('invitations')
    .set(turnedDown ? { status: 'declined', answered_at: tx.now, decline_reason: turnedDown } : { status: 'withdrawn' })
    .where('review_id', '=', reviewId)
    .where('expert_profile_id', '=', expertProfileId)
    .where('status', '=', 'accepted')
    .returning('panel_place')
    .executeTakeFirst();
  // without its lead nobody is looked for beside them
  if (released?.panel_place === LEADS) await endOpenInvitations(tx, reviewId, 'withdrawn');
};

/** Open invitations to the same place of a review other than one. */
export async function otherOpenInvitations(tx: Tx, reviewId: number, except: number): Promise<number> {
  const row = await tx.system
    .selectFrom('invitations')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('review_id', '=', reviewId)
    .where('status', 'in', ['pending', 'opened'])
    .where('id', '!=', except)
    .where('panel_place', '=', (eb) =>
      eb.selectFrom('invitations as one').select('one.panel_place').where('one.id', '=', except),
    )
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Back to matching after an invitation ended in vain; counted, so that after three somebody is alarmed. */
export async function invitationInVain(
  tx: Tx,
  ports: Ports,
  reviewId: number,
  action: 'decline' | 'expire_invitation',
  data: Record<string, unknown>,
): Promise<void> {
  const review = await tx.system
    .selectFrom('reviews')
    .innerJoin('organizations', 'organizations.id', 'reviews.organization_id')
    .select(['reviews.failed_invitations', 'reviews.kind', 'organizations.platform_type'])
    .where('reviews.id', '=', reviewId)
    .executeTakeFirstOrThrow();
  const failed = review.failed_invitations + 1;
  const alarm = failed >= ALARM_AFTER;
  await ports.transition(tx, {
    review_id: reviewId,
    action,
    patch: { matching_status: alarm ? 'exhausted' : 'searching', failed_invitations: failed },
    data,
  });
  const link = `/${KINDS[review.kind].slug}/${reviewId}/matching`;
  for (const to of await staffWithRole(tx.system, ...rolesAt('matching'))) {
    tx.live({ room: rooms.user(to.user_id), event: 'review.changed', payload: { review_id: reviewId } });
    if (alarm) {
      await ports.mail(tx, {
        to,
        template: 'matching_alarm',
        review_id: reviewId,
        side: 'staff',
        data: { failed_invitations: failed, link },
      });
    } else if (review.platform_type !== 'saas') {
      // where matching runs by itself the next experts are presented without anybody's hand
      await ports.mail(tx, {
        to,
        template: 'invitation_declined_or_expired',
        review_id: reviewId,
        side: 'staff',
        data: {
          outcome: action === 'decline' ? 'declined' : 'expired',
          failed_invitations: failed,
          link,
        },
      });
    }
  }
}

/** The matching desk hears that an expert who was asked does not come. */
export async function tellMatching(
  tx: Tx,
  ports: Pick<Ports, 'mail'>,
  reviewId: number,
  kind: Kind,
  outcome: 'declined' | 'expired',
): Promise<void> {
  tx.live({ room: rooms.review(reviewId), event: 'review.changed', payload: { review_id: reviewId } });
  for (const to of await staffWithRole(tx.system, ...rolesAt('matching')))
    await ports.mail(tx, {
      to,
      template: 'invitation_declined_or_expired',
      review_id: reviewId,
      side: 'staff',
      data: { outcome, link: `/${KINDS[kind].slug}/${reviewId}/matching` },
    });
}

/** Locks a review's row for the rest of the transaction and answers its state. */
export async function lockReview(tx: Tx, reviewId: number) {
  const review = await tx.system
    .selectFrom('reviews')
    .select(['id', 'kind', 'status', 'service', 'expert_profile_id'])
    .where('id', '=', reviewId)
    .forUpdate()
    .executeTakeFirst();
  if (!review) throw new Refusal('not_found');
  return review;
}

/** See the port. */
export const makeTurnDown =
  (ports: Pick<Ports, 'mail'>): TurnDown =>
  async (tx, review_id, expert_profile_id, { reason, note }) => {
    await tx.system
      .updateTable('candidates')
      .set({ withdrawn_at: tx.now })
      .where('review_id', '=', review_id)
      .where('expert_profile_id', '=', expert_profile_id)
      .where('withdrawn_at', 'is', null)
      .execute();
    await tx.system
      .insertInto('invitations')
      .values({
        review_id,
        expert_profile_id,
        // nobody holds its link
        hash: hashToken(newToken()),
        status: 'declined',
        created_at: tx.now,
        created_by: null,
        expires_at: tx.now,
        answered_at: tx.now,
        decline_reason: reason,
        decline_note: note || null,
      })
      .execute();
    await tx.emit('invitation.declined', { review_id, expert_profile_id, reason }, review_id);
    const { kind } = await lockReview(tx, review_id);
    await tellMatching(tx, ports, review_id, kind, 'declined');
  };

/** See the port. */
export const stillCandidate: IsCandidate = (tx, review_id, expert_profile_id) =>
  isCandidate(tx.system, review_id, expert_profile_id, tx.now);

/** See the port. */
export const holdInvitation: HoldInvitation = async (tx, review_id, expert_profile_id, until) => {
  const open = await tx.system
    .selectFrom('invitations')
    .select(['id', 'expires_at'])
    .where('review_id', '=', review_id)
    .where('expert_profile_id', '=', expert_profile_id)
    .where('status', 'in', ['pending', 'opened'])
    .where('expires_at', '>', tx.now)
    .executeTakeFirst();
  if (open && open.expires_at < until) {
    await tx.system.updateTable('invitations').set({ expires_at: until }).where('id', '=', open.id).execute();
    await setInvitationDeadlines(tx, { id: open.id, review_id, expires_at: until });
  }
  return open !== undefined;
};
