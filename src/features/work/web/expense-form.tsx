import { type FormEvent, useState } from 'react';
import { formatCents } from '../../../core/money.ts';
import type { ApiError } from '../../../ui/api/client.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { faultOf } from '../../../ui/form/ends.tsx';
import { focusPath } from '../../../ui/form/field.tsx';
import { MoneyField, NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextArea, TextField } from '../../../ui/form/text-field.tsx';
import { useKept } from '../../../ui/form/use-kept.ts';
import { FieldPair, InlineEnds } from '../../../ui/form/inline-form.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { mileageOf } from '../../billing/rules.ts';
import { type ExpenseView, workEndpoints, type WorkView } from '../contract.ts';
import {
  EXPENSE_SORT_NAMES,
  EXPENSE_SORTS,
  expenseFaults,
  type ExpenseSort,
  milesText,
  PURPOSE_LEAST,
  PURPOSE_MOST,
  rateText,
} from '../rules.ts';
import { type AddedReceipt, ReceiptField } from './receipt-field.tsx';
import { type OfWork, TOUCHED } from './touched.ts';
import styles from './work.module.css';

interface Draft {
  spent_on: string | null;
  sort: ExpenseSort | null;
  word: string;
  purpose: string;
  amount_cents: number | null;
  miles_tenths: number | null;
  receipt: AddedReceipt | null;
}
type Kept = Draft & { reason: string };

const SORTS = EXPENSE_SORT_NAMES.map((value) => ({ value, label: EXPENSE_SORTS[value] }));
const isSort = (value: string | null): value is ExpenseSort => value !== null && value in EXPENSE_SORTS;

const firstOf = (work: WorkView, corrects: ExpenseView | null): Draft => ({
  spent_on: corrects?.spent_on ?? work.today,
  sort: corrects?.sort ?? null,
  word: corrects?.word ?? '',
  purpose: corrects?.purpose ?? '',
  amount_cents: corrects?.amount_cents ?? null,
  miles_tenths: corrects?.miles_tenths ?? null,
  receipt: corrects?.receipt ? { id: corrects.receipt.id, name: corrects.receipt.name } : null,
});

/** What is missing, by field, in their order. */
function missing({ reason, ...draft }: Kept, corrects: boolean): { path: string; message: string }[] {
  const { spent_on, sort } = draft;
  const without = (holds: boolean, path: string, message: string) => (holds ? [] : [{ path, message }]);
  return [
    ...without(spent_on !== null, 'spent_on', 'Enter the day.'),
    ...without(sort !== null, 'sort', 'Choose what it was.'),
    ...without(
      draft.purpose.trim().length >= PURPOSE_LEAST,
      'purpose',
      `Say what it was for, in ${PURPOSE_LEAST} characters at least.`,
    ),
    // the days are looked at by the server, which has the agreement
    ...expenseFaults(sent(draft), { from: '', until: '9999', late: false }).filter(
      ({ path }) => sort !== null || path !== 'word',
    ),
    ...without(!corrects || reason.trim() !== '', 'reason', 'Say what was wrong.'),
  ];
}

const sent = ({ spent_on, sort, word, purpose, amount_cents, miles_tenths, receipt }: Draft) => ({
  spent_on: spent_on ?? '',
  sort: sort ?? 'other',
  word,
  purpose,
  amount_cents: sort === 'mileage' ? null : amount_cents,
  miles_tenths: sort === 'mileage' ? miles_tenths : null,
  receipt_id: sort === 'mileage' ? null : (receipt?.id ?? null),
});

