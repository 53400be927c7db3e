import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Tx } from '../../../platform/command.ts';
import { latestReport, reportAt, type ReportReview, type ReportRow, sectionsOf } from './view.ts';

/** Refuses 409 what is no draft that is being written. */
export function refuseUnwritable(review: ReportReview, report: ReportRow | undefined): asserts report is ReportRow {
  if (!report || reportAt(review) !== 'writing' || (report.status !== 'draft' && report.status !== 'returned')) {
    throw new Refusal('wrong_state', 'This report cannot be written at the moment.', {
      current: { review_id: review.id, status: review.status, report: report?.status ?? null },
    });
  }
}

/** The draft now being written, held until the transaction ends: what is saved and what is signed never cross each other. */
export async function heldDraft(tx: Tx<Actor>, review: ReportReview): Promise<ReportRow> {
  const report = await latestReport(tx.system, review.id, true);
  refuseUnwritable(review, report);
  return report;
}

/** Refuses 409 to change what was closed before the opinions of others were read. */
export async function refuseClosed(tx: Tx<Actor>, report: ReportRow, section: string): Promise<void> {
  const current = (await sectionsOf(tx.system, report.id)).find((one) => one.section === section);
  if (!current?.closed_at) return;
  throw new Refusal(
    'wrong_state',
    'Your own judgment was closed when you opened the other opinions, and stays as it is. Write what you see differently now in the section “Comparison”.',
    { current },
  );
}
