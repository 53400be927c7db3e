import type { Kysely } from 'kysely';
import type { Actor, SystemActor } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { type Kind, KINDS } from '../../../core/kinds.ts';
import type { Tx } from '../../../platform/command.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import type { DB } from '../../../platform/db/types.ts';
import { rooms } from '../../../platform/live.ts';
import { mailUser } from '../../../platform/mail/mail-user.ts';
import { forgetOpeners } from '../../../platform/mail/opener.ts';
import type { Ports } from '../../../platform/ports.ts';
import {
  attestationState,
  isWaivable,
  officesOf,
  type Relation,
  relationTold,
  standingOf,
} from '../../reviews/rules.ts';
import { phaseOf } from '../../reviews/rules/kinds.ts';
import type { ConflictQuestion } from '../contract.ts';
import { LEADS } from '../rules/panel.ts';
import { loadMatchingReview } from './board.ts';
import { lockReview, otherOpenInvitations } from './commands.ts';
import { askedOf, invitationOpener } from './invitation-mail.ts';

/** What the expert of an invitation attested last. */
export const latestAttestation = (db: Kysely<DB>, invitationId: number) =>
  db
    .selectFrom('conflict_attestations')
    .selectAll()
    .where('invitation_id', '=', invitationId)
    .orderBy('id', 'desc')
    .executeTakeFirst();

const isOpen = (invitation: { status: string }): boolean => ['pending', 'opened'].includes(invitation.status);

/** A decision of the matching desk: no conflict, a hard one, or one the requester may set aside, of this kind. */
export type Decision =
  | { decision: 'none' | 'hard'; relation?: undefined }
  | { decision: 'waivable'; relation?: Relation | undefined };

/**
 * The matching desk's word on what an expert disclosed: none lets them accept, hard releases them, waivable asks the
 * requester, who is told the kind of relation and nothing else. Who decided is kept with it.
 */
export async function decideConflict(
  tx: Tx<Actor>,
  ports: Ports,
  request: { review_id: number; invitation_id: number } & Decision,
): Promise<void> {
  const invitation = await tx.db
    .selectFrom('invitations')
    .selectAll()
    .where('invitations.id', '=', request.invitation_id)
    .where('invitations.review_id', '=', request.review_id)
    .executeTakeFirst();
  if (!invitation) throw new Refusal('not_found');
  const { kind } = await lockReview(tx, request.review_id);
  const attested = await latestAttestation(tx.system, invitation.id);
  if (!attested || attested.decision !== null || !isOpen(invitation))
    throw new Refusal('wrong_state', 'There is nothing left to decide here.');
  const relation = request.decision === 'waivable' ? request.relation : undefined;
  if (request.decision === 'waivable') {
    const { disclosed } = attestationState(attested.answers);
    refuseFields([
      ...(invitation.panel_place > LEADS
        ? [{ path: 'decision', message: 'The requester is asked about the lead alone. Decide it, or invite another.' }]
        : []),
      ...(isWaivable(disclosed)
        ? []
        : [{ path: 'decision', message: 'Only a relation can be set aside by the requester. This is none.' }]),
      ...(relation === undefined ? [{ path: 'relation', message: 'Choose the kind of relation.' }] : []),
    ]);
  }
  await tx.system
    .updateTable('conflict_attestations')
    .set({
      decision: request.decision,
      relation: relation ?? null,
      decided_by: tx.actor.user_id,
      decided_at: tx.now,
    })
    .where('id', '=', attested.id)
    .execute();
  const review = { review_id: request.review_id, kind };
  if (request.decision === 'waivable') {
    await tx.audit({
      action: 'review.conflict_asked',
      review_id: request.review_id,
      data: { decision: request.decision, relation },
      timeline: true,
    });
    await askRequester(tx, ports, { ...review, relation, expires_at: invitation.expires_at });
    tellPages(tx, request.review_id);
    return;
  }
  await tx.audit({ action: 'conflict.decided', review_id: request.review_id, data: { decision: request.decision } });
  if (request.decision === 'none') return tellExpert(tx, ports, { ...review, ...invitation });
  await endForConflict(tx, invitation);
  if (invitation.panel_place > LEADS) return tellPages(tx, request.review_id);
  if ((await otherOpenInvitations(tx, request.review_id, invitation.id)) > 0) return;
  await tx.cancelDeadlines(request.review_id, ['invitation_expiry', 'invitation_reminder']);
  await backToMatching(tx, ports, request.review_id, 'A conflict was disclosed.');
}

/** The question put to the requester, with what is needed to answer it. */
async function asked(db: Kysely<DB>, reviewId: number) {
  const open = await db
    .selectFrom('invitations')
    .select(['id', 'review_id', 'expert_profile_id', 'status', 'expires_at'])
    .where('review_id', '=', reviewId)
    .where('status', 'in', ['pending', 'opened'])
    .orderBy('id', 'desc')
    .execute();
  for (const invitation of open) {
    const attested = await latestAttestation(db, invitation.id);
    if (attested && standingOf(attested) === 'asked') return { invitation, attested };
  }
  return null;
}

const ONLY_REQUESTER = 'Only the requester’s side decides this.';

