import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import type { Kind } from '../../../core/kinds.ts';
import { formatCents } from '../../../core/money.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { MoneyField, NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { useKept } from '../../../ui/form/use-kept.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { Fold } from '../../../ui/parts/fold.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { type TaskView, workEndpoints, type WorkView } from '../contract.ts';
import { hoursText, TASK_STATE_WORDS, TASK_TYPE_NAMES, TASK_TYPES, type RatePer, type TaskType } from '../rules.ts';
import { RunningTimer } from './timer.tsx';
import styles from './work.module.css';

const TOUCHED = [workEndpoints.read] as const;
type Of = { kind: Kind; work: WorkView };

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
  if (!work || (work.tasks.length === 0 && !work.can.request && !work.can.propose)) return null;
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
        <p className={styles.quiet}>No task yet. Time is recorded on tasks with an approved rate and hours.</p>
      )}
      {work.can.request || work.can.propose ? <NewTask {...of} /> : null}
      {work.entries.length > 0 ? <Entries {...of} /> : null}
    </section>
  );
}

/** "2.5 h of 6.0 h, $1,062.50": what was used of a budget. */
function usedOf(used: number, budget: number | null, cents: number | null): string {
  const hours = budget === null ? hoursText(used) : `${hoursText(used)} of ${hoursText(budget)}`;
  return cents === null ? hours : `${hours}, ${formatCents(cents)}`;
}

function Meters({ work: { matter, retainer_cents } }: { work: WorkView }) {
  return (
    <Facts
      labelWidth={120}
      items={[
        {
          label: 'Recorded',
          value: usedOf(matter.used_minutes, null, matter.used_cents),
        },
        {
          label: 'Budget',
          value:
            matter.cap_cents === null || matter.used_cents === null
              ? null
              : `${formatCents(Math.max(0, matter.cap_cents - matter.used_cents))} of ${formatCents(matter.cap_cents)} left`,
        },
        { label: 'Retainer left', value: retainer_cents === null ? null : formatCents(retainer_cents) },
      ]}
    />
  );
}

function TaskRow({ kind, work, task }: Of & { task: TaskView }) {
  const [open, setOpen] = useState<'record' | 'ask' | 'approve' | 'refuse' | null>(null);
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
              <p key={line} className={styles.quiet}>
                {line}
              </p>
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
            {can.ask_budget && open === null ? (
              <Button kind="quiet" onClick={() => setOpen('ask')}>
                Ask for more hours
              </Button>
            ) : null}
            {can.approve && open === null ? <Button onClick={() => setOpen('approve')}>Approve it</Button> : null}
            {can.answer_budget && request && open === null ? (
              <>
                <Button busy={answer.isPending} onClick={() => reply(true)}>
                  {`Grant ${hoursText(request.minutes)} more`}
                </Button>
                <Button kind="quiet" onClick={() => setOpen('refuse')}>
                  Refuse it
                </Button>
              </>
            ) : null}
            {can.finish && open === null && task.used_minutes > 0 ? act('finish', 'Done') : null}
            {can.reopen ? act('reopen', 'Open it again') : null}
            {can.cancel && open === null ? act('cancel', 'Cancel the task') : null}
          </Acts>
          {open === 'record' ? <AddTime kind={kind} work={work} task={task} onDone={close} /> : null}
          {open === 'ask' ? <AskHours kind={kind} work={work} task={task} onDone={close} /> : null}
          {open === 'approve' ? <Approve kind={kind} work={work} task={task} onDone={close} /> : null}
          {open === 'refuse' ? (
            <ReasonForm
              label="Why not?"
              submit="Refuse the hours"
              onClose={close}
              onSend={(why) => {
                reply(false, why);
                close();
              }}
            />
          ) : null}
          <Failure error={start.error} what="The timer could not be started." />
          <Failure error={move.error} what="It could not be done." />
          <Failure error={answer.error} what="It could not be answered." />
        </div>
      }
    />
  );
}

const Acts = ({ children }: { children: ReactNode }) => <div className={styles.acts}>{children}</div>;

type OfTask = Of & { task: TaskView; onDone: () => void };
const minutesOf = (hours: number | null): number => Math.round((hours ?? 0) * 60);

