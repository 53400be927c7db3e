import { type Kysely, sql } from 'kysely';
import { type Actor, labelOf } from '../../../core/actor.ts';
import { decodeCursor, encodeCursor, instantIn } from '../../../core/cursor.ts';
import type { In, Out } from '../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import type { Tx } from '../../../platform/command.ts';
import type { DB } from '../../../platform/db/types.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import { staffWithRole } from '../../../platform/mail/staff.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { supportEndpoints } from '../contract.ts';
import type { SupportMessage } from '../contract/inbox.ts';
import type { Reason } from '../rules.ts';
import {
  answerFaults,
  INBOX_ROLES,
  type InboxAction,
  type MessageState,
  refusedInInbox,
  stateAfter,
  writeAgainPath,
} from '../rules/inbox.ts';

const PAGE = 50;
const BEGINS = 160;
const OTHERS = 5;

const like = (words: string): string => `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
/** The key by which an answer's mail is found again. */
const mailKey = (answerId: number): string => `contact_answer:${answerId}`;

function found(db: Kysely<DB>, actor: Actor, query: In<typeof supportEndpoints.messages, 'query'>) {
  let rows = db.selectFrom('contact_messages as m');
  if (query.reason) rows = rows.where('m.reason', '=', query.reason);
  if (query.assigned === 'me') rows = rows.where('m.assigned_to', '=', actor.user_id);
  if (query.assigned === 'nobody') rows = rows.where('m.assigned_to', 'is', null);
  if (query.q) {
    const words = like(query.q);
    rows = rows.where(
      sql<boolean>`(m.name ilike ${words} or m.email::text ilike ${words} or m.reference ilike ${words} or m.message ilike ${words})`,
    );
  }
  return rows;
}

/** A page of the inbox, and how many messages stand where. */
export async function listMessages(
  db: Kysely<DB>,
  actor: Actor,
  query: In<typeof supportEndpoints.messages, 'query'>,
): Promise<Out<typeof supportEndpoints.messages>> {
  const waits = query.state === 'open';
  let rows = found(db, actor, query);
  if (query.state) rows = rows.where('m.status', '=', query.state);
  if (query.cursor !== undefined) {
    const [at, id] = decodeCursor(query.cursor) ?? [];
    const from = instantIn(at);
    if (from === null || typeof id !== 'number') throw new Refusal('malformed');
    rows = rows.where(
      waits
        ? sql<boolean>`(m.created_at, m.id) > (${from}::timestamptz, ${id})`
        : sql<boolean>`(m.created_at, m.id) < (${from}::timestamptz, ${id})`,
    );
  }
  const page = await rows
    .leftJoin('users as u', 'u.id', 'm.assigned_to')
    .select(['m.id', 'm.reference', 'm.name', 'm.email', 'm.reason', 'm.status', 'm.assigned_to', 'm.created_at'])
    .select([
      sql<string>`left(m.message, ${BEGINS})`.as('begins'),
      fullNameOf('u').as('assignee'),
      sql<number>`(select count(*)::int from contact_answers a where a.message_id = m.id)`.as('answers'),
    ])
    .orderBy('m.created_at', waits ? 'asc' : 'desc')
    .orderBy('m.id', waits ? 'asc' : 'desc')
    .limit(PAGE + 1)
    .execute();
  const counts = await found(db, actor, query)
    .select(['m.status', sql<number>`count(*)::int`.as('n')])
    .groupBy('m.status')
    .execute();
  const kept = page.slice(0, PAGE);
  const last = kept.at(-1);
  return {
    data: kept.map((row) => ({
      id: row.id,
      reference: row.reference,
      name: row.name,
      email: row.email,
      reason: row.reason as Reason,
      begins: row.begins,
      state: row.status,
      assigned_to: row.assigned_to === null ? null : { id: row.assigned_to, name: row.assignee },
      answers: row.answers,
      created_at: row.created_at.toISOString(),
    })),
    next_cursor: page.length > PAGE && last ? encodeCursor([last.created_at.toISOString(), last.id]) : null,
    counts: Object.fromEntries(counts.map(({ status, n }) => [status, n])),
  };
}

/** How many messages wait for an answer and are nobody's or this person's. */
export async function waitingInInbox(db: Kysely<DB>, actor: Actor): Promise<number> {
  const { n } = await db
    .selectFrom('contact_messages')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('status', '=', 'open')
    .where((eb) => eb.or([eb('assigned_to', 'is', null), eb('assigned_to', '=', actor.user_id)]))
    .executeTakeFirstOrThrow();
  return n;
}

/** One message as the inbox shows it. Refuses `not_found`. */
export async function readMessage(db: Kysely<DB>, id: number): Promise<SupportMessage> {
  const row = await db
    .selectFrom('contact_messages as m')
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .leftJoin('organizations as o', 'o.id', 'u.organization_id')
    .leftJoin('users as a', 'a.id', 'm.assigned_to')
    .leftJoin('users as s', 's.id', 'm.settled_by')
    .selectAll('m')
    .select(['u.role', 'o.name as organization', fullNameOf('a').as('assignee'), fullNameOf('s').as('settler')])
    .where('m.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const answers = await db
    .selectFrom('contact_answers as a')
    .innerJoin('users as u', 'u.id', 'a.written_by')
    .leftJoin('mails as m', (join) => join.on('m.dedupe_key', '=', sql<string>`'contact_answer:' || a.id`))
    .select(['a.id', 'a.body', 'a.written_at', 'm.status', fullNameOf('u').as('by')])
    .where('a.message_id', '=', id)
    .orderBy('a.id')
    .execute();
  const others = await db
    .selectFrom('contact_messages')
    .select(['id', 'reference', 'status', 'created_at'])
    .where('email', '=', row.email)
    .where('id', '<>', id)
    .orderBy('id', 'desc')
    .limit(OTHERS)
    .execute();
  const assignable = await staffWithRole(db, ...INBOX_ROLES);
  const can = (action: InboxAction) => {
    const reason = refusedInInbox(row.status, action);
    return { allowed: reason === null, reason };
  };
  return {
    id: row.id,
    reference: row.reference,
    name: row.name,
    email: row.email,
    reason: row.reason as Reason,
    message: row.message,
    state: row.status,
    assigned_to: row.assigned_to === null ? null : { id: row.assigned_to, name: row.assignee },
    created_at: row.created_at.toISOString(),
    sender:
      row.role === null
        ? null
        : { role: row.role === 'user' ? 'User' : labelOf(row.role), organization: row.organization },
    answers: answers.map(({ id: answerId, body, written_at, status, by }) => ({
      id: answerId,
      by,
      at: written_at.toISOString(),
      body,
      mail: status === 'sent' ? 'sent' : status === 'failed' ? 'failed' : status === 'outbox' ? 'kept' : 'waiting',
    })),
    settled:
      row.settled_at === null || row.settled_by === null ? null : { by: row.settler, at: row.settled_at.toISOString() },
    others: others.map(({ status, created_at, ...one }) => ({
      ...one,
      state: status,
      created_at: created_at.toISOString(),
    })),
    assignable: assignable.map(({ user_id, name }) => ({ id: user_id, name })),
    abilities: { answer: can('answer'), assign: can('assign'), close: can('close'), reopen: can('reopen') },
  };
}

/** A message under lock, in a state the act is possible in. Refuses `not_found`, `wrong_state`. */
async function lockFor(tx: Tx<Actor>, id: number, action: InboxAction) {
  const row = await tx.system
    .selectFrom('contact_messages')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const refused = refusedInInbox(row.status, action);
  if (refused !== null) throw new Refusal('wrong_state', refused, { current: await readMessage(tx.system, id) });
  return row;
}

/** What is true of a message that an act leaves in this state. */
const settledBy = (tx: Tx<Actor>, state: MessageState) =>
  state === 'closed'
    ? { status: state, settled_at: tx.now, settled_by: tx.actor.user_id }
    : { status: state, settled_at: null, settled_by: null };

/** Writes an answer and queues its mail; who answers what is nobody's has it. */
export async function answerMessage(
  tx: Tx<Actor>,
  ports: Pick<Ports, 'mail'>,
  id: number,
  { body, seen }: In<typeof supportEndpoints.answer, 'body'>,
): Promise<SupportMessage> {
  const row = await lockFor(tx, id, 'answer');
  const { n } = await tx.system
    .selectFrom('contact_answers')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('message_id', '=', id)
    .executeTakeFirstOrThrow();
  if (n !== seen)
    throw new Refusal('stale', 'Somebody else answered meanwhile. Read that answer first; yours is still here.', {
      current: await readMessage(tx.system, id),
    });
  refuseFields(answerFaults(body));
  const answer = await tx.system
    .insertInto('contact_answers')
    .values({ message_id: id, body, written_by: tx.actor.user_id, written_at: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const state = stateAfter(row.status, 'answer');
  const assigned_to = row.assigned_to ?? tx.actor.user_id;
  await tx.system
    .updateTable('contact_messages')
    .set({ ...settledBy(tx, state), assigned_to })
    .where('id', '=', id)
    .execute();
  await ports.mail(tx, {
    // whoever wrote the address is who is answered; an account it only claims to be hears nothing
    to: { email: row.email, name: row.name },
    template: 'contact_answer',
    data: {
      reference: row.reference,
      body,
      written_at: row.created_at.toISOString(),
      link: writeAgainPath(row.reference, row.reason),
    },
    side: 'none',
    dedupe_key: mailKey(answer.id),
  });
  await tx.audit({
    action: 'contact.answer',
    subject: `contact:${row.reference}`,
    from_state: row.status,
    to_state: state,
    data: { answer_id: answer.id, assigned_to },
  });
  return readMessage(tx.system, id);
}

/** Gives a message to somebody of support, or takes it from whoever has it. */
export async function assignMessage(tx: Tx<Actor>, id: number, userId: number | null): Promise<SupportMessage> {
  const row = await lockFor(tx, id, 'assign');
  if (userId !== null) {
    const people = await staffWithRole(tx.system, ...INBOX_ROLES);
    refuseFields(
      people.some((one) => one.user_id === userId)
        ? []
        : [{ path: 'user_id', message: 'Choose somebody who works in the support inbox.' }],
    );
  }
  if (row.assigned_to === userId) return readMessage(tx.system, id);
  await tx.system.updateTable('contact_messages').set({ assigned_to: userId }).where('id', '=', id).execute();
  await tx.audit({
    action: 'contact.assign',
    subject: `contact:${row.reference}`,
    data: { from: row.assigned_to, to: userId },
  });
  return readMessage(tx.system, id);
}

/** Closes a message, or opens it again. */
export async function settleMessage(tx: Tx<Actor>, id: number, action: 'close' | 'reopen'): Promise<SupportMessage> {
  const row = await lockFor(tx, id, action);
  const state = stateAfter(row.status, action);
  await tx.system.updateTable('contact_messages').set(settledBy(tx, state)).where('id', '=', id).execute();
  await tx.audit({
    action: `contact.${action}`,
    subject: `contact:${row.reference}`,
    from_state: row.status,
    to_state: state,
  });
  return readMessage(tx.system, id);
}
