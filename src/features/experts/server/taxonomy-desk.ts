import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { type Actor, seesPrices } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import {
  priceFaults,
  type SpecialtyPrices,
  storedPrices,
  type WirePrices,
  wirePrices,
} from '../../../core/specialties.ts';
import { command, type Tx } from '../../../platform/command.ts';
import type { DB } from '../../../platform/db/types.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Services } from '../../../platform/services.ts';
import {
  type KeptSpecialty,
  type KeptSubSpecialty,
  taxonomyEndpoints,
  type Taxonomy,
} from '../contract/taxonomy-desk.ts';
import { differing, keepsTaxonomy, specialtyFaults } from '../rules/taxonomy-desk.ts';
import { keptLicenses } from './license-types.ts';
import { mergeSpecialty } from './taxonomy-merge.ts';
import { ONLY_ADMINS, refuseOthers, refuseStale } from './taxonomy-refusals.ts';

/** What every specialty has: for those who name none. */
const GENERAL = 'General';

/** Specialties and sub-specialties as staff keep them. Nothing that was used is deleted: it is retired. */
export function mountTaxonomyDesk(app: FastifyInstance, services: Services): void {
  mount(app, services, taxonomyEndpoints.read, ({ actor }) => readTaxonomy(services.database.systemDb, actor));

  mount(app, services, taxonomyEndpoints.addSpecialty, ({ actor, body }) =>
    command(services, actor, async (tx) => {
      refuseOthers(actor);
      refuseFields(specialtyFaults(body, await namesBeside(tx, 'specialties', null)));
      const { rows } = await sql<{ id: number }>`
        insert into specialties (name, availability, nucc_code, place)
        select ${body.name}, ${body.availability}, ${body.nucc_code}, coalesce(max(place), 0) + 1 from specialties
        returning id`.execute(tx.system);
      const id = rows[0]?.id ?? 0;
      await tx.system.insertInto('sub_specialties').values({ specialty_id: id, name: GENERAL }).execute();
      await tx.audit({ action: 'taxonomy.add', subject: `specialty:${id}`, data: { before: null, after: body } });
      return { id };
    }),
  );

  mount(app, services, taxonomyEndpoints.changeSpecialty, ({ actor, params: { id }, body }) =>
    command(services, actor, async (tx) => {
      const { lock_version, ...changes } = body;
      const row = await lockSpecialty(tx, id, lock_version);
      if (row.merged_into !== null) throw new Refusal('wrong_state', 'It was merged into another one.');
      refuseFields(specialtyFaults(changes, await namesBeside(tx, 'specialties', id)));
      await tx.system
        .updateTable('specialties')
        .set({ ...changes, lock_version: lock_version + 1 })
        .where('id', '=', id)
        .execute();
      await tx.audit({ action: 'taxonomy.change', subject: `specialty:${id}`, data: differing(row, changes) });
      return { id };
    }),
  );

  mount(app, services, taxonomyEndpoints.order, ({ actor, body: { ids } }) =>
    command(services, actor, async (tx) => {
      refuseOthers(actor);
      const before = await tx.system
        .selectFrom('specialties')
        .select('id')
        .orderBy('place')
        .orderBy('name')
        .forUpdate()
        .execute();
      const all = new Set(ids);
      if (all.size !== ids.length || before.length !== ids.length || before.some(({ id }) => !all.has(id)))
        throw new Refusal('wrong_state', 'Specialties were added or taken meanwhile. Look at the list again.');
      await sql`update specialties s set place = o.place from unnest(${ids}::bigint[]) with ordinality o (id, place)
        where s.id = o.id and s.place <> o.place`.execute(tx.system);
      await tx.audit({
        action: 'taxonomy.order',
        subject: 'specialties',
        data: { before: before.map(({ id }) => id), after: ids },
      });
      return { count: ids.length };
    }),
  );

  mount(app, services, taxonomyEndpoints.merge, ({ actor, params, body }) =>
    command(services, actor, async (tx) => {
      const row = await lockSpecialty(tx, params.id, body.lock_version);
      return mergeSpecialty(tx, row, body.into);
    }),
  );

  mount(app, services, taxonomyEndpoints.addSub, ({ actor, params, body: { name, ...prices } }) =>
    command(services, actor, async (tx) => {
      const specialty = await tx.system
        .selectFrom('specialties')
        .select('merged_into')
        .where('id', '=', params.id)
        .forUpdate()
        .executeTakeFirst();
      if (!specialty) throw new Refusal('not_found');
      refuseOthers(actor);
      if (specialty.merged_into !== null) throw new Refusal('wrong_state', 'It was merged into another one.');
      const taken = await namesBeside(tx, 'sub_specialties', null, params.id);
      refuseFields([...specialtyFaults({ name }, taken), ...priceFaults(prices)]);
      const { id } = await tx.system
        .insertInto('sub_specialties')
        .values({ specialty_id: params.id, name, ...storedPrices(prices) })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx.audit({
        action: 'taxonomy.add',
        subject: `sub_specialty:${id}`,
        data: { before: null, after: { name, specialty_id: params.id, ...prices } },
      });
      return { id };
    }),
  );

  mount(app, services, taxonomyEndpoints.changeSub, ({ actor, params: { id }, body }) =>
    command(services, actor, async (tx) => {
      const row = await tx.system
        .selectFrom('sub_specialties')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (!row) throw new Refusal('not_found');
      refuseOthers(actor);
      refuseStale(row, body.lock_version);
      if (row.merged_into !== null) throw new Refusal('wrong_state', 'It was merged into another one.');
      const { lock_version, name = row.name, active = row.active, ...given } = body;
      const before = wirePrices(row);
      const prices: WirePrices = {
        price_modifier: given.price_modifier ?? before.price_modifier,
        report_cost: given.report_cost ?? before.report_cost,
        report_overage_cost: given.report_overage_cost ?? before.report_overage_cost,
        price_modifier_limited: given.price_modifier_limited ?? before.price_modifier_limited,
        price_modifier_standard: given.price_modifier_standard ?? before.price_modifier_standard,
      };
      const taken = await namesBeside(tx, 'sub_specialties', id, row.specialty_id);
      refuseFields([...specialtyFaults({ name }, taken), ...priceFaults(prices)]);
      await tx.system
        .updateTable('sub_specialties')
        .set({ name, active, ...storedPrices(prices), lock_version: lock_version + 1 })
        .where('id', '=', id)
        .execute();
      await tx.audit({
        action: 'taxonomy.change',
        subject: `sub_specialty:${id}`,
        data: differing({ name: row.name, active: row.active, ...before }, { name, active, ...prices }),
      });
      return { id };
    }),
  );
}

