import { buffer } from 'node:stream/consumers';
import { type Selectable, sql } from 'kysely';
import { ADMIN_KINDS } from '../../../core/actor.ts';
import { reviewNumber } from '../../../core/kinds.ts';
import type { SystemActor } from '../../../core/actor.ts';
import { dateIn, MINUTE } from '../../../core/time.ts';
import { systemCommand, type Tx } from '../../../platform/command.ts';
import type { Hl7Connections } from '../../../platform/db/types.ts';
import { organizationOf } from '../../../platform/db/organization.ts';
import { organizationAdmins } from '../../../platform/mail/organization-wide.ts';
import { staffWithRole } from '../../../platform/mail/staff.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Turns } from '../../../platform/sending.ts';
import type { Services } from '../../../platform/services.ts';
import { readStored } from '../../../platform/stored-content.ts';
import { afterTry, type Tried } from '../rules/answer.ts';
import { encoded } from '../rules/charset.ts';
import { patientOf } from '../rules/patient.ts';
import { resultMessage, testMessage } from '../rules/results.ts';
import { HL7_PLACE } from '../rules.ts';
import { settingsOf } from './read.ts';
import type { Send } from './transport.ts';

/** So long past the time an answer may take a try is this process's own; after it another takes the message up, as of a process that died. */
const OWN_MS = MINUTE;
/** To how many receivers something is sent at once, and how many of them may be one organization's. */
export const AT_ONCE = 40;
export const OF_ONE = 10;
/** So long a receiver has its turn before another may have it, real time. */
const TURN_MS = 5_000;

type Connection = Selectable<Hl7Connections>;
interface Due {
  id: number;
  connection_id: number;
  review_id: number;
  report_id: number;
  control_id: string;
  attempts: number;
  created_at: Date;
}

/**
 * Sends what is due to the receiver whose turn it is, one message after the other; answers whether there was one. `taken` once
 * that is known: another has its turn beside it, so that a silent one holds up nobody else. The oldest that waits holds up those
 * behind it until it is taken or given up, so that a receiver hears of things in their order. A message is claimed before it is
 * sent and arrives twice where the process dies in between; it has the same number then.
 */
export async function sendDue(
  services: Services,
  ports: Pick<Ports, 'mail'>,
  send: Send,
  turns: Turns,
  taken: () => void,
): Promise<boolean> {
  const { rows } = await sql<{ id: number; organization_id: number }>`
    select c.id, c.organization_id from hl7_connections c
    cross join lateral (select m.next_at from hl7_messages m where m.connection_id = c.id and m.status = 'queued'
      order by m.id limit 1) as first
    where c.off_at is null and c.removed_at is null and organization_flag(c.organization_id, 'enable_athena_intely_integration')
      and first.next_at <= ${services.clock.now()}
      and not c.id = any(${turns.receivers()}::bigint[]) and not c.organization_id = any(${turns.organizations()}::bigint[])
    order by first.next_at, c.id limit 1`.execute(services.database.systemDb);
  const [due] = rows;
  if (!due) return false;
  return turns.take(due.id, due.organization_id, async () => {
    taken();
    const until = performance.now() + TURN_MS;
    let any = false;
    do {
      if (!(await sendNext(services, ports, send, due.id))) break;
      any = true;
    } while (performance.now() < until);
    return any;
  });
}

async function sendNext(
  services: Services,
  ports: Pick<Ports, 'mail'>,
  send: Send,
  connectionId: number,
): Promise<boolean> {
  const { clock, database, env } = services;
  const now = clock.now();
  const until = new Date(now.getTime() + OWN_MS + env.HL7_ANSWER_SECONDS * 1000);
  const { rows } = await sql<Due>`
    update hl7_messages m set next_at = ${until}, attempts = m.attempts + 1, tried_at = ${now}
    where m.id = (select n.id from hl7_messages n where n.connection_id = ${connectionId} and n.status = 'queued' order by n.id limit 1)
      and m.status = 'queued' and m.next_at <= ${now}
      and exists (select from hl7_connections c where c.id = ${connectionId} and c.off_at is null and c.removed_at is null)
    returning m.id, m.connection_id, m.review_id, m.report_id, m.control_id, m.attempts, m.created_at`.execute(
    database.systemDb,
  );
  const [due] = rows;
  if (!due) return false;
  const connection = await database.systemDb
    .selectFrom('hl7_connections')
    .selectAll()
    .where('id', '=', connectionId)
    .executeTakeFirstOrThrow();
  const began = performance.now();
  const { message, replaces } = await tryToWrite(services, connection, due);
  const tried: Tried =
    message === null
      ? { code: null, error: 'The message could not be written here.' }
      : await send(connection, due.control_id, message);
  await settle(services, ports, connection, due, tried, { took_ms: Math.round(performance.now() - began), replaces });
  return true;
}

/** The message of a result; null where it cannot be written, which is a try that failed. */
async function tryToWrite(
  services: Services,
  connection: Connection,
  due: Due,
): Promise<{ message: Uint8Array | null; replaces: number | null }> {
  try {
    return await written(services, connection, due);
  } catch (error) {
    services.log.error({ err: error, message: due.id }, 'a result that goes out by HL7 could not be written');
    return { message: null, replaces: null };
  }
}

