import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { type Actor, isAdmin } from '../../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../../core/errors.ts';
import {
  ownSpecialties,
  type OwnSpecialties,
  PLATFORM_DATABASE,
  priceFaults,
  type SpecialtyPrices,
  specialtyTree,
  storedPrices,
  wirePrices,
} from '../../../../core/specialties.ts';
import { command } from '../../../../platform/command.ts';
import { json } from '../../../../platform/db/json.ts';
import { specialtyRows } from '../../../../platform/db/organization-facts.ts';
import type { DB } from '../../../../platform/db/types.ts';
import { mount } from '../../../../platform/http/mount.ts';
import type { Services } from '../../../../platform/services.ts';
import { type OrganizationSpecialties, specialtyDatabaseEndpoints } from '../../contract/specialties.ts';
import { whoSets } from '../../rules/standing.ts';
import { keptPath, refuseUnseen, tellTree } from './settings.ts';

/** An organization's own specialty database: reading it, and setting it with its prices, which orders follow from then on. */
export function mountSpecialties(app: FastifyInstance, services: Services): void {
  mount(app, services, specialtyDatabaseEndpoints.read, async ({ actor, db, params }) => {
    await refuseUnseen(db, params.id);
    return readDatabase(db.executor, actor, params.id);
  });

  mount(app, services, specialtyDatabaseEndpoints.save, ({ actor, params: { id }, body }) =>
    command(services, actor, async (tx) => {
      await refuseUnseen(tx.db, id);
      if (!isAdmin(actor.kind)) throw new Refusal('forbidden', whoSets({ set_by: 'staff' }));
      await tx.system.selectFrom('organizations').select('id').where('id', '=', id).forUpdate().execute();
      const [own] = await keptPath(tx.system, id);
      if (own.lock_version !== body.lock_version)
        throw new Refusal('stale', 'Someone changed this organization since you opened it. What you wrote is kept.', {
          current: await readDatabase(tx.system, actor, id),
        });
      const { sub_specialties } = await specialtyRows(tx.system);
      const known = new Set(sub_specialties.map((sub) => sub.id));
      const prices = body.database?.prices ?? [];
      const once = new Set(prices.map((price) => price.sub_specialty_id));
      refuseFields([
        ...prices.flatMap((price, index) => [
          ...priceFaults(price, `database.prices.${index}.`),
          ...(known.has(price.sub_specialty_id)
            ? []
            : [{ path: `database.prices.${index}.sub_specialty_id`, message: 'There is no such sub-specialty.' }]),
        ]),
        ...(once.size === prices.length ? [] : [{ path: 'database.prices', message: 'Name each sub-specialty once.' }]),
      ]);
      const after: OwnSpecialties | null = body.database && {
        name: body.database.name,
        prices: Object.fromEntries(prices.map((price) => [price.sub_specialty_id, storedPrices(price)])),
      };
      await tx.db
        .updateTable('organizations')
        .set({ specialty_database: after === null ? null : json(after), lock_version: own.lock_version + 1 })
        .where('organizations.id', '=', id)
        .execute();
      await tx.audit({
        action: 'organization.changed',
        organization_id: id,
        subject: `organization:${id}`,
        data: { field: 'specialty_database', ...difference(own.specialty_database, after) },
      });
      await tellTree(tx, id);
      return readDatabase(tx.system, actor, id);
    }),
  );
}

/** Both as the record keeps them: of the prices only those that differ. */
function difference(before: OwnSpecialties | null, after: OwnSpecialties | null) {
  const same = (id: string): boolean =>
    JSON.stringify(ordered(before?.prices[id])) === JSON.stringify(ordered(after?.prices[id]));
  const kept = (one: OwnSpecialties | null) =>
    one && { name: one.name, prices: Object.fromEntries(Object.entries(one.prices).filter(([id]) => !same(id))) };
  return { before: kept(before), after: kept(after) };
}

const ordered = (prices: SpecialtyPrices | undefined) =>
  prices ? Object.entries(prices).toSorted(([a], [b]) => a.localeCompare(b)) : null;

async function readDatabase(db: Kysely<DB>, actor: Actor, id: number): Promise<OrganizationSpecialties> {
  const [own, ...above] = await keptPath(db, id);
  const { specialties, sub_specialties } = await specialtyRows(db);
  const inherited = ownSpecialties(above);
  const giver = above.find((step) => step.specialty_database !== null);
  const may = isAdmin(actor.kind);
  return {
    lock_version: own.lock_version,
    own: own.specialty_database && {
      name: own.specialty_database.name,
      prices: Object.entries(own.specialty_database.prices).map(([sub, prices]) => ({
        sub_specialty_id: Number(sub),
        ...wirePrices(prices),
      })),
    },
    inherited: {
      name: inherited?.name ?? PLATFORM_DATABASE,
      from: giver ? { id: giver.id, name: giver.name } : null,
    },
    specialties: specialtyTree(specialties, sub_specialties, inherited),
    change: { allowed: may, reason: may ? null : whoSets({ set_by: 'staff' }) },
  };
}
