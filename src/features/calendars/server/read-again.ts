import { sql } from 'kysely';
import { MINUTE } from '../../../core/time.ts';
import type { SystemActor } from '../../../core/actor.ts';
import { systemCommand, type Tx } from '../../../platform/command.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { mailUser } from '../../../platform/mail/mail-user.ts';
import { FAILURES, READ_EVERY_MS, READ_WHOLE_MS, tellsNow, waitAfter } from '../rules.ts';
import { ADDRESS, keepBusy } from './kept.ts';
import { readGraph } from './graph.ts';
import type { CalendarSource, Read } from './source.ts';

/** So long a try is this process's own; after it another takes the calendar up, as of a process that died. */
const OWN_MS = 2 * MINUTE;
/** How many are read at once. */
const AT_ONCE = 8;

interface Due {
  id: number;
  user_id: number;
  address: Buffer | null;
  connection_id: number | null;
  etag: string | null;
  last_modified: string | null;
  text_hash: Buffer | null;
  zone: string | null;
  read_at: Date | null;
  time_zone: string;
}

/** Reads calendars that are due, or one of them whether it is or not; answers how many. */
export async function readDue(
  services: Services,
  ports: Pick<Ports, 'mail' | 'connectedAccounts'>,
  source: CalendarSource,
  calendarId: number | null = null,
): Promise<number> {
  const now = services.clock.now();
  const { rows } = await sql<Due>`
    update calendars c set tried_at = ${now}, next_at = ${new Date(now.getTime() + OWN_MS)}
    from users u
    where u.id = c.user_id and c.id in (
      select d.id from calendars d join users p on p.id = d.user_id
      where p.suspended_at is null and ${calendarId === null ? sql`d.next_at <= ${now}` : sql`d.id = ${calendarId}`}
      order by d.next_at, d.id limit ${AT_ONCE} for update of d skip locked)
    returning c.id, c.user_id, c.address, c.connection_id, c.etag, c.last_modified, c.text_hash, c.zone, c.read_at, u.time_zone`.execute(
    services.database.systemDb,
  );
  await Promise.all(
    rows.map(async (due) => {
      const whole =
        due.zone !== due.time_zone || due.read_at === null || now.getTime() - due.read_at.getTime() >= READ_WHOLE_MS;
      const { etag, last_modified, text_hash } = whole ? { etag: null, last_modified: null, text_hash: null } : due;
      const known = { etag, last_modified, text_hash, zone: due.time_zone };
      const read =
        due.address === null
          ? await readGraph(ports.connectedAccounts, due.connection_id ?? 0, known, now)
          : await source.read(services.keys.decrypt(due.address, ADDRESS).toString(), known, now);
      await settle(services, ports, due, read);
    }),
  );
  return rows.length;
}

/** Writes down what came of reading a calendar, unless it was removed meanwhile. */
async function settle(services: Services, ports: Pick<Ports, 'mail'>, due: Due, read: Read): Promise<void> {
  await systemCommand(services, { kind: 'system', request_id: `calendar-${due.id}` }, async (tx) => {
    const held = await tx.system
      .selectFrom('calendars')
      .select(['failures', 'failing_since', 'told_at', 'host'])
      .where('id', '=', due.id)
      .forUpdate()
      .executeTakeFirst();
    if (!held) return;
    if ('failure' in read) {
      const failures = held.failures + 1;
      const failing = { failing_since: held.failing_since ?? tx.now, told_at: held.told_at };
      const tells = tellsNow(failing, tx.now);
      await tx.system
        .updateTable('calendars')
        .set({
          failures,
          failure: read.failure,
          failing_since: failing.failing_since,
          told_at: tells ? tx.now : held.told_at,
          next_at: new Date(tx.now.getTime() + waitAfter(failures, read.retry_after_ms)),
        })
        .where('id', '=', due.id)
        .execute();
      if (tells) await tell(tx, ports, due, { host: held.host, why: FAILURES[read.failure] });
      return;
    }
    if ('busy' in read) await keepBusy(tx.system, due, read.busy);
    await tx.system
      .updateTable('calendars')
      .set({
        ...('busy' in read
          ? {
              etag: read.etag,
              last_modified: read.last_modified,
              text_hash: read.text_hash,
              zone: due.time_zone,
              read_at: tx.now,
            }
          : {}),
        checked_at: tx.now,
        failures: 0,
        failure: null,
        failing_since: null,
        told_at: null,
        next_at: new Date(tx.now.getTime() + READ_EVERY_MS),
      })
      .where('id', '=', due.id)
      .execute();
  });
}

async function tell(
  tx: Tx<SystemActor>,
  ports: Pick<Ports, 'mail'>,
  { id, user_id }: Due,
  said: { host: string; why: string },
): Promise<void> {
  await mailUser(tx, ports, user_id, {
    template: 'calendar_failing',
    data: { ...said, link: '/account/integrations' },
    side: 'none',
    dedupe_key: `calendar_failing:${id}:${tx.now.getTime()}`,
  });
}
