import { useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import { formatCents } from '../../../core/money.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { ReasonAct } from '../../../ui/form/reason-act.tsx';
import { Acts, Quiet } from '../../../ui/form/inline-form.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { type TaskView, workEndpoints } from '../contract.ts';
import { hoursText, TASK_STATE_WORDS, TASK_TYPES } from '../rules.ts';
import { AddTime, Approve, minutesOf } from './task-forms.tsx';
import { type OfWork, TOUCHED } from './touched.ts';
import styles from './work.module.css';

/** "2.5 h of 6.0 h, $1,062.50": what was used of a budget. */
export function usedOf(used: number, budget: number | null, cents: number | null): string {
  const hours = budget === null ? hoursText(used) : `${hoursText(used)} of ${hoursText(budget)}`;
  return cents === null ? hours : `${hours}, ${formatCents(cents)}`;
}

/** A task: how it stands, what is left of it, and what the reader can do. */
export function TaskRow({ kind, work, task }: OfWork & { task: TaskView }) {
  const [open, setOpen] = useState<'record' | 'approve' | null>(null);
  const close = () => setOpen(null);
  const path = { id: work.review_id, taskId: task.id };
  const start = useCommand(workEndpoints.startTimer, { refresh: TOUCHED });
  const move = useCommand(workEndpoints.move, { refresh: TOUCHED });
  const answer = useCommand(workEndpoints.answerBudget, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('Answered. The expert is told.'),
  });
  const act = (what: 'finish' | 'reopen' | 'cancel', words: string) => (
    <Button kind="quiet" busy={move.isPending} onClick={() => move.mutate({ kind, params: path, body: { act: what } })}>
      {words}
    </Button>
  );
  const { can, request } = task;
  const reply = (grant: boolean, words = '') =>
    answer.mutate({
      kind,
      params: { id: work.review_id, requestId: request?.id ?? 0 },
      body: { grant, answer: words },
    });
  return (
    <RuledRow
      title={TASK_TYPES[task.type]}
      status={
        <div className={styles.task}>
          {[
            TASK_STATE_WORDS[task.state],
            task.note,
            usedOf(task.used_minutes, task.budget_minutes, task.used_cents),
            task.rate === null
              ? null
              : `${formatCents(task.rate.cents)} per ${task.rate.per}${task.budget_cents === null ? '' : `, ${formatCents(task.budget_cents)} at most`}`,
            task.due_on === null ? null : `Due on ${dateText(task.due_on, 'long')}`,
            request === null ? null : `${request.by} asks for ${hoursText(request.minutes)} more: ${request.reason}`,
            task.last_answer?.state === 'refused' && request === null
              ? `More hours were refused: ${task.last_answer.answer}`
              : null,
          ]
            .filter(Boolean)
            .map((line) => (
              <Quiet key={line}>{line}</Quiet>
            ))}
          <Acts>
            {can.record && open === null ? (
              <>
                {work.timer === null ? (
                  <Button
                    size="lg"
                    busy={start.isPending}
                    onClick={() => start.mutate({ kind, params: path, body: {} })}
                  >
                    Start the timer
                  </Button>
                ) : null}
                <Button kind="quiet" onClick={() => setOpen('record')}>
                  Add time
                </Button>
              </>
            ) : null}
            {can.ask_budget && open === null ? <AskHours kind={kind} work={work} task={task} /> : null}
            {can.approve && open === null ? <Button onClick={() => setOpen('approve')}>Approve it</Button> : null}
            {can.answer_budget && request && open === null ? (
              <>
                <Button busy={answer.isPending} onClick={() => reply(true)}>
                  {`Grant ${hoursText(request.minutes)} more`}
                </Button>
                <ReasonAct
                  opens="Refuse it"
                  label="Why not?"
                  help="The expert reads this."
                  submit="Refuse the hours"
                  busy={answer.isPending}
                  error={null}
                  onSubmit={(why) => reply(false, why)}
                />
              </>
            ) : null}
            {can.finish && open === null && task.used_minutes > 0 ? act('finish', 'Done') : null}
            {can.reopen ? act('reopen', 'Open it again') : null}
            {can.cancel && open === null ? act('cancel', 'Cancel the task') : null}
          </Acts>
          {open === 'record' ? <AddTime kind={kind} work={work} task={task} onDone={close} /> : null}
          {open === 'approve' ? <Approve kind={kind} work={work} task={task} onDone={close} /> : null}
          <Failure error={start.error} what="The timer could not be started." />
          <Failure error={move.error} what="It could not be done." />
          <Failure error={answer.error} what="It could not be answered." />
        </div>
      }
    />
  );
}

function AskHours({ kind, work, task }: OfWork & { task: TaskView }) {
  const [hours, setHours] = useState<number | null>(null);
  const ask = useCommand(workEndpoints.askBudget, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('Asked. The requester is told.'),
  });
  return (
    <ReasonAct
      opens="Ask for more hours"
      label="Why are they needed?"
      help="The firm reads this."
      submit="Ask for them"
      busy={ask.isPending}
      error={ask.error}
      missing={minutesOf(hours) > 0 ? null : { path: 'minutes', message: 'Enter how many hours more.' }}
      onSubmit={(reason) =>
        ask.mutate({
          kind,
          params: { id: work.review_id, taskId: task.id },
          body: { minutes: minutesOf(hours), reason },
        })
      }
    >
      {(fault) => (
        <NumberField
          path="minutes"
          label="Hours more"
          decimals={1}
          unit="hours"
          value={hours}
          onChange={setHours}
          error={fault}
        />
      )}
    </ReasonAct>
  );
}
