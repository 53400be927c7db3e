import type { FastifyInstance } from 'fastify';
import type { Kysely, Selectable } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { KINDS } from '../../../core/kinds.ts';
import { dateIn } from '../../../core/time.ts';
import { command, type Tx } from '../../../platform/command.ts';
import type { DB, MatterExpenses } from '../../../platform/db/types.ts';
import { type ActorCall, mount } from '../../../platform/http/mount.ts';
import { Readings, sendStored } from '../../../platform/http/send-stored.ts';
import { expertWithAssistants, mailEach, mailRequester } from '../../../platform/mail/about-review.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { workEndpoints } from '../contract.ts';
import { mileageOf } from '../../billing/rules.ts';
import { budgetHolds, expenseAfter, expenseFaults, type WrittenExpense, workTime } from '../rules.ts';
import { ownProfile } from './expenses-view.ts';
import { capOf, expensesCounted, lastDay, loadWorkReview, usedByTask } from './load.ts';
import type { At, OnWork } from './on-work.ts';
import { type Inspect, receiptOf, takeReceipt, withReceiptBodies } from './receipts.ts';

type Expense = Selectable<MatterExpenses>;

/** What the expert's side lays out for a matter: receipts, recording, correcting, and the firm's word on it. */
export function mountExpenses(
  app: FastifyInstance,
  services: Services,
  ports: Ports,
  { on, inspect }: { on: OnWork; inspect: Inspect },
): void {
  const e = workEndpoints;
  const readings = new Readings();

  withReceiptBodies(app, (scope) => {
    mount(scope, services, e.addReceipt, ({ actor, db, kind, params, query, request }) =>
      takeReceipt(services, inspect, { actor, db }, { kind, id: params.id, name: query.name, body: request.body }),
    );
  });

  mount(app, services, e.receipt, async ({ params, kind, actor, db, request, reply }): Promise<undefined> => {
    const review = await loadWorkReview(db, kind, params.id);
    const find = () => receiptOf(db.executor, actor, review.id, params.receiptId);
    const found = await find();
    await sendStored(services, found, {
      request,
      reply,
      inline: true,
      isWanted: async () => (await find()).storage_key === found.storage_key,
      record: (whole) =>
        readings.record(`${actor.session_id}:${found.id}`, whole, services.clock.now().getTime(), () =>
          command(services, actor, (tx) =>
            tx.audit({
              action: 'work.receipt_view',
              review_id: review.id,
              organization_id: review.organization_id,
              subject: `expense_receipt:${found.id}`,
            }),
          ),
        ),
    });
  });

  /** Writes an expense down: held where the budget of the matter does not hold it. Refuses fields that cannot be. */
  async function write(tx: Tx<Actor>, { review }: At, body: WrittenExpense, corrects: Expense | null): Promise<void> {
    const agreed = await ports.agreedTerms.of(tx.system, review.id);
    const own = ownProfile(tx.actor, review);
    if (!agreed || own === null)
      throw new Refusal(
        'wrong_state',
        'Expenses are recorded once the agreement is signed: it says that they are paid.',
      );
    const faults = expenseFaults(body, {
      from: dateIn(agreed.agreed_at, review.time_zone),
      until: await lastDay(tx.system, review, tx.now),
      late: workTime(review) !== 'open',
    });
    const byMiles = body.sort === 'mileage';
    if (!byMiles && body.receipt_id !== null && !(await isFree(tx, review.id, body.receipt_id, corrects)))
      faults.push({ path: 'receipt_id', message: 'This receipt is with another expense. Add it once more.' });
    refuseFields(faults);
    const miles = byMiles ? (body.miles_tenths ?? 0) : null;
    const amount_cents = miles === null ? (body.amount_cents ?? 0) : mileageOf(miles, services.env.MILEAGE_TENTHS);
    if (amount_cents === 0) refuseFields([{ path: 'miles_tenths', message: 'This comes to nothing.' }]);
    const holds = budgetHolds(amount_cents, {
      cap_cents: await capOf(tx.system, review, agreed),
      used_cents: await usedOfMatter(tx.system, review.id),
    });
    const { id } = await tx.system
      .insertInto('matter_expenses')
      .values({
        review_id: review.id,
        expert_profile_id: own,
        spent_on: body.spent_on,
        sort: body.sort,
        word: body.sort === 'other' ? body.word.trim() : '',
        purpose: body.purpose,
        amount_cents,
        miles_tenths: miles,
        rate_tenths: miles === null ? null : services.env.MILEAGE_TENTHS,
        receipt_id: byMiles ? null : body.receipt_id,
        state: holds ? 'recorded' : 'held',
        recorded_by: tx.actor.user_id,
        recorded_at: tx.now,
        corrects: corrects?.id ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.audit({
      action: holds ? 'work.expense_recorded' : 'work.expense_held',
      review_id: review.id,
      subject: `expense:${id}`,
      timeline: true,
    });
    await mailRequester(tx, ports, review, { template: 'expense_to_approve', data: { held: !holds } });
  }

  // what was laid out until a matter ended is repaid, however it ended
  on(e.recordExpense, 'expert', (tx, at, { body }) => write(tx, at, body, null), 'ended');

  const expenseOf = async (tx: Tx<Actor>, { review }: At, id: number) => {
    const row = await tx.system
      .selectFrom('matter_expenses')
      .selectAll()
      .where('id', '=', id)
      .where('review_id', '=', review.id)
      .executeTakeFirst();
    if (!row) throw new Refusal('not_found');
    return row;
  };
  const reversalOf = (tx: Tx<Actor>, id: number) =>
    tx.system.selectFrom('matter_expenses').select('id').where('reverses', '=', id).executeTakeFirst();

  const correct = async (tx: Tx<Actor>, at: At, { params, body }: ActorCall<typeof e.correctExpense>) => {
    const expense = await expenseOf(tx, at, params.expenseId);
    if (expense.expert_profile_id !== ownProfile(tx.actor, at.review)) throw new Refusal('forbidden');
    const state = expense.reverses === null ? expenseAfter(expense.state, 'take_back', at.sides) : null;
    if (state === null || (await reversalOf(tx, expense.id)))
      throw new Refusal('wrong_state', 'This expense was taken back already.');
    if (state === 'approved') await takeBackApproved(tx, ports, expense, body.reason);
    else
      await tx.system
        .updateTable('matter_expenses')
        .set({ state, reason: body.reason })
        .where('id', '=', expense.id)
        .execute();
    await tx.audit({
      action: body.instead ? 'work.expense_corrected' : 'work.expense_withdrawn',
      review_id: at.review.id,
      subject: `expense:${expense.id}`,
      timeline: true,
    });
    if (body.instead) await write(tx, at, body.instead, expense);
  };
  on(e.correctExpense, 'expert', correct, 'ever');

  on(
    e.answerExpense,
    'requester',
    async (tx, at, { params, body }) => {
      const expense = await expenseOf(tx, at, params.expenseId);
      const state = expenseAfter(expense.state, body.approve ? 'approve' : 'question', at.sides);
      if (expense.reverses !== null || state === null)
        throw new Refusal('wrong_state', 'This expense no longer waits for your answer.');
      refuseFields(!body.approve && body.reason === '' ? [{ path: 'reason', message: 'Say why.' }] : []);
      const agreed = await ports.agreedTerms.of(tx.system, at.review.id);
      // the retainer was paid for the expert whose agreement holds, and pays for nobody else
      const outside_retainer = body.approve && agreed?.expert_profile_id !== expense.expert_profile_id;
      await tx.system
        .updateTable('matter_expenses')
        .set({
          state,
          answered_by: tx.actor.user_id,
          answered_at: tx.now,
          reason: body.approve ? '' : body.reason,
          outside_retainer,
        })
        .where('id', '=', expense.id)
        .execute();
      if (body.approve && !outside_retainer)
        await ports.agreedTerms.retainer.use(tx, {
          review_id: at.review.id,
          cause: 'expense',
          cause_id: expense.id,
          cents: expense.amount_cents,
        });
      await tx.audit({
        action: !body.approve
          ? 'work.expense_questioned'
          : expense.state === 'held'
            ? 'work.expense_granted'
            : 'work.expense_approved',
        review_id: at.review.id,
        subject: `expense:${expense.id}`,
        timeline: true,
      });
      await tellWhoseItIs(tx, ports, at, expense, { approved: body.approve, outside: outside_retainer });
    },
    // what was laid out in time is answered also after its expert left
    'ever',
  );
}

/** Tells the expert whose expense was answered, and who assists them; whoever came after them hears nothing. */
async function tellWhoseItIs(
  tx: Tx<Actor>,
  ports: Ports,
  { review }: At,
  { expert_profile_id }: Expense,
  answer: { approved: boolean; outside: boolean },
): Promise<void> {
  const left = !review.experts.some((one) => one.expert_profile_id === expert_profile_id);
  await mailEach(
    tx,
    ports,
    {
      review_id: review.id,
      side: 'expert',
      link: left ? '/left-expenses' : `/${KINDS[review.kind].slug}/${review.id}`,
    },
    await expertWithAssistants(tx.system, expert_profile_id),
    { template: 'expense_answered', data: { ...answer, left } },
  );
}

/** Whether a receipt can go with an expense: one's own that no other has, or that of the one that is corrected. */
async function isFree(tx: Tx<Actor>, reviewId: number, id: number, corrects: Expense | null): Promise<boolean> {
  if (corrects?.receipt_id === id) return true;
  await receiptOf(tx.system, tx.actor, reviewId, id).catch((error: unknown) => {
    if (error instanceof Refusal)
      refuseFields([{ path: 'receipt_id', message: 'This receipt is no longer there. Add it once more.' }]);
    throw error;
  });
  const used = await tx.system
    .selectFrom('matter_expenses')
    .select('id')
    .where('receipt_id', '=', id)
    .where('review_id', '=', reviewId)
    .executeTakeFirst();
  return used === undefined;
}

/** Takes an approved expense back by a row of its own, which counts from now on; the retainer gets back what it paid. */
async function takeBackApproved(tx: Tx<Actor>, ports: Ports, expense: Expense, reason: string): Promise<void> {
  const { review_id, expert_profile_id, spent_on, sort, word, purpose, amount_cents, outside_retainer } = expense;
  await tx.system
    .insertInto('matter_expenses')
    .values({
      review_id,
      expert_profile_id,
      spent_on,
      sort,
      word,
      purpose,
      amount_cents: -amount_cents,
      state: 'approved',
      reason,
      outside_retainer,
      recorded_by: tx.actor.user_id,
      recorded_at: tx.now,
      answered_by: tx.actor.user_id,
      answered_at: tx.now,
      reverses: expense.id,
    })
    .execute();
  await ports.agreedTerms.retainer.unuse(tx, {
    review_id,
    cause: 'expense',
    cause_id: expense.id,
    cents: amount_cents,
  });
}

/** What time and expenses take of a matter's budget, cents. */
async function usedOfMatter(db: Kysely<DB>, reviewId: number): Promise<number> {
  const time = [...(await usedByTask(db, reviewId)).values()].reduce((sum, one) => sum + one.cents, 0);
  return time + (await expensesCounted(db, reviewId));
}
