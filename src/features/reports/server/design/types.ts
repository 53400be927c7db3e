import { sql } from 'kysely';
import type { Actor } from '../../../../core/actor.ts';
import type { In } from '../../../../core/endpoint.ts';
import { type FieldError, Refusal, refuseFields } from '../../../../core/errors.ts';
import { command, type Tx } from '../../../../platform/command.ts';
import type { ActorDb } from '../../../../platform/db/actor-db.ts';
import type { Services } from '../../../../platform/services.ts';
import { arrangedTypes, formNamed, isShippedForm } from '../../../reviews/rules.ts';
import type { KeptType, KeptTypes, peerReviewTypeEndpoints } from '../../contract/design.ts';
import { mayWriteFor, WHO_WRITES } from '../../rules/form-desk.ts';
import { refuseUnwritten, typedKind } from './write.ts';

type Body<E extends keyof typeof peerReviewTypeEndpoints> = In<(typeof peerReviewTypeEndpoints)[E], 'body'>;
type Fields = Pick<Body<'create'>, 'name' | 'form_key' | 'form_version' | 'charts_min' | 'charts_max'>;

const CHARTS_MOST = 10;

/** The forms types of an organization can be reported on: shipped ones, and those in use of itself, its parents and the platform. */
async function formsFor(db: ActorDb, organizationId: number | null) {
  const { rows } = await sql<{ id: number | null; key: string; name: string; versions: number[]; retired: boolean }>`
    select c.id, f.key, (array_agg(f.name order by f.version desc))[1] as name,
      array_agg(f.version order by f.version desc) as versions, bool_or(c.retired_at is not null) as retired
    from report_forms f left join custom_forms c on c.key = f.key
    where f.kind = ${typedKind()} and (f.organization_id is null
      or f.organization_id in (select p.id from organization_path(${organizationId}) p))
    group by c.id, f.key order by c.id nulls first, min(f.id) limit 1000`.execute(db.executor);
  return rows;
}

/** The types of an organization, or of the platform, as its admins keep them. Refuses `not_found`. */
export async function readTypes(db: ActorDb, organizationId: number | null): Promise<KeptTypes> {
  const { actor } = db;
  const organization =
    organizationId === null
      ? null
      : await db
          .selectFrom('organizations')
          .select(['organizations.id', 'organizations.name'])
          .where('organizations.id', '=', organizationId)
          .executeTakeFirst();
  if (organization === undefined) throw new Refusal('not_found');
  const { rows: own } = await sql<{
    id: number;
    value: string;
    label: string;
    form: string;
    charts_min: number;
    charts_max: number;
    organization_id: number | null;
    organization: string | null;
    lock_version: number;
  }>`select t.*, o.name as organization, p.lock_version from organization_review_types(${organizationId}) t
    join peer_review_types p on p.id = t.id left join organizations o on o.id = t.organization_id`.execute(db.executor);
  const { rows: menus } = await sql<{
    organization_id: number;
    name: string;
    ordered: string[];
    hidden: string[];
    lock_version: number;
  }>`select m.*, o.name, k.lock_version from organization_review_menu(${organizationId}) m
    join organizations o on o.id = m.organization_id join peer_review_menus k on k.organization_id = m.organization_id`.execute(
    db.executor,
  );
  const menu = menus[0] ?? null;
  const forms = await formsFor(db, organizationId);
  const kept = new Map(own.map((row) => [row.id, row]));
  const mayWrite = mayWriteFor(actor, organizationId);
  return {
    organization,
    data: arrangedTypes(
      own.map((row) => ({ ...row, charts: { min: row.charts_min, max: row.charts_max } })),
      menu,
    ).map((type): KeptType => {
      const row = kept.get(type.id);
      const { key, version } = formNamed(type.form);
      const form = forms.find((one) => one.key === key);
      return {
        id: type.id,
        value: type.value,
        name: type.label,
        organization:
          row?.organization_id === undefined || row.organization_id === null
            ? null
            : { id: row.organization_id, name: row.organization ?? '' },
        is_shipped: row === undefined,
        form_key: key,
        form_name: form?.name ?? key,
        form_version: version,
        form_id: form?.id ?? null,
        charts: type.charts,
        offered: type.offered,
        may_write: row !== undefined && mayWriteFor(actor, row.organization_id),
        lock_version: row?.lock_version ?? 0,
      };
    }),
    menu: {
      is_own: menu !== null && menu.organization_id === organizationId,
      from:
        menu !== null && menu.organization_id !== organizationId ? { id: menu.organization_id, name: menu.name } : null,
      lock_version: menu?.organization_id === organizationId ? menu.lock_version : -1,
      may_write: organizationId !== null && mayWrite,
    },
    forms: forms.filter(({ retired }) => !retired).map(({ key, name, versions }) => ({ key, name, versions })),
    may_write: mayWrite,
  };
}

