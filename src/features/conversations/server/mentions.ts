import { sql } from 'kysely';
import type { SystemActor } from '../../../core/actor.ts';
import { fullName } from '../../../core/names.ts';
import type { Tx } from '../../../platform/command.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { DueDeadline } from '../../../platform/workers.ts';
import { mentionedIn, type NameParts, nameOf, type Seat, seatOfMail } from '../rules.ts';
import { suffixOf } from './messages.ts';

interface Written {
  body: string;
  sender_user_id: number;
  seat: Seat | null;
}

/**
 * Tells whoever a message mentions and has not read it, by notice and mail, without a word of it. Once for each message and
 * person; a message taken back meanwhile mentions nobody.
 */
export async function runMentions(
  tx: Tx<SystemActor>,
  ports: Pick<Ports, 'mail'>,
  deadline: DueDeadline,
): Promise<void> {
  const [channel = '', seq] = deadline.key.split(':');
  const { rows } = await sql<Written>`
    select x.body, x.sender_user_id, s.seat from messages x
    left join channel_members s on s.channel_id = x.channel_id and s.user_id = x.sender_user_id
    where x.channel_id = ${channel} and x.seq = ${Number(seq)} and x.deleted_at is null`.execute(tx.system);
  const [message] = rows;
  if (!message) return;
  const members = await sql<NameParts & { user_id: number; email: string; seat: Seat }>`
    select m.user_id, u.email, m.seat, u.first_name, u.last_name,
      case when m.seat = 'expert' then ${suffixOf(sql.ref('m.user_id'))} end as credentials_suffix
    from channel_members m join users u on u.id = m.user_id and u.suspended_at is null
    where m.channel_id = ${channel} and m.left_at is null and m.last_read_seq < ${Number(seq)}
      and m.user_id <> ${message.sender_user_id}`.execute(tx.system);
  for (const member of mentionedIn(
    message.body,
    members.rows.map((row) => ({ ...row, name: nameOf(row).name })),
  ))
    await ports.mail(tx, {
      to: { user_id: member.user_id, email: member.email, name: fullName(member) },
      template: 'chat_mention',
      data: { from: message.seat ?? 'staff', link: `/chat/${channel}` },
      review_id: deadline.review_id,
      side: seatOfMail(member.seat),
      dedupe_key: `chat_mention:${deadline.key}:${member.user_id}`,
    });
}