/** The message of a result, from what was signed and the order as it stands; null where the PDF cannot be read. */
async function written(
  services: Services,
  connection: Connection,
  due: Due,
): Promise<{ message: Uint8Array | null; replaces: number | null }> {
  const db = services.database.systemDb;
  const row = await db
    .selectFrom('reports as p')
    .innerJoin('reviews as r', 'r.id', 'p.review_id')
    .select([
      'p.version',
      'p.delivered_at',
      'p.signed_at',
      'p.pdf_storage_key',
      'p.pdf_sha256',
      'r.kind',
      'r.claim_number',
    ])
    .select((eb) =>
      eb
        .selectFrom('hl7_messages as m')
        .innerJoin('reports as q', 'q.id', 'm.report_id')
        .select((x) => x.fn.max('q.version').as('version'))
        .where('m.connection_id', '=', connection.id)
        .where('m.review_id', '=', due.review_id)
        .where('m.status', '=', 'acked')
        .whereRef('q.version', '<', 'p.version')
        .as('replaces'),
    )
    .where('p.id', '=', due.report_id)
    .executeTakeFirstOrThrow();
  const { replaces } = row;
  const pdf = row.pdf_storage_key === null ? null : await read(services, row.pdf_storage_key, row.pdf_sha256);
  if (pdf === null) return { message: null, replaces };
  const sections = await db
    .selectFrom('review_sections')
    .select('data')
    .where('review_id', '=', due.review_id)
    .execute();
  const order = Object.assign({}, ...sections.map(({ data }) => data)) as Record<string, unknown>;
  const number = reviewNumber(row.kind, due.review_id);
  const text = resultMessage(settingsOf(connection), {
    control_id: due.control_id,
    made_at: due.created_at,
    patient: patientOf(order, number),
    number,
    reference: row.claim_number ?? '',
    report_version: row.version,
    replaces,
    delivered_at: row.delivered_at ?? due.created_at,
    signed_at: row.signed_at ?? due.created_at,
    file_name: `${number} report v${row.version}.pdf`,
    pdf: pdf.toString('base64'),
  });
  return { message: encoded(text, connection.charset), replaces };
}

async function read(services: Services, storage_key: string, sha256: string | null): Promise<Buffer | null> {
  try {
    return await buffer(await readStored(services, { storage_key, sha256 }));
  } catch (error) {
    services.log.warn({ err: error, storage_key }, 'a report that goes out by HL7 could not be read');
    return null;
  }
}

async function settle(
  services: Services,
  ports: Pick<Ports, 'mail'>,
  connection: Connection,
  due: Due,
  tried: Tried,
  more: { took_ms: number; replaces: number | null },
): Promise<void> {
  await systemCommand(services, { kind: 'system', request_id: `hl7-${due.id}` }, async (tx) => {
    const after = afterTry(tried, due.attempts, tx.now);
    const settled = await tx.system
      .updateTable('hl7_messages')
      .set({
        status: after.status,
        next_at: after.status === 'queued' ? after.next_at : null,
        ended_at: after.status === 'queued' ? null : tx.now,
        answer_code: tried.code,
        answer_text: tried.code === null ? null : tried.text,
        error: tried.code === null ? tried.error : null,
        ...more,
      })
      .where('id', '=', due.id)
      .where('status', '=', 'queued')
      .where('attempts', '=', due.attempts)
      .returning('id')
      .executeTakeFirst();
    if (!settled || after.status === 'queued') return;
    await tx.audit({
      action: after.status === 'acked' ? 'hl7.result_taken' : 'hl7.result_not_taken',
      review_id: due.review_id,
      organization_id: connection.organization_id,
      subject: `hl7_message:${due.id}`,
      data: { connection: connection.id, code: tried.code },
    });
    if (after.status === 'dead') await tellOfDead(tx, ports, connection, due, tried.code === 'AR');
  });
}

/** Tells those who can do something about it: the organization's admins and the platform's, of one connection once a day. */
async function tellOfDead(
  tx: Tx<SystemActor>,
  ports: Pick<Ports, 'mail'>,
  connection: Connection,
  due: Due,
  refused: boolean,
): Promise<void> {
  const { name: organization, time_zone } = await organizationOf(tx.system, connection.organization_id);
  const own = `/admin/organizations/${connection.organization_id}?tab=record_systems`;
  const told = [
    ...(await organizationAdmins(tx.system, connection.organization_id)).map((to) => ({ to, link: own, staff: false })),
    ...(await staffWithRole(tx.system, ...ADMIN_KINDS)).map((to) => ({
      to,
      link: HL7_PLACE.path as string,
      staff: true,
    })),
  ];
  for (const { to, link, staff } of told)
    await ports.mail(tx, {
      to,
      template: 'hl7_dead',
      data: { name: connection.name, organization, refused, link },
      side: staff ? 'staff' : 'requester',
      dedupe_key: `hl7_dead:${connection.id}:${dateIn(tx.now, time_zone)}:${to.user_id}`,
    });
  tx.services.log.warn(
    { connection: connection.id, message: due.id, refused },
    'a record system did not take a result',
  );
}

/** Tries a connection out, outside of its queue. */
export async function sendTest(
  services: Services,
  send: Send,
  connection: Connection,
  controlId: string,
): Promise<{ tried: Tried; took_ms: number }> {
  const text = testMessage(settingsOf(connection), { control_id: controlId, made_at: services.clock.now() });
  const began = performance.now();
  const tried = await send(connection, controlId, encoded(text, connection.charset));
  return { tried, took_ms: Math.round(performance.now() - began) };
}
