import { SUPER_ADMINS } from '../../../platform/db/roles.ts';
import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { encodeCursor, idBefore } from '../../../core/cursor.ts';
import { Refusal } from '../../../core/errors.ts';
import { type Kind, reviewNumber } from '../../../core/kinds.ts';
import type { SuppressedBy } from '../../../core/stored-mail.ts';
import type { DB } from '../../../platform/db/types.ts';
import { isDemoWorld } from '../../../platform/demo-world.ts';
import { footnotesOf, type RenderedMail } from '../../../platform/mail/layout.ts';
import { filled, hasPlace, unsealed } from '../../../platform/mail/opener.ts';
import type { Services } from '../../../platform/services.ts';
import { openTextProvider } from '../../../platform/sms/provider.ts';
import type { LetterView, MessageRow, MessageView } from '../contract.ts';
import {
  isOpenDemo,
  type MessageSort,
  type MessageState,
  revealing,
  stateOf,
  STORED_AS,
  whyNotResent,
  whyNotSetAside,
  whyOf,
} from '../rules.ts';

const PAGE = 40;

/** A stored message, mail or text, as one shape. */
export interface Stored {
  id: number;
  to: string;
  to_name: string;
  to_user_id: number | null;
  template: string;
  subject: string;
  text: string;
  letter: RenderedMail | null;
  calendar: string | null;
  status: string;
  suppressed_by: SuppressedBy | null;
  last_error: string | null;
  attempts: number;
  review_id: number | null;
  kind: Kind | null;
  resent_of: number | null;
  opener: Buffer | null;
  opener_purpose: string | null;
  opener_of: string | null;
  opener_until: Date | null;
  created_at: Date;
  sent_at: Date | null;
  handled_at: Date | null;
}

const OPENER = sql`m.opener, m.opener_purpose, m.opener_of, m.opener_until, m.created_at, m.sent_at, m.handled_at`;
const FROM = {
  mails: sql`select m.id, m.to_email::text as "to", m.to_name, m.to_user_id, m.template, m.subject, m.text, m.letter,
    m.ics as calendar, m.status, m.suppressed_by, m.last_error, m.attempts, m.review_id, r.kind, m.resent_of, ${OPENER}
    from mails m left join reviews r on r.id = m.review_id`,
  texts: sql`select m.id, m.to_number as "to", '' as to_name, m.to_user_id, m.template, m.body as subject, m.body as text,
    null::jsonb as letter, null as calendar, m.status, null as suppressed_by, m.last_error, m.attempts,
    null::bigint as review_id, null as kind, null::bigint as resent_of, ${OPENER}
    from texts m`,
} satisfies Record<MessageSort, unknown>;

/** What a search looks through: whom it went to, what it is about, a review's number. */
function matching(sort: MessageSort, q: string) {
  const like = `%${q.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  if (sort === 'texts') return sql`(m.to_number ilike ${like} or m.template ilike ${like})`;
  const number = /^[a-z]{2,3}-(\d{1,15})$/i.exec(q)?.[1];
  return sql`(m.to_email::text ilike ${like} or m.to_name ilike ${like} or m.subject ilike ${like}
    or m.review_id = ${number === undefined ? null : Number(number)})`;
}

/** A page of the outbox, newest first. */
export async function listMessages(
  db: Kysely<DB>,
  sort: MessageSort,
  query: { state?: MessageState | undefined; q?: string | undefined; cursor?: string | undefined },
): Promise<{ data: MessageRow[]; next_cursor: string | null }> {
  const before = idBefore(query.cursor);
  const { rows } = await sql<Stored>`${FROM[sort]} where true
    ${before === null ? sql`` : sql`and m.id < ${before}`}
    ${query.state === undefined ? sql`` : sql`and m.status = ${STORED_AS[query.state]}`}
    ${query.q ? sql`and ${matching(sort, query.q)}` : sql``}
    order by m.id desc limit ${PAGE + 1}`.execute(db);
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    data: page.map((row) => presentRow(sort, row, null)),
    next_cursor: rows.length > PAGE && last ? encodeCursor([last.id]) : null,
  };
}

/** Whether a mail has no letter any more: its review was purged, or it is from before letters were kept. */
export const isEmptied = (sort: MessageSort, message: Stored): boolean => sort === 'mails' && message.letter === null;

/** One stored message. Refuses `not_found`. */
export async function loadMessage(db: Kysely<DB>, sort: MessageSort, id: number): Promise<Stored> {
  const { rows } = await sql<Stored>`${FROM[sort]} where m.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw new Refusal('not_found');
  return row;
}

/** What was written last to an address, or to a user of the product, that is still good; newest first. */
export async function recentMessages(
  db: Kysely<DB>,
  whose: { email: string } | { user_id: number },
  since: Date,
): Promise<(Stored & { sort: MessageSort })[]> {
  const found: (Stored & { sort: MessageSort })[] = [];
  for (const sort of ['mails', 'texts'] as const) {
    if (sort === 'texts' && 'email' in whose) continue;
    const theirs = 'email' in whose ? sql`m.to_email = ${whose.email}` : sql`m.to_user_id = ${whose.user_id}`;
    const { rows } = await sql<Stored>`${FROM[sort]} where ${theirs} and m.created_at > ${since}
      and m.status in ('queued', 'outbox') order by m.id desc limit 5`.execute(db);
    found.push(...rows.map((row) => ({ ...row, sort })));
  }
  return found.toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime()).slice(0, 5);
}

