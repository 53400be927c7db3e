import { isPurged } from '../../rules/kinds.ts';
import { fullNameOf } from '../../../../platform/db/full-name.ts';
import { type Kysely, sql } from 'kysely';
import { type Actor, STAFF_KINDS } from '../../../../core/actor.ts';
import type { In } from '../../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../../core/errors.ts';
import type { Kind } from '../../../../core/kinds.ts';
import { command, type Tx } from '../../../../platform/command.ts';
import type { DB } from '../../../../platform/db/types.ts';
import type { Services } from '../../../../platform/services.ts';
import type { saveSales as endpoint, SalesView } from '../../contract.ts';
import { currentOf, lockReview } from '../lifecycle/transition.ts';

/** Tracks a new review where its organization's are tracked from the start. */
export async function trackNew(tx: Tx, reviewId: number, organizationId: number): Promise<void> {
  await sql`insert into review_sales (review_id, updated_at) select ${reviewId}, ${tx.now}
    where organization_flag(${organizationId}, 'enable_sales_tracking_by_default')`.execute(tx.system);
}

/** What is tracked of a review, with the people it can be given to. */
export async function presentSales(db: Kysely<DB>, reviewId: number): Promise<SalesView> {
  const row = await db
    .selectFrom('review_sales')
    .select(['source', 'campaign', 'account_owner_id'])
    .where('review_id', '=', reviewId)
    .executeTakeFirst();
  const owners = await db
    .selectFrom('users')
    .select(['id', fullNameOf().as('name')])
    .where((eb) =>
      eb.or([
        eb.and([eb('role', 'in', [...STAFF_KINDS]), eb('suspended_at', 'is', null)]),
        eb('id', '=', row?.account_owner_id ?? 0),
      ]),
    )
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .execute();
  return {
    tracked: row !== undefined,
    source: row?.source ?? '',
    campaign: row?.campaign ?? '',
    account_owner: owners.find(({ id }) => id === row?.account_owner_id) ?? null,
    owners,
  };
}

/** Switches tracking of a review on, off or changes it. Refuses `invalid` for an owner who is not of Peritus. */
export function saveSales(
  services: Services,
  actor: Actor,
  kind: Kind,
  id: number,
  body: In<typeof endpoint, 'body'>,
): Promise<SalesView> {
  return command(services, actor, async (tx) => {
    const { facts } = await lockReview(tx, id, kind);
    if (isPurged(facts))
      throw new Refusal('wrong_state', 'Its records are deleted. Nothing in it can change anymore.', {
        current: currentOf(facts),
      });
    const { tracked, source, campaign, account_owner_id } = body;
    const before = await presentSales(tx.system, id);
    if (account_owner_id !== null && !before.owners.some((one) => one.id === account_owner_id))
      refuseFields([{ path: 'account_owner_id', message: 'Choose somebody of Peritus.' }]);
    if (tracked) {
      const values = { source, campaign, account_owner_id, updated_at: tx.now };
      await tx.system
        .insertInto('review_sales')
        .values({ review_id: id, ...values })
        .onConflict((oc) => oc.column('review_id').doUpdateSet(values))
        .execute();
    } else await tx.system.deleteFrom('review_sales').where('review_id', '=', id).execute();
    await tx.audit({
      action: 'review.sales_changed',
      review_id: id,
      organization_id: facts.organization.id,
      data: { tracked, account_owner_id },
    });
    return presentSales(tx.system, id);
  });
}
