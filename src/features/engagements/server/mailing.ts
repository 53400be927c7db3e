import { sql } from 'kysely';
import { rolesAt } from '../../../core/actor.ts';
import { KINDS } from '../../../core/kinds.ts';
import type { Tx } from '../../../platform/command.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import { type Addressee, staffWithRole } from '../../../platform/mail/staff.ts';
import type { MailRequest, MailText, Ports } from '../../../platform/ports.ts';
import type { EngagementReview } from './load.ts';

/** Letters that lead to the review's own page; all others lead to its agreement. */
const TO_REVIEW: ReadonlySet<string> = new Set(['agreement_ended', 'expert_withdrew']);

async function send(
  tx: Tx,
  ports: Ports,
  review: EngagementReview,
  side: NonNullable<MailRequest['side']>,
  to: readonly Addressee[],
  mail: MailText,
): Promise<void> {
  const own = `/${KINDS[review.kind].slug}/${review.id}${TO_REVIEW.has(mail.template) ? '' : '/agreement'}`;
  // who is off the matter has no page of it any more
  const link = side === 'expert' && TO_REVIEW.has(mail.template) ? KINDS[review.kind].list_path : own;
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
export async function mailRequester(tx: Tx, ports: Ports, review: EngagementReview, mail: MailText): Promise<void> {
  const { rows } = await sql<Addressee>`
    select u.id as user_id, u.email, ${fullNameOf('u')} as name from users u
    where u.id = ${review.requester_id} and u.suspended_at is null`.execute(tx.system);
  await send(tx, ports, review, 'requester', rows, mail);
}

/** Mails the expert alone: whoever assists them signs nothing and sees no amounts. */
export async function mailExpert(tx: Tx, ports: Ports, review: EngagementReview, mail: MailText): Promise<void> {
  const { rows } = await sql<Addressee>`
    select u.id as user_id, u.email, ${fullNameOf('u')} as name from users u join profiles p on p.user_id = u.id
    where p.id = ${review.expert_profile_id} and u.suspended_at is null`.execute(tx.system);
  await send(tx, ports, review, 'expert', rows, mail);
}

/** Mails the desk that looks for experts. */
export const mailMatching = async (tx: Tx, ports: Ports, review: EngagementReview, mail: MailText): Promise<void> =>
  send(tx, ports, review, 'staff', await staffWithRole(tx.system, ...rolesAt('matching')), mail);
