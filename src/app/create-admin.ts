import { randomBytes } from 'node:crypto';
import { hashPassword } from '../features/accounts/server/index.ts';
import { isEmail, normalizeEmail } from '../core/emails.ts';
import { systemClock } from '../core/time.ts';
import { writeAudit } from '../platform/audit.ts';
import { readEnv } from '../platform/env.ts';
import { createLogger } from '../platform/log.ts';
import { openDatabaseBeside } from './open-database.ts';

/** Makes a super admin and prints the password once. Works while the product runs and while it does not. */
export async function createAdmin([typed = '']: string[]): Promise<void> {
  const email = normalizeEmail(typed);
  if (!isEmail(email)) throw new Error('Say whose account it is: npm run create-admin -- you@example.org');
  const env = readEnv();
  const { database, close } = await openDatabaseBeside(env, createLogger('warn'));
  try {
    const password = randomBytes(12).toString('base64url');
    const password_hash = await hashPassword(password);
    const now = systemClock.now();
    await database.systemDb.transaction().execute(async (tx) => {
      const user = await tx
        .insertInto('users')
        .values({
          email,
          password_hash,
          first_name: 'Super',
          last_name: 'Admin',
          role: 'super_admin',
          eula_accepted_at: now,
          created_at: now,
        })
        .onConflict((oc) => oc.column('email').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!user) throw new Error(`There is an account for ${email} already. Nothing was changed.`);
      await writeAudit(tx, { kind: 'system', request_id: 'create-admin' }, now, {
        action: 'user.create',
        subject: `user:${user.id}`,
      });
    });
    console.log(`Made a super admin for ${email}. The password, shown once: ${password}`);
  } finally {
    await close();
  }
}
