import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Role } from '../../../core/actor.ts';
import type { Tx } from '../../../platform/command.ts';
import type { Keyring } from '../../../platform/crypto.ts';
import { organizationPath } from '../../../platform/db/organization-facts.ts';
import type { DB } from '../../../platform/db/types.ts';
import { isDemoWorld } from '../../../platform/demo-world.ts';
import type { Services } from '../../../platform/services.ts';
import { resolveSettings } from '../../organizations/rules.ts';
import {
  FACTOR_METHODS,
  type FactorFacts,
  type FactorMethod,
  RECOVERY_COUNT,
  readRecoveryCode,
  recoveryCodeFrom,
} from '../rules.ts';

/** The ways a user has set up, in the order they are offered. */
export async function methodsOf(db: Kysely<DB>, userId: number): Promise<FactorMethod[]> {
  const rows = await db
    .selectFrom('second_factors')
    .select('method')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .execute();
  return FACTOR_METHODS.filter((method) => rows.some((row) => row.method === method));
}

interface Whose {
  id: number;
  role: Role;
  organization_id: number | null;
}

/** Who requires a second factor of a user: any organization they belong to, and the setting for staff. */
export async function requirements(
  services: Services,
  db: Kysely<DB>,
  user: Whose,
): Promise<Pick<FactorFacts, 'role' | 'organization_requires' | 'staff_require'>> {
  const { rows } = await sql<{ organization_id: number }>`
    select distinct organization_id from profiles where user_id = ${user.id} and organization_id is not null`.execute(
    db,
  );
  const ids = new Set([
    ...rows.map((row) => row.organization_id),
    ...(user.organization_id ? [user.organization_id] : []),
  ]);
  let organization_requires = false;
  for (const id of ids) {
    organization_requires ||= resolveSettings(await organizationPath(db, id)).require_second_factor;
  }
  return { role: user.role, organization_requires, staff_require: await staffRequire(services, db) };
}

/** The setting; where it says nothing, staff need one unless this is the demo world. */
async function staffRequire(services: Services, db: Kysely<DB>): Promise<boolean> {
  if (services.env.STAFF_SECOND_FACTOR !== undefined) return services.env.STAFF_SECOND_FACTOR;
  return !(await isDemoWorld(db));
}

/** What decides whether a sign-in waits; who requires a second factor is asked only of those who have none. */
export async function signInFacts(tx: Tx, user: Whose): Promise<Omit<FactorFacts, 'remembered'>> {
  const methods = await methodsOf(tx.system, user.id);
  if (methods.length > 0) return { role: user.role, methods, organization_requires: false, staff_require: false };
  return { ...(await requirements(tx.services, tx.system, user)), methods };
}

/** How many recovery codes are left, and when they were made; null where there are none. */
export async function recoveryOf(db: Kysely<DB>, userId: number): Promise<{ left: number; made_at: string } | null> {
  const row = await db
    .selectFrom('recovery_codes')
    .select((eb) => [
      eb.fn.countAll<string>().filterWhere('used_at', 'is', null).as('unused'),
      eb.fn.max('created_at').as('made_at'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.made_at ? { left: Number(row.unused), made_at: row.made_at.toISOString() } : null;
}

/** Codes have 58 bits and their hash a key, so that neither guessing nor a copy of the database opens them. */
const hashRecovery = (keys: Keyring, userId: number, code: string): Buffer =>
  keys.hmac('recovery_code', `${userId}:${code}`);

/** Ten new recovery codes in place of all earlier ones; this is the only time they can be read. */
export async function makeRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_COUNT) {
    const code = recoveryCodeFrom(randomBytes(24));
    if (code !== null) codes.add(code);
  }
  await tx.system.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx.system
    .insertInto('recovery_codes')
    .values(
      [...codes].map((code) => ({
        user_id: userId,
        code_hash: hashRecovery(tx.services.keys, userId, code),
        created_at: tx.now,
      })),
    )
    .execute();
  return [...codes];
}

/** Uses a recovery code, once. Answers whether it was one. */
export async function useRecoveryCode(tx: Tx, userId: number, typed: string): Promise<boolean> {
  const code = readRecoveryCode(typed);
  const used = await tx.system
    .updateTable('recovery_codes')
    .set({ used_at: tx.now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashRecovery(tx.services.keys, userId, code ?? 'none'))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return code !== null && used.numUpdatedRows > 0n;
}
