import { dateIn } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import type { ReviewRowBeside } from '../../../platform/db/review-row.ts';
import { mailExpertSide } from '../../../platform/mail/about-review.ts';
import type { Ports } from '../../../platform/ports.ts';
import { SESSION_TYPES } from '../rules.ts';
import type { SessionRow } from './load.ts';

/** Takes a session off, charged where that is agreed; the expert is told. `charged`: cents; 0: nothing. Answers whether it was still to be taken off. */
export async function takeOff(
  tx: Tx,
  ports: Ports,
  review: Pick<ReviewRowBeside, 'id' | 'kind'>,
  row: SessionRow,
  { reason, charged, by }: { reason: string; charged: number; by: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx.system
    .updateTable('testimony_sessions')
    .set({ state: 'called_off', reason, answered_at: tx.now })
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (charged > 0) await chargeFor(tx, ports, row, { charged, by, narrative: 'called off late' });
  await ports.sessionTime.drop(tx, row.task_id, charged > 0);
  await tx.audit({
    action: 'testimony.called_off',
    review_id: review.id,
    subject: `testimony_session:${row.id}`,
    data: { type: row.type, reason, charged: charged > 0 },
    timeline: true,
  });
  await mailExpertSide(tx, ports, review, calledOffMail(row, charged));
  return true;
}

/** What says that a session is called off. */
export const calledOffMail = (row: SessionRow, charged: number) =>
  ({
    template: 'session_called_off',
    data: { what: SESSION_TYPES[row.type].called, at: row.starts_at, charged: charged > 0 },
  }) as const;

/** Charges a session that is called off or moved late. */
export const chargeFor = (
  tx: Tx,
  ports: Ports,
  row: SessionRow,
  { charged, by, narrative }: { charged: number; by: number; narrative: string },
): Promise<number> =>
  ports.sessionTime.charge(tx, {
    review_id: row.review_id,
    task_id: row.task_id,
    worked_on: dateIn(tx.now, row.zone),
    cents: charged,
    narrative: `${SESSION_TYPES[row.type].title} ${narrative}`,
    made_by: by,
  });
