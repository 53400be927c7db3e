import { fullNameOf } from '../../../../platform/db/full-name.ts';
import { sql } from 'kysely';
import type { Tx } from '../../../../platform/command.ts';
import type { MailRequest, MailText, Ports } from '../../../../platform/ports.ts';

/** Somebody a mail about a review goes to. */
export interface Recipient {
  /** Null: somebody without an account. */
  user_id: number | null;
  email: string;
  name: string;
}

/** Who ordered a review, and who follows it. */
export async function requesters(tx: Tx, id: number): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select u.id as user_id, u.email, ${fullNameOf('u')} as name from users u
    where u.suspended_at is null and (u.id = (select requester_id from reviews where id = ${id})
      or u.id in (select user_id from review_watchers where review_id = ${id}))`.execute(tx.system);
  return rows;
}

/** The expert who leads a review, alone; nobody where none has accepted. */
export async function leadOf(tx: Tx, id: number): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select u.id as user_id, u.email, ${fullNameOf('u')} as name
    from reviews r join profiles p on p.id = r.expert_profile_id join users u on u.id = p.user_id
    where r.id = ${id} and u.suspended_at is null`.execute(tx.system);
  return rows;
}

/** The expert who leads a review, and that one's assistants: what is to be done is theirs. */
export async function leadSide(tx: Tx, id: number): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select u.id as user_id, u.email, ${fullNameOf('u')} as name from users u
    where u.suspended_at is null and u.id in (
      select p.user_id from reviews r join profiles p on p.id = r.expert_profile_id where r.id = ${id}
      union select p.user_id from reviews r join assistant_links l on l.expert_profile_id = r.expert_profile_id
        join profiles p on p.id = l.assistant_profile_id where r.id = ${id})`.execute(tx.system);
  return rows;
}

export type ReviewMail = MailText & { side: NonNullable<MailRequest['side']> };

/** A letter about a review to each of these people; by `key` the same letter goes again for another occasion. */
export async function send(
  tx: Tx,
  ports: Ports,
  id: number,
  key: string,
  to: readonly Recipient[],
  mail: ReviewMail,
): Promise<void> {
  for (const { user_id, email, name } of to) {
    await ports.mail(tx, {
      to: { user_id, email, name },
      ...mail,
      review_id: id,
      dedupe_key: `${mail.template}:${id}:${key}:${user_id ?? email}`,
    });
  }
}
