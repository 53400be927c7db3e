import { sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Kind } from '../../../core/kinds.ts';
import { fullName } from '../../../core/names.ts';
import { DAY } from '../../../core/time.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { ActorDb } from '../../../platform/db/actor-db.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import type { BoxImportsView, BoxMeasureView } from '../contract.ts';
import { accessFor } from './access.ts';
import { type Chosen, gather } from './choose.ts';
import { tellEnd } from './ending.ts';

type Using = Pick<Ports, 'connectedAccounts' | 'fetchedRecords' | 'mail'>;

const NOT_THEIRS = 'Whoever chose this file can have it tried again. Choose it in Box yourself to import it.';

export interface Of {
  kind: Kind;
  id: number;
}
type Items = Parameters<typeof gather>[4];

/** How much of each file that is under way has arrived: this process's own to know. */
export type Received = ReadonlyMap<number, number>;

const ALREADY = 'It is among these records already, in this version.';

/** Of what was chosen, the files the review does not have in this version. */
async function withoutKnown(db: Services['database']['systemDb'], reviewId: number, chosen: Chosen): Promise<Chosen> {
  const known = await db
    .selectFrom('box_import_files as b')
    .leftJoin('files as f', 'f.id', 'b.file_id')
    .select(['b.box_file_id', 'b.box_version_id'])
    .where('b.review_id', '=', reviewId)
    .where((eb) =>
      eb.or([
        eb('b.state', '=', 'waiting'),
        eb.and([eb('b.state', '=', 'done'), eb('f.id', 'is not', null), eb('f.deleted_at', 'is', null)]),
      ]),
    )
    .execute();
  const has = new Set(known.map((one) => `${one.box_file_id} ${one.box_version_id}`));
  const isKnown = ({ file }: Chosen['files'][number]): boolean => has.has(`${file.id} ${file.file_version.id}`);
  return {
    files: chosen.files.filter((one) => !isKnown(one)),
    left_out: [
      ...chosen.left_out,
      ...chosen.files.filter(isKnown).map(({ file }) => ({ name: file.name, why: ALREADY })),
    ],
    too_much: chosen.too_much,
  };
}

/** How much what was chosen brings. */
export async function measure(
  services: Services,
  ports: Using,
  actor: Actor,
  { kind, id }: Of,
  items: Items,
): Promise<BoxMeasureView> {
  const db = services.database.systemDb;
  const { organization_id } = await ports.fetchedRecords.admit(new ActorDb(db, actor), actor, id, kind);
  const chosen = await withoutKnown(db, id, await gather(services, ports, actor, organization_id, items));
  return {
    files: chosen.files.length,
    size_bytes: chosen.files.reduce((sum, { file }) => sum + file.size, 0),
    left_out: chosen.left_out,
    too_much: chosen.too_much,
  };
}

