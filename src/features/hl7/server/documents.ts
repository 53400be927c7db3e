import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { HOUR } from '../../../core/time.ts';
import type { Kind } from '../../../core/kinds.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { hashToken, newToken } from '../../../platform/crypto.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { holdReview } from '../../../platform/db/hold-review.ts';
import { seenOrganization } from '../../../platform/db/organization.ts';
import type { DB } from '../../../platform/db/types.ts';
import { refuseWithoutFreshProof } from '../../../platform/fresh-proof.ts';
import { countTry, type Limit, throttleKey } from '../../../platform/throttle.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { mayHandleFiles } from '../../files/rules.ts';
import type { ArrivedDocument, WaitingDocument } from '../contract/arrived.ts';
import { chartsOf, comparedMrn, fitsChart, isKnownOf } from '../rules/arriving.ts';
import { refuseWithoutFlag } from './commands.ts';
import { letGo, NAMELESS } from './arriving.ts';
import { readConnection } from './read.ts';

/** A new address for documents of a record system; the one before opens nothing from then on. Refuses `not_found`, `forbidden`, `reauthentication_required`. */
export function renewToken(
  services: Services,
  actor: Actor,
  { id, connectionId }: { id: number; connectionId: number },
): Promise<{ address: string }> {
  return command(services, actor, async (tx) => {
    await seenOrganization(tx.db, id);
    await readConnection(tx.system, id, connectionId);
    await refuseWithoutFlag(tx, id);
    await refuseWithoutFreshProof(tx);
    const token = newToken();
    await tx.system
      .updateTable('hl7_connections')
      .set({ token_hash: hashToken(token) })
      .where('id', '=', connectionId)
      .execute();
    await tx.audit({
      action: 'hl7.token_renewed',
      organization_id: id,
      subject: `hl7_connection:${connectionId}`,
    });
    return { address: `${services.env.public_url}/api/v1/hl7/${token}` };
  });
}

const waiting = (db: Kysely<DB>) =>
  db
    .selectFrom('hl7_documents as d')
    .innerJoin('hl7_connections as c', 'c.id', 'd.connection_id')
    .selectAll('d')
    .select('c.name as connection')
    .where('d.status', '=', 'waiting')
    .orderBy('d.id', 'desc');
type Row = Awaited<ReturnType<ReturnType<typeof waiting>['execute']>>[number];

const presented = (row: Row): WaitingDocument => ({
  id: row.id,
  name: row.name,
  document_type: row.document_type,
  patient_name: row.patient_name,
  mrn: row.mrns[0] ?? '',
  service_on: row.service_on,
  size_bytes: row.size_bytes,
  pages: row.pages,
  connection: row.connection,
  received_at: row.received_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});

const MOST_SHOWN = 200;

/** What waits at an organization, newest first. */
export async function waitingOf(db: Kysely<DB>, organizationId: number): Promise<WaitingDocument[]> {
  const rows = await waiting(db).where('d.organization_id', '=', organizationId).limit(MOST_SHOWN).execute();
  return rows.map(presented);
}

