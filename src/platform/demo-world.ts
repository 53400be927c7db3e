import type { Kysely } from 'kysely';
import { json } from './db/json.ts';
import type { DB } from './db/types.ts';

/** Whether the demo world is here, made to its end. */
export async function isDemoWorld(db: Kysely<DB>): Promise<boolean> {
  const row = await db.selectFrom('instance_settings').select('key').where('key', '=', 'demo').executeTakeFirst();
  return row !== undefined;
}

/** How far a demo world is filled up after its first page was served. */
export interface DemoFilling {
  /** Reviews that were there first, lived by commands; the last of them, and the instant of their present, ISO. */
  first: number;
  last: number;
  present: string;
  /** How many there are to be. */
  of: number;
  /** How many there are. */
  made: number;
  /** Which of the plan is next. */
  next: number;
}

/** How far the demo world is filled; null where there is none, or one of a version that had no more of it. */
export async function demoFilling(db: Kysely<DB>): Promise<DemoFilling | null> {
  const row = await db
    .selectFrom('instance_settings')
    .select('value')
    .where('key', '=', 'demo_rest')
    .executeTakeFirst();
  return row === undefined ? null : (row.value as DemoFilling); // written below alone
}

/** How many reviews there are of those there will be, while it is being filled; null where nothing is to come. */
export async function demoToCome(db: Kysely<DB>): Promise<{ made: number; of: number } | null> {
  const filling = await demoFilling(db);
  return filling === null || filling.made >= filling.of ? null : { made: filling.made, of: filling.of };
}

/** Keeps how far it is filled, in the transaction of what was filled in. */
export async function keepFilling(db: Kysely<DB>, filling: DemoFilling, now: Date): Promise<void> {
  const value = json(filling);
  await db
    .insertInto('instance_settings')
    .values({ key: 'demo_rest', value, updated_at: now })
    .onConflict((oc) => oc.column('key').doUpdateSet({ value, updated_at: now }))
    .execute();
}
