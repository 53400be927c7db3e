import { sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { HOUR } from '../../../core/time.ts';
import { command } from '../../../platform/command.ts';
import { hashToken, newToken } from '../../../platform/crypto.ts';
import type { Services } from '../../../platform/services.ts';
import { countTry, type Limit, throttleKey } from '../../../platform/throttle.ts';
import type { Calendar } from '../contract.ts';
import { addressFault, askedAt, FAILURES, MOST_CALENDARS, READ_EVERY_MS, shownOf } from '../rules.ts';
import { ADDRESS, keepBusy, readCalendar } from './kept.ts';
import type { CalendarSource } from './source.ts';

/** So often one person has calendars read by hand, or makes an address. */
const ASKED: Limit = { tries: 20, window_ms: HOUR };
const FEED = '/api/v1/calendar-feed';

/** A person has a calendar read by hand once more. */
export const countAsked = ({ database, clock }: Services, actor: Actor): Promise<void> =>
  countTry(database.systemDb, throttleKey('calendar', String(actor.user_id)), ASKED, clock.now());

const refused = (message: string): Refusal =>
  new Refusal('invalid', undefined, { errors: [{ path: 'address', message }] });

/**
 * Adds a calendar, once it could be read. Refuses `invalid` where the address is none or why it could not, `wrong_state` where
 * there are enough.
 */
export async function addCalendar(
  services: Services,
  source: CalendarSource,
  actor: Actor,
  typed: string,
): Promise<Calendar> {
  const fault = addressFault(typed, services.env.CALENDAR_ALLOW_LOOPBACK);
  if (fault !== null) throw refused(fault);
  await countAsked(services, actor);
  const address = new URL(askedAt(typed)).href;
  const zone = actor.time_zone;
  const read = await source.read(
    address,
    { etag: null, last_modified: null, text_hash: null, zone },
    services.clock.now(),
  );
  if ('failure' in read) throw refused(FAILURES[read.failure]);
  if ('same' in read) throw refused(FAILURES.not_a_calendar);
  return command(services, actor, async (tx) => {
    // two at once: the second waits here, and counts the first
    await tx.system.selectFrom('users').select('id').where('id', '=', actor.user_id).forUpdate().execute();
    const address_hash = services.keys.hmac(ADDRESS, address);
    const { rows } = await sql<{ n: number; same: boolean }>`select count(*)::int as n,
      coalesce(bool_or(address_hash = ${address_hash}), false) as same from calendars where user_id = ${actor.user_id}`.execute(
      tx.system,
    );
    const [before] = rows;
    if (before?.same) throw refused('You added this calendar already.');
    if ((before?.n ?? 0) >= MOST_CALENDARS)
      throw new Refusal('wrong_state', `You connected ${MOST_CALENDARS} calendars already. Remove one first.`);
    const { busy, etag, last_modified, text_hash } = read;
    const { id } = await tx.system
      .insertInto('calendars')
      .values({
        user_id: actor.user_id,
        source: 'ics',
        address: services.keys.encrypt(address, ADDRESS),
        address_hash,
        ...shownOf(address),
        etag,
        last_modified,
        text_hash,
        zone,
        read_at: tx.now,
        checked_at: tx.now,
        tried_at: tx.now,
        next_at: new Date(tx.now.getTime() + READ_EVERY_MS),
        created_at: tx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await keepBusy(tx.system, { id, user_id: actor.user_id }, busy);
    await tx.audit({ action: 'calendar.added', subject: `calendar:${id}`, data: { host: new URL(address).host } });
    return readCalendar(tx.system, actor.user_id, id, tx.now);
  });
}

/** Removes a calendar and what was found in it. Refuses `not_found`. */
export function removeCalendar(services: Services, actor: Actor, id: number): Promise<null> {
  return command(services, actor, async (tx) => {
    const gone = await tx.system
      .deleteFrom('calendars')
      .where('id', '=', id)
      .where('user_id', '=', actor.user_id)
      // one of a connected account goes with that
      .where('source', '=', 'ics')
      .returning('host')
      .executeTakeFirst();
    if (!gone) throw new Refusal('not_found');
    await tx.audit({ action: 'calendar.removed', subject: `calendar:${id}`, data: { host: gone.host } });
    return null;
  });
}

/** A new address of a person's own feed; only its fingerprint is kept, and the one before it ends. */
export function makeFeed(services: Services, actor: Actor): Promise<{ address: string }> {
  return command(services, actor, async (tx) => {
    await countTry(tx.system, throttleKey('calendar_feed', String(actor.user_id)), ASKED, tx.now);
    const token = newToken();
    const made = { token_hash: hashToken(token), created_at: tx.now, read_at: null };
    await tx.system
      .insertInto('calendar_feeds')
      .values({ user_id: actor.user_id, ...made })
      .onConflict((oc) => oc.column('user_id').doUpdateSet(made))
      .execute();
    await tx.audit({ action: 'calendar.feed_made' });
    return { address: `${services.env.public_url}${FEED}/${token}` };
  });
}

/** Ends a person's feed. */
export function endFeed(services: Services, actor: Actor): Promise<null> {
  return command(services, actor, async (tx) => {
    const { numDeletedRows } = await tx.system
      .deleteFrom('calendar_feeds')
      .where('user_id', '=', actor.user_id)
      .executeTakeFirst();
    if (numDeletedRows > 0n) await tx.audit({ action: 'calendar.feed_ended' });
    return null;
  });
}
