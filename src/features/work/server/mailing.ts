import { sql } from 'kysely';
import { KINDS } from '../../../core/kinds.ts';
import type { Tx } from '../../../platform/command.ts';
import { expertSideUsers } from '../../../platform/db/experts.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import type { Addressee } from '../../../platform/mail/staff.ts';
import type { MailText, Ports } from '../../../platform/ports.ts';
import type { WorkReview } from './load.ts';

async function send(
  tx: Tx,
  ports: Ports,
  review: WorkReview,
  side: 'requester' | 'expert',
  to: readonly Addressee[],
  mail: MailText,
): Promise<void> {
  const link = `/${KINDS[review.kind].slug}/${review.id}`;
  for (const { user_id, email, name } of to)
    await ports.mail(tx, {
      to: { user_id, email, name },
      // the signature ties the data to its template; a union cannot be built from a type parameter
      ...({ ...mail, data: { ...mail.data, link } } as MailText),
      review_id: review.id,
      side,
    });
}

/** Mails whoever ordered the matter. */
export async function mailRequester(tx: Tx, ports: Ports, review: WorkReview, mail: MailText): Promise<void> {
  const { rows } = await sql<Addressee>`
    select u.id as user_id, u.email, ${fullNameOf('u')} as name from users u
    where u.id = ${review.requester_id} and u.suspended_at is null`.execute(tx.system);
  await send(tx, ports, review, 'requester', rows, mail);
}

/** Mails the expert and who assists them. */
export async function mailExpert(tx: Tx, ports: Ports, review: WorkReview, mail: MailText): Promise<void> {
  const { rows } = await sql<Addressee>`
    select u.id as user_id, u.email, ${fullNameOf('u')} as name from users u
    where u.suspended_at is null and u.id in (${expertSideUsers(sql`${review.id}`)})`.execute(tx.system);
  await send(tx, ports, review, 'expert', rows, mail);
}