/** A specialty, held until the command is through. Refuses `not_found`, `forbidden`, `stale`. */
async function lockSpecialty(tx: Tx<Actor>, id: number, lockVersion: number) {
  const row = await tx.system.selectFrom('specialties').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  refuseOthers(tx.actor);
  refuseStale(row, lockVersion);
  return row;
}

/** The names of the others of its sort. */
async function namesBeside(
  tx: Tx<Actor>,
  table: 'specialties' | 'sub_specialties',
  id: number | null,
  specialty: number | null = null,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(table)} where id is distinct from ${id}::bigint
      and ${specialty === null ? sql`true` : sql`specialty_id = ${specialty}`}`.execute(tx.system);
  return rows.map(({ name }) => name);
}

/** Who uses each specialty or sub-specialty: every table is read once, however many of them there are. */
const users = (column: 'specialty_id' | 'sub_specialty_id') => sql`
  left join (select ${sql.ref(column)} as of, count(distinct expert_profile_id)::int as experts
    from credentials group by 1) c on c.of = s.id
  left join (select ${sql.ref(column)} as of, count(*) filter (where bucket in ('draft', 'active'))::int as open_reviews,
    count(*) filter (where bucket in ('completed', 'cancelled'))::int as past_reviews
    from reviews group by 1) r on r.of = s.id
  left join (select ${sql.ref(column)} as of, count(*)::int as seats from subscription_seats group by 1) x on x.of = s.id`;
const USED = sql`json_build_object('experts', coalesce(c.experts, 0), 'open_reviews', coalesce(r.open_reviews, 0),
  'past_reviews', coalesce(r.past_reviews, 0), 'seats', coalesce(x.seats, 0))`;

interface SubRow extends Omit<KeptSubSpecialty, 'prices'>, SpecialtyPrices {
  specialty_id: number;
}

async function readTaxonomy(db: Kysely<DB>, actor: Actor): Promise<Taxonomy> {
  const { rows: specialties } = await sql<Omit<KeptSpecialty, 'sub_specialties'>>`
    select s.id, s.name, s.availability, s.nucc_code, s.active, s.lock_version, ${USED} as used,
      (select json_build_object('id', m.id, 'name', m.name) from specialties m where m.id = s.merged_into) as merged_into
    from specialties s ${users('specialty_id')} order by s.place, s.name`.execute(db);
  const { rows: subs } = await sql<SubRow>`
    select s.id, s.name, s.specialty_id, s.active, s.lock_version, s.price_modifier, s.price_modifier_limited,
      s.price_modifier_standard, s.report_cost_cents, s.report_overage_cost_cents, ${USED} as used
    from sub_specialties s ${users('sub_specialty_id')} where s.merged_into is null order by s.name`.execute(db);
  const may = keepsTaxonomy(actor.kind);
  return {
    specialties: specialties.map((one) => ({
      ...one,
      sub_specialties: subs
        .filter((sub) => sub.specialty_id === one.id)
        .map((sub) => ({
          id: sub.id,
          name: sub.name,
          active: sub.active,
          lock_version: sub.lock_version,
          used: sub.used,
          prices: seesPrices(actor.kind) ? wirePrices(sub) : null,
        })),
    })),
    license_types: await keptLicenses(db),
    change: { allowed: may, reason: may ? null : ONLY_ADMINS },
  };
}
