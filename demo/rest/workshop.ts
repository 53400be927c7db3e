import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Kysely, sql } from 'kysely';
import { openKeyring } from '../../src/platform/crypto.ts';
import { connect, type Connection, type Database } from '../../src/platform/db/database.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import type { DB } from '../../src/platform/db/types.ts';
import type { Env } from '../../src/platform/env.ts';
import type { Logger } from '../../src/platform/log.ts';
import { filesFolder, openDiskStorage } from '../../src/platform/storage-disk.ts';
import { DemoDesk } from '../desk.ts';
import { DemoExams } from '../exams.ts';
import { EXAMS_BEHIND } from '../exam-plan.ts';
import { DemoHistory } from '../history.ts';
import { demoMatter } from '../matters/index.ts';
import { PeerHistory } from '../peer-history.ts';
import { PEER_PAST_BEHIND } from '../peer-past.ts';
import { PLAN_BEHIND } from '../plan.ts';
import { RECORDS_FIRST } from '../records-first.ts';
import { type KeptRecord, renderRecords, takeOver } from '../records/render-all.ts';
import { openWorld } from '../world.ts';
import { FURTHER } from './further-plan.ts';
import { FurtherLives } from './further.ts';

/** Numbers of reviews begin here, so that what is kept under one is no first review's. */
const FIRST_NUMBER = 900_000;

/** A database beside the demo's, in which reviews were lived that the first page does not show. */
export interface Workshop {
  db: Kysely<DB>;
  /** The bytes of one of its files. */
  content(storage_key: string): Promise<Buffer>;
  /** Takes it away again. */
  close(): Promise<void>;
}

export interface WorkshopOptions {
  env: Env;
  log: Logger;
  /** The demo's own database, and how to reach it. */
  database: Database;
  connection: Connection;
  /** The instant of the demo's present. */
  present: Date;
  /** Called after each review; what it waits for is how long the machine is left alone. */
  after: () => Promise<void>;
}

/**
 * Opens a database of its own beside the demo's, with the same people in it, and lives reviews there by the product's own
 * commands under a clock of the past: in the demo's own one the product would do what was due long ago, and everybody
 * would see reviews come about. Null where no database may be created, or other people are in it.
 */
export async function openWorkshop(options: WorkshopOptions): Promise<Workshop | null> {
  const { env, log, database, connection, present } = options;
  const name = `${nameOf(connection)}_demo`;
  const folder = join(env.data_dir, 'demo-workshop');
  const away = async (): Promise<void> => {
    await sql`drop database if exists ${sql.id(name)} with (force)`.execute(database.systemDb);
    await rm(folder, { recursive: true, force: true });
  };
  await away();
  try {
    await sql`create database ${sql.id(name)} template template0`.execute(database.systemDb);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '42501')) throw error;
    log.warn('The role of the database may create none: the demo is filled without the rarer states.');
    return null;
  }
  const own = connect(named(connection, name), { max: 4, filling: true });
  const close = async (): Promise<void> => {
    await own.close();
    await away();
  };
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await migrate(own.pool);
    await sql`alter table reviews alter column id restart with ${sql.lit(FIRST_NUMBER)}`.execute(own.systemDb);
    const storage = await openDiskStorage(folder, own.systemDb, await openKeyring(env, own.systemDb, present));
    await live({ ...options, own, storage });
    if (!(await samePeople(database.systemDb, own.systemDb))) {
      log.warn('The demo was made by another version: it is filled without the rarer states.');
      await close();
      return null;
    }
    const content = async (key: string) => buffer(await storage.read(key));
    return { db: own.systemDb, content, close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Living = WorkshopOptions & { own: Database; storage: Awaited<ReturnType<typeof openDiskStorage>> };

async function live({ env, log, database, own, storage, present, after }: Living): Promise<void> {
  const db = own.systemDb;
  const there = new Set([
    ...RECORDS_FIRST,
    ...(await renderedHere(database.systemDb)).map(({ key }) => key.split('/')[1]),
  ]);
  const matters = [...PLAN_BEHIND, ...FURTHER.map(({ plan }) => plan)].map(({ matter }) => matter);
  const rendering = renderRecords(
    filesFolder(env),
    matters.filter((matter) => !there.has(matter)),
  );
  rendering.catch(() => undefined); // looked at below, when its turn comes
  const setup = await openWorld({ env, database: own, log, now: present, storage });
  try {
    const history = new DemoHistory(setup);
    const peers = new PeerHistory(setup);
    const exams = new DemoExams(setup);
    for (const [i, plan] of PLAN_BEHIND.entries()) {
      await history.live(demoMatter(plan.matter), plan, i);
      await after();
    }
    for (const [i, plan] of PEER_PAST_BEHIND.entries()) {
      await peers.live(demoMatter(plan.matter), plan, i);
      await after();
    }
    // where exams are held is among what experts said of themselves
    await new DemoDesk(setup).records();
    await exams.prepare();
    for (const plan of EXAMS_BEHIND) {
      await exams.live(plan);
      await after();
    }
    await new FurtherLives(setup).live(after);
    setup.clock.at = present;
    await setup.app.drain({ sending: false });
    await takeOver(db, await rendering);
  } finally {
    await setup.app.close();
  }
}

/** What is known of the records that lie in the demo's folder. */
export async function renderedHere(db: Kysely<DB>): Promise<KeptRecord[]> {
  const { rows } = await sql<KeptRecord>`
    select distinct on (storage_key) storage_key as key, size_bytes as bytes, sha256, pages from files
    where storage_key like 'demo/%' and sha256 is not null`.execute(db);
  return rows;
}

/** Whether people, experts and what they are named by have the same numbers in both. */
async function samePeople(demo: Kysely<DB>, workshop: Kysely<DB>): Promise<boolean> {
  const of = async (db: Kysely<DB>, most: number | null): Promise<string> => {
    const { rows } = await sql<{ all: string }>`
      select concat_ws('|',
        (select string_agg(concat_ws(' ', u.id, u.email, p.id), ',' order by u.id, p.id)
          from users u left join profiles p on p.user_id = u.id where ${most}::bigint is null or u.id <= ${most}),
        (select string_agg(concat_ws(' ', id, friendly_registration_slug), ',' order by id) from organizations
          where friendly_registration_slug is not null),
        (select string_agg(concat_ws(' ', id, name), ',' order by id) from sub_specialties)) as "all"`.execute(db);
    return rows[0]?.all ?? '';
  };
  const { id } = await workshop
    .selectFrom('users')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  return (await of(demo, id)) === (await of(workshop, id));
}

const nameOf = (connection: Connection): string =>
  typeof connection === 'string' ? decodeURIComponent(new URL(connection).pathname.slice(1)) : connection.database;

function named(connection: Connection, database: string): Connection {
  if (typeof connection !== 'string') return { ...connection, database };
  const url = new URL(connection);
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
}
