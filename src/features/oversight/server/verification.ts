import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { verifyAudit } from '../../../platform/audit-seal.ts';
import { command, systemCommand } from '../../../platform/command.ts';
import { json } from '../../../platform/db/json.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Services } from '../../../platform/services.ts';
import { onJob } from '../../../platform/workers.ts';
import type { Verification } from '../contract.ts';

declare module '../../../platform/declarations.ts' {
  interface Events {
    'audit.verification_asked': { verification_id: number };
  }
}

/** Faults beyond these, and rows of one beyond these, the command prints. */
const FAULTS_KEPT = 50;
const ROWS_KEPT = 20;
/** One that did not end by then no longer runs. */
const GIVEN_UP_MS = 3_600_000;

/** The verification that was asked for last. */
export async function lastVerification(db: Kysely<DB>): Promise<{ last: Verification | null }> {
  const row = await db
    .selectFrom('audit_verifications as v')
    .leftJoin('users as u', 'u.id', 'v.requested_by')
    .selectAll('v')
    .select(sql<string>`coalesce(trim(u.first_name || ' ' || u.last_name), '')`.as('by'))
    .orderBy('v.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return { last: null };
  return {
    last: {
      state: row.status,
      requested_by: row.by,
      requested_at: row.requested_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
      rows: row.row_count,
      seals: row.seal_count,
      fault_count: row.fault_count,
      faults: row.faults,
    },
  };
}

/** Has the whole log verified in the background. Refuses `wrong_state` while one is. */
export function askForVerification(services: Services, actor: Actor): Promise<{ last: Verification | null }> {
  return command(services, actor, async (tx) => {
    await tx.system
      .updateTable('audit_verifications')
      .set({ status: 'failed', ended_at: tx.now })
      .where('status', '=', 'running')
      .where('requested_at', '<', new Date(tx.now.getTime() - GIVEN_UP_MS))
      .execute();
    const made = await tx.system
      .insertInto('audit_verifications')
      .values({ requested_by: tx.actor.user_id, requested_at: tx.now })
      // as text: a kept plan cannot tell what a parameter will be, and finds no index for it
      .onConflict((oc) =>
        oc
          .column('status')
          .where(sql<boolean>`status = 'running'`)
          .doNothing(),
      )
      .returning('id')
      .executeTakeFirst();
    if (!made) throw new Refusal('wrong_state', 'A verification is under way.', { current: 'running' });
    await tx.audit({ action: 'audit.verification_asked', data: { verification_id: made.id } });
    await tx.emit('audit.verification_asked', { verification_id: made.id });
    return lastVerification(tx.system);
  });
}

/** Verifies what was asked for, and keeps what it found. */
export const verifyInBackground = (services: Services) =>
  onJob({
    name: 'oversight.verify_audit',
    topics: ['audit.verification_asked'],
    async run({ id, payload: { verification_id } }) {
      const { faults, rows, seals } = await verifyAudit(services.database.systemDb, services.keys, {
        now: services.clock.now(),
      });
      const kept = faults.slice(0, FAULTS_KEPT).map(({ kind, seal_id, audit_ids }) => ({
        kind,
        seal_id: seal_id ?? null,
        audit_ids: audit_ids.slice(0, ROWS_KEPT),
      }));
      await systemCommand(services, { kind: 'system', request_id: `outbox-${id}` }, async (tx) => {
        const ended = await tx.system
          .updateTable('audit_verifications')
          .set({
            status: 'done',
            ended_at: tx.now,
            row_count: rows,
            seal_count: seals,
            fault_count: faults.length,
            faults: json(kept),
          })
          .where('id', '=', verification_id)
          .where('status', '=', 'running')
          .returning('id')
          .executeTakeFirst();
        if (ended)
          await tx.audit({ action: 'audit.verified', data: { verification_id, rows, seals, faults: faults.length } });
      });
    },
  });
