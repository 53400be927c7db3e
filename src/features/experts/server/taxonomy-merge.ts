import { type Selectable, sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import type { Tx } from '../../../platform/command.ts';
import type { DB } from '../../../platform/db/types.ts';

/**
 * Merges a specialty into another: its experts' credentials and its sub-specialties go there; a sub-specialty the other
 * has by the same name goes into that one. It is retired and keeps its name, so that its reviews read as before; those
 * still open are matched in the other. Refuses `wrong_state`, `invalid`.
 */
export async function mergeSpecialty(
  tx: Tx<Actor>,
  row: Selectable<DB['specialties']>,
  into: number,
): Promise<{ experts: number }> {
  if (row.merged_into !== null) throw new Refusal('wrong_state', 'It was merged into another one already.');
  const other = await tx.system
    .selectFrom('specialties')
    .select(['id', 'active', 'merged_into'])
    .where('id', '=', into)
    .forUpdate()
    .executeTakeFirst();
  refuseFields(
    other?.active && other.merged_into === null && into !== row.id
      ? []
      : [{ path: 'into', message: 'Choose another specialty that is in use.' }],
  );
  // a seat names both, and is the subscription's
  const { n: seats } = await tx.system
    .selectFrom('subscription_seats')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('specialty_id', '=', row.id)
    .executeTakeFirstOrThrow();
  if (seats > 0)
    throw new Refusal(
      'wrong_state',
      `${seats === 1 ? 'A seat of a subscription is' : `${seats} seats of subscriptions are`} in this specialty. Move them first.`,
    );
  const { rows: experts } = await sql<{ id: number }>`
    select distinct expert_profile_id as id from credentials where specialty_id = ${row.id}`.execute(tx.system);
  await sql`
    update sub_specialties s set merged_into = o.id, active = false, lock_version = s.lock_version + 1
    from sub_specialties o
    where s.specialty_id = ${row.id} and o.specialty_id = ${into} and lower(o.name) = lower(s.name)`.execute(tx.system);
  await sql`
    update credentials c set specialty_id = ${into}, sub_specialty_id = coalesce(
      (select s.merged_into from sub_specialties s where s.id = c.sub_specialty_id), c.sub_specialty_id)
    where c.specialty_id = ${row.id}`.execute(tx.system);
  await sql`update sub_specialties set specialty_id = ${into}
    where specialty_id = ${row.id} and merged_into is null`.execute(tx.system);
  // what went into this one before goes along
  await tx.system.updateTable('specialties').set({ merged_into: into }).where('merged_into', '=', row.id).execute();
  await tx.system
    .updateTable('specialties')
    .set({ merged_into: into, active: false, lock_version: row.lock_version + 1 })
    .where('id', '=', row.id)
    .execute();
  await tx.audit({
    action: 'taxonomy.merge',
    subject: `specialty:${row.id}`,
    data: {
      before: { merged_into: null, active: row.active },
      after: { merged_into: into, active: false },
      experts: experts.length,
    },
  });
  return { experts: experts.length };
}
