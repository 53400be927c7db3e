import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { fullName } from '../../../core/names.ts';
import { command, type Tx } from '../../../platform/command.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import type { TenantExports } from '../../../platform/db/types.ts';
import { seenOrganization } from '../../../platform/db/organization.ts';
import { refuseWithoutFreshProof } from '../../../platform/fresh-proof.ts';
import { disposition, parseRange } from '../../../platform/http/range.ts';
import type { Services } from '../../../platform/services.ts';
import { readStored } from '../../../platform/stored-content.ts';
import type { OrganizationExport } from '../contract.ts';
import { ALREADY_UNDER_WAY, isUnderWay } from '../rules.ts';
import { archiveFileName } from '../rules/archive.ts';

const SHOWN = 20;
type Row = Selectable<TenantExports> & { first_name: string; last_name: string };

const rowsOf = ({ executor }: Pick<ActorDb, 'executor'>, organizationId: number) =>
  executor
    .selectFrom('tenant_exports')
    .innerJoin('users', 'users.id', 'tenant_exports.requested_by')
    .selectAll('tenant_exports')
    .select(['users.first_name', 'users.last_name'])
    .where('tenant_exports.organization_id', '=', organizationId);

const present = (row: Row): OrganizationExport => ({
  id: row.id,
  status: row.status,
  requested_at: row.requested_at.toISOString(),
  requested_by: fullName(row),
  parts_done: row.parts_done,
  parts_total: row.parts_total,
  rows: row.row_count,
  files: row.file_count,
  missing: row.missing_count,
  size_bytes: row.size_bytes,
  sha256: row.sha256,
  manifest_sha256: row.manifest_sha256,
  ready_at: row.ready_at?.toISOString() ?? null,
  ends_at: row.ends_at?.toISOString() ?? null,
  failure: row.failure,
  url: row.status === 'ready' ? `/api/v1/organizations/${row.organization_id}/exports/${row.id}/content` : null,
});

/** The exports of an organization, newest first. Refuses `not_found`. */
export async function listExports(db: ActorDb, id: number): Promise<{ data: OrganizationExport[] }> {
  await seenOrganization(db, id);
  const rows = await rowsOf(db, id).orderBy('tenant_exports.id', 'desc').limit(SHOWN).execute();
  return { data: rows.map(present) };
}

/** Has one made. Who asks shows again who they are. Refuses `not_found`, `reauthentication_required`, `wrong_state`. */
export function askForExport(services: Services, actor: Actor, id: number): Promise<OrganizationExport> {
  return command(services, actor, async (tx) => {
    await seenOrganization(tx.db, id);
    await refuseWithoutFreshProof(tx);
    // two at once: the second waits here and finds the first
    await tx.system.selectFrom('organizations').select('id').where('id', '=', id).forUpdate().execute();
    const underWay = await rowsOf(tx.db, id)
      .where('tenant_exports.status', 'in', ['waiting', 'running'])
      .executeTakeFirst();
    if (underWay) throw new Refusal('wrong_state', ALREADY_UNDER_WAY, { current: underWay.status });
    const { id: export_id } = await tx.system
      .insertInto('tenant_exports')
      .values({ organization_id: id, requested_by: actor.user_id, requested_at: tx.now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.audit({
      action: 'organization.export_asked',
      organization_id: id,
      subject: `organization:${id}`,
      data: { export_id },
    });
    await tx.emit('export.asked', { export_id });
    return present(await rowsOf(tx.db, id).where('tenant_exports.id', '=', export_id).executeTakeFirstOrThrow());
  });
}

/** Ends an export in the transaction: it is made no further, and its archive goes. */
export async function endExport(
  tx: Tx,
  row: { id: number; organization_id: number; storage_key: string | null },
  by: number | null,
): Promise<void> {
  await tx.system
    .updateTable('tenant_exports')
    .set({ status: 'ended', ended_at: tx.now, ended_by: by, storage_key: null })
    .where('id', '=', row.id)
    .execute();
  await tx.cancelTimer('export_ends', String(row.id));
  if (row.storage_key !== null) await tx.emit('export.removed', { storage_key: row.storage_key });
  await tx.audit({
    action: 'organization.export_ended',
    organization_id: row.organization_id,
    subject: `organization:${row.organization_id}`,
    data: { export_id: row.id },
  });
}

/** Stops one, or deletes its archive early. Refuses `not_found`, `wrong_state`. */
export function endExportByHand(
  services: Services,
  actor: Actor,
  { id, exportId }: { id: number; exportId: number },
): Promise<void> {
  return command(services, actor, async (tx) => {
    await seenOrganization(tx.db, id);
    const row = await tx.system
      .selectFrom('tenant_exports')
      .select(['id', 'organization_id', 'status', 'storage_key'])
      .where('id', '=', exportId)
      .where('organization_id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new Refusal('not_found');
    if (!isUnderWay(row.status) && row.status !== 'ready')
      throw new Refusal('wrong_state', 'This export has ended already.', { current: row.status });
    await endExport(tx, row, actor.user_id);
  });
}

/** Sends the archive, or the range of it that was asked for, and puts on the record that it was taken. */
export async function sendExport(
  services: Services,
  call: {
    db: ActorDb;
    actor: Actor;
    params: { id: number; exportId: number };
    request: FastifyRequest;
    reply: FastifyReply;
  },
): Promise<void> {
  const { db, actor, params, request, reply } = call;
  const name = await seenOrganization(db, params.id);
  const load = () => rowsOf(db, params.id).where('tenant_exports.id', '=', params.exportId).executeTakeFirst();
  const row = await load();
  if (!row) throw new Refusal('not_found');
  const { storage_key, size_bytes, sha256 } = row;
  if (row.status !== 'ready' || storage_key === null || size_bytes === null)
    throw new Refusal('wrong_state', 'There is no archive to download. Ask for an export first.', {
      current: row.status,
    });
  const tag = `"${sha256 ?? row.id}"`;
  const condition = request.headers['if-range'];
  const range = condition === undefined || condition === tag ? parseRange(request.headers.range, size_bytes) : null;
  reply
    .header('content-type', 'application/zip')
    .header('content-disposition', disposition('attachment', archiveFileName(name, row.requested_at.toISOString())))
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .header('accept-ranges', 'bytes')
    .header('etag', tag);
  if (range === 'unsatisfiable') {
    void reply.status(416).header('content-range', `bytes */${size_bytes}`).send();
    return;
  }
  const isWanted = async () => (await load())?.storage_key === storage_key;
  const stored = await readStored(services, { storage_key, size_bytes, isWanted }, range ?? undefined);
  // what goes on where it broke off is the same download
  if (range === null || range.start === 0)
    await command(services, actor, (tx) =>
      tx.audit({
        action: 'organization.export_downloaded',
        organization_id: params.id,
        subject: `organization:${params.id}`,
        data: { export_id: row.id },
      }),
    ).catch((error: unknown) => {
      stored.destroy();
      throw error;
    });
  if (range)
    reply
      .status(206)
      .header('content-range', `bytes ${range.start}-${range.end}/${size_bytes}`)
      .header('content-length', range.end - range.start + 1);
  else reply.header('content-length', size_bytes);
  void reply.send(stored);
}
