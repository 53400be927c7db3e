import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { dateText } from '../../../core/dates.ts';
import type { Kind } from '../../../core/kinds.ts';
import { formatCents } from '../../../core/money.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { ReasonAct } from '../../../ui/form/reason-act.tsx';
import { Quiet } from '../../../ui/form/inline-form.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { Fold } from '../../../ui/parts/fold.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { workEndpoints, type WorkView } from '../contract.ts';
import { hoursText, TASK_TYPES } from '../rules.ts';
import { Expenses } from './expenses.tsx';
import { Statements } from './statements.tsx';
import { NewTask } from './task-forms.tsx';
import { TaskRow, usedOf } from './task-row.tsx';
import { RunningTimer } from './timer.tsx';
import { type OfWork, TOUCHED } from './touched.ts';
import styles from './work.module.css';

/** The work of a legal case by the hour: tasks, meters, the timer, and what waits for somebody's word. */
export function WorkCard({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const {
    data: work,
    error,
    refetch,
  } = useQuery({
    ...query(workEndpoints.read, { kind, params: { id: reviewId } }),
    refetchOnWindowFocus: true,
  });
  const id = useId();
  if (error && !work && error.status !== 404 && error.status !== 403)
    return (
      <section className={styles.card} aria-labelledby={id}>
        <SectionHead id={id} title="Work" />
        <Failure error={error} what="The work could not be loaded." onRetry={() => void refetch()} />
      </section>
    );
  if (!work) return null;
  const { list, can_record } = work.expenses;
  if (work.tasks.length + list.length === 0 && !can_record && !work.can.request && !work.can.propose) return null;
  const of = { kind, work };
  return (
    <section id="work" className={styles.card} aria-labelledby={id}>
      <SectionHead id={id} title="Work" />
      <Meters work={work} />
      {work.timer ? <RunningTimer kind={kind} work={work} timer={work.timer} /> : null}
      {work.tasks.length > 0 ? (
        <RuledList label="Tasks">
          {work.tasks.map((task) => (
            <TaskRow key={task.id} {...of} task={task} />
          ))}
        </RuledList>
      ) : (
        <Quiet>No task yet. Time is recorded on tasks with an approved rate and hours.</Quiet>
      )}
      {work.can.request || work.can.propose ? <NewTask {...of} /> : null}
      {work.entries.length > 0 ? <Entries {...of} /> : null}
      <Expenses {...of} />
      {work.statements && work.statements.length > 0 ? <Statements {...of} statements={work.statements} /> : null}
    </section>
  );
}

/** "$189.00 approved, 2 to answer": how the expenses stand. */
const expenseWords = ({ approved_cents, to_answer, questioned }: WorkView['expenses']): string =>
  [
    approved_cents === null ? null : `${formatCents(approved_cents)} approved`,
    to_answer > 0 ? `${to_answer} to answer` : null,
    questioned > 0 ? `${questioned} questioned` : null,
  ]
    .filter((words) => words !== null)
    .join(', ');

function Meters({ work: { matter, expenses, retainer_cents } }: { work: WorkView }) {
  return (
    <Facts
      labelWidth={120}
      items={[
        {
          label: 'Recorded',
          value: usedOf(matter.used_minutes, null, matter.used_cents),
        },
        { label: 'Expenses', value: expenses.list.length > 0 ? expenseWords(expenses) : null },
        {
          label: 'Budget',
          value:
            matter.cap_cents === null || matter.left_cents === null
              ? null
              : `${formatCents(matter.left_cents)} of ${formatCents(matter.cap_cents)} left`,
        },
        { label: 'Retainer left', value: retainer_cents === null ? null : formatCents(retainer_cents) },
      ]}
    />
  );
}

function Entries({ kind, work }: OfWork) {
  const typeOf = new Map(work.tasks.map((task) => [task.id, TASK_TYPES[task.type]]));
  return (
    <Fold title={`Time recorded (${work.entries.length})`}>
      <RuledList label="Time recorded">
        {work.entries.map((entry) => (
          <RuledRow
            key={entry.id}
            title={`${dateText(entry.worked_on, 'long')}: ${hoursText(entry.minutes)}, ${typeOf.get(entry.task_id) ?? ''}`}
            lines={[
              entry.narrative,
              `${entry.by}${entry.amount_cents === null ? '' : `, ${formatCents(entry.amount_cents)}`}`,
              entry.reverses !== null ? 'Takes back an entry that was wrong' : entry.reversed ? 'Taken back' : null,
            ]}
            actions={
              work.can.correct && entry.reverses === null && !entry.reversed ? (
                <Reverse kind={kind} work={work} entryId={entry.id} />
              ) : undefined
            }
          />
        ))}
      </RuledList>
    </Fold>
  );
}

function Reverse({ kind, work, entryId }: OfWork & { entryId: number }) {
  const correct = useCommand(workEndpoints.correct, { refresh: TOUCHED, onSuccess: () => toastDone('Taken back.') });
  return (
    <ReasonAct
      opens="Take it back"
      label="What was wrong?"
      help="Both the entry and this stay on record."
      submit="Take it back"
      busy={correct.isPending}
      error={correct.error}
      onSubmit={(reason) =>
        correct.mutate({ kind, params: { id: work.review_id, entryId }, body: { instead: null, reason } })
      }
    />
  );
}
