import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { formatCents } from '../../../core/money.ts';
import { dateIn } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import { mount } from '../../../platform/http/mount.ts';
import { sendPdf } from '../../../platform/http/send-pdf.ts';
import { mailExpertSide, mailRequester } from '../../../platform/mail/about-review.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { type FeatureServer, onAction, onEvent, onJob } from '../../../platform/workers.ts';
import { amountOf, type Rate } from '../../billing/rules.ts';
import { EXPERT_LEAVES } from '../../reviews/rules/actions.ts';
import { workEndpoints } from '../contract.ts';
import { mayTake, measured, type TaskAct, type TaskState, taskAfter, type TaskType, workTime } from '../rules.ts';
import { mountExpenses } from './expenses.ts';
import { enterTime, type NewEntry } from './enter-time.ts';
import { type At, onWork } from './on-work.ts';
import { type Inspect, purgeReceipts, tellOfDamagedReceipt } from './receipts.ts';
import { leftExpensesOf } from './left-expenses.ts';
import { isOfFormer, seesTask } from './load.ts';
import { statementDocument } from './statement.ts';
import { workOf } from './view.ts';

/** Work by the hour on legal cases: tasks, time on them, and budgets nothing passes. */
export function workServer(app: FastifyInstance, services: Services, ports: Ports, inspect: Inspect): FeatureServer {
  const e = workEndpoints;

  mount(app, services, e.read, ({ params, kind, actor, db }) =>
    workOf(db, ports, actor, kind, params.id, {
      now: services.clock.now(),
      mileage_tenths: services.env.MILEAGE_TENTHS,
    }),
  );

  mount(app, services, e.statement, async ({ params, kind, actor, db, reply }) => {
    const printed = await statementDocument(db, ports, actor, kind, params, services.clock.now());
    return sendPdf(reply, `Statement-${params.id}-${params.month}`, await ports.letterPdf(printed));
  });

  mount(app, services, e.leftExpenses, async ({ actor, db }) => ({ data: await leftExpensesOf(db, actor) }));

  const on = onWork(app, services, ports);
  mountExpenses(app, services, ports, { on, inspect });

  /** Refuses another rate than the one both signed, where an agreement holds. */
  async function refuseOtherRate(
    tx: Tx<Actor>,
    { review }: At,
    type: TaskType,
    rate: Rate | null | undefined,
  ): Promise<void> {
    const own = (await ports.agreedTerms.of(tx.system, review.id))?.rates[type];
    if (own && rate && (own.cents !== rate.cents || own.per !== rate.per))
      refuseFields([
        {
          path: 'rate',
          message: `The agreement says ${formatCents(own.cents)} for ${own.per === 'day' ? 'a day' : 'an hour'}.`,
        },
      ]);
  }

  const taskOf = async (tx: Tx<Actor>, { review }: At, taskId: number) => {
    const row = await tx.system
      .selectFrom('review_tasks')
      .selectAll()
      .where('id', '=', taskId)
      .where('review_id', '=', review.id)
      .executeTakeFirst();
    if (!row || !seesTask(tx.actor, row)) throw new Refusal('not_found');
    return row;
  };
  type Task = Awaited<ReturnType<typeof taskOf>>;

  const TOLD: Partial<Record<TaskState, string>> = {
    requested: 'This task is not approved yet.',
    done: 'This task is done.',
    cancelled: 'This task is canceled.',
  };

  /** The state after an act; refuses `forbidden` to a side that never takes it, `wrong_state` where it cannot be taken now. */
  function next({ sides }: At, task: Task, act: TaskAct): TaskState {
    if (!mayTake(act, sides)) throw new Refusal('forbidden');
    const to = taskAfter(task.state, act, sides);
    if (to === null) throw new Refusal('wrong_state', TOLD[task.state] ?? 'The task is at another step now.');
    return to;
  }

  const put = (tx: Tx<Actor>, task: Task, state: TaskState) =>
    tx.system.updateTable('review_tasks').set({ state }).where('id', '=', task.id).execute();

  const enter = (tx: Tx<Actor>, { review }: At, task: Task, entry: NewEntry) =>
    enterTime(tx, ports, review, task, entry);

  on(
    e.request,
    'either',
    async (tx, { review, sides }, { body }) => {
      const today = dateIn(tx.now, review.time_zone);
      const ordered = sides.includes('requester');
      refuseFields([
        ...(body.due_on !== null && body.due_on < today ? [{ path: 'due_on', message: 'This day has passed.' }] : []),
        ...(ordered && body.rate === null ? [{ path: 'rate', message: 'Enter the rate.' }] : []),
      ]);
      if (ordered) await refuseOtherRate(tx, { review, sides }, body.type, body.rate);
      const { id } = await tx.system
        .insertInto('review_tasks')
        .values({
          review_id: review.id,
          expert_profile_id: review.expert_profile_id,
          type: body.type,
          note: body.note,
          due_on: body.due_on,
          budget_minutes: body.budget_minutes,
          state: ordered ? 'approved' : 'requested',
          asked_by: tx.actor.user_id,
          asked_at: tx.now,
          ...(ordered && body.rate
            ? {
                rate_cents: body.rate.cents,
                rate_per: body.rate.per,
                budget_cents: body.budget_cents,
                approved_by: tx.actor.user_id,
                approved_at: tx.now,
              }
            : {}),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx.audit({
        action: ordered ? 'work.task_requested' : 'work.task_proposed',
        review_id: review.id,
        subject: `review_task:${id}`,
        timeline: true,
      });
      if (ordered) await mailExpertSide(tx, ports, review, { template: 'task_approved', data: {} });
      else await mailRequester(tx, ports, review, { template: 'task_proposed', data: {} });
    },
    'engaged',
  );

  on(
    e.approve,
    'requester',
    async (tx, at, { params, body }) => {
      const task = await taskOf(tx, at, params.taskId);
      const state = next(at, task, 'approve');
      await refuseOtherRate(tx, at, task.type, body.rate);
      await tx.system
        .updateTable('review_tasks')
        .set({
          state,
          rate_cents: body.rate.cents,
          rate_per: body.rate.per,
          budget_minutes: body.budget_minutes,
          budget_cents: body.budget_cents,
          approved_by: tx.actor.user_id,
          approved_at: tx.now,
        })
        .where('id', '=', task.id)
        .execute();
      await tx.audit({
        action: 'work.task_approved',
        review_id: at.review.id,
        subject: `review_task:${task.id}`,
        timeline: true,
      });
      await mailExpertSide(tx, ports, at.review, { template: 'task_approved', data: {} });
    },
    'engaged',
  );

  const MOVED = { finish: 'work.task_finished', reopen: 'work.task_reopened', cancel: 'work.task_cancelled' } as const;
  on(e.move, 'either', async (tx, at, { params, body }) => {
    const task = await taskOf(tx, at, params.taskId);
    const state = next(at, task, body.act);
    if (body.act === 'reopen' && workTime(at.review) === 'late')
      throw new Refusal('wrong_state', 'The matter is concluded; take it up again first.');
    if (body.act === 'reopen' && isOfFormer(at.review, task))
      throw new Refusal('wrong_state', 'This task was of an expert who is off the matter. Ask for another.');
    await put(tx, task, state);
    await tx.audit({
      action: MOVED[body.act],
      review_id: at.review.id,
      subject: `review_task:${task.id}`,
      timeline: true,
    });
  });

  on(e.record, 'expert', async (tx, at, { params, body }) => {
    const task = await taskOf(tx, at, params.taskId);
    const state = next(at, task, 'record');
    await enter(tx, at, task, { ...body, made_with: 'hand' });
    await put(tx, task, state);
  });

  on(e.correct, 'expert', async (tx, at, { params, body }) => {
    const entry = await tx.system
      .selectFrom('time_entries')
      .selectAll()
      .where('id', '=', params.entryId)
      .where('review_id', '=', at.review.id)
      .executeTakeFirst();
    if (!entry) throw new Refusal('not_found');
    // of who was there before nobody takes anything back
    await taskOf(tx, at, entry.task_id);
    const before = await tx.system
      .selectFrom('time_entries')
      .select('id')
      .where('reverses', '=', entry.id)
      .executeTakeFirst();
    if (entry.reverses !== null || before) throw new Refusal('wrong_state', 'This entry was corrected already.');
    const { id } = await tx.system
      .insertInto('time_entries')
      .values({
        review_id: at.review.id,
        task_id: entry.task_id,
        worked_on: entry.worked_on,
        minutes: -entry.minutes,
        // what was worth nothing is taken back as nothing, not as minus nothing
        amount_cents: 0 - entry.amount_cents,
        narrative: body.reason,
        made_with: 'correction',
        made_by: tx.actor.user_id,
        made_at: tx.now,
        reverses: entry.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (entry.amount_cents > 0)
      await ports.agreedTerms.retainer.unuse(tx, {
        review_id: at.review.id,
        cause: 'time_entry',
        cause_id: entry.id,
        cents: entry.amount_cents,
      });
    await tx.audit({
      action: 'work.time_corrected',
      review_id: at.review.id,
      subject: `time_entry:${entry.id}`,
      data: { reversed_by: id },
      timeline: true,
    });
    if (body.instead)
      await enter(tx, at, await taskOf(tx, at, entry.task_id), { ...body.instead, made_with: 'correction' });
  });

  on(e.startTimer, 'expert', async (tx, at, { params }) => {
    const task = await taskOf(tx, at, params.taskId);
    next(at, task, 'record');
    if (workTime(at.review) === 'late')
      throw new Refusal('wrong_state', 'Work is on hold or has ended; record time by hand.');
    const started = await tx.system
      .insertInto('work_timers')
      .values({ user_id: tx.actor.user_id, review_id: at.review.id, task_id: task.id, started_at: tx.now })
      .onConflict((oc) => oc.column('user_id').doNothing())
      .returning('user_id')
      .executeTakeFirst();
    if (!started) throw new Refusal('wrong_state', 'Your timer is in use. Record or discard what it measured first.');
  });

  /** One's own timer on this matter; refuses `wrong_state` where none is. */
  const ownTimer = async (tx: Tx<Actor>, { review }: At) => {
    const row = await tx.system
      .selectFrom('work_timers')
      .selectAll()
      .where('user_id', '=', tx.actor.user_id)
      .where('review_id', '=', review.id)
      .executeTakeFirst();
    if (!row) throw new Refusal('wrong_state', 'No timer of yours runs on this matter.');
    return row;
  };
  const forget = (tx: Tx<Actor>) =>
    tx.system.deleteFrom('work_timers').where('user_id', '=', tx.actor.user_id).execute();

  on(e.stopTimer, 'expert', async (tx, at) => {
    const timer = await ownTimer(tx, at);
    if (timer.stopped_at) throw new Refusal('wrong_state', 'The timer is stopped already.');
    await tx.system
      .updateTable('work_timers')
      .set({ stopped_at: tx.now })
      .where('user_id', '=', tx.actor.user_id)
      .execute();
  });

  on(e.recordTimer, 'expert', async (tx, at, { body }) => {
    const timer = await ownTimer(tx, at);
    if (!timer.stopped_at) throw new Refusal('wrong_state', 'Stop the timer first.');
    const task = await taskOf(tx, at, timer.task_id);
    const state = next(at, task, 'record');
    await enter(tx, at, task, {
      worked_on: dateIn(timer.started_at, at.review.time_zone),
      minutes: measured(timer.started_at, timer.stopped_at),
      narrative: body.narrative,
      made_with: 'timer',
    });
    await put(tx, task, state);
    await forget(tx);
  });

  on(e.discardTimer, 'expert', async (tx, at) => {
    await ownTimer(tx, at);
    await forget(tx);
  });

  on(e.askBudget, 'expert', async (tx, at, { params, body }) => {
    const task = await taskOf(tx, at, params.taskId);
    next(at, task, 'ask_budget');
    const asked = await tx.system
      .insertInto('budget_requests')
      .values({
        review_id: at.review.id,
        task_id: task.id,
        minutes: body.minutes,
        reason: body.reason,
        state: 'open',
        asked_by: tx.actor.user_id,
        asked_at: tx.now,
      })
      .onConflict((oc) => oc.column('task_id').where('state', '=', 'open').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!asked) throw new Refusal('wrong_state', 'More hours were asked for already; the answer is still to come.');
    await tx.audit({
      action: 'work.budget_asked',
      review_id: at.review.id,
      subject: `review_task:${task.id}`,
      data: { minutes: body.minutes },
      timeline: true,
    });
    await mailRequester(tx, ports, at.review, { template: 'budget_asked', data: {} });
  });

  on(e.answerBudget, 'requester', async (tx, at, { params, body }) => {
    const asked = await tx.system
      .selectFrom('budget_requests')
      .selectAll()
      .where('id', '=', params.requestId)
      .where('review_id', '=', at.review.id)
      .executeTakeFirst();
    if (!asked) throw new Refusal('not_found');
    if (asked.state !== 'open') throw new Refusal('wrong_state', 'This request was answered already.');
    refuseFields(!body.grant && body.answer === '' ? [{ path: 'answer', message: 'Say why.' }] : []);
    const task = await taskOf(tx, at, asked.task_id);
    if (body.grant)
      await tx.system
        .updateTable('review_tasks')
        .set({
          budget_minutes: (task.budget_minutes ?? 0) + asked.minutes,
          // the sum grows with the hours, at the rate of the task
          ...(task.budget_cents === null
            ? {}
            : {
                budget_cents:
                  task.budget_cents +
                  amountOf(asked.minutes, { cents: task.rate_cents ?? 0, per: task.rate_per ?? 'hour' }),
              }),
        })
        .where('id', '=', task.id)
        .execute();
    await tx.system
      .updateTable('budget_requests')
      .set({
        state: body.grant ? 'granted' : 'refused',
        answer: body.answer,
        answered_by: tx.actor.user_id,
        answered_at: tx.now,
      })
      .where('id', '=', asked.id)
      .execute();
    await tx.audit({
      action: body.grant ? 'work.budget_granted' : 'work.budget_refused',
      review_id: at.review.id,
      subject: `review_task:${task.id}`,
      data: { minutes: asked.minutes },
      timeline: true,
    });
    await mailExpertSide(tx, ports, at.review, { template: 'budget_answered', data: { granted: body.grant } });
  });

  return {
    events: [
      onEvent({
        name: 'work.expert_left',
        topics: ['review.transitioned'],
        when: onAction(...EXPERT_LEAVES),
        // what was asked of who is off the matter is asked of nobody; what they did stays
        run: async (tx, { review_id }) => {
          await tx.system
            .updateTable('review_tasks')
            .set({ state: 'cancelled' })
            .where('review_id', '=', review_id ?? 0)
            .where('state', 'in', ['requested', 'approved', 'in_progress'])
            .execute();
          await tx.system
            .deleteFrom('work_timers')
            .where('review_id', '=', review_id ?? 0)
            .execute();
        },
      }),
      onEvent({
        name: 'work.purge',
        topics: ['review.transitioned'],
        when: onAction('purge'),
        run: async (tx, { review_id }) => {
          const tables = ['work_timers', 'budget_requests', 'time_entries', 'review_tasks', 'matter_expenses'] as const;
          for (const table of tables)
            await tx.system
              .deleteFrom(table)
              .where('review_id', '=', review_id ?? 0)
              .execute();
          if (review_id !== null) await purgeReceipts(tx, review_id);
        },
      }),
      onEvent({
        name: 'work.receipt_damaged',
        topics: ['object.damaged'],
        run: (tx, event) => tellOfDamagedReceipt(tx, ports, event.payload.storage_key),
      }),
    ],
    jobs: [
      onJob({
        name: 'work.remove_receipt',
        topics: ['receipt.removed'],
        run: ({ payload }) => services.storage.remove(payload.storage_key),
      }),
    ],
  };
}
