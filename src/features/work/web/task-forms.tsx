import { type FormEvent, useState } from 'react';
import { useCommand } from '../../../ui/api/hooks.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { MoneyField, NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { useKept } from '../../../ui/form/use-kept.ts';
import { Acts, FieldPair, InlineEnds } from '../../../ui/form/inline-form.tsx';
import { useFaults } from '../../../ui/form/use-faults.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { type TaskView, workEndpoints } from '../contract.ts';
import type { RatePer } from '../../billing/rules.ts';
import { TASK_TYPE_NAMES, TASK_TYPES, type TaskType } from '../rules.ts';
import { type OfWork, TOUCHED } from './touched.ts';
import styles from './work.module.css';

type OfTask = OfWork & { task: TaskView; onDone: () => void };
/** Minutes of hours as they are typed. */
export const minutesOf = (hours: number | null): number => Math.round((hours ?? 0) * 60);

/** Time by hand on a task. What is written is kept on this device until it is recorded. */
export function AddTime({ kind, work, task, onDone }: OfTask) {
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
  const { form, at, passes } = useFaults(
    [
      draft.worked_on === null && { path: 'worked_on', message: 'Enter the day.' },
      minutesOf(draft.hours) <= 0 && { path: 'minutes', message: 'Enter the hours.' },
      draft.narrative.trim() === '' && { path: 'narrative', message: 'Say what was done.' },
    ],
    record.error,
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (passes() && !record.isPending)
      record.mutate({
        kind,
        params: { id: work.review_id, taskId: task.id },
        body: { worked_on: draft.worked_on ?? '', minutes: minutesOf(draft.hours), narrative: draft.narrative },
      });
  };
  return (
    <form ref={form} className={styles.form} onSubmit={send} noValidate aria-label="Add time">
      <FieldPair>
        <DateField
          path="worked_on"
          label="Day"
          max={work.today}
          value={draft.worked_on}
          onChange={(worked_on) => setDraft({ ...draft, worked_on })}
          error={at('worked_on')}
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
          error={at('minutes')}
        />
      </FieldPair>
      <TextArea
        path="narrative"
        label="What was done"
        rows={2}
        max={2000}
        counted={false}
        value={draft.narrative}
        onChange={(narrative) => setDraft({ ...draft, narrative })}
        error={at('narrative')}
      />
      <InlineEnds
        error={record.error}
        placed
        what="It was not recorded."
        busy={record.isPending}
        size="lg"
        onLeave={onDone}
      >
        Record it
      </InlineEnds>
    </form>
  );
}

interface Terms {
  cents: number | null;
  per: RatePer;
  hours: number | null;
  most: number | null;
}
const isPer = (value: string | null): value is RatePer => value === 'hour' || value === 'day';

function TermsFields({
  terms,
  at,
  onChange,
}: {
  terms: Terms;
  at: (path: string) => string | undefined;
  onChange: (terms: Terms) => void;
}) {
  return (
    <>
      <FieldPair>
        <MoneyField
          path="rate.cents"
          label="Rate"
          value={terms.cents}
          onChange={(cents) => onChange({ ...terms, cents })}
          error={at('rate.cents') ?? at('rate')}
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
      </FieldPair>
      <FieldPair>
        <NumberField
          path="budget_minutes"
          label="Hours approved"
          decimals={1}
          unit="hours"
          value={terms.hours}
          onChange={(hours) => onChange({ ...terms, hours })}
          error={at('budget_minutes')}
        />
        <MoneyField
          path="budget_cents"
          label="Amount at most"
          help="Empty: what the hours come to."
          value={terms.most}
          onChange={(most) => onChange({ ...terms, most })}
          error={at('budget_cents')}
        />
      </FieldPair>
    </>
  );
}
const lackOfHours = ({ hours }: Terms) =>
  minutesOf(hours) <= 0 && { path: 'budget_minutes', message: 'Enter the hours.' };
const lacksOf = (terms: Terms) => [
  terms.cents === null && { path: 'rate.cents', message: 'Enter the rate.' },
  lackOfHours(terms),
];
const sentTerms = (terms: Terms) => ({
  rate: { cents: terms.cents ?? 0, per: terms.per },
  budget_minutes: minutesOf(terms.hours),
  budget_cents: terms.most,
});

/** Approves a task: its rate, hours and amount. */
export function Approve({ kind, work, task, onDone }: OfTask) {
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
  const { form, at, passes } = useFaults(lacksOf(terms), approve.error);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (passes() && !approve.isPending)
      approve.mutate({ kind, params: { id: work.review_id, taskId: task.id }, body: sentTerms(terms) });
  };
  return (
    <form ref={form} className={styles.form} onSubmit={send} noValidate aria-label="Approve the task">
      <TermsFields terms={terms} at={at} onChange={setTerms} />
      <InlineEnds
        error={approve.error}
        placed
        what="It could not be approved."
        busy={approve.isPending}
        size="lg"
        onLeave={onDone}
      >
        Approve the task
      </InlineEnds>
    </form>
  );
}

const TYPES = TASK_TYPE_NAMES.map((value) => ({ value, label: TASK_TYPES[value] }));
const isType = (value: string | null): value is TaskType => value !== null && value in TASK_TYPES;

/** Asks for a task, or proposes one, as the reader may. */
export function NewTask({ kind, work }: OfWork) {
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
  const { form, at, passes } = useFaults(
    [
      type === null && { path: 'type', message: 'Choose the task.' },
      ...(orders ? lacksOf(terms) : [lackOfHours(terms)]),
    ],
    request.error,
  );
  if (!open)
    return (
      <Acts>
        <Button onClick={() => setOpen(true)}>{orders ? 'Ask for a task' : 'Propose a task'}</Button>
      </Acts>
    );
  const choose = (next: string | null) => {
    if (!isType(next)) return;
    setType(next);
    const agreed = work.agreed_rates?.[next];
    if (agreed) setTerms({ ...terms, ...agreed });
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!passes() || request.isPending || type === null) return;
    const { rate, ...budget } = sentTerms(terms);
    request.mutate({
      kind,
      params: { id: work.review_id },
      body: { type, note, due_on, rate: orders ? rate : null, ...budget },
    });
  };
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={send}
      noValidate
      aria-label={orders ? 'Ask for a task' : 'Propose a task'}
    >
      <FieldPair>
        <SelectField
          path="type"
          label="Task"
          value={type}
          onChange={choose}
          options={TYPES}
          searchable={false}
          error={at('type')}
        />
        <DateField
          path="due_on"
          label="Due, if on a day"
          min={work.today}
          value={due_on}
          onChange={setDue}
          error={at('due_on')}
        />
      </FieldPair>
      <TextArea
        path="note"
        label="What for, in a line"
        rows={1}
        max={2000}
        counted={false}
        value={note}
        onChange={setNote}
        error={at('note')}
      />
      {orders ? (
        <TermsFields terms={terms} at={at} onChange={setTerms} />
      ) : (
        <NumberField
          path="budget_minutes"
          label="Hours"
          decimals={1}
          unit="hours"
          value={terms.hours}
          onChange={(hours) => setTerms({ ...terms, hours })}
          error={at('budget_minutes')}
        />
      )}
      <InlineEnds
        error={request.error}
        placed
        what="It could not be sent."
        busy={request.isPending}
        size="lg"
        onLeave={() => setOpen(false)}
      >
        {orders ? 'Ask for it' : 'Propose it'}
      </InlineEnds>
    </form>
  );
}
