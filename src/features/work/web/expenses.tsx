import { useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import { formatCents } from '../../../core/money.ts';
import { capital, plural } from '../../../core/phrases.ts';
import { urlOf } from '../../../core/url-of.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { ReasonAct } from '../../../ui/form/reason-act.tsx';
import { useOpened } from '../../../ui/form/use-opened.ts';
import { Acts, Quiet } from '../../../ui/form/inline-form.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { Fold } from '../../../ui/parts/fold.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { type ExpenseView, workEndpoints, type WorkView } from '../contract.ts';
import { EXPENSE_STATE_WORDS, isOpenExpense, milesText, OUTSIDE_RETAINER, rateText, sortText } from '../rules.ts';
import { ExpenseForm } from './expense-form.tsx';
import { type OfWork, TOUCHED } from './touched.ts';
import styles from './work.module.css';

/** What was laid out for a matter: what waits for somebody’s word first, what is settled under a line. */
export function Expenses({ kind, work }: OfWork) {
  const [open, setOpen] = useState(false);
  const opener = useOpened<HTMLDivElement>(open, 'spent_on');
  const { list, can_record } = work.expenses;
  if (list.length === 0 && !can_record) return null;
  const waiting = list.filter((one) => isOpenExpense(one.state));
  const settled = list.filter((one) => !isOpenExpense(one.state));
  const of = { kind, work };
  return (
    <>
      {waiting.length > 0 ? (
        <>
          <Quiet>{waitingWords(work.expenses)}</Quiet>
          <RuledList label="Expenses that wait">
            {waiting.map((one) => (
              <ExpenseRow key={one.id} {...of} expense={one} />
            ))}
          </RuledList>
        </>
      ) : null}
      {open ? (
        <ExpenseForm {...of} corrects={null} onDone={() => setOpen(false)} />
      ) : can_record ? (
        <Acts ref={opener}>
          <Button kind="quiet" onClick={() => setOpen(true)}>
            Record an expense
          </Button>
        </Acts>
      ) : null}
      {settled.length > 0 ? (
        <Fold title={`Expenses (${settled.length})`}>
          <RuledList label="Expenses">
            {settled.map((one) => (
              <ExpenseRow key={one.id} {...of} expense={one} />
            ))}
          </RuledList>
        </Fold>
      ) : null}
    </>
  );
}

/** Whose move expenses are. */
function waitingWords({ to_answer, questioned }: WorkView['expenses']): string {
  return [
    to_answer > 0 ? `${plural(to_answer, 'expense')} ${to_answer === 1 ? 'waits' : 'wait'} for the firm.` : null,
    questioned > 0
      ? `${plural(questioned, 'expense')} ${questioned === 1 ? 'is' : 'are'} questioned, for the expert to correct or take back, or for the firm to approve after all.`
      : null,
  ]
    .filter((words) => words !== null)
    .join(' ');
}

/** How an expense stands, in a line. */
function stateWords(one: ExpenseView): string {
  if (one.reverses !== null) return `Takes back an expense: ${one.reason}`;
  if (one.reversed) return 'Approved, then taken back';
  const by = one.state === 'approved' && one.answered_by !== null ? ` by ${one.answered_by}` : '';
  return `${EXPENSE_STATE_WORDS[one.state]}${by}${one.reason === '' ? '' : `: ${one.reason}`}`;
}

function ExpenseRow({ kind, work, expense: one }: OfWork & { expense: ExpenseView }) {
  const [correcting, setCorrecting] = useState(false);
  const opener = useOpened<HTMLSpanElement>(correcting, 'spent_on');
  const params = { id: work.review_id, expenseId: one.id };
  const answer = useCommand(workEndpoints.answerExpense, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('Answered. The expert is told.'),
  });
  const back = useCommand(workEndpoints.correctExpense, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('Taken back.'),
  });
  const title = one.amount_cents === null ? sortText(one) : `${sortText(one)}, ${formatCents(one.amount_cents)}`;
  const what = `${title}, ${dateText(one.spent_on, 'long')}`;
  const approve =
    one.state === 'held'
      ? 'Grant it above the budget'
      : one.state === 'questioned'
        ? 'Approve it after all'
        : 'Approve the expense';
  return (
    <RuledRow
      title={title}
      status={
        <div className={styles.task}>
          {[
            stateWords(one),
            one.miles_tenths !== null && one.rate_tenths !== null
              ? `${milesText(one.miles_tenths)} at ${rateText(one.rate_tenths)} a mile`
              : null,
            one.reverses === null ? one.purpose : null,
            `${dateText(one.spent_on, 'long')}, recorded by ${one.by}`,
            one.corrects === null ? null : 'In place of one that was wrong',
            one.outside_retainer ? `${capital(OUTSIDE_RETAINER)}.` : null,
          ]
            .filter((line) => line !== null)
            .map((line) => (
              <Quiet key={line}>{line}</Quiet>
            ))}
          {one.receipt ? (
            <Quiet>
              <TextLink
                href={urlOf(workEndpoints.receipt, {
                  kind,
                  params: { id: work.review_id, receiptId: one.receipt.id },
                })}
                target="_blank"
                rel="noreferrer noopener"
                aria-label={`Open the receipt: ${what}`}
              >
                Open the receipt
              </TextLink>
            </Quiet>
          ) : null}
          {correcting ? (
            <ExpenseForm kind={kind} work={work} corrects={one} onDone={() => setCorrecting(false)} />
          ) : (
            <Acts>
              {one.can.answer ? (
                <Button
                  busy={answer.isPending}
                  onClick={() => answer.mutate({ kind, params, body: { approve: true } })}
                  aria-label={`${approve}: ${what}`}
                >
                  {approve}
                </Button>
              ) : null}
              {one.can.question ? (
                <ReasonAct
                  opens="Question it"
                  about={what}
                  label="What is not clear, or not right?"
                  help="The expert reads this, then corrects the expense or takes it back."
                  submit="Question the expense"
                  busy={answer.isPending}
                  error={null}
                  onSubmit={(reason) => answer.mutate({ kind, params, body: { approve: false, reason } })}
                />
              ) : null}
              {one.can.correct ? (
                <>
                  <span ref={opener}>
                    <Button kind="quiet" onClick={() => setCorrecting(true)} aria-label={`Correct it: ${what}`}>
                      Correct it
                    </Button>
                  </span>
                  <ReasonAct
                    opens="Take it back"
                    about={what}
                    label="What was wrong?"
                    help="Both the expense and this stay on record."
                    submit="Take it back"
                    busy={back.isPending}
                    error={back.error}
                    onSubmit={(reason) => back.mutate({ kind, params, body: { instead: null, reason } })}
                  />
                </>
              ) : null}
            </Acts>
          )}
          <Failure error={answer.error} what="It could not be answered." />
        </div>
      }
    />
  );
}
