import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Kind, KINDS } from '../../core/kinds.ts';
import type { Tx } from '../command.ts';
import { expertSideUsers } from '../db/experts.ts';
import { fullNameOf } from '../db/full-name.ts';
import type { DB } from '../db/types.ts';
import type { MailRequest, MailText, Ports } from '../ports.ts';
import type { Addressee } from './staff.ts';

/** Users as mails go to them, nobody suspended; `who` says which, of `u`. */
async function usersWhere(db: Kysely<DB>, who: RawBuilder<unknown>): Promise<Addressee[]> {
  const { rows } = await sql<Addressee>`
    select u.id as user_id, u.email, ${fullNameOf('u')} as name from users u
    where u.suspended_at is null and ${who}`.execute(db);
  return rows;
}

/** Whoever ordered a review. */
export const requesterOf = (db: Kysely<DB>, requesterId: number): Promise<Addressee[]> =>
  usersWhere(db, sql`u.id = ${requesterId}`);

/** Everybody who is an expert of a review, and who assists them. */
export const expertSideOf = (db: Kysely<DB>, reviewId: number): Promise<Addressee[]> =>
  usersWhere(db, sql`u.id in (${expertSideUsers(sql`${reviewId}`)})`);

/** An expert by their profile, without who assists them. */
export const expertOf = (db: Kysely<DB>, profileId: number | null): Promise<Addressee[]> =>
  usersWhere(db, sql`u.id in (select p.user_id from profiles p where p.id = ${profileId})`);

/** An expert by their profile, and who assists them. */
export const expertWithAssistants = (db: Kysely<DB>, profileId: number | null): Promise<Addressee[]> =>
  usersWhere(
    db,
    sql`u.id in (
      select p.user_id from profiles p where p.id = ${profileId}
      union select p.user_id from assistant_links l join profiles p on p.id = l.assistant_profile_id
        where l.expert_profile_id = ${profileId})`,
  );

/**
 * Mails each of them the same about a review; `link` is the page it leads to, and stands for the template's own. `ics`: the calendar
 * entry each gets, their own.
 */
export async function mailEach(
  tx: Tx,
  ports: Pick<Ports, 'mail'>,
  about: {
    review_id: number;
    side: NonNullable<MailRequest['side']>;
    link: string;
    ics?: (to: Addressee) => NonNullable<MailRequest['ics']>;
  },
  to: readonly Addressee[],
  mail: MailText,
): Promise<void> {
  const { review_id, side, link, ics } = about;
  for (const one of to) {
    const { user_id, email, name } = one;
    await ports.mail(tx, {
      to: { user_id, email, name },
      // the signature ties the data to its template; a union cannot be built from a type parameter
      ...({ ...mail, data: { ...mail.data, link } } as MailText),
      review_id,
      side,
      ...(ics ? { ics: ics(one) } : {}),
    });
  }
}

type Mailed = { id: number; kind: Kind };
const pageOf = ({ kind, id }: Mailed): string => `/${KINDS[kind].slug}/${id}`;

/** Mails whoever ordered a review, with its page. */
export async function mailRequester(
  tx: Tx,
  ports: Pick<Ports, 'mail'>,
  review: Mailed & { requester_id: number },
  mail: MailText,
): Promise<void> {
  const about = { review_id: review.id, side: 'requester', link: pageOf(review) } as const;
  await mailEach(tx, ports, about, await requesterOf(tx.system, review.requester_id), mail);
}

/** Mails the experts of a review and who assists them, with its page. */
export async function mailExpertSide(
  tx: Tx,
  ports: Pick<Ports, 'mail'>,
  review: Mailed,
  mail: MailText,
): Promise<void> {
  const about = { review_id: review.id, side: 'expert', link: pageOf(review) } as const;
  await mailEach(tx, ports, about, await expertSideOf(tx.system, review.id), mail);
}
