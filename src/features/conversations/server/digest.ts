import { fullName } from '../../../core/names.ts';
import { sql } from 'kysely';
import type { SystemActor } from '../../../core/actor.ts';
import type { Tx } from '../../../platform/command.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { DueDeadline } from '../../../platform/workers.ts';
import { DIGEST_AFTER_MS, type Seat, seatOfMail } from '../rules.ts';

interface Waiting {
  user_id: number;
  email: string;
  first_name: string;
  last_name: string;
  seat: Seat;
  /** The stretch begins after this message. */
  since: number;
  count: number;
  oldest: Date;
  /** Who wrote what is unread. */
  from_side: Seat | 'several';
}

/**
 * Tells by e-mail, without content, whoever has had messages unread for 15 minutes: once for each stretch, which begins
 * with the first message after the reader's mark. For the staff an answer by any of them ends a stretch.
 * The first message sets the deadline; what is unread for less moves it on; with nothing unread it rests.
 */
export async function runDigest(tx: Tx<SystemActor>, ports: Ports, deadline: DueDeadline): Promise<void> {
  const channel = deadline.key;
  const { rows } = await sql<Waiting>`
    with answered as (
      select max(a.seq) as seq from messages a
      join channel_members s on s.channel_id = a.channel_id and s.user_id = a.sender_user_id and s.seat = 'staff'
      where a.channel_id = ${channel}),
    readers as (
      select m.user_id, m.seat,
        case when m.seat = 'staff' then greatest(m.last_read_seq, (select seq from answered)) else m.last_read_seq end as since
      from channel_members m where m.channel_id = ${channel} and m.left_at is null)
    select r.user_id, u.email, u.first_name, u.last_name, r.seat, r.since, count(*)::int as count, min(x.created_at) as oldest,
      case when count(distinct w.seat) = 1 then min(w.seat) else 'several' end as from_side
    from readers r
    join users u on u.id = r.user_id and u.suspended_at is null
    join messages x on x.channel_id = ${channel} and x.seq > r.since and x.deleted_at is null
      and x.sender_user_id is distinct from r.user_id
    left join channel_members w on w.channel_id = x.channel_id and w.user_id = x.sender_user_id
    group by r.user_id, u.email, u.first_name, u.last_name, r.seat, r.since`.execute(tx.system);
  let next: number | null = null;
  for (const reader of rows) {
    const due = reader.oldest.getTime() + DIGEST_AFTER_MS;
    if (due > tx.now.getTime()) {
      next = Math.min(next ?? due, due);
      continue;
    }
    await ports.mail(tx, {
      to: {
        user_id: reader.user_id,
        email: reader.email,
        name: fullName(reader),
      },
      template: 'chat_digest',
      data: { count: reader.count, from: reader.from_side, link: `/chat/${channel}` },
      review_id: deadline.review_id,
      side: seatOfMail(reader.seat),
      dedupe_key: `chat_digest:${channel}:${reader.user_id}:${reader.since}`,
    });
  }
  if (next === null) return;
  await tx.setDeadline({
    review_id: deadline.review_id,
    kind: 'chat_digest',
    key: channel,
    due_at: new Date(next),
  });
}
