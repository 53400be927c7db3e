import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import { type Actor, isStaff } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { command, type Tx } from '../../../platform/command.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Services } from '../../../platform/services.ts';
import { readStored } from '../../../platform/stored-content.ts';
import type { ApplicationDocumentView, ApplicationRequestView } from '../contract/applications.ts';
import type { TakenPdf } from './pdfs.ts';

interface DocumentFacts {
  id: number;
  application_id: number;
  name: string;
  pages: number | null;
  created_at: Date;
}

export const presentDocument = (row: DocumentFacts): ApplicationDocumentView => ({
  id: row.id,
  name: row.name,
  pages: row.pages,
  created_at: row.created_at.toISOString(),
  url: `/api/v1/applications/${row.application_id}/documents/${row.id}`,
});

/** The documents of an application, by id. */
export async function documentsOf(
  db: Kysely<DB>,
  applicationId: number,
): Promise<Map<number, ApplicationDocumentView>> {
  const rows = await db
    .selectFrom('application_documents')
    .select(['id', 'application_id', 'name', 'pages', 'created_at'])
    .where('application_id', '=', applicationId)
    .execute();
  return new Map(rows.map((row) => [row.id, presentDocument(row)]));
}

/** What was asked for in this round, in order. */
export async function requestsOf(
  db: Kysely<DB>,
  application: { id: number; round: number },
): Promise<ApplicationRequestView[]> {
  const documents = await documentsOf(db, application.id);
  const rows = await db
    .selectFrom('application_requests')
    .selectAll()
    .where('application_id', '=', application.id)
    .where('round', '=', application.round)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    what: row.what,
    why: row.why,
    asked_at: row.asked_at.toISOString(),
    answer: row.answer,
    document: row.document_id === null ? null : (documents.get(row.document_id) ?? null),
    answered_at: row.answered_at?.toISOString() ?? null,
    dropped_at: row.dropped_at?.toISOString() ?? null,
  }));
}

/** Writes a stored PDF down with its application; answers its id. */
export async function keepDocument(
  tx: Tx<Actor>,
  document: { application_id: number; of_staff: boolean; name: string; pdf: TakenPdf },
): Promise<number> {
  const { application_id, of_staff, name, pdf } = document;
  const { id } = await tx.system
    .insertInto('application_documents')
    .values({ application_id, of_staff, name, ...pdf, uploaded_by: tx.actor.user_id, created_at: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.audit({
    action: 'application.document',
    subject: `application:${application_id}`,
    data: { document_id: id, pages: pdf.pages },
  });
  return id;
}

/** Sends a document to staff, or to the applicant who sent it, and notes who of the staff read it. */
export async function sendDocument(
  services: Services,
  db: ActorDb,
  actor: Actor,
  params: { applicationId: number; documentId: number },
  reply: FastifyReply,
): Promise<void> {
  // the application is what the scope hangs on
  const application = await db
    .selectFrom('applications')
    .select('applications.id')
    .where('applications.id', '=', params.applicationId)
    .executeTakeFirst();
  if (!application) throw new Refusal('not_found');
  const load = () =>
    db.executor
      .selectFrom('application_documents')
      .select(['storage_key', 'name', 'size_bytes', 'sha256', 'of_staff'])
      .where('id', '=', params.documentId)
      .where('application_id', '=', application.id)
      .executeTakeFirst();
  const row = await load();
  if (!row || (row.of_staff && !isStaff(actor.kind))) throw new Refusal('not_found');
  const content = await readStored(services, { ...row, isWanted: async () => (await load()) !== undefined });
  if (isStaff(actor.kind))
    await command(services, actor, (tx) =>
      tx.audit({
        action: 'application.document_view',
        subject: `application:${application.id}`,
        data: { document_id: params.documentId },
      }),
    );
  void reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', 'inline; filename="document.pdf"')
    .header('content-length', row.size_bytes)
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'self'")
    .header('cross-origin-resource-policy', 'same-origin')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(content);
}
