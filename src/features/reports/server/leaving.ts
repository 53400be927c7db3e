import { sql } from 'kysely';
import type { Tx } from '../../../platform/command.ts';
import type { Ports } from '../../../platform/ports.ts';
import { UNSIGNED } from './commands.ts';
import { noDraftsLeftBehind } from './no-drafts.ts';
import { latestReport } from './view.ts';

/**
 * Parts the report of an expert who leaves a matter from that of who follows: what was delivered stays as theirs and can be checked by
 * its code; what was not is a draft that
 * nobody continues, its signature void. The next one begins anew.
 */
export async function leaveReports(
  tx: Tx,
  ports: Pick<Ports, 'keepsNoDrafts'>,
  reviewId: number,
  of: { expert_profile_id: number; report_due_at: Date | null },
): Promise<void> {
  const last = await latestReport(tx.system, reviewId, true);
  if (!last) return;
  if (last.delivered_at === null) {
    if (last.pdf_storage_key !== null) await tx.emit('report.removed', { storage_key: last.pdf_storage_key }, reviewId);
    await tx.system
      .updateTable('reports')
      .set({ status: 'draft', ...UNSIGNED })
      .where('id', '=', last.id)
      .execute();
    await noDraftsLeftBehind(tx, ports, reviewId, last.id);
  }
  await tx.system
    .updateTable('reports')
    .set({ left_at: tx.now, left_by: of.expert_profile_id, was_due_at: of.report_due_at, updated_at: tx.now })
    .where('review_id', '=', reviewId)
    .where('left_at', 'is', null)
    .execute();
  // that one was late stays on their record
  await sql`select expert_standing_refresh(${of.expert_profile_id})`.execute(tx.system);
}
