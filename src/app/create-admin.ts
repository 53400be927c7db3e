import { randomBytes } from 'node:crypto';
import { hashPassword } from '../features/accounts/server/index.ts';
import { systemClock } from '../core/time.ts';
import { writeAudit } from '../platform/audit.ts';
import { readEnv } from '../platform/env.ts';
import { createLogger } from '../platform/log.ts';
import { openDatabase } from './start.ts';

/** Makes the first super admin of an installation and prints a password once. Stop the product first when it runs embedded. */
export async function createAdmin([email]: string[]): Promise<void> {
  if (!email?.includes('@')) throw new Error('Say whose account it is: npm run create-admin -- you@example.org');
  const env = readEnv();
  const { database, embedded } = await openDatabase(env, createLogger('warn'));
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
        .returning('id')
        .executeTakeFirstOrThrow();
      await writeAudit(tx, { kind: 'system', request_id: 'create-admin' }, now, {
        action: 'user.create',
        subject: `user:${user.id}`,
      });
    });
    console.log(`Made a super admin for ${email}. The password, shown once: ${password}`);
  } finally {
    await database.close();
    await embedded?.stop();
  }
}