/** Whether something sends messages of a sort here. */
const hasProvider = ({ env }: Services, sort: MessageSort): boolean =>
  sort === 'mails' ? env.SMTP_URL !== undefined : openTextProvider(env) !== null;

/** Whether this is a demo world in which all can be tried. */
export const inOpenDemo = async (services: Services): Promise<boolean> =>
  isOpenDemo({
    made: await isDemoWorld(services.database.systemDb),
    switched_off: services.env.DEMO === false,
    sends: hasProvider(services, 'mails') || hasProvider(services, 'texts'),
  });

/**
 * Whether a message opens the account of a super admin other than the reader: it goes to one, changes the address of
 * one, or makes one.
 */
export async function isAnotherSuperAdmins(db: Kysely<DB>, message: Stored, readerId: number | null): Promise<boolean> {
  const [what = '', of = ''] = (message.opener_of ?? '').split(':');
  const id = /^\d+$/.test(of) ? Number(of) : 0;
  const { rows } = await sql<{ is: boolean }>`select exists (
      select from users u where u.role in ${SUPER_ADMINS} and u.id is distinct from ${readerId} and (
        u.id = ${message.to_user_id} or u.email = ${message.to} or u.phone_number = ${message.to}
        or (${what.startsWith('email_change_')} and u.id = (select user_id from email_changes where id = ${id})))
    ) or (${what === 'person_invitation'} and exists (
      select from person_invitations i where i.id = ${id} and i.role in ${SUPER_ADMINS}
        and i.invited_by is distinct from ${readerId})) as is`.execute(db);
  return rows[0]?.is ?? true;
}

/** Whether the second factor was brought in this very session, not spared by a remembered browser. */
async function broughtSecondFactor(db: Kysely<DB>, sessionId: number): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('second_factors', 'second_factors.user_id', 'sessions.user_id')
    .select('sessions.id')
    .where('sessions.id', '=', sessionId)
    .where('sessions.second_factor_at', 'is not', null)
    .where('second_factors.confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** How what a message opens is shown to a reader. */
export async function revealingTo(services: Services, actor: Actor, sort: MessageSort, message: Stored) {
  const db = services.database.systemDb;
  return revealing({
    reader: actor.kind,
    demo: await inOpenDemo(services),
    provider: hasProvider(services, sort),
    second_factor: await broughtSecondFactor(db, actor.session_id),
    another_super_admin: await isAnotherSuperAdmins(db, message, actor.user_id),
  });
}

function presentRow(sort: MessageSort, row: Stored, opener: string | null): MessageRow {
  const state = stateOf(row.status);
  return {
    id: row.id,
    sort,
    to: row.to,
    to_name: row.to_name,
    template: row.template,
    subject: filled(row.subject, opener),
    state,
    why: whyOf({ ...row, state }),
    review:
      row.review_id !== null && row.kind !== null
        ? { id: row.review_id, kind: row.kind, number: reviewNumber(row.kind, row.review_id) }
        : null,
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
  };
}

/** A letter as it reads, with what it opens or with dots in its place. */
export function presentLetter(letter: RenderedMail | null, opener: string | null): LetterView | null {
  if (letter === null) return null;
  const { move, why } = footnotesOf(letter);
  const words = (text: string) => filled(text, opener);
  return {
    move: words(move),
    lines: letter.lines.map(words),
    code: letter.code === undefined ? null : words(letter.code),
    facts: (letter.facts ?? []).map(([label, value]) => ({ label, value: words(value) })),
    buttons: [letter.action, letter.second].flatMap((link) =>
      link ? [{ label: link.label, url: opener === null && hasPlace(link.url) ? null : words(link.url) }] : [],
    ),
    why: words(why),
  };
}

/** A message as a reader of the outbox sees it; `revealed`: what it opens was asked for, and noted. */
export async function presentMessage(
  services: Services,
  actor: Actor,
  sort: MessageSort,
  message: Stored,
  { renewable, revealed = false }: { renewable: boolean; revealed?: boolean },
): Promise<MessageView> {
  const value = unsealed(services.keys, message, services.clock.now());
  const how = await revealingTo(services, actor, sort, message);
  const shown = value !== null && (how === 'shown' || revealed);
  const opener = shown ? value : null;
  const opens = message.opener_purpose !== null;
  const state = stateOf(message.status);
  const why_not = whyNotResent({ state, opens, renewable, emptied: isEmptied(sort, message) });
  const kept = whyNotSetAside({ state, handled: message.handled_at !== null });
  return {
    ...presentRow(sort, message, opener),
    letter: presentLetter(message.letter, opener),
    text: filled(message.text, opener),
    calendar: message.calendar,
    attempts: message.attempts,
    resent_of: message.resent_of,
    opener: {
      state: !opens ? 'none' : value === null ? 'gone' : shown ? 'shown' : 'hidden',
      until: message.opener_until?.toISOString() ?? null,
      reveal: {
        allowed: value !== null && how === 'asked' && !shown,
        reason: typeof how === 'object' && value !== null ? how.why : null,
      },
    },
    resend: { allowed: why_not === null, reason: why_not },
    set_aside: { allowed: kept === null, reason: kept },
  };
}
