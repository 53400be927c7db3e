import { fullNameOf } from '../../../../platform/db/full-name.ts';
import { sql } from 'kysely';
import { type Actor, isOrganizationWide, isRequesterSide, isStaff } from '../../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../../core/errors.ts';
import { command, type Tx } from '../../../../platform/command.ts';
import type { ActorDb } from '../../../../platform/db/actor-db.ts';
import { json } from '../../../../platform/db/json.ts';
import type { Services } from '../../../../platform/services.ts';
import type { ListView } from '../../contract.ts';
import type { ListColumn } from '../../rules.ts';

const MOST_VIEWS = 50;

interface ViewRow {
  id: number;
  user_id: number;
  organization_id: number | null;
  list: string;
  name: string;
  search: Record<string, string | number>;
  columns: ListColumn[] | null;
  shared: boolean;
  by: string;
}

/** Views an actor sees: its own, those shared in an organization it sees, and among staff those staff share. */
const visible = (actor: Actor) =>
  sql<boolean>`(v.user_id = ${actor.user_id} or (v.shared and ${
    isStaff(actor.kind)
      ? sql`v.organization_id is null`
      : isRequesterSide(actor.kind)
        ? sql`v.organization_id = any(${actor.organization_ids}::bigint[])`
        : sql`false`
  }))`;

const columns = sql`v.id, v.user_id, v.organization_id, v.list, v.name, v.search, v.columns, v.shared,
  ${fullNameOf('u')} as by`;

const present = (row: ViewRow, actor: Actor): ListView => {
  const own = row.user_id === actor.user_id;
  const { id, list, name, search, shared } = row;
  return { id, list, name, search, columns: row.columns, shared, own, by: own ? null : row.by };
};

/** The reader's columns by list, and the views it sees by name, its own first. */
export async function readListSettings(db: ActorDb) {
  const { actor } = db;
  const chosen = await sql<{ list: string; columns: ListColumn[] }>`
    select list, columns from list_columns where user_id = ${actor.user_id}`.execute(db.executor);
  const views = await sql<ViewRow>`select ${columns} from list_views v join users u on u.id = v.user_id
    where ${visible(actor)} order by v.user_id <> ${actor.user_id}, lower(v.name), v.id limit 200`.execute(db.executor);
  return {
    columns: Object.fromEntries(chosen.rows.map((row) => [row.list, row.columns])),
    views: views.rows.map((row) => present(row, actor)),
  };
}

/** Remembers a list's columns; none: the usual ones hold again. */
export function saveListColumns(services: Services, actor: Actor, list: string, chosen: ListColumn[]) {
  const unique = [...new Set(chosen)];
  return command(services, actor, async (tx) => {
    if (unique.length === 0)
      await sql`delete from list_columns where user_id = ${actor.user_id} and list = ${list}`.execute(tx.system);
    else
      await sql`insert into list_columns (user_id, list, columns) values (${actor.user_id}, ${list}, ${unique}::text[])
        on conflict (user_id, list) do update set columns = excluded.columns`.execute(tx.system);
    return { columns: unique };
  });
}

interface ViewBody {
  name: string;
  search: Record<string, string | number>;
  columns: ListColumn[] | null;
  shared: boolean;
}

/** With whom a view is shared: the own organization, or for staff their colleagues; refuses for everybody else. */
function sharedWith(actor: Actor, shared: boolean): number | null {
  if (!shared || isStaff(actor.kind)) return null;
  if (!isRequesterSide(actor.kind) || actor.organization_id === null)
    throw new Refusal('forbidden', 'Only those who order, and Peritus, share views with colleagues.');
  return actor.organization_id;
}

async function refuseSameName(tx: Tx<Actor>, list: string, name: string, except: number | null): Promise<void> {
  const { rows } = await sql<{ same: boolean | null; count: number }>`
    select bool_or(lower(name) = lower(${name}) and list = ${list}) as same, count(*)::int as count from list_views
    where user_id = ${tx.actor.user_id} and id is distinct from ${except}`.execute(tx.system);
  if (rows[0]?.same) refuseFields([{ path: 'name', message: 'You already have a view with this name.' }]);
  if (except === null && (rows[0]?.count ?? 0) >= MOST_VIEWS)
    refuseFields([{ path: 'name', message: `You have ${MOST_VIEWS} views. Delete one before you save another.` }]);
}

async function auditSharing(tx: Tx<Actor>, id: number, organization: number | null, shared: boolean): Promise<void> {
  await tx.audit({
    action: shared ? 'list_view.shared' : 'list_view.unshared',
    organization_id: organization,
    subject: `list_view:${id}`,
  });
}

export function createListView(services: Services, actor: Actor, body: ViewBody & { list: string }): Promise<ListView> {
  return command(services, actor, async (tx) => {
    const organization = sharedWith(actor, body.shared);
    await refuseSameName(tx, body.list, body.name, null);
    const { rows } = await sql<ViewRow>`
      insert into list_views as v (user_id, organization_id, list, name, search, columns, shared, created_at, updated_at)
      values (${actor.user_id}, ${organization}, ${body.list}, ${body.name}, ${json(body.search)}, ${body.columns}::text[],
        ${body.shared}, ${tx.now}, ${tx.now})
      returning v.id, v.user_id, v.organization_id, v.list, v.name, v.search, v.columns, v.shared, '' as by`.execute(
      tx.system,
    );
    const row = rows[0];
    if (!row) throw new Error('The view was not stored.');
    if (body.shared) await auditSharing(tx, row.id, organization, true);
    return present(row, actor);
  });
}

/** The view as the actor sees it, locked; refuses `not_found`. */
async function lockView(tx: Tx<Actor>, id: number): Promise<ViewRow> {
  const { rows } = await sql<ViewRow>`select ${columns} from list_views v join users u on u.id = v.user_id
    where v.id = ${id} and ${visible(tx.actor)} for update of v`.execute(tx.system);
  const row = rows[0];
  if (!row) throw new Refusal('not_found');
  return row;
}

export function updateListView(services: Services, actor: Actor, id: number, body: ViewBody): Promise<ListView> {
  return command(services, actor, async (tx) => {
    const row = await lockView(tx, id);
    if (row.user_id !== actor.user_id) throw new Refusal('forbidden', 'Only who saved a view changes it.');
    const organization = sharedWith(actor, body.shared);
    await refuseSameName(tx, row.list, body.name, id);
    await sql`update list_views set name = ${body.name}, search = ${json(body.search)}, columns = ${body.columns}::text[],
        shared = ${body.shared}, organization_id = ${organization}, updated_at = ${tx.now} where id = ${id}`.execute(
      tx.system,
    );
    if (body.shared !== row.shared) await auditSharing(tx, id, organization ?? row.organization_id, body.shared);
    return present({ ...row, ...body }, actor);
  });
}

/** Deletes one's own view; whoever manages an organization also those shared there. */
export function removeListView(services: Services, actor: Actor, id: number): Promise<undefined> {
  return command(services, actor, async (tx) => {
    const row = await lockView(tx, id);
    const manages = isOrganizationWide(actor.kind) && row.shared;
    if (row.user_id !== actor.user_id && !manages)
      throw new Refusal('forbidden', 'Only who saved a view, or who manages the organization, deletes it.');
    await sql`delete from list_views where id = ${id}`.execute(tx.system);
    if (row.shared) await auditSharing(tx, id, row.organization_id, false);
    return undefined;
  });
}
