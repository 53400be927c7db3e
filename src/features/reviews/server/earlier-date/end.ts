import type { Tx } from '../../../../platform/command.ts';
import type { ReviewFacts } from '../../rules.ts';

/** The deadline at which an unanswered question for an earlier date lapses. */
export const EARLIER_DATE_LAPSE = 'earlier_date_lapse';

/** What was asked of the expert about the date is over without an answer; the column is the caller's to empty. */
export async function endEarlierDate(tx: Tx, { id, organization }: ReviewFacts): Promise<void> {
  await tx.cancelDeadlines(id, [EARLIER_DATE_LAPSE]);
  await tx.audit({
    action: 'review.earlier_date_lapsed',
    review_id: id,
    organization_id: organization.id,
    subject: 'field:needed_by',
    timeline: true,
  });
}
