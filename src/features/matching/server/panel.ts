import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Tx } from '../../../platform/command.ts';
import { forgetOpeners } from '../../../platform/mail/opener.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { GiveUpPlaces } from '../ports.ts';
import type { TransitionResult } from '../../reviews/ports.ts';
import { rulesOf } from '../../reviews/rules.ts';
import { stateRow } from '../../reviews/rules/kinds.ts';
import { LEADS } from '../rules/panel.ts';
import { keepRanking } from './board.ts';
import { eligible, endOpenInvitations, lockReview, writeInvitation } from './commands.ts';
import { loadNeed } from './facts.ts';
import { invitationOpener } from './invitation-mail.ts';
import { isOpen, placesOf } from './places.ts';

/** Sets the places of a panel once its lead is found, as the order asks for them; those that stand stay. */
export async function setPlaces(tx: Tx, reviewId: number): Promise<void> {
  const { kind, further_specialty_ids } = await loadNeed(tx.system, reviewId, tx.now);
  if (!rulesOf(kind).actions.includes('join_panel') || further_specialty_ids.length === 0) return;
  await tx.system
    .insertInto('panel_places')
    .values(
      further_specialty_ids.map((specialty_id, at) => ({ review_id: reviewId, place: LEADS + 1 + at, specialty_id })),
    )
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/** Invites experts to one place of a panel: the first to accept has it. Refuses `wrong_state` where it is not open. */
export async function inviteToPanel(
  tx: Tx,
  ports: Ports,
  request: {
    review_id: number;
    panel_place: number;
    expert_profile_ids: readonly number[];
    lock_version?: number | undefined;
  },
): Promise<TransitionResult> {
  const { kind, status } = await lockReview(tx, request.review_id);
  const place = (await placesOf(tx.system, request.review_id)).find((one) => one.place === request.panel_place);
  if (!stateRow(kind, status).fills_panel || !place || !isOpen(place))
    throw new Refusal('wrong_state', 'This place of the panel is not open. Look at the board again.', {
      current: { status },
    });
  const { made, chosen, at } = await eligible(tx, request, {}, request.panel_place);
  const userId = tx.actor.kind === 'system' ? null : tx.actor.user_id;
  await keepRanking(tx.system, request.review_id, made, request.expert_profile_ids, userId, at);
  for (const { candidate } of chosen)
    await writeInvitation(tx, ports, request.review_id, candidate.profile_id, request.panel_place);
  return ports.transition(tx, {
    review_id: request.review_id,
    action: 'invite_to_panel',
    lock_version: request.lock_version,
    data: { count: chosen.length, codes: chosen.map((c) => c.candidate.code) },
  });
}

/**
 * Takes a place of a panel. Where the visit is set, its time comes with the place: who has something else then is refused
 * `slot_taken`.
 */
export async function joinPanel(
  tx: Tx<Actor>,
  ports: Ports,
  invitation: { id: number; review_id: number; expert_profile_id: number; panel_place: number },
): Promise<void> {
  const { review_id, expert_profile_id, panel_place } = invitation;
  await ports.transition(tx, { review_id, action: 'join_panel', patch: { joins_panel: expert_profile_id } });
  await tx.system
    .updateTable('invitations')
    .set({ status: 'accepted', answered_at: tx.now })
    .where('id', '=', invitation.id)
    .execute();
  await forgetOpeners(tx.system, [invitationOpener(invitation.id)]);
  await endOpenInvitations(tx, review_id, 'superseded', { except: invitation.id, panel_place });
  await ports.takePart(tx, review_id, expert_profile_id, panel_place);
}

/** See the port. */
export const makeGiveUpPlaces =
  ({ transition, settlePrice }: Pick<Ports, 'transition' | 'settlePrice'>): GiveUpPlaces =>
  async (tx, reviewId, reason) => {
    const { kind, status } = await lockReview(tx, reviewId);
    const open = (await placesOf(tx.system, reviewId)).filter(isOpen);
    await transition(tx, { review_id: reviewId, action: 'give_up_place', reason });
    if (open.length === 0 || !stateRow(kind, status).fills_panel)
      throw new Refusal('wrong_state', 'No place of the panel is open.', { current: { status } });
    await tx.system
      .updateTable('panel_places')
      .set({ given_up_at: tx.now })
      .where('review_id', '=', reviewId)
      .where(
        'place',
        'in',
        open.map(({ place }) => place),
      )
      .execute();
    for (const { place } of open) await endOpenInvitations(tx, reviewId, 'withdrawn', { panel_place: place });
    // who does not come is not paid for
    await settlePrice(tx, reviewId);
  };
