import { type Kysely, sql } from 'kysely';
import { type Actor, isSuperAdmin } from '../../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../../core/errors.ts';
import type { Kind } from '../../../../core/kinds.ts';
import { fullName } from '../../../../core/names.ts';
import { command } from '../../../../platform/command.ts';
import type { DB } from '../../../../platform/db/types.ts';
import { rooms } from '../../../../platform/live.ts';
import type { Services } from '../../../../platform/services.ts';
import type { LegalHold } from '../../contract.ts';
import { isPurged } from '../../rules/kinds.ts';
import { currentOf, lockReview } from '../lifecycle/transition.ts';

/** Whether a legal hold keeps a review, and what was done about one. */
export async function presentLegalHold(
  db: Kysely<DB>,
  actor: Pick<Actor, 'kind'>,
  review: { id: number; organization: { id: number } },
): Promise<LegalHold> {
  const row = await db.selectFrom('reviews').select('legal_hold').where('id', '=', review.id).executeTakeFirst();
  const { rows: held } = await sql<{ id: number; name: string }>`
    select o.id, o.name from organization_path(${review.organization.id}) p join organizations o on o.id = p.id
    where o.legal_hold order by p.depth limit 1`.execute(db);
  const { rows: history } = await sql<{
    at: Date;
    on: boolean;
    reason: string | null;
    first_name: string | null;
    last_name: string | null;
  }>`
    select a.at, (a.data ->> 'after')::boolean as on, d.new_value ->> 'reason' as reason, u.first_name, u.last_name
    from audit_rows a left join audit_details d on d.audit_id = a.id left join users u on u.id = a.actor_user_id
    where a.review_id = ${review.id} and a.action = 'review.legal_hold' order by a.id desc limit 50`.execute(db);
  return {
    on: row?.legal_hold ?? false,
    organization: held[0] ?? null,
    history: history.map((one) => ({
      at: one.at.toISOString(),
      by: fullName(one),
      on: one.on,
      reason: one.reason ?? '',
    })),
    may_set: isSuperAdmin(actor.kind),
  };
}

/** Puts a legal hold on a review or lifts it. Refuses `not_found`, `wrong_state`, and `invalid` without a reason. */
export function setLegalHold(
  services: Services,
  actor: Actor,
  kind: Kind,
  id: number,
  { on, reason }: { on: boolean; reason: string },
): Promise<LegalHold> {
  return command(services, actor, async (tx) => {
    const { facts } = await lockReview(tx, id, kind);
    if (isPurged(facts))
      throw new Refusal('wrong_state', 'Its records are deleted already. There is nothing to hold.', {
        current: currentOf(facts),
      });
    if (facts.legal_hold === on)
      throw new Refusal('wrong_state', on ? 'A legal hold is on already.' : 'There is no legal hold to lift.', {
        current: currentOf(facts),
      });
    if (reason === '')
      refuseFields([{ path: 'reason', message: on ? 'Say why it is held.' : 'Say why it is lifted.' }]);
    await tx.system.updateTable('reviews').set({ legal_hold: on }).where('id', '=', id).execute();
    await tx.audit({
      action: 'review.legal_hold',
      review_id: id,
      organization_id: facts.organization.id,
      reason,
      data: { before: facts.legal_hold, after: on },
    });
    tx.live({ room: rooms.review(id), event: 'review.changed', payload: { review_id: id } });
    return presentLegalHold(tx.system, actor, facts);
  });
}
