import { type Kysely, sql } from 'kysely';
import type { SystemActor } from '../../../core/actor.ts';
import { type Kind, reviewNumber } from '../../../core/kinds.ts';
import type { SuppressedBy } from '../../../core/stored-mail.ts';
import type { Tx } from '../../../platform/command.ts';
import type { DB } from '../../../platform/db/types.ts';
import { json } from '../../../platform/db/json.ts';
import { formatInstant } from '../../../platform/mail/template.ts';
import type { MailRequest, QueueMail } from '../../../platform/ports.ts';
import { noticeOf, noticeText } from './notices.ts';
import { decisionOn } from './notify.ts';

/** The timer of a person to whom reminders are to be told; its key is the user's id. */
export const TOLD = 'reminders_told';
/** Reviews a letter names. */
const MOST_NAMED = 40;

/** The way every feature's mails go: reminders wait for others of the same moment, of all else notice is given at once. */
export const makePost =
  (tell: QueueMail): QueueMail =>
  (tx, request) =>
    waitsForOthers(request) ? noteReminder(tx, request) : tell(tx, request);

/** Whether a mail is a reminder to a user of the product. */
const waitsForOthers = ({ template, to }: MailRequest): boolean =>
  template !== 'reminders' && (to.user_id ?? null) !== null && noticeOf(template)?.category === 'reminders';

/** Notes a reminder, once by its key, and has it told when all that is due by now has been noted. */
async function noteReminder(tx: Tx, request: MailRequest): Promise<void> {
  const user_id = request.to.user_id ?? 0;
  const noted = await tx.system
    .insertInto('reminders')
    .values({
      user_id,
      review_id: request.review_id ?? null,
      request: json(request),
      dedupe_key: request.dedupe_key ?? null,
      noted_at: tx.now,
    })
    .onConflict((oc) => oc.column('dedupe_key').doNothing())
    .executeTakeFirst();
  // deadlines are handled earliest first: this one comes after all that came late
  if (noted.numInsertedOrUpdatedRows === 1n) await tx.setTimer({ kind: TOLD, key: String(user_id), due_at: tx.now });
}

interface Waiting {
  request: MailRequest;
  kind: Kind | null;
  zone: string;
}

async function takeWaiting(db: Kysely<DB>, userId: number, now: Date): Promise<Waiting[]> {
  const { rows } = await sql<Waiting & { id: number }>`
    with taken as (update reminders set told_at = ${now} where user_id = ${userId} and told_at is null
      returning id, request, review_id, dedupe_key, user_id)
    select t.id, t.request, r.kind, u.time_zone as zone
    from taken t join users u on u.id = t.user_id left join reviews r on r.id = t.review_id
    where u.suspended_at is null and not exists (select from mails m where m.dedupe_key = t.dedupe_key)
    order by t.id`.execute(db);
  return rows;
}

/**
 * Tells a person what they are to be reminded of: one reminder as it is, several in one letter and one notice. What an
 * organization or the person keeps from being sent is put together apart.
 */
export async function tellReminders(tx: Tx<SystemActor>, tell: QueueMail, key: string): Promise<void> {
  const alike = new Map<string, Decided[]>();
  for (const waiting of await takeWaiting(tx.system, Number(key), tx.now)) {
    const { suppressed_by } = await decisionOn(tx.system, waiting.request);
    const { side = 'none' } = waiting.request;
    const group = `${side} ${suppressed_by}`;
    alike.set(group, [...(alike.get(group) ?? []), { ...waiting, side, suppressed_by }]);
  }
  for (const some of alike.values()) {
    const [first] = some;
    if (!first) continue;
    if (some.length === 1) await tell(tx, first.request);
    else
      await tell(tx, {
        to: first.request.to,
        template: 'reminders',
        data: { count: some.length, says: some.slice(0, MOST_NAMED).map(sentenceOf), ...firstOf(some), link: '/' },
        side: first.side,
        suppressed_by: first.suppressed_by,
      });
  }
}

interface Decided extends Waiting {
  side: NonNullable<MailRequest['side']>;
  suppressed_by: SuppressedBy | null;
}

const numberOf = ({ request, kind }: Waiting): string | null =>
  kind === null || request.review_id === undefined ? null : reviewNumber(kind, request.review_id);

function noticeIn(waiting: Waiting): NonNullable<ReturnType<typeof noticeText>> {
  const said = noticeText(waiting.request.template, numberOf(waiting), waiting.request.data);
  if (!said) throw new Error(`Nobody is given notice of ${waiting.request.template}.`);
  return said;
}

/** The one that is due first, for the title of the notice; nothing where none says when. */
function firstOf(some: readonly Waiting[]): { first?: string; first_due_at?: string } {
  const [first] = some
    .flatMap((waiting) => {
      const [number, { at }] = [numberOf(waiting), noticeIn(waiting)];
      return number !== null && at !== null ? [{ first: number, first_due_at: at }] : [];
    })
    .toSorted((a, b) => a.first_due_at.localeCompare(b.first_due_at));
  return first ?? {};
}

/** "CR-20418 is overdue: Thu, Nov 19, 2026, 7:30 AM CST", as the bell says it. */
function sentenceOf(waiting: Waiting): string {
  const { zone } = waiting;
  const said = noticeIn(waiting);
  return said.at === null ? `${said.title}.` : `${said.title}: ${formatInstant(new Date(said.at), zone)}.`;
}