function AddTime({ kind, work, task, onDone }: OfTask) {
  const [draft, setDraft, forget] = useKept(`work-${work.review_id}-${task.id}`, {
    worked_on: work.today as string | null,
    hours: null as number | null,
    narrative: '',
  });
  const record = useCommand(workEndpoints.record, {
    refresh: TOUCHED,
    onSuccess: () => {
      forget();
      onDone();
      toastDone('Recorded.');
    },
  });
  const ready = draft.worked_on !== null && minutesOf(draft.hours) > 0 && draft.narrative.trim() !== '';
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (ready && !record.isPending)
      record.mutate({
        kind,
        params: { id: work.review_id, taskId: task.id },
        body: { worked_on: draft.worked_on ?? '', minutes: minutesOf(draft.hours), narrative: draft.narrative },
      });
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Add time">
      <div className={styles.pair}>
        <DateField
          path="worked_on"
          label="Day"
          max={work.today}
          value={draft.worked_on}
          onChange={(worked_on) => setDraft({ ...draft, worked_on })}
        />
        <NumberField
          path="minutes"
          label="Hours"
          decimals={2}
          unit="hours"
          {...(work.step_minutes > 1
            ? { help: `Rounded up to ${work.step_minutes === 6 ? 'a tenth' : 'a quarter'} of an hour.` }
            : {})}
          value={draft.hours}
          onChange={(hours) => setDraft({ ...draft, hours })}
        />
      </div>
      <TextArea
        path="narrative"
        label="What was done"
        rows={2}
        max={2000}
        counted={false}
        value={draft.narrative}
        onChange={(narrative) => setDraft({ ...draft, narrative })}
      />
      <Failure error={record.error} what="It was not recorded." />
      <Ends submit="Record it" busy={record.isPending} ready={ready} onClose={onDone} />
    </form>
  );
}

function AskHours({ kind, work, task, onDone }: OfTask) {
  const [hours, setHours] = useState<number | null>(null);
  const ask = useCommand(workEndpoints.askBudget, {
    refresh: TOUCHED,
    onSuccess: () => {
      onDone();
      toastDone('Asked. The requester is told.');
    },
  });
  return (
    <ReasonForm
      label="Why are they needed?"
      submit="Ask for them"
      ready={minutesOf(hours) > 0}
      busy={ask.isPending}
      onClose={onDone}
      onSend={(reason) =>
        ask.mutate({
          kind,
          params: { id: work.review_id, taskId: task.id },
          body: { minutes: minutesOf(hours), reason },
        })
      }
    >
      <NumberField path="minutes" label="Hours more" decimals={1} unit="hours" value={hours} onChange={setHours} />
      <Failure error={ask.error} what="It could not be asked for." />
    </ReasonForm>
  );
}

function ReasonForm({
  label,
  submit,
  ready = true,
  busy = false,
  onClose,
  onSend,
  children,
}: {
  label: string;
  submit: string;
  ready?: boolean;
  busy?: boolean;
  onClose: () => void;
  onSend: (reason: string) => void;
  children?: ReactNode;
}) {
  const [reason, setReason] = useState('');
  const whole = ready && reason.trim() !== '';
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (whole && !busy) onSend(reason.trim());
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label={submit}>
      {children}
      <TextArea path="reason" label={label} rows={2} max={2000} counted={false} value={reason} onChange={setReason} />
      <Ends submit={submit} busy={busy} ready={whole} onClose={onClose} />
    </form>
  );
}

const Ends = ({
  submit,
  busy,
  ready,
  onClose,
}: {
  submit: string;
  busy: boolean;
  ready: boolean;
  onClose: () => void;
}) => (
  <div className={styles.acts}>
    <Button type="submit" size="lg" busy={busy} disabled={!ready}>
      {submit}
    </Button>
    <Button kind="quiet" size="lg" onClick={onClose}>
      Leave it as it is
    </Button>
  </div>
);

interface Terms {
  cents: number | null;
  per: RatePer;
  hours: number | null;
  most: number | null;
}
const isPer = (value: string | null): value is RatePer => value === 'hour' || value === 'day';

function TermsFields({ terms, onChange }: { terms: Terms; onChange: (terms: Terms) => void }) {
  return (
    <>
      <div className={styles.pair}>
        <MoneyField
          path="rate.cents"
          label="Rate"
          value={terms.cents}
          onChange={(cents) => onChange({ ...terms, cents })}
        />
        <SelectField
          path="rate.per"
          label="For"
          value={terms.per}
          onChange={(per) => isPer(per) && onChange({ ...terms, per })}
          options={[
            { value: 'hour', label: 'Each hour' },
            { value: 'day', label: 'Each day of eight hours' },
          ]}
        />
      </div>
      <div className={styles.pair}>
        <NumberField
          path="budget_minutes"
          label="Hours approved"
          decimals={1}
          unit="hours"
          value={terms.hours}
          onChange={(hours) => onChange({ ...terms, hours })}
        />
        <MoneyField
          path="budget_cents"
          label="Amount at most"
          help="Empty: what the hours come to."
          value={terms.most}
          onChange={(most) => onChange({ ...terms, most })}
        />
      </div>
    </>
  );
}
const whole = (terms: Terms): boolean => terms.cents !== null && minutesOf(terms.hours) > 0;
const sentTerms = (terms: Terms) => ({
  rate: { cents: terms.cents ?? 0, per: terms.per },
  budget_minutes: minutesOf(terms.hours),
  budget_cents: terms.most,
});

