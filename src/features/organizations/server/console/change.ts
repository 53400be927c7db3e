import type { Actor } from '../../../../core/actor.ts';
import type { In } from '../../../../core/endpoint.ts';
import { type FieldError, Refusal, refuseFields } from '../../../../core/errors.ts';
import { isZone } from '../../../../core/time.ts';
import { command, type Tx } from '../../../../platform/command.ts';
import type { ActorDb } from '../../../../platform/db/actor-db.ts';
import { json } from '../../../../platform/db/json.ts';
import type { Services } from '../../../../platform/services.ts';
import type { organizationConsoleEndpoints, OrganizationSettingsView } from '../../contract/console.ts';
import { checkField, fieldNamed, type OrganizationField } from '../../rules/fields.ts';
import { type KeptOrganization, mayCreate, maySet, ownValue, whoSets } from '../../rules/standing.ts';
import { keptPath, readSettings, refuseUnseen, tellTree } from './settings.ts';

interface Change {
  field: OrganizationField;
  before: unknown;
  after: unknown;
}

/**
 * Sets fields of an organization, all or none. Who changed something since it was read gets `stale` with what holds now.
 * Everybody of the tree hears of it at once.
 */
export function changeOrganization(
  services: Services,
  actor: Actor,
  id: number,
  { lock_version, changes, reason }: In<typeof organizationConsoleEndpoints.change, 'body'>,
): Promise<OrganizationSettingsView> {
  return command(services, actor, async (tx) => {
    await refuseUnseen(tx.db, id);
    await tx.system.selectFrom('organizations').select('id').where('id', '=', id).forUpdate().execute();
    const [own] = await keptPath(tx.system, id);
    refuseForeignFields(actor, changes);
    if (own.lock_version !== lock_version)
      throw new Refusal('stale', 'Someone changed this organization since you opened it. Your changes are kept.', {
        current: await readSettings(services, tx.system, actor, id),
      });
    const wanted = read(own, changes);
    if (reason === undefined || reason === '')
      refuseFields(
        wanted
          .filter(({ field }) => field.needs_reason)
          .map(({ field }) => ({ path: 'reason', message: `Say why the ${field.label.toLowerCase()} changes.` })),
      );
    await refuseTakenSlug(tx, id, wanted);
    if (wanted.length > 0) await write(tx, own, wanted, reason);
    return readSettings(services, tx.system, actor, id);
  });
}

/** Refuses `invalid` for what is no field, `forbidden` for what this person never sets. */
function refuseForeignFields(actor: Actor, changes: Readonly<Record<string, unknown>>): void {
  const fields = Object.keys(changes).map((name) => [name, fieldNamed(name)] as const);
  refuseFields(fields.flatMap(([name, field]) => (field ? [] : [{ path: name, message: 'There is no such field.' }])));
  for (const [, field] of fields) {
    if (!field || maySet(actor.kind, field)) continue;
    throw new Refusal('forbidden', whoSets(field));
  }
}

/** What really changes, checked. Refuses `invalid` at the fields that cannot hold what was sent. */
function read(own: KeptOrganization, changes: Readonly<Record<string, unknown>>): Change[] {
  const faults: FieldError[] = [];
  const wanted: Change[] = [];
  for (const [name, value] of Object.entries(changes)) {
    const field = fieldNamed(name);
    if (!field) continue;
    const checked = checkField(field, value);
    if ('fault' in checked) {
      faults.push({ path: name, message: checked.fault });
      continue;
    }
    const before = ownValue(own, field) ?? null;
    // a hold is on or off, and off is no value of its own
    const after = field.needs_reason && checked.value === false ? null : checked.value;
    if (JSON.stringify(before) !== JSON.stringify(after)) wanted.push({ field, before, after });
  }
  refuseFields(faults);
  return wanted;
}

async function refuseTakenSlug(tx: Tx<Actor>, id: number, wanted: readonly Change[]): Promise<void> {
  const slug = wanted.find(({ field }) => field.kind === 'slug')?.after;
  if (typeof slug !== 'string') return;
  const other = await tx.system
    .selectFrom('organizations')
    .select('id')
    .where('friendly_registration_slug', '=', slug)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (other)
    refuseFields([{ path: 'friendly_registration_slug', message: 'Another organization has this address already.' }]);
}

async function write(
  tx: Tx<Actor>,
  own: KeptOrganization & { lock_version: number },
  wanted: readonly Change[],
  reason: string | undefined,
): Promise<void> {
  const map = (stored: 'flags' | 'settings'): Record<string, unknown> => {
    const kept: Record<string, unknown> = { ...(own[stored] as Record<string, unknown> | null) };
    for (const { field, after } of wanted) {
      if (field.stored !== stored) continue;
      if (after === null) delete kept[field.name];
      else kept[field.name] = after;
    }
    return kept;
  };
  const columns = Object.fromEntries(
    wanted.flatMap(({ field, after }) => (field.stored === 'column' ? [[field.name, kept(field, after)]] : [])),
  );
  await tx.db
    .updateTable('organizations')
    .set({
      ...columns,
      flags: json(map('flags')),
      settings: json(map('settings')),
      lock_version: own.lock_version + 1,
    })
    .where('organizations.id', '=', own.id)
    .execute();
  for (const { field, before, after } of wanted)
    await tx.audit({
      action: 'organization.changed',
      organization_id: own.id,
      subject: `organization:${own.id}`,
      ...(field.needs_reason && reason ? { reason } : {}),
      data: { field: field.name, before, after },
    });
  if (wanted.some(({ field }) => field.stored === 'flags'))
    await tx.emit('organization.flags_changed', { organization_id: own.id });
  await tellTree(tx, own.id);
}

/** A value as its column keeps it. */
function kept(field: OrganizationField, value: unknown): unknown {
  if (field.kind === 'switch') return value === true;
  if (field.kind === 'aliases') return json(value ?? {});
  return field.kind === 'office_hours' && value !== null ? json(value) : value;
}

/** Makes an organization, of its own or below another, whose platform type it then has. Refuses `not_found`, `forbidden`, `invalid`. */
export function addOrganization(
  services: Services,
  actor: Actor,
  db: ActorDb,
  body: In<typeof organizationConsoleEndpoints.create, 'body'>,
): Promise<{ id: number }> {
  return command(services, actor, async (tx) => {
    const { parent_id } = body;
    if (parent_id !== null) await refuseUnseen(db, parent_id);
    if (!mayCreate(actor.kind, parent_id))
      throw new Refusal('forbidden', 'Peritus makes new organizations. You can add one below your own.');
    const parent = parent_id === null ? null : (await keptPath(tx.system, parent_id))[0];
    const name = body.name.trim();
    const zone = body.time_zone ?? parent?.time_zone ?? 'America/Chicago';
    refuseFields([
      ...(name === '' || name.length > 200
        ? [{ path: 'name', message: 'Give it a name of at most 200 characters.' }]
        : []),
      ...(isZone(zone) ? [] : [{ path: 'time_zone', message: 'Choose a time zone.' }]),
    ]);
    // what an organization's own admins add is run as theirs is
    const wanted = mayCreate(actor.kind, null) ? body.platform_type : undefined;
    const platform_type = wanted ?? (parent?.platform_type === 'saas' ? 'saas' : 'managed');
    const { id } = await tx.system
      .insertInto('organizations')
      .values({ name, parent_id, time_zone: zone, platform_type, created_at: tx.now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.audit({
      action: 'organization.create',
      organization_id: id,
      subject: `organization:${id}`,
      data: { parent_id, platform_type },
    });
    if (parent_id !== null) await tellTree(tx, parent_id);
    return { id };
  });
}
