import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { LICENSES, presentLicense } from '../../../core/licenses.ts';
import { command, type Tx } from '../../../platform/command.ts';
import type { DB } from '../../../platform/db/types.ts';
import { offeredLicenses } from '../../../platform/db/license-rows.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Services } from '../../../platform/services.ts';
import { type KeptLicense, taxonomyEndpoints } from '../contract/taxonomy-desk.ts';
import { differing, licenseKeyFaults } from '../rules/taxonomy-desk.ts';
import { refuseOthers, refuseStale } from './taxonomy-refusals.ts';

/** Puts the shipped license types into a database that has none. What an operator changed later is never touched. */
export async function ensureLicenseTypes(db: Kysely<DB>): Promise<void> {
  const { n } = await db
    .selectFrom('license_types')
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  if (n > 0) return;
  await db
    .insertInto('license_types')
    .values(Object.entries(LICENSES).map(([key, name], at) => ({ key, name, place: at + 1 })))
    .execute();
}

/** The license types that can be chosen, in their order. */
export async function licenseTypes(db: Kysely<DB>) {
  const rows = await offeredLicenses(db);
  return { data: rows.map(({ key, name }) => presentLicense(key, name)) };
}

/** The letters of those that can be chosen. */
export const licenseKeys = async (db: Kysely<DB>): Promise<Set<string>> =>
  new Set((await licenseTypes(db)).data.map(({ key }) => key));

/** Every license type as it is kept, with how many experts hold it. */
export async function keptLicenses(db: Kysely<DB>): Promise<KeptLicense[]> {
  const { rows } = await sql<KeptLicense>`
    select l.key, l.name as localized_name, l.active, l.lock_version, count(distinct c.expert_profile_id)::int as experts
    from license_types l left join credentials c on c.license_key = l.key
    group by l.key order by l.active desc, l.place`.execute(db);
  return rows;
}

/** License types as staff keep them. Their letters stay: credentials hold them. */
export function mountLicenseDesk(app: FastifyInstance, services: Services): void {
  mount(app, services, taxonomyEndpoints.addLicense, ({ actor, body }) =>
    command(services, actor, async (tx) => {
      refuseOthers(actor);
      refuseFields(licenseKeyFaults(body.key));
      await alone(tx);
      await refuseTaken(tx, body, null);
      const { place } = await tx.system
        .selectFrom('license_types')
        .select((e) => e.fn.coalesce(e.fn.max('place'), e.lit(0)).as('place'))
        .executeTakeFirstOrThrow();
      await tx.system
        .insertInto('license_types')
        .values({ ...body, place: place + 1 })
        .execute();
      await tx.audit({
        action: 'taxonomy.add',
        subject: `license_type:${body.key}`,
        data: { before: null, after: body },
      });
      return { key: body.key };
    }),
  );

  mount(app, services, taxonomyEndpoints.changeLicense, ({ actor, params: { key }, body }) =>
    command(services, actor, async (tx) => {
      await alone(tx);
      const row = await tx.system.selectFrom('license_types').selectAll().where('key', '=', key).executeTakeFirst();
      if (!row) throw new Refusal('not_found');
      refuseOthers(actor);
      const { lock_version, ...changes } = body;
      refuseStale(row, lock_version);
      if (changes.name !== undefined) await refuseTaken(tx, { key, name: changes.name }, key);
      await tx.system
        .updateTable('license_types')
        .set({ ...changes, lock_version: lock_version + 1 })
        .where('key', '=', key)
        .execute();
      await tx.audit({ action: 'taxonomy.change', subject: `license_type:${key}`, data: differing(row, changes) });
      return { key };
    }),
  );
}

/** One changes them at a time, so that no two take one name; they are read meanwhile. */
const alone = (tx: Tx<Actor>) => sql`lock table license_types in share row exclusive mode`.execute(tx.system);

/** Refuses letters or a name that another has, however they are written. */
async function refuseTaken(tx: Tx<Actor>, one: { key: string; name: string }, own: string | null): Promise<void> {
  const { rows } = await sql<{ key: string; name: string }>`
    select key, name from license_types where key is distinct from ${own}
      and (lower(key) = lower(${one.key}) or lower(name) = lower(${one.name})) limit 1`.execute(tx.system);
  const [other] = rows;
  if (other) throw new Refusal('wrong_state', `There is one already: ${other.key}, ${other.name}.`);
}