function Approve({ kind, work, task, onDone }: OfTask) {
  const agreed = work.agreed_rates?.[task.type];
  const [terms, setTerms] = useState<Terms>({
    cents: agreed?.cents ?? null,
    per: agreed?.per ?? 'hour',
    hours: (task.budget_minutes ?? 0) / 60,
    most: null,
  });
  const approve = useCommand(workEndpoints.approve, {
    refresh: TOUCHED,
    onSuccess: () => {
      onDone();
      toastDone('Approved. The expert is told.');
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (whole(terms)) approve.mutate({ kind, params: { id: work.review_id, taskId: task.id }, body: sentTerms(terms) });
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Approve the task">
      <TermsFields terms={terms} onChange={setTerms} />
      <Failure error={approve.error} what="It could not be approved." />
      <Ends submit="Approve the task" busy={approve.isPending} ready={whole(terms)} onClose={onDone} />
    </form>
  );
}

const TYPES = TASK_TYPE_NAMES.map((value) => ({ value, label: TASK_TYPES[value] }));
const isType = (value: string | null): value is TaskType => value !== null && value in TASK_TYPES;

function NewTask({ kind, work }: Of) {
  const [open, setOpen] = useState(false);
  const [type, setType] = useState<TaskType | null>(null);
  const [note, setNote] = useState('');
  const [due_on, setDue] = useState<string | null>(null);
  const [terms, setTerms] = useState<Terms>({ cents: null, per: 'hour', hours: null, most: null });
  const orders = work.can.request;
  const request = useCommand(workEndpoints.request, {
    refresh: TOUCHED,
    onSuccess: () => {
      setOpen(false);
      setNote('');
      toastDone(orders ? 'Approved. The expert is told.' : 'Proposed. The requester is told.');
    },
  });
  if (!open)
    return (
      <div className={styles.acts}>
        <Button onClick={() => setOpen(true)}>{orders ? 'Ask for a task' : 'Propose a task'}</Button>
      </div>
    );
  const ready = type !== null && (orders ? whole(terms) : minutesOf(terms.hours) > 0);
  const choose = (next: string | null) => {
    if (!isType(next)) return;
    setType(next);
    const agreed = work.agreed_rates?.[next];
    if (agreed) setTerms({ ...terms, ...agreed });
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    const { rate, ...budget } = sentTerms(terms);
    request.mutate({
      kind,
      params: { id: work.review_id },
      body: { type, note, due_on, rate: orders ? rate : null, ...budget },
    });
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label={orders ? 'Ask for a task' : 'Propose a task'}>
      <div className={styles.pair}>
        <SelectField path="type" label="Task" value={type} onChange={choose} options={TYPES} searchable={false} />
        <DateField path="due_on" label="Due, if on a day" min={work.today} value={due_on} onChange={setDue} />
      </div>
      <TextArea
        path="note"
        label="What for, in a line"
        rows={1}
        max={2000}
        counted={false}
        value={note}
        onChange={setNote}
      />
      {orders ? (
        <TermsFields terms={terms} onChange={setTerms} />
      ) : (
        <NumberField
          path="budget_minutes"
          label="Hours"
          decimals={1}
          unit="hours"
          value={terms.hours}
          onChange={(hours) => setTerms({ ...terms, hours })}
        />
      )}
      <Failure error={request.error} what="It could not be sent." />
      <Ends
        submit={orders ? 'Ask for it' : 'Propose it'}
        busy={request.isPending}
        ready={ready}
        onClose={() => setOpen(false)}
      />
    </form>
  );
}

function Entries({ kind, work }: Of) {
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

function Reverse({ kind, work, entryId }: Of & { entryId: number }) {
  const [open, setOpen] = useState(false);
  const correct = useCommand(workEndpoints.correct, { refresh: TOUCHED, onSuccess: () => toastDone('Taken back.') });
  if (!open)
    return (
      <Button kind="quiet" size="sm" onClick={() => setOpen(true)}>
        Take it back
      </Button>
    );
  return (
    <ReasonForm
      label="What was wrong?"
      submit="Take it back"
      busy={correct.isPending}
      onClose={() => setOpen(false)}
      onSend={(reason) =>
        correct.mutate({ kind, params: { id: work.review_id, entryId }, body: { instead: null, reason } })
      }
    >
      <Failure error={correct.error} what="It could not be taken back." />
    </ReasonForm>
  );
}