/** Removes a document nobody needs. Refuses `not_found`, `wrong_state`. */
export function setDocumentAside(
  services: Services,
  actor: Actor,
  { id, documentId }: { id: number; documentId: number },
): Promise<null> {
  return command(services, actor, async (tx) => {
    await seenOrganization(tx.db, id);
    const row = await tx.system
      .selectFrom('hl7_documents')
      .select(['id', 'storage_key', 'status'])
      .where('id', '=', documentId)
      .where('organization_id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new Refusal('not_found');
    if (row.status !== 'waiting') throw new Refusal('wrong_state', 'It does not wait any longer.');
    await letGo(tx, row, { status: 'set_aside', by_user_id: actor.user_id });
    await tx.audit({ action: 'hl7.document_set_aside', organization_id: id, subject: `hl7_document:${documentId}` });
    return null;
  });
}

/** An order in the reader's scope, with the charts documents are looked for by; null where they may not handle its records. */
async function orderOf(db: ActorDb, kind: Kind, id: number) {
  const review = await db
    .selectFrom('reviews')
    .select(['reviews.id', 'reviews.bucket', 'reviews.requester_id', 'reviews.organization_id'])
    .where('reviews.id', '=', id)
    .where('reviews.kind', '=', kind)
    .executeTakeFirst();
  if (!review) throw new Refusal('not_found');
  if (!mayHandleFiles(db.actor, review)) throw new Refusal('forbidden');
  const sections = await db.executor.selectFrom('review_sections').select('data').where('review_id', '=', id).execute();
  return { ...review, charts: sections.flatMap(({ data }) => chartsOf(data)) };
}
type Order = Awaited<ReturnType<typeof orderOf>>;

/** What waits for the charts of an order, at its organization and those above it. */
async function fitting(
  db: Kysely<DB>,
  order: Order,
  documentId: number | null = null,
): Promise<{ row: Row; chart: Order['charts'][number] }[]> {
  if (order.charts.length === 0) return [];
  const mrns = order.charts.map(({ mrn }) => comparedMrn(mrn));
  const rows = await waiting(db)
    .where(sql<boolean>`d.mrns && ${mrns}::text[]`)
    .where(sql<boolean>`d.organization_id in (select p.id from organization_path(${order.organization_id}) p)`)
    .$if(documentId !== null, (qb) => qb.where('d.id', '=', documentId ?? 0))
    .limit(MOST_SHOWN)
    .execute();
  return rows.flatMap((row) => {
    const chart = order.charts.find((one) => fitsChart(row, one));
    return chart ? [{ row, chart }] : [];
  });
}

/** So many patients' numbers somebody may look for documents by in an hour: several orders' worth, and no list of guesses. */
const NUMBERS: Limit = { tries: 100, window_ms: HOUR };

/** Counts the numbers somebody looks by, each once an hour. Refuses `throttled`. */
async function countNumbers(tx: Tx<Actor>, order: Order): Promise<void> {
  const ends = new Date(tx.now.getTime() + NUMBERS.window_ms);
  const who = String(tx.actor.user_id);
  for (const mrn of new Set(order.charts.map((chart) => comparedMrn(chart.mrn)))) {
    const { rows } = await sql`insert into throttles as t (key, hits, window_ends_at)
      values (${throttleKey('hl7_number', `${who}:${mrn}`)}, 1, ${ends})
      on conflict (key) do update set window_ends_at = ${ends} where t.window_ends_at <= ${tx.now} returning key`.execute(
      tx.system,
    );
    if (rows.length > 0) await countTry(tx.system, throttleKey('hl7_numbers', who), NUMBERS, tx.now);
  }
}

/**
 * What a document is called while it is offered. A number may be anybody's, or mistyped: until the chart agrees on whose it
 * is, nothing that the sender wrote of the patient is shown, and a file name may name them.
 */
function offeredAs(row: Row, chart: Order['charts'][number]): ArrivedDocument {
  const shown = { ...presented(row), mrn: chart.mrn, chart_key: chart.key, chart: chart.label };
  if (isKnownOf(chart, row)) return shown;
  const name = [row.document_type || 'Document', row.service_on ?? ''].filter(Boolean).join(' ');
  return { ...shown, name, patient_name: '' };
}

/** Documents offered to an order while it is made; what is offered to whom is on the record. Refuses `not_found`, `forbidden`, `throttled`. */
export function offeredTo(services: Services, actor: Actor, kind: Kind, id: number): Promise<ArrivedDocument[]> {
  return command(services, actor, async (tx) => {
    const order = await orderOf(tx.db, kind, id);
    if (order.bucket !== 'draft' || order.charts.length === 0) return [];
    await countNumbers(tx, order);
    const found = await fitting(tx.system, order);
    if (found.length > 0)
      await tx.audit({
        action: 'hl7.documents_offered',
        review_id: order.id,
        organization_id: order.organization_id,
        data: { documents: found.map(({ row }) => row.id) },
      });
    return found.map(({ row, chart }) => offeredAs(row, chart));
  });
}

/** Takes a document into the records of an order. Refuses `not_found`, `forbidden`, `throttled`, `wrong_state` once it is placed, `lost_race`. */
export function takeDocument(
  services: Services,
  ports: Pick<Ports, 'records'>,
  actor: Actor,
  of: { kind: Kind; id: number; documentId: number },
): Promise<{ file_id: number }> {
  return command(services, actor, async (tx) => {
    const order = await orderOf(tx.db, of.kind, of.id);
    await countNumbers(tx, order);
    const [found] = await fitting(tx.system, order, of.documentId);
    if (!found) throw new Refusal('not_found');
    await holdReview(tx.system, order.id);
    if ((await orderOf(tx.db, of.kind, of.id)).bucket !== 'draft')
      throw new Refusal('wrong_state', 'The order was placed. Upload the document with its records instead.');
    const { row, chart } = found;
    // the record is its owner from here on, and this names nobody any more
    const taken = await tx.system
      .updateTable('hl7_documents')
      .set({ ...NAMELESS, status: 'taken', review_id: order.id, by_user_id: actor.user_id, ended_at: tx.now })
      .where('id', '=', row.id)
      .where('status', '=', 'waiting')
      .executeTakeFirst();
    if (taken.numUpdatedRows === 0n || row.storage_key === null)
      throw new Refusal('lost_race', 'Somebody took this document in, or set it aside, a moment ago.');
    const file_id = await ports.records.add(tx, {
      review_id: order.id,
      name: row.name,
      storage_key: row.storage_key,
      size_bytes: row.size_bytes,
      sha256: row.sha256,
      category: 'medical_records',
      content_type: row.content_type,
      chart_key: chart.key,
    });
    await tx.system.updateTable('hl7_documents').set({ file_id }).where('id', '=', row.id).execute();
    await tx.audit({
      action: 'hl7.document_taken',
      review_id: order.id,
      organization_id: order.organization_id,
      subject: `hl7_document:${row.id}`,
      data: { file_id },
    });
    return { file_id };
  });
}
