import { fullNameOf } from '../../../../platform/db/full-name.ts';
import { sql } from 'kysely';
import { isRequesterSide, isStaff, ORGANIZATION_ADMIN_KINDS } from '../../../../core/actor.ts';
import { CHOICES_READ, showChoices } from '../../../../core/choices.ts';
import type { In, Out } from '../../../../core/endpoint.ts';
import { BLIND_KINDS } from '../../../../core/kinds.ts';
import type { ActorDb } from '../../../../platform/db/actor-db.ts';
import { asTyped } from '../../../../platform/db/as-typed.ts';
import { scopeGroup } from '../../../../platform/db/scope.ts';
import type { reviewsEndpoints } from '../../contract.ts';
import { listExpertName } from '../page/people.ts';

/** People who order in the organizations the actor sees, by name, as far as they are shown. */
export async function requesterOptions(
  db: ActorDb,
  { organization_id, but, q, id }: In<typeof reviewsEndpoints.requesters, 'query'>,
): Promise<Out<typeof reviewsEndpoints.requesters>> {
  const { actor } = db;
  if (!isRequesterSide(actor.kind) && !isStaff(actor.kind)) return { data: [], more: false };
  let query = db.executor
    .selectFrom('users')
    .select(['users.id', 'users.organization_id', fullNameOf('users').as('name')])
    .where('users.suspended_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('users.role', 'in', ORGANIZATION_ADMIN_KINDS),
        eb.exists(
          eb
            .selectFrom('profiles')
            .select('profiles.id')
            .whereRef('profiles.user_id', '=', 'users.id')
            .where('profiles.type', '=', 'ClaimConsultant'),
        ),
      ]),
    )
    .orderBy('users.last_name')
    .orderBy('users.id');
  if (!isStaff(actor.kind)) query = query.where('users.organization_id', 'in', [-1, ...actor.organization_ids]);
  if (id !== undefined) return { data: await query.where('users.id', 'in', [id].flat()).execute(), more: false };
  if (organization_id !== undefined) query = query.where('users.organization_id', '=', organization_id);
  if (but) query = query.where('users.id', '<>', actor.user_id);
  if (q) query = query.where(sql<boolean>`${fullNameOf('users')} ilike ${`%${asTyped(q)}%`}`);
  return showChoices(await query.limit(CHOICES_READ).execute());
}

interface ExpertRow {
  profile_id: number;
  code: string;
  first_name: string;
  last_name: string;
  suffix: string;
}

/** Experts who accepted a review the actor sees, by name, as far as they are shown. */
export async function expertOptions(
  db: ActorDb,
  { q, id }: In<typeof reviewsEndpoints.experts, 'query'>,
): Promise<Out<typeof reviewsEndpoints.experts>> {
  const { actor } = db;
  const group = scopeGroup(actor);
  // whoever stays unknown to those who order is in no choice of theirs
  const unknown = isRequesterSide(actor.kind) ? BLIND_KINDS : [];
  const named = unknown.length === 0 ? sql`true` : sql`r.kind <> all(${unknown}::text[])`;
  const beside = sql`select x.expert_profile_id from review_experts x join reviews r on r.id = x.review_id
    where x.until is null and x.part <> 'lead' and ${named}`;
  // from the experts there are to one review of each, or from the reviews there are to their experts
  const has =
    group === 'all'
      ? sql`(exists (select 1 from reviews r where r.expert_profile_id = e.profile_id and ${named})
          or exists (${beside} and x.expert_profile_id = e.profile_id))`
      : group === 'organizations'
        ? sql`e.profile_id in (select r.expert_profile_id from reviews r
            where r.organization_id = any(${actor.organization_ids}::bigint[]) and r.expert_profile_id is not null and ${named}
            union all ${beside} and r.organization_id = any(${actor.organization_ids}::bigint[]))`
        : sql`e.profile_id in (select r.expert_profile_id from reviews r where r.id in (
            ${db.selectFrom('reviews').select('reviews.id')}) and r.expert_profile_id is not null and ${named}
            union all ${beside} and r.id in (${db.selectFrom('reviews').select('reviews.id')}))`;
  // by the name they are listed under, its title aside
  const words = `%${asTyped((q ?? '').replace(/^(dr|prof)\.? /i, ''))}%`;
  const asked =
    id === undefined
      ? sql`and left(u.first_name, 1) || '. ' || u.last_name ilike ${words}`
      : sql`and e.profile_id = any(${[id].flat()}::bigint[])`;
  const { rows } = await sql<ExpertRow>`
    select e.profile_id, e.code, u.first_name, u.last_name, e.credentials_suffix as suffix
    from expert_profiles e join profiles p on p.id = e.profile_id join users u on u.id = p.user_id
    where ${has} ${asked} order by u.last_name, u.first_name, e.profile_id limit ${CHOICES_READ}`.execute(db.executor);
  return showChoices(rows.map((row) => ({ id: row.profile_id, name: listExpertName(row) })));
}
