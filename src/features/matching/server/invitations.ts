import type { ReviewStatus } from '../../reviews/rules.ts';
import { type Kysely, sql } from 'kysely';
import { type Actor, isExpert, rolesAt } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { type Kind, KINDS, reviewNumber } from '../../../core/kinds.ts';
import type { Tx } from '../../../platform/command.ts';
import { forgetOpeners } from '../../../platform/mail/opener.ts';
import { staffWithRole } from '../../../platform/mail/staff.ts';
import { mailUser } from '../../../platform/mail/mail-user.ts';
import { hashToken } from '../../../platform/crypto.ts';
import { orderedMeetingOf } from '../../../platform/db/meeting-rows.ts';
import { shownFee } from '../../../platform/db/shown-fee.ts';
import type { DB } from '../../../platform/db/types.ts';
import { orderSections } from '../../../platform/db/order-sections.ts';
import { json } from '../../../platform/db/json.ts';
import { rooms } from '../../../platform/live.ts';
import type { Ports } from '../../../platform/ports.ts';
import {
  formOf,
  orderedService,
  toldFirst,
  processOf,
  ATTESTATION_LINES,
  attestationState,
  standingOf,
  stillSince,
} from '../../reviews/rules.ts';
import { latestAttestation } from './conflict-decisions.ts';
import type { InvitationView } from '../contract.ts';
import {
  endOpenInvitations,
  invitationInVain,
  lockReview,
  otherOpenInvitations,
  tellMatching,
  withdrawCandidates,
} from './commands.ts';
import { LEADS, placeWords } from '../rules/panel.ts';
import { joinPanel, setPlaces } from './panel.ts';
import { visitOf } from './places.ts';
import { ENDED_WORDS, endedFor } from '../rules/ended.ts';
import { loadExperts, loadNeed } from './facts.ts';
import { invitationOpener } from './invitation-mail.ts';
import { specialtyWords } from '../../experts/rules.ts';

const BLANK: InvitationView = {
  state: 'unknown',
  yours: false,
  review_id: null,
  number: null,
  kind: null,
  specialty: null,
  region: null,
  service: null,
  pages: null,
  needed_by: null,
  expedited: false,
  told_first: [],
  expires_at: null,
  sent_at: null,
  paused_at: null,
  panel: null,
  visit: null,
  conflict_names: [],
  awaiting_decision: false,
  decided: null,
  fee: null,
};

/** `review-20012`: the reader's own invitation to that review, for experts who come from their page, not the mail. */
const OWN = /^review-(\d{1,15})$/;

async function find(db: Kysely<DB>, token: string, actor: Actor | null) {
  const query = db
    .selectFrom('invitations as i')
    .innerJoin('profiles as p', 'p.id', 'i.expert_profile_id')
    .innerJoin('reviews as r', 'r.id', 'i.review_id')
    .select([
      'i.id',
      'i.review_id',
      'i.expert_profile_id',
      'i.panel_place',
      'i.status',
      'i.expires_at',
      'i.created_at',
      'p.user_id',
    ])
    .select(['r.kind', 'r.status as review_status', 'r.clock_paused_at']);
  const own = OWN.exec(token);
  if (!own) return query.where('i.hash', '=', hashToken(token)).executeTakeFirst();
  if (!actor || !isExpert(actor.kind)) return undefined;
  return query
    .where('i.review_id', '=', Number(own[1]))
    .where('i.expert_profile_id', 'in', actor.expert_profile_ids)
    .orderBy('i.id', 'desc')
    .executeTakeFirst();
}

/** Since when the time to answer stands still; null: it runs. */
const pausedSince = (invitation: {
  kind: Kind;
  review_status: ReviewStatus;
  clock_paused_at: Date | null;
}): Date | null => stillSince({ ...invitation, status: invitation.review_status });

function stateOf(invitation: { status: string; expires_at: Date }, now: Date): InvitationView['state'] {
  switch (invitation.status) {
    case 'accepted':
      return 'accepted';
    case 'declined':
      return 'declined';
    case 'withdrawn':
      return 'withdrawn';
    case 'superseded':
      return 'taken';
    case 'expired':
      return 'expired';
    default:
      return invitation.expires_at <= now ? 'expired' : 'open';
  }
}

/**
 * An invitation as its link shows it. Signed out, or as another person, one sees that it stands and how it ended, and
 * the blind minimum; the names to check are for the invited expert alone.
 */