/** One type, as its organization's list has it. */
async function readType(db: ActorDb, organizationId: number | null, id: number): Promise<KeptType> {
  const type = (await readTypes(db, organizationId)).data.find((one) => one.id === id);
  if (!type) throw new Refusal('not_found');
  return type;
}

async function faultsOf(
  db: ActorDb,
  organizationId: number | null,
  fields: Fields,
  own: number | null,
): Promise<FieldError[]> {
  const { form_key, form_version, charts_min, charts_max } = fields;
  const name = fields.name.trim();
  const faults: FieldError[] = [];
  if (name === '') faults.push({ path: 'name', message: 'Give it a name.' });
  else {
    const others = (await readTypes(db, organizationId)).data;
    if (others.some((one) => one.id !== own && one.name.toLowerCase() === name.toLowerCase()))
      faults.push({ path: 'name', message: 'Another type has this name already.' });
  }
  const form = (await formsFor(db, organizationId)).find((one) => one.key === form_key && !one.retired);
  if (!form) faults.push({ path: 'form_key', message: 'Choose a published form that is in use.' });
  else if (form_version !== null && !form.versions.includes(form_version))
    faults.push({ path: 'form_version', message: 'This version was never published.' });
  if (form_version !== null && isShippedForm(form_key))
    faults.push({
      path: 'form_version',
      message: 'A form that comes with Peritus is always used in its newest version.',
    });
  const fits = (count: number): boolean => count >= 1 && count <= CHARTS_MOST;
  if (!fits(charts_min)) faults.push({ path: 'charts_min', message: `Enter a number from 1 to ${CHARTS_MOST}.` });
  if (!fits(charts_max)) faults.push({ path: 'charts_max', message: `Enter a number from 1 to ${CHARTS_MOST}.` });
  else if (charts_max < charts_min) faults.push({ path: 'charts_max', message: 'This is below the least.' });
  return faults;
}

/** People choose from them in an order: beyond so many of one organization it is no choice any more. */
const TYPES_MOST = 100;

async function fullFaults(db: ActorDb, organizationId: number | null): Promise<FieldError[]> {
  const { data } = await readTypes(db, organizationId);
  const own = data.filter((one) => !one.is_shipped && (one.organization?.id ?? null) === organizationId);
  if (own.length < TYPES_MOST) return [];
  const message = `There are ${TYPES_MOST} types here, as many as can be. Change one that is not offered instead.`;
  return [{ path: 'name', message }];
}

const columnsOf = ({ name, form_key, form_version, charts_min, charts_max }: Fields) => ({
  name: name.trim(),
  form_key,
  form_version,
  charts_min,
  charts_max,
});

/** Two who make or rename types of one organization come after each other: each name is there once. */
const afterOthers = (tx: Tx<Actor>, organizationId: number | null) =>
  sql`select pg_advisory_xact_lock(hashtext(${`peer_review_types:${organizationId ?? 'all'}`}))`.execute(tx.system);

