import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../../platform/command.ts';
import type { EarlierDate, ReviewFacts } from '../../rules.ts';

/** The deadline at which an unanswered question for an earlier date lapses. */
export const EARLIER_DATE_LAPSE = 'earlier_date_lapse';

const iso = (column: string): RawBuilder<string> =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The earlier date asked of a review's expert, as a column of a query in which the review is `r`; null: none is. */
export const earlierDateOfReview: RawBuilder<EarlierDate | null> = sql`(select json_build_object(
    'needed_by', d.needed_by, 'reason', d.reason, 'asked_at', ${iso('d.asked_at')}, 'lapses_at', ${iso('d.lapses_at')})
  from review_earlier_dates d where d.review_id = r.id)`;

/** Keeps what is asked now, in place of what was asked before, and lets it lapse at its time. */
export async function storeEarlierDate(tx: Tx, review_id: number, asked: EarlierDate): Promise<void> {
  await tx.system
    .insertInto('review_earlier_dates')
    .values({ review_id, ...asked })
    .onConflict((oc) => oc.column('review_id').doUpdateSet(asked))
    .execute();
  await tx.setDeadline({ review_id, kind: EARLIER_DATE_LAPSE, due_at: new Date(asked.lapses_at) });
}

/** Nothing is asked any more, nor left to lapse. */
export async function dropEarlierDate(tx: Tx, review_id: number): Promise<void> {
  await tx.system.deleteFrom('review_earlier_dates').where('review_id', '=', review_id).execute();
  await tx.cancelDeadlines(review_id, [EARLIER_DATE_LAPSE]);
}

/** What was asked of the expert about the date is over without an answer. */
export async function lapseEarlierDate(tx: Tx, { id, organization }: ReviewFacts): Promise<void> {
  await dropEarlierDate(tx, id);
  await tx.audit({
    action: 'review.earlier_date_lapsed',
    review_id: id,
    organization_id: organization.id,
    subject: 'field:needed_by',
    timeline: true,
  });
}