export async function invitationView(
  db: Kysely<DB>,
  token: string,
  actor: Actor | null,
  now: Date,
): Promise<InvitationView> {
  const invitation = await find(db, token, actor);
  if (!invitation) return BLANK;
  const yours =
    actor !== null && isExpert(actor.kind) && actor.expert_profile_ids.includes(invitation.expert_profile_id);
  const paused_at = pausedSince(invitation);
  const state = stateOf(invitation, paused_at ?? now);
  const review = await db
    .selectFrom('reviews as r')
    .leftJoin('panel_places as o', (join) =>
      join.onRef('o.review_id', '=', 'r.id').on('o.place', '=', invitation.panel_place),
    )
    .leftJoin('specialties as s', (join) => join.on('s.id', '=', sql<number>`coalesce(o.specialty_id, r.specialty_id)`))
    // a focus was asked of the lead
    .leftJoin('sub_specialties as ss', (join) =>
      join.onRef('ss.id', '=', 'r.sub_specialty_id').on('o.place', 'is', null),
    )
    .select([
      'r.id',
      'r.kind',
      'r.state',
      'r.service',
      orderedMeetingOf('r.id').as('meeting'),
      'r.pages',
      'r.needed_by',
      'r.expedited',
      's.name as specialty',
      'ss.name as sub_specialty',
    ])
    .where('r.id', '=', invitation.review_id)
    .executeTakeFirstOrThrow();
  const minimum: InvitationView = {
    ...BLANK,
    state,
    yours,
    kind: review.kind,
    specialty: specialtyWords(review.specialty, review.sub_specialty),
    region: review.state,
    service: orderedService(formOf(review.kind), review.service, review.meeting)?.label ?? null,
    pages: review.pages,
    needed_by: review.needed_by,
    expedited: review.expedited,
    told_first: toldFirst(formOf(review.kind), await orderSections(db, review.id)),
    expires_at: invitation.expires_at.toISOString(),
    sent_at: invitation.created_at.toISOString(),
    paused_at: paused_at?.toISOString() ?? null,
    panel: invitation.panel_place > LEADS ? `${placeWords(invitation.panel_place)} of a panel` : null,
    visit: await visitOf(db, invitation.review_id, invitation.panel_place),
  };
  if (state !== 'open' && !yours) return { ...BLANK, state };
  if (!yours) return minimum;
  const names = await db
    .selectFrom('review_parties')
    .select(['name', 'role'])
    .where('review_id', '=', invitation.review_id)
    .orderBy('id')
    .execute();
  const attestation = await latestAttestation(db, invitation.id);
  const cleared = state === 'open' && attestation !== undefined && standingOf(attestation) === 'cleared';
  return {
    ...minimum,
    review_id: review.id,
    number: reviewNumber(review.kind, review.id),
    conflict_names: state === 'open' || state === 'accepted' ? names : [],
    fee: state === 'open' || state === 'accepted' ? await shownFee(db, review.id, invitation.expert_profile_id) : null,
    awaiting_decision: state === 'open' && attestation !== undefined && WAITS.has(standingOf(attestation)),
    decided: cleared
      ? { lines: attestationState(attestation.answers).disclosed, disclosure: attestation.disclosure ?? '' }
      : null,
  };
}

/** Marks an invitation as opened by its expert; once, outside any page's way. */
export async function markOpened(db: Kysely<DB>, token: string, actor: Actor, now: Date): Promise<void> {
  const invitation = await find(db, token, actor);
  if (!invitation || invitation.user_id !== actor.user_id) return;
  await db
    .updateTable('invitations')
    .set({ status: 'opened', opened_at: now })
    .where('id', '=', invitation.id)
    .where('status', '=', 'pending')
    .execute();
}

async function own(tx: Tx<Actor>, token: string) {
  const invitation = await find(tx.system, token, tx.actor);
  // a link that reached someone else is no invitation for them
  if (!invitation || !tx.actor.expert_profile_ids.includes(invitation.expert_profile_id))
    throw new Refusal('not_found');
  const review = await lockReview(tx, invitation.review_id);
  const current = await find(tx.system, token, tx.actor);
  if (!current) throw new Refusal('not_found');
  const state = stateOf(current, tx.now);
  if (state === 'taken')
    throw new Refusal('lost_race', 'Another expert accepted in the meantime. Thank you for looking at it.', {
      current: { state },
    });
  if (state !== 'open') throw new Refusal('wrong_state', SENTENCES[state], { current: { state } });
  return { invitation: current, review };
}

