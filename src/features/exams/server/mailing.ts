import { sql } from 'kysely';
import { rolesAt } from '../../../core/actor.ts';
import { KINDS } from '../../../core/kinds.ts';
import type { Tx } from '../../../platform/command.ts';
import { expertSideUsers } from '../../../platform/db/experts.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import { type Addressee, staffWithRole } from '../../../platform/mail/staff.ts';
import type { MailRequest, MailText, Ports } from '../../../platform/ports.ts';
import type { ExamReview } from './load.ts';

/** Where each letter leads, below the review's own page. */
const PAGES: Readonly<Record<string, string>> = { exam_times_requested: '/choose-available-times' };

async function send(
  tx: Tx,
  ports: Ports,
  review: ExamReview,
  side: NonNullable<MailRequest['side']>,
  to: readonly Addressee[],
  mail: MailText,
): Promise<void> {
  const link = `/${KINDS[review.kind].slug}/${review.id}${PAGES[mail.template] ?? ''}`;
  for (const { user_id, email, name } of to)
    await ports.mail(tx, {
      to: { user_id, email, name },
      // the signature ties the data to its template; a union cannot be built from a type parameter
      ...({ ...mail, data: { ...mail.data, link } } as MailText),
      review_id: review.id,
      side,
    });
}

/** Mails whoever ordered an exam. */
export async function mailRequester(tx: Tx, ports: Ports, review: ExamReview, mail: MailText): Promise<void> {
  const { rows } = await sql<Addressee>`
    select u.id as user_id, u.email, ${fullNameOf('u')} as name from users u
    where u.id = ${review.requester_id} and u.suspended_at is null`.execute(tx.system);
  await send(tx, ports, review, 'requester', rows, mail);
}

/** Mails the examiner and who assists them. */
export async function mailExaminer(tx: Tx, ports: Ports, review: ExamReview, mail: MailText): Promise<void> {
  const profile = review.expert_profile_id ?? 0;
  const { rows } = await sql<Addressee>`
    select u.id as user_id, u.email, ${fullNameOf('u')} as name from users u
    where u.suspended_at is null and u.id in (
      select p.user_id from profiles p where p.id = ${profile}
      union select p.user_id from assistant_links l join profiles p on p.id = l.assistant_profile_id
        where l.expert_profile_id = ${profile})`.execute(tx.system);
  await send(tx, ports, review, 'expert', rows, mail);
}

/** Mails everybody who examines in an exam, and who assists them. */
export async function mailExaminers(tx: Tx, ports: Ports, review: ExamReview, mail: MailText): Promise<void> {
  const { rows } = await sql<Addressee>`
    select u.id as user_id, u.email, ${fullNameOf('u')} as name from users u
    where u.suspended_at is null and u.id in (${expertSideUsers(sql`${review.id}`)})`.execute(tx.system);
  await send(tx, ports, review, 'expert', rows, mail);
}

/** Mails those of Peritus who serve notices. */
export const mailServers = async (tx: Tx, ports: Ports, review: ExamReview, mail: MailText): Promise<void> =>
  send(tx, ports, review, 'staff', await staffWithRole(tx.system, ...rolesAt('records')), mail);