/** Records an expense, or another in place of one that was wrong. What is written, and its receipt, is kept until it is recorded. */
export function ExpenseForm({
  kind,
  work,
  corrects,
  onDone,
}: OfWork & { corrects: ExpenseView | null; onDone: () => void }) {
  const [kept, setDraft, forget] = useKept(`expense-${work.review_id}-${corrects?.id ?? 'new'}`, {
    ...firstOf(work, corrects),
    reason: '',
  });
  const done = {
    refresh: TOUCHED,
    onSuccess: () => {
      forget();
      onDone();
      toastDone('Recorded. The firm is told.');
    },
  };
  const record = useCommand(workEndpoints.recordExpense, done);
  const correct = useCommand(workEndpoints.correctExpense, done);
  const { reason, ...draft } = kept;
  const busy = record.isPending || correct.isPending;
  const [tried, setTried] = useState(false);
  const faults = missing(kept, corrects !== null);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const [first] = faults;
    if (first) focusPath(first.path);
    if (first || busy) return;
    const params = { id: work.review_id };
    if (corrects === null) record.mutate({ kind, params, body: sent(draft) });
    else
      correct.mutate({ kind, params: { ...params, expenseId: corrects.id }, body: { instead: sent(draft), reason } });
  };
  const error: ApiError | null = record.error ?? correct.error;
  const at = (path: string) =>
    (tried ? faults.find((one) => one.path === path)?.message : undefined) ??
    faultOf(error, path) ??
    faultOf(error, `instead.${path}`);
  const set = (next: Partial<Draft> & { reason?: string }) => setDraft({ ...kept, ...next });
  return (
    <form
      className={styles.form}
      onSubmit={send}
      noValidate
      aria-label={corrects === null ? 'Record an expense' : 'Correct the expense'}
    >
      <FieldPair>
        <DateField
          path="spent_on"
          label="Day"
          {...(work.expenses.from === null ? {} : { min: work.expenses.from })}
          max={work.today}
          value={draft.spent_on}
          onChange={(spent_on) => set({ spent_on })}
          error={at('spent_on')}
        />
        <SelectField
          path="sort"
          label="What it was"
          value={draft.sort}
          onChange={(sort) => isSort(sort) && set({ sort })}
          options={SORTS}
          searchable={false}
          error={at('sort')}
        />
      </FieldPair>
      {draft.sort === 'other' ? (
        <TextField
          path="word"
          label="In a word"
          maxLength={40}
          value={draft.word}
          onChange={(word) => set({ word })}
          error={at('word')}
        />
      ) : null}
      <TextArea
        path="purpose"
        label="What for"
        help={`${PURPOSE_LEAST} characters at least. The firm reads this, and it is printed on the statement.`}
        rows={2}
        max={PURPOSE_MOST}
        value={draft.purpose}
        onChange={(purpose) => set({ purpose })}
        error={at('purpose')}
      />
      {draft.sort === 'mileage' ? (
        <NumberField
          path="miles_tenths"
          label="Distance"
          decimals={1}
          unit="miles"
          help={
            draft.miles_tenths === null
              ? `${rateText(work.expenses.mileage_tenths)} a mile.`
              : `${milesText(draft.miles_tenths)} at ${rateText(work.expenses.mileage_tenths)} a mile: ${formatCents(mileageOf(draft.miles_tenths, work.expenses.mileage_tenths))}.`
          }
          value={draft.miles_tenths === null ? null : draft.miles_tenths / 10}
          onChange={(miles) => set({ miles_tenths: miles === null ? null : Math.round(miles * 10) })}
          error={at('miles_tenths')}
        />
      ) : (
        <>
          <MoneyField
            path="amount_cents"
            label="Amount"
            help="As the receipt has it: expenses are charged at cost."
            value={draft.amount_cents}
            onChange={(amount_cents) => set({ amount_cents })}
            error={at('amount_cents')}
          />
          <ReceiptField
            kind={kind}
            reviewId={work.review_id}
            receipt={draft.receipt}
            error={at('receipt_id')}
            onChange={(receipt) => set({ receipt })}
          />
        </>
      )}
      {corrects === null ? null : (
        <TextArea
          path="reason"
          label="What was wrong?"
          help="Both the expense and this stay on record."
          rows={2}
          max={2000}
          counted={false}
          value={reason}
          onChange={(next) => set({ reason: next })}
          error={at('reason')}
        />
      )}
      <InlineEnds error={error} placed what="It was not recorded." busy={busy} size="lg" onLeave={onDone}>
        Record the expense
      </InlineEnds>
    </form>
  );
}
