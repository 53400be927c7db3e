import { createHash, randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { MINUTE } from '../../../core/time.ts';
import { systemCommand, type Tx } from '../../../platform/command.ts';
import type { Hl7Connections } from '../../../platform/db/types.ts';
import { keepStored } from '../../../platform/keep-stored.ts';
import { organizationFlag } from '../../../platform/db/organization.ts';
import type { Services } from '../../../platform/services.ts';
import { type AnswerCode, answerTo } from '../rules/answer.ts';
import {
  arrivedIn,
  type Arrived,
  arrivingKey,
  documentEnds,
  isLeftBehind,
  pagesIn,
  sortOf,
} from '../rules/arriving.ts';
import { decoded } from '../rules/charset.ts';
import { parsed } from '../rules/message.ts';
import { stamp } from '../rules/results.ts';

type Connection = Selectable<Hl7Connections>;
export interface Outcome {
  code: AnswerCode;
  why: string;
}

/** Our answer to a message, with a number of its own. */
export const answered = (services: Services, text: string, { code, why }: Outcome): string =>
  answerTo(text, {
    code,
    why,
    at: stamp(services.clock.now()),
    id: `A${randomUUID().replaceAll('-', '').slice(0, 19)}`,
  });

/**
 * Takes a document a record system sends, and answers only when it is committed. The same message again is the same document,
 * and taken; its number with another content is refused. AE: it may be sent again; AR: it would be refused again.
 */
export async function takeMessage(services: Services, connection: Connection, bytes: Uint8Array): Promise<string> {
  const text = decoded(bytes);
  try {
    return answered(services, text, await take(services, connection, text));
  } catch (error) {
    // nothing of the message goes into the log
    services.log.error({ err: error, connection: connection.id }, 'a document by HL7 could not be kept');
    return answered(services, text, { code: 'AE', why: 'It could not be kept just now. Send it again.' });
  }
}

async function take(services: Services, connection: Connection, text: string): Promise<Outcome> {
  const db = services.database.systemDb;
  const refused = (why: string): Outcome => ({ code: 'AR', why });
  const message = parsed(text);
  if (!message) return refused('It is no message of HL7.');
  if (!(await organizationFlag(db, connection.organization_id, 'enable_athena_intely_integration')))
    return refused('Nothing is taken by HL7 for this organization.');
  const arrived = arrivedIn(message);
  if (typeof arrived === 'string') return refused(arrived);
  const content = contentOf(arrived);
  if (content === null) return refused('Only PDF, JPEG, PNG, TIFF and plain text are taken.');
  const sha256 = createHash('sha256').update(content.bytes).digest('hex');
  const known = await db
    .selectFrom('hl7_documents')
    .select('sha256')
    .where('connection_id', '=', connection.id)
    .where('control_id', '=', arrived.control_id)
    .executeTakeFirst();
  if (known) return again(known.sha256 === sha256);
  const storage_key = arrivingKey(connection.id, services.clock.now(), randomUUID());
  const keep = () =>
    systemCommand(services, { kind: 'system', request_id: `hl7-in-${connection.id}` }, async (tx) => {
      const row = await tx.system
        .insertInto('hl7_documents')
        .values({
          connection_id: connection.id,
          organization_id: connection.organization_id,
          control_id: arrived.control_id,
          mrns: arrived.mrns,
          patient_name: arrived.patient_name,
          service_on: arrived.service_on,
          dob: arrived.dob,
          pages: pagesIn(content.bytes, content.content_type),
          document_type: arrived.document_type,
          name: arrived.name.endsWith(`.${content.extension}`) ? arrived.name : `${arrived.name}.${content.extension}`,
          content_type: content.content_type,
          size_bytes: content.bytes.length,
          sha256,
          storage_key,
          received_at: tx.now,
          expires_at: documentEnds(tx.now),
        })
        .onConflict((oc) => oc.columns(['connection_id', 'control_id']).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (row)
        await tx.audit({
          action: 'hl7.document_arrived',
          organization_id: connection.organization_id,
          subject: `hl7_document:${row.id}`,
          data: { connection: connection.id, size_bytes: content.bytes.length },
        });
      return row !== undefined;
    });
  const isNamed = async () =>
    (await db.selectFrom('hl7_documents').select('id').where('storage_key', '=', storage_key).executeTakeFirst()) !==
    undefined;
  const kept = await keepStored(services, storage_key, content.bytes, {
    look: () => Promise.resolve(null),
    keep,
    isNamed,
  });
  if (kept) return { code: 'AA', why: '' };
  // another took the same number meanwhile
  await services.storage.remove(storage_key);
  const other = await db
    .selectFrom('hl7_documents')
    .select('sha256')
    .where('connection_id', '=', connection.id)
    .where('control_id', '=', arrived.control_id)
    .executeTakeFirst();
  return again(other?.sha256 === sha256);
}

const again = (same: boolean): Outcome =>
  same ? { code: 'AA', why: '' } : { code: 'AR', why: 'Another document came with this message control id (MSH-10).' };

function contentOf({ content }: Arrived): { bytes: Buffer; content_type: string; extension: string } | null {
  if ('text' in content)
    return { bytes: Buffer.from(content.text, 'utf8'), content_type: 'text/plain', extension: 'txt' };
  const bytes = Buffer.from(content.base64, 'base64');
  const sort = sortOf(bytes);
  return sort && { bytes, ...sort };
}

/** Lets go of what nobody took in its time: the content, and whom it was about. */
export async function forgetOver(services: Services, now: Date): Promise<void> {
  const due = await services.database.systemDb
    .selectFrom('hl7_documents')
    .select('id')
    .where('status', '=', 'waiting')
    .where('expires_at', '<=', now)
    .limit(100)
    .execute();
  for (const { id } of due)
    await systemCommand(services, { kind: 'system', request_id: `hl7-over-${id}` }, async (tx) => {
      const row = await tx.system
        .selectFrom('hl7_documents')
        .select(['id', 'storage_key'])
        .where('id', '=', id)
        .where('status', '=', 'waiting')
        .forUpdate()
        .executeTakeFirst();
      if (row) await letGo(tx, row, { status: 'over', by_user_id: null });
    });
}

/** How often it is looked for what a killed process left. */
const SWEEP_MS = 10 * MINUTE;

/** Removes what was stored and got no row, as its process was killed in between, once an hour has gone by. */
export function sweepLeft(services: Services): (now: Date) => Promise<void> {
  let next = 0;
  return async (now) => {
    if (now.getTime() < next) return;
    next = now.getTime() + SWEEP_MS;
    const { rows } = await sql<{ storage_key: string }>`
      select b.storage_key from stored_objects b where b.storage_key like 'hl7/%'
        and not exists (select from hl7_documents d where d.storage_key = b.storage_key)
        and not exists (select from files f where f.storage_key = b.storage_key)`.execute(services.database.systemDb);
    for (const { storage_key } of rows) if (isLeftBehind(storage_key, now)) await services.storage.remove(storage_key);
  };
}

/** A document that names nobody any longer, and has no content of its own. */
export const NAMELESS = {
  storage_key: null,
  mrns: [] as string[],
  patient_name: '',
  name: '',
  service_on: null,
  dob: null,
};

/** Ends a document that waits: its content is removed, and it names nobody from then on. */
export async function letGo(
  tx: Tx,
  row: { id: number; storage_key: string | null },
  end: { status: 'over' | 'set_aside'; by_user_id: number | null },
): Promise<void> {
  await tx.system
    .updateTable('hl7_documents')
    .set({ ...NAMELESS, ...end, ended_at: tx.now })
    .where('id', '=', row.id)
    .execute();
  if (row.storage_key !== null) await tx.emit('hl7.document_removed', { storage_key: row.storage_key });
}
