import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import { type Actor, isStaff } from '../../../../core/actor.ts';
import { Refusal } from '../../../../core/errors.ts';
import { command } from '../../../../platform/command.ts';
import type { DB } from '../../../../platform/db/types.ts';
import type { Services } from '../../../../platform/services.ts';
import { readStored } from '../../../../platform/stored-content.ts';
import type { ExpertDocumentView } from '../../contract/records.ts';
import { type InspectPdf, takePdf } from '../pdfs.ts';

const present = (row: {
  id: number;
  expert_profile_id: number;
  name: string;
  pages: number | null;
}): ExpertDocumentView => ({
  id: row.id,
  name: row.name,
  pages: row.pages,
  url: `/api/v1/experts/${row.expert_profile_id}/documents/${row.id}`,
});

/** The papers of an expert by id; staff's evidence for staff alone. */
export async function papersById(
  db: Kysely<DB>,
  profileId: number,
  reader: Actor,
): Promise<Map<number, ExpertDocumentView>> {
  const rows = await db
    .selectFrom('expert_documents')
    .select(['id', 'expert_profile_id', 'name', 'pages'])
    .where('expert_profile_id', '=', profileId)
    .$if(!isStaff(reader.kind), (q) => q.where('of_staff', '=', false))
    .execute();
  return new Map(rows.map((row) => [row.id, present(row)]));
}

/** Stores a PDF with an expert's entry. */
export function savePaper(
  services: Services,
  inspect: InspectPdf,
  actor: Actor,
  { profileId, name, body }: { profileId: number; name: string; body: unknown },
): Promise<ExpertDocumentView> {
  const of_staff = isStaff(actor.kind);
  const taken = { folder: 'experts', path: 'document', body, ...(of_staff ? { many: true as const } : {}) } as const;
  return takePdf(services, inspect, actor, taken, (pdf) =>
    command(services, actor, async (tx) => {
      const row = await tx.system
        .insertInto('expert_documents')
        .values({
          expert_profile_id: profileId,
          of_staff,
          name,
          ...pdf,
          uploaded_by: actor.user_id,
          created_at: tx.now,
        })
        .returning(['id', 'expert_profile_id', 'name', 'pages'])
        .executeTakeFirstOrThrow();
      await tx.audit({
        action: 'expert.document',
        subject: `profile:${profileId}`,
        data: { document_id: row.id, pages: row.pages },
      });
      return { answer: present(row), replaced: [] };
    }),
  );
}

/** Sends a paper, and notes who of the staff read it. */
export async function sendPaper(
  services: Services,
  actor: Actor,
  { profileId, documentId }: { profileId: number; documentId: number },
  reply: FastifyReply,
): Promise<void> {
  const load = () =>
    services.database.systemDb
      .selectFrom('expert_documents')
      .select(['storage_key', 'name', 'size_bytes', 'sha256', 'of_staff'])
      .where('id', '=', documentId)
      .where('expert_profile_id', '=', profileId)
      .executeTakeFirst();
  const row = await load();
  if (!row || (row.of_staff && !isStaff(actor.kind))) throw new Refusal('not_found');
  const content = await readStored(services, { ...row, isWanted: async () => (await load()) !== undefined });
  if (isStaff(actor.kind))
    await command(services, actor, (tx) =>
      tx.audit({ action: 'expert.document_view', subject: `profile:${profileId}`, data: { document_id: documentId } }),
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