/** Where what was disclosed waits for somebody's word. */
const WAITS: ReadonlySet<string> = new Set<ReturnType<typeof standingOf>>(['undecided', 'asked']);

/** A decision as it was taken, for the attestation it lets through. */
const decisionOf = ({ decision, decided_by, decided_at, relation, waived, waived_by, waived_at }: Attestation) => ({
  decision,
  decided_by,
  decided_at,
  relation,
  waived,
  waived_by,
  waived_at,
});
type Attestation = NonNullable<Awaited<ReturnType<typeof latestAttestation>>>;

const SENTENCES: Record<Exclude<InvitationView['state'], 'open' | 'taken'>, string> = {
  accepted: 'You have already accepted this invitation.',
  declined: 'You have already declined this invitation.',
  expired: 'This invitation has expired. If you still have time, tell Peritus through the contact page.',
  withdrawn: 'This invitation was withdrawn. There is nothing you need to do.',
  unknown: 'There is no such invitation.',
};

/** Refuses `wrong_state` where something the invitation rests on ended since it was sent. */
async function refuseEnded(
  tx: Tx<Actor>,
  { review_id, expert_profile_id, panel_place }: { review_id: number; expert_profile_id: number; panel_place: number },
): Promise<void> {
  const need = await loadNeed(tx.system, review_id, tx.now, panel_place);
  const [expert] = await loadExperts(tx.system, need, tx.now, [expert_profile_id]);
  // who cannot be asked for another reason was asked all the same
  if (!expert) return;
  const over = await tx.system
    .selectFrom('certifications')
    .select('id')
    .where('expert_profile_id', '=', expert_profile_id)
    .where('sort', '=', 'board')
    .where('ended_at', 'is', null)
    .where(sql<boolean>`credential_end(expires_on, ${expert.time_zone}) <= ${tx.now}`)
    .executeTakeFirst();
  const ended = endedFor(expert, need, tx.now, over !== undefined);
  if (ended)
    throw new Refusal(
      'wrong_state',
      `${ENDED_WORDS[ended]}, so this invitation cannot be accepted now. Send us the new one on your account’s page “Credentials”; once we have verified it, you can accept while the invitation is open.`,
      { current: { ended } },
    );
}

/**
 * Attests and accepts. Whatever is disclosed stops here: it is kept, the matching team is told, and the expert can
 * accept once they have decided that it is no conflict. Exactly one expert can accept a review.
 */
