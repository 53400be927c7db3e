import { seesPrices } from '../../../core/actor.ts';
import { ownSpecialties, specialtyTree } from '../../../core/specialties.ts';
import { type Kysely, sql } from 'kysely';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { organizationPath } from '../../../platform/db/organization-facts.ts';
import type { DB } from '../../../platform/db/types.ts';
import { GROUP_MODIFIER, TAXONOMY } from '../rules.ts';

/** Puts the shipped specialties into a database that has none. What an operator changed later is never touched. */
export async function ensureTaxonomy(db: Kysely<DB>): Promise<void> {
  const { n } = await db
    .selectFrom('specialties')
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  if (n > 0) return;
  await db.transaction().execute(async (tx) => {
    const specialties = await tx
      .insertInto('specialties')
      .values(TAXONOMY.map(({ name }) => ({ name, shipped_key: name })))
      .returning(['id', 'name'])
      .execute();
    const ids = new Map(specialties.map((s) => [s.name, s.id]));
    await tx
      .insertInto('sub_specialties')
      .values(
        TAXONOMY.flatMap((t) =>
          t.sub_specialties.map((name) => ({
            specialty_id: ids.get(t.name) ?? 0,
            name,
            price_modifier: GROUP_MODIFIER[t.group],
            price_modifier_limited: GROUP_MODIFIER[t.group],
            price_modifier_standard: GROUP_MODIFIER[t.group],
          })),
        ),
      )
      .execute();
  });
}

/**
 * Every specialty in use with what its experts' credentials of this day come to: the best availability among them, at most
 * what staff set for the specialty, and the licenses they hold. Of whom stands nowhere in it.
 */
export async function credentialCatalogue(system: Kysely<DB>, today: string) {
  const { rows } = await sql<{ id: number; name: string; availability: Availability; keys: string[] }>`
    select s.id, s.name,
      case when s.availability = 'none' then 'none'
        when bool_or(c.availability = 'accepting') then s.availability
        when bool_or(c.availability = 'limited') then 'limited'
        else 'none' end as availability,
      coalesce(array_agg(distinct c.license_key order by c.license_key) filter (where c.license_key is not null), '{}') as keys
    from specialties s left join (credentials c join expert_profiles e on e.profile_id = c.expert_profile_id
        and e.status = 'active') on c.specialty_id = s.id and (c.expires_on is null or c.expires_on >= ${today}::date)
    where s.active group by s.id order by s.place, s.name`.execute(system);
  return {
    data: rows.map(({ id, name, availability, keys }) => ({
      specialty: { id, localized_full_name: name, availability, supported_license_keys: keys },
    })),
  };
}

type Availability = 'accepting' | 'limited' | 'none';

/** The catalogue of specialties, with prices in dollars for who sees prices: what is charged is nothing for an expert to read. */
export async function specialtyCatalogue(db: ActorDb) {
  const specialties = await db
    .selectFrom('specialties')
    .select(['specialties.id', 'specialties.name'])
    .where('specialties.active', '=', true)
    .orderBy('specialties.place')
    .orderBy('specialties.name')
    .execute();
  const subs = await db
    .selectFrom('sub_specialties')
    .selectAll('sub_specialties')
    .where('sub_specialties.active', '=', true)
    .orderBy('sub_specialties.name')
    .execute();
  const { organization_id } = db.actor;
  const path = organization_id === null ? [] : await organizationPath(db.executor, organization_id);
  const data = specialtyTree(specialties, subs, ownSpecialties(path));
  if (seesPrices(db.actor.kind)) return { data };
  return {
    data: data.map((one) => ({ ...one, sub_specialties: one.sub_specialties.map(({ id, name }) => ({ id, name })) })),
  };
}