/** Makes a type. Refuses `not_found`, `forbidden`, `invalid`. */
export function createType(services: Services, actor: Actor, body: Body<'create'>): Promise<KeptType> {
  return command(services, actor, async (tx) => {
    const { organization_id } = body;
    await refuseUnwritten(tx.db, organization_id);
    await afterOthers(tx, organization_id);
    refuseFields([
      ...(await fullFaults(tx.db, organization_id)),
      ...(await faultsOf(tx.db, organization_id, body, null)),
    ]);
    const after = columnsOf(body);
    const { id } = await tx.system
      .insertInto('peer_review_types')
      .values({ ...after, organization_id, created_by: actor.user_id, created_at: tx.now, updated_at: tx.now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await record(tx, 'created', { organization_id, subject: `peer_review_type:${id}`, before: null, after });
    return readType(tx.db, organization_id, id);
  });
}

/** Changes a type. Refuses `not_found`, `forbidden`, `stale`, `invalid`. */
export function changeType(services: Services, actor: Actor, id: number, body: Body<'change'>): Promise<KeptType> {
  return command(services, actor, async (tx) => {
    const row = await tx.db
      .selectFrom('peer_review_types')
      .selectAll('peer_review_types')
      .where('peer_review_types.id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new Refusal('not_found');
    const { organization_id } = row;
    if (!mayWriteFor(actor, organization_id)) throw new Refusal('forbidden', WHO_WRITES);
    if (row.lock_version !== body.lock_version)
      throw new Refusal('stale', undefined, { current: await readType(tx.db, organization_id, id) });
    await afterOthers(tx, organization_id);
    refuseFields(await faultsOf(tx.db, organization_id, body, id));
    const [before, after] = [columnsOf(row), columnsOf(body)];
    await tx.db
      .updateTable('peer_review_types')
      .set({ ...after, lock_version: row.lock_version + 1, updated_at: tx.now })
      .where('peer_review_types.id', '=', id)
      .execute();
    await record(tx, 'changed', { organization_id, subject: `peer_review_type:${id}`, before, after });
    return readType(tx.db, organization_id, id);
  });
}

/** Sets which types an organization offers and in which order; null: as above it. Refuses `not_found`, `forbidden`, `stale`, `invalid`. */
export function arrangeTypes(services: Services, actor: Actor, id: number, body: Body<'arrange'>): Promise<KeptTypes> {
  return command(services, actor, async (tx) => {
    await refuseUnwritten(tx.db, id);
    await tx.system.selectFrom('organizations').select('id').where('id', '=', id).forUpdate().execute();
    const row = await tx.system
      .selectFrom('peer_review_menus')
      .selectAll()
      .where('organization_id', '=', id)
      .executeTakeFirst();
    if ((row?.lock_version ?? -1) !== body.lock_version)
      throw new Refusal('stale', undefined, { current: await readTypes(tx.db, id) });
    const before = row ? { ordered: row.ordered, hidden: row.hidden } : null;
    if (body.menu === null) await tx.system.deleteFrom('peer_review_menus').where('organization_id', '=', id).execute();
    else {
      const known = new Set((await readTypes(tx.db, id)).data.map(({ value }) => value));
      const { ordered, hidden } = body.menu;
      if ([...ordered, ...hidden].some((value) => !known.has(value)))
        refuseFields([{ path: 'menu', message: 'One of these is no type of this organization.' }]);
      if ([...known].every((value) => hidden.includes(value)))
        refuseFields([{ path: 'menu.hidden', message: 'Offer at least one type.' }]);
      const values = { ordered, hidden, lock_version: (row?.lock_version ?? 0) + 1, updated_at: tx.now };
      await tx.system
        .insertInto('peer_review_menus')
        .values({ organization_id: id, ...values })
        .onConflict((oc) => oc.column('organization_id').doUpdateSet(values))
        .execute();
    }
    await record(tx, 'arranged', {
      organization_id: id,
      subject: `organization:${id}`,
      before,
      after: body.menu,
    });
    return readTypes(tx.db, id);
  });
}

const record = (
  tx: Tx<Actor>,
  what: 'created' | 'changed' | 'arranged',
  { before, after, ...of }: { organization_id: number | null; subject: string; before: unknown; after: unknown },
) => tx.audit({ action: `peer_review_type.${what}`, ...of, data: { before, after } });