/** What the requester is asked about the invited expert; null where nothing is. Whoever only follows reads it. */
export async function conflictQuestion(
  db: ActorDb,
  actor: Actor,
  kind: Kind,
  id: number,
): Promise<{ question: ConflictQuestion | null }> {
  const review = await loadMatchingReview(db, kind, id);
  const found = phaseOf(review) === 'asks_expert' ? await asked(db.executor, id) : null;
  if (!found) return { question: null };
  const can_answer = officesOf(actor, { ...review, invitation: null }).has('requester');
  return {
    question: {
      invitation_id: found.invitation.id,
      told: relationTold(found.attested.relation),
      asked_at: (found.attested.decided_at ?? found.attested.attested_at).toISOString(),
      answer_by: found.invitation.expires_at.toISOString(),
      can_answer,
      cannot_because: can_answer ? null : ONLY_REQUESTER,
    },
  };
}

/** The requester's word: the expert may go on, or is released. */
export async function answerConflictQuestion(
  tx: Tx<Actor>,
  ports: Ports,
  kind: Kind,
  request: { review_id: number; invitation_id: number; waived: boolean },
): Promise<void> {
  const review = await loadMatchingReview(tx.db, kind, request.review_id);
  if (!officesOf(tx.actor, { ...review, invitation: null }).has('requester'))
    throw new Refusal('forbidden', ONLY_REQUESTER);
  const { status } = await lockReview(tx, request.review_id);
  const found = phaseOf({ kind, status }) === 'asks_expert' ? await asked(tx.system, request.review_id) : null;
  if (!found || found.invitation.id !== request.invitation_id || found.invitation.expires_at <= tx.now)
    throw new Refusal('wrong_state', 'There is nothing left to decide here.', { current: { status } });
  const { invitation, attested } = found;
  await tx.system
    .updateTable('conflict_attestations')
    .set({ waived: request.waived, waived_by: tx.actor.user_id, waived_at: tx.now })
    .where('id', '=', attested.id)
    .execute();
  await tx.audit({
    action: request.waived ? 'review.conflict_waived' : 'review.conflict_kept',
    review_id: request.review_id,
    data: { relation: attested.relation },
    timeline: true,
  });
  if (request.waived) await tellExpert(tx, ports, { ...invitation, kind });
  else {
    await endForConflict(tx, invitation);
    // matching takes the invitation back by itself: the requester's side has no hand in it
    await tx.emit('conflict.kept', { review_id: invitation.review_id, invitation_id: invitation.id }, review.id);
  }
  tellPages(tx, request.review_id);
}

/** After a requester kept to a conflict: with nobody else invited, the review is back in matching. */
export async function afterConflictKept(
  tx: Tx<SystemActor>,
  ports: Ports,
  { review_id, invitation_id }: { review_id: number; invitation_id: number },
): Promise<void> {
  if (phaseOf(await lockReview(tx, review_id)) !== 'asks_expert') return;
  if ((await otherOpenInvitations(tx, review_id, invitation_id)) > 0) return;
  await tx.cancelDeadlines(review_id, ['invitation_expiry', 'invitation_reminder']);
  await backToMatching(tx, ports, review_id, 'The requester chose not to waive the disclosed conflict.');
}

const backToMatching = (tx: Tx, ports: Ports, review_id: number, reason: string) =>
  ports.transition(tx, {
    review_id,
    action: 'withdraw_invitation',
    reason,
    patch: { matching_status: 'searching' },
  });

async function endForConflict(
  tx: Tx,
  { id, review_id, expert_profile_id }: { id: number; review_id: number; expert_profile_id: number },
): Promise<void> {
  await tx.system
    .updateTable('invitations')
    .set({ status: 'declined', answered_at: tx.now, decline_reason: 'conflict' })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'opened'])
    .execute();
  await forgetOpeners(tx.system, [invitationOpener(id)]);
  await tx.emit('invitation.declined', { review_id, expert_profile_id, reason: 'conflict' }, review_id);
}

async function askRequester(
  tx: Tx,
  ports: Ports,
  {
    review_id,
    kind,
    relation,
    expires_at,
  }: { review_id: number; kind: Kind; relation: Relation | undefined; expires_at: Date },
): Promise<void> {
  const { requester_id } = await tx.system
    .selectFrom('reviews')
    .select('requester_id')
    .where('id', '=', review_id)
    .executeTakeFirstOrThrow();
  await mailUser(tx, ports, requester_id, {
    template: 'conflict_asked',
    review_id,
    side: 'requester',
    data: {
      told: relationTold(relation),
      answer_by: expires_at.toISOString(),
      link: `/${KINDS[kind].slug}/${review_id}`,
    },
  });
}

/** The expert hears that nothing stands in the way. */
async function tellExpert(
  tx: Tx,
  ports: Ports,
  {
    review_id,
    kind,
    expert_profile_id,
    expires_at,
  }: { review_id: number; kind: Kind; expert_profile_id: number; expires_at: Date },
): Promise<void> {
  const { user_id } = await tx.system
    .selectFrom('profiles')
    .select('user_id')
    .where('id', '=', expert_profile_id)
    .executeTakeFirstOrThrow();
  await mailUser(tx, ports, user_id, {
    template: 'invitation_reminder',
    review_id,
    side: 'expert',
    data: {
      link: `${KINDS[kind].invite_path}/review-${review_id}`,
      expires_at: expires_at.toISOString(),
      ...(await askedOf(tx.system, review_id, expert_profile_id)),
    },
  });
}

const tellPages = (tx: Tx, review_id: number): void =>
  tx.live({ room: rooms.review(review_id), event: 'review.changed', payload: { review_id } });
