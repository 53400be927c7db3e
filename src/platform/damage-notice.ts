import { ADMINS } from './db/roles.ts';
import { fullNameOf } from './db/full-name.ts';
import { sql } from 'kysely';
import type { Tx } from './command.ts';
import type { Ports } from './ports.ts';

/** Something stored that was found damaged: in the bell and by mail to the clinical desk and the platform's admins, once. */
export async function tellStaff(
  tx: Tx,
  ports: Ports,
  about: {
    template: 'record_damaged' | 'report_damaged' | 'cv_damaged';
    review_id: number | null;
    /** What it is, by kind and id: it is told of once a time it is found. */
    once: string;
  },
): Promise<void> {
  const { rows } = await sql<{ user_id: number; email: string; name: string }>`
    select u.id as user_id, u.email, ${fullNameOf('u')} as name from users u
    where u.suspended_at is null and (u.role = 'clin_ops' or u.role in ${ADMINS}) order by u.id`.execute(tx.system);
  for (const to of rows)
    await ports.mail(tx, {
      to,
      template: about.template,
      data: {},
      ...(about.review_id === null ? {} : { review_id: about.review_id }),
      side: 'staff',
      dedupe_key: `${about.template}:${about.once}:${tx.now.toISOString()}:${to.user_id}`,
    });
}