export async function acceptInvitation(
  tx: Tx<Actor>,
  ports: Ports,
  token: string,
  body: { answers: Partial<Record<string, boolean>>; disclosure: string },
): Promise<{ accepted: boolean; review_id: number }> {
  const { invitation, review } = await own(tx, token);
  await refuseEnded(tx, invitation);
  const { missing, disclosed } = attestationState(body.answers);
  const earlier = await latestAttestation(tx.system, invitation.id);
  const standing = earlier ? standingOf(earlier) : null;
  if (standing !== null && WAITS.has(standing))
    throw new Refusal(
      'wrong_state',
      'What you disclosed is being reviewed. You’ll hear the decision before the invitation ends.',
    );
  const known = earlier ? attestationState(earlier.answers).disclosed : [];
  // what was decided holds for what was disclosed then, not for more
  const cleared =
    standing === 'cleared' &&
    disclosed.every((line) => known.includes(line)) &&
    (body.disclosure === '' || body.disclosure === earlier?.disclosure);
  refuseFields([
    ...missing.map((key) => ({ path: `answers.${key}`, message: 'Answer yes or no' })),
    ...(disclosed.length > 0 && !cleared && body.disclosure === ''
      ? [{ path: 'disclosure', message: 'Say in a sentence or two what the relation is' }]
      : []),
  ]);
  const clean = disclosed.length === 0 || cleared;
  await tx.system
    .insertInto('conflict_attestations')
    .values({
      review_id: invitation.review_id,
      invitation_id: invitation.id,
      expert_profile_id: invitation.expert_profile_id,
      answers: json(body.answers),
      // with a decision goes what was decided on
      disclosure: cleared ? (earlier?.disclosure ?? null) : body.disclosure === '' ? null : body.disclosure,
      ...(cleared && earlier
        ? decisionOf(earlier)
        : { decision: clean ? 'none' : null, decided_at: clean ? tx.now : null }),
      attested_at: tx.now,
    })
    .execute();
  if (!clean) {
    await tx.audit({ action: 'conflict.disclosed', review_id: invitation.review_id, data: { lines: disclosed } });
    await alertMatching(tx, ports, invitation.review_id, review.kind);
    tx.live({
      room: rooms.review(invitation.review_id),
      event: 'review.changed',
      payload: { review_id: invitation.review_id },
    });
    return { accepted: false, review_id: invitation.review_id };
  }
  if (invitation.panel_place > LEADS) {
    await joinPanel(tx, ports, invitation);
    return { accepted: true, review_id: invitation.review_id };
  }
  const action = processOf(review.kind).accept(review.service);
  if (action === 'accept') await setPlaces(tx, invitation.review_id);
  await ports.transition(tx, {
    review_id: invitation.review_id,
    action,
    patch: {
      expert_profile_id: invitation.expert_profile_id,
    },
    data: { attestation: ATTESTATION_LINES.length },
  });
  await tx.system
    .updateTable('invitations')
    .set({ status: 'accepted', answered_at: tx.now })
    .where('id', '=', invitation.id)
    .execute();
  await forgetOpeners(tx.system, [invitationOpener(invitation.id)]);
  await endOpenInvitations(tx, invitation.review_id, 'superseded', { except: invitation.id });
  // whoever was passed over is not shown any more
  await withdrawCandidates(tx, invitation.review_id, invitation.expert_profile_id);
  await tx.cancelDeadlines(invitation.review_id, ['invitation_expiry', 'invitation_reminder']);
  const requester = await tx.system
    .selectFrom('reviews')
    .select('requester_id')
    .where('id', '=', invitation.review_id)
    .executeTakeFirstOrThrow();
  await mailUser(tx, ports, requester.requester_id, {
    template: 'invitation_accepted',
    review_id: invitation.review_id,
    side: 'requester',
    data: {
      link: `/${KINDS[review.kind].slug}/${invitation.review_id}`,
    },
  });
  return { accepted: true, review_id: invitation.review_id };
}

export async function declineInvitation(
  tx: Tx<Actor>,
  ports: Ports,
  token: string,
  body: { reason: string; note: string },
): Promise<void> {
  const { invitation, review } = await own(tx, token);
  if (body.reason === 'other')
    refuseFields(body.note === '' ? [{ path: 'note', message: 'Say in a few words what the reason is' }] : []);
  await tx.system
    .updateTable('invitations')
    .set({ status: 'declined', answered_at: tx.now, decline_reason: body.reason, decline_note: body.note || null })
    .where('id', '=', invitation.id)
    .execute();
  await forgetOpeners(tx.system, [invitationOpener(invitation.id)]);
  await tx.emit(
    'invitation.declined',
    { review_id: invitation.review_id, expert_profile_id: invitation.expert_profile_id, reason: body.reason },
    invitation.review_id,
  );
  // with others still asked, the review stays with them
  if ((await otherOpenInvitations(tx, invitation.review_id, invitation.id)) > 0) {
    await tx.audit({ action: 'invitation.declined', review_id: invitation.review_id, data: { reason: body.reason } });
    return;
  }
  if (invitation.panel_place > LEADS) {
    await tx.audit({ action: 'invitation.declined', review_id: invitation.review_id, data: { reason: body.reason } });
    await tellMatching(tx, ports, invitation.review_id, review.kind, 'declined');
    return;
  }
  await tx.cancelDeadlines(invitation.review_id, ['invitation_expiry', 'invitation_reminder']);
  await invitationInVain(tx, ports, invitation.review_id, 'decline', { reason: body.reason });
}

async function alertMatching(tx: Tx<Actor>, ports: Ports, reviewId: number, kind: Kind): Promise<void> {
  for (const to of await staffWithRole(tx.system, ...rolesAt('matching'))) {
    await ports.mail(tx, {
      to,
      template: 'invitation_declined_or_expired',
      review_id: reviewId,
      side: 'staff',
      data: {
        outcome: 'disclosed',
        link: `/${KINDS[kind].slug}/${reviewId}/matching`,
      },
    });
  }
}