/** Notes what was chosen, to be fetched. What lies where is asked of Box anew: the browser only names it. */
export async function beginImport(
  services: Services,
  ports: Using,
  actor: Actor,
  { kind, id }: Of,
  items: Items,
  wake: () => void,
): Promise<void> {
  const db = services.database.systemDb;
  const { organization_id } = await ports.fetchedRecords.admit(new ActorDb(db, actor), actor, id, kind);
  const gathered = await gather(services, ports, actor, organization_id, items);
  if (gathered.too_much !== null) throw new Refusal('invalid', gathered.too_much);
  await command(services, actor, async (tx) => {
    await ports.fetchedRecords.admit(tx.db, actor, id, kind);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`box import ${id}`}, 0))`.execute(tx.system);
    // what was removed from the review since may come again
    await sql`update box_import_files b set state = 'gone' where b.review_id = ${id} and b.state = 'done'
      and not exists (select from files f where f.id = b.file_id and f.deleted_at is null)`.execute(tx.system);
    const { files } = await withoutKnown(tx.system, id, gathered);
    if (files.length === 0) return;
    const { id: import_id } = await tx.system
      .insertInto('box_imports')
      .values({
        review_id: id,
        user_id: actor.user_id,
        profile_id: actor.profile?.id ?? null,
        connection_id: gathered.connection_id,
        created_at: tx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.system
      .insertInto('box_import_files')
      .values(
        files.map(({ file, path }) => ({
          import_id,
          review_id: id,
          box_file_id: file.id,
          box_version_id: file.file_version.id,
          sha1: file.sha1.toLowerCase(),
          name: file.name,
          path: path === null ? null : `${path}/${file.name}`.slice(0, 2000),
          size_bytes: file.size,
          state: 'waiting',
          next_at: tx.now,
        })),
      )
      .execute();
    await tx.audit({
      action: 'box_import.begun',
      review_id: id,
      subject: `box_import:${import_id}`,
      data: { files: files.length },
    });
    tx.afterCommit(wake);
  });
}

/** The file of an import, locked, of a review in the actor's scope that takes records. */
async function lockOne(tx: Tx<Actor>, ports: Using, { kind, id }: Of, fileId: number) {
  await ports.fetchedRecords.admit(tx.db, tx.actor, id, kind);
  const row = await tx.system
    .selectFrom('box_import_files')
    .selectAll()
    .where('id', '=', fileId)
    .where('review_id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return row;
}

/** Tries a file again that failed, for who chose it: it is their account that is asked. Refuses `forbidden` to others. */
export async function tryAgain(
  services: Services,
  ports: Using,
  actor: Actor,
  of: Of,
  fileId: number,
  wake: () => void,
): Promise<void> {
  await command(services, actor, async (tx) => {
    const row = await lockOne(tx, ports, of, fileId);
    const { user_id } = await tx.system
      .selectFrom('box_imports')
      .select('user_id')
      .where('id', '=', row.import_id)
      .executeTakeFirstOrThrow();
    if (user_id !== actor.user_id) throw new Refusal('forbidden', NOT_THEIRS);
    if (row.state !== 'failed') throw new Refusal('wrong_state', undefined, { current: row.state });
    const other = await tx.system
      .selectFrom('box_import_files')
      .select('id')
      .where('review_id', '=', of.id)
      .where('box_file_id', '=', row.box_file_id)
      .where('box_version_id', '=', row.box_version_id)
      .where('state', 'in', ['waiting', 'done'])
      .executeTakeFirst();
    await tx.system
      .updateTable('box_import_files')
      // chosen anew meanwhile: that one comes
      .set(
        other
          ? { state: 'cancelled', fault: null }
          : { state: 'waiting', fault: null, tries: 0, mismatches: 0, next_at: tx.now },
      )
      .where('id', '=', row.id)
      .execute();
    tx.afterCommit(wake);
  });
}

/** Leaves out a file that has not come yet, or did not. */
export async function leaveOut(services: Services, ports: Using, actor: Actor, of: Of, fileId: number): Promise<null> {
  return command(services, actor, async (tx) => {
    const row = await lockOne(tx, ports, of, fileId);
    if (row.state !== 'waiting' && row.state !== 'failed')
      throw new Refusal('wrong_state', undefined, { current: row.state });
    await tx.system
      .updateTable('box_import_files')
      .set({ state: 'cancelled', fault: null, upload_id: null })
      .where('id', '=', row.id)
      .execute();
    if (row.upload_id !== null) await ports.fetchedRecords.drop(tx, row.upload_id);
    await tx.audit({ action: 'box_import.left_out', review_id: of.id, subject: `box_import_file:${row.id}` });
    await tellEnd(tx, ports, row.import_id);
    return null;
  });
}

/** What the reader can do here, and how it comes along. */
export async function readImports(
  services: Services,
  ports: Using,
  actor: Actor,
  { kind, id }: Of,
  received: Received,
): Promise<BoxImportsView> {
  const db = services.database.systemDb;
  const open = await ports.fetchedRecords.admit(new ActorDb(db, actor), actor, id, kind).catch((error: unknown) => {
    // one that has ended still says what came of what was chosen
    if (error instanceof Refusal && error.code === 'wrong_state') return null;
    throw error;
  });
  const access = open && (await accessFor(db, ports, actor.user_id, open.organization_id));
  const rows = await db
    .selectFrom('box_import_files as b')
    .innerJoin('box_imports as i', 'i.id', 'b.import_id')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select(['b.id', 'b.name', 'b.path', 'b.size_bytes', 'b.came_bytes', 'b.state', 'b.fault', 'b.next_at'])
    .select(['u.id as user_id', 'u.first_name', 'u.last_name'])
    .where('b.review_id', '=', id)
    .where((eb) =>
      eb.or([
        eb('b.state', 'in', ['waiting', 'failed']),
        eb.and([eb('b.state', '=', 'done'), eb('b.done_at', '>', new Date(services.clock.now().getTime() - DAY))]),
      ]),
    )
    .orderBy('b.import_id', 'desc')
    .orderBy('b.id')
    .limit(1000)
    .execute();
  return {
    offered: !access?.is_on ? 'none' : access.connection_id === null ? 'connect' : 'ready',
    data: rows.map((row) => ({
      id: row.id,
      name: row.name,
      path: row.path,
      size_bytes: row.size_bytes,
      received_bytes: row.state === 'done' ? row.size_bytes : (received.get(row.id) ?? row.came_bytes),
      state: row.state as 'waiting',
      fault: row.fault,
      next_at: row.next_at.toISOString(),
      again: row.state === 'failed' && row.user_id === actor.user_id && open !== null,
      chosen_by: { id: row.user_id, name: fullName(row) },
    })),
  };
}
