import { type Kysely, sql } from 'kysely';
import { type Actor, isExpertSide } from '../../../core/actor.ts';
import { dateIn } from '../../../core/time.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import type { DB } from '../../../platform/db/types.ts';
import { seesExpenseAmounts, type WorkView } from '../contract.ts';
import { expenseAfter, expenseTime, sidesOf } from '../rules.ts';
import type { WorkReview } from './load.ts';

/** The part of the matter's experts in which somebody acts; null: in none. */
export const ownProfile = ({ expert_profile_ids }: Actor, { experts }: WorkReview): number | null =>
  experts.find((one) => expert_profile_ids.includes(one.expert_profile_id))?.expert_profile_id ?? null;

/** Every expense of a matter that counts or was taken back, as a statement has them: by the day it was approved. */
export const approvedExpenses = (db: Kysely<DB>, reviewId: number) =>
  db
    .selectFrom('matter_expenses')
    .innerJoin('users', 'users.id', 'matter_expenses.recorded_by')
    .select([
      'spent_on',
      'sort',
      'word',
      'purpose',
      'amount_cents',
      'miles_tenths',
      'rate_tenths',
      'reverses',
      'reason',
      'outside_retainer',
      'expert_profile_id',
    ])
    .select('matter_expenses.id as id')
    // answered when it was approved
    .select([sql<Date>`answered_at`.as('answered_at'), fullNameOf('users').as('by')])
    .where('review_id', '=', reviewId)
    .where('state', '=', 'approved')
    .orderBy('spent_on')
    .orderBy('matter_expenses.id')
    .execute();

/** The expenses of a matter as this reader sees them: an expert’s side its own, as with the agreement. */
export async function expensesOf(
  db: ActorDb,
  actor: Actor,
  review: WorkReview,
  { agreed_at, mileage_tenths }: { agreed_at: Date | null; mileage_tenths: number },
): Promise<WorkView['expenses']> {
  const rows = await db.executor
    .selectFrom('matter_expenses as e')
    .innerJoin('users as u', 'u.id', 'e.recorded_by')
    .leftJoin('users as a', 'a.id', 'e.answered_by')
    .leftJoin('expense_receipts as r', (join) =>
      join.onRef('r.id', '=', 'e.receipt_id').onRef('r.review_id', '=', 'e.review_id'),
    )
    .selectAll('e')
    .select([fullNameOf('u').as('by'), fullNameOf('a').as('answerer')])
    .select(['r.name as receipt_name', 'r.pages as receipt_pages', 'r.size_bytes as receipt_bytes'])
    .where('e.review_id', '=', review.id)
    .$if(isExpertSide(actor.kind), (q) => q.where('e.expert_profile_id', 'in', actor.expert_profile_ids))
    .orderBy('e.spent_on', 'desc')
    .orderBy('e.id', 'desc')
    .execute();
  const sees = seesExpenseAmounts(actor.kind);
  const sides = sidesOf(actor, review);
  const own = ownProfile(actor, review);
  const reversed = new Set(rows.map((one) => one.reverses));
  const isOwn = sides.includes('expert') && agreed_at !== null && own !== null;
  const isRecording = isOwn && expenseTime(review) !== 'over';
  return {
    list: rows.map((one) => {
      const standing = one.reverses === null && !reversed.has(one.id);
      return {
        id: one.id,
        spent_on: one.spent_on,
        sort: one.sort,
        word: one.word,
        purpose: one.purpose,
        amount_cents: sees ? one.amount_cents : null,
        miles_tenths: sees ? one.miles_tenths : null,
        rate_tenths: sees ? one.rate_tenths : null,
        receipt:
          sees && one.receipt_id !== null && one.receipt_name !== null && one.receipt_bytes !== null
            ? {
                id: one.receipt_id,
                name: one.receipt_name,
                pages: one.receipt_pages,
                size_bytes: one.receipt_bytes,
              }
            : null,
        state: one.state,
        reason: one.reason,
        by: one.by,
        recorded_at: one.recorded_at.toISOString(),
        answered_by: one.answered_by === null ? null : one.answerer,
        answered_at: one.answered_at?.toISOString() ?? null,
        reverses: one.reverses,
        reversed: reversed.has(one.id),
        corrects: one.corrects,
        outside_retainer: one.outside_retainer,
        can: {
          answer: standing && expenseAfter(one.state, 'approve', sides) !== null,
          question: standing && expenseAfter(one.state, 'question', sides) !== null,
          correct:
            isOwn && standing && one.expert_profile_id === own && expenseAfter(one.state, 'take_back', sides) !== null,
        },
      };
    }),
    approved_cents: sees
      ? rows.reduce((sum, one) => (one.state === 'approved' ? sum + one.amount_cents : sum), 0)
      : null,
    to_answer: rows.filter(({ state }) => state === 'held' || state === 'recorded').length,
    questioned: rows.filter(({ state }) => state === 'questioned').length,
    from: isExpertSide(actor.kind) && agreed_at !== null ? dateIn(agreed_at, review.time_zone) : null,
    mileage_tenths,
    can_record: isRecording,
  };
}
