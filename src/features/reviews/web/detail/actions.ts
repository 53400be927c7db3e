import type { ReviewAction } from '../../rules.ts';
import { formatCents } from '../../../../core/money.ts';
import type { ReviewDetail } from '../../contract.ts';
import { type EndingCosts, endingWords, waitingCents } from '../../rules/ending.ts';
import { CONCLUSIONS, OUTCOMES, processOf, stateRow } from '../../rules.ts';

/** How an action of the lifecycle is taken from the detail page: asked first, with what it costs, or at once. */
export interface ActionAsk {
  action: ReviewAction;
  /** In the menu: "Cancel this review". */
  label: string;
  /** The dialog's question; null: it loses and costs nothing and is done at once. */
  question: string | null;
  /** The consequence, with the amount. */
  text: string;
  /** "Cancel it, pay $225.00". */
  confirm: string;
  /** "Keep the review". */
  keep: string;
  reason: 'required' | null;
  reason_label: string;
  reason_hint: string;
  danger: boolean;
  /** What is sent besides the reason. */
  body: {
    approved_total_cents?: number;
    confirmed_fee_cents?: number;
    outcome?: string;
    confirmed_ending?: { called_off_cents: number; waiting_cents: number };
  };
  /** A choice the action needs, sent under this key. */
  choice: { key: 'outcome'; label: string; options: readonly { value: string; label: string }[] } | null;
  /** Said once it is done. */
  done: string;
}

type Ask = Partial<ActionAsk> & Pick<ActionAsk, 'label' | 'confirm' | 'done'>;
const noDialog = { question: null, text: '' } as const;

const isSomething = ({ sessions, expenses, unrecorded }: EndingCosts): boolean => sessions + expenses + unrecorded > 0;
/** What who ends it was shown of what ends with it, as it is sent. */
const endingConfirmed = ({ ending }: ReviewDetail): ActionAsk['body'] =>
  ending === null
    ? {}
    : { confirmed_ending: { called_off_cents: ending.called_off_cents, waiting_cents: waitingCents(ending) } };

/** Every action the detail page takes by itself. Those with a payload of their own live in their features' slots and pages. */
const ASKS: Readonly<Partial<Record<ReviewAction, (review: ReviewDetail) => Ask>>> = {
  open_intake: () => ({
    ...noDialog,
    label: 'Open the records check',
    confirm: 'Open the records check',
    done: 'The records check is open.',
  }),
  release_to_matching: () => ({
    ...noDialog,
    label: 'Release to matching',
    confirm: 'Release to matching',
    done: 'Released. Matching looks for experts now.',
  }),
  await_purpose_letter: () => ({
    ...noDialog,
    label: 'Ask for the purpose letter',
    confirm: 'Ask for it',
    done: 'Asked for. Matching begins once it is there.',
  }),
  purpose_letter_received: () => ({
    ...noDialog,
    label: 'Release to matching',
    confirm: 'Release to matching',
    done: 'Released. Matching looks for experts now.',
  }),
  schedule_again: () => ({
    ...noDialog,
    label: 'Ask for another appointment',
    confirm: 'Ask for another',
    done: 'Asked. The examiner offers appointments, and a new notice will be served.',
  }),
  report_on_records: (r) => ({
    label: 'Ask for a report on the records',
    question: 'Ask for a report on the records alone?',
    text: `No exam will take place. The examiner answers your questions from the records.${
      r.on_records
        ? ` That costs ${formatCents(r.on_records.total_cents)} in place of the exam. Anything charged for the day that was missed stays.`
        : ''
    }`,
    body: r.on_records ? { approved_total_cents: r.on_records.total_cents } : {},
    confirm: r.on_records ? `Ask for it, pay ${formatCents(r.on_records.total_cents)}` : 'Ask for the report',
    keep: 'Not now',
    done: 'Asked for. The examiner starts the report.',
  }),
  pre_order: () => ({
    ...noDialog,
    label: 'Put in the calendar',
    confirm: 'Put in the calendar',
    done: 'It is in the calendar until you add the charts and order.',
  }),
  open_qa: () => ({
    ...noDialog,
    label: 'Take to the quality check',
    confirm: 'Take it',
    done: 'It is yours to check.',
  }),
  acknowledge: () => ({
    ...noDialog,
    label: 'Acknowledge the report',
    confirm: 'Acknowledge it',
    done: 'Acknowledged. If the committee decides something, record it here.',
  }),
  record_outcome: () => ({
    label: 'Record the committee’s outcome',
    question: 'What did the committee decide?',
    text: 'It is kept with the review, apart from the report, and the review is closed.',
    confirm: 'Record it and close',
    choice: { key: 'outcome', label: 'Outcome', options: OUTCOMES },
    done: 'Recorded. The review is closed.',
  }),
  conclude: (r) => ({
    label: 'Conclude the matter',
    question: 'How did the matter end?',
    text: `The expert stops working on it and is told how it ended. ${r.ending ? endingWords(r.ending) : 'Expenses that wait are still answered afterwards.'} Records stay readable until the case is closed and they are deleted.`,
    confirm: `Conclude it${r.ending && r.ending.called_off_cents > 0 ? `, pay ${formatCents(r.ending.called_off_cents)}` : ''}`,
    body: endingConfirmed(r),
    keep: 'Not yet',
    choice: { key: 'outcome', label: 'It ended by', options: CONCLUSIONS },
    done: 'Concluded. Rate the expert, then close the case.',
  }),
  take_up_again: () => ({
    label: 'Take the matter up again',
    question: 'Take the matter up again?',
    text: 'The expert is told that work continues.',
    confirm: 'Take it up again',
    keep: 'Leave it concluded',
    reason: 'required',
    done: 'Taken up again. The expert has been notified.',
  }),
  replace_expert: () => ({
    ...noDialog,
    label: 'Ask for another expert',
    confirm: 'Ask for another expert',
    done: 'Asked. Matching looks for another expert, with the same names and records.',
  }),
  report_conflict: () => ({
    label: 'Report a conflict',
    question: 'Report a conflict of interest?',
    text: 'Work rests until Peritus has decided. Both sides read the reason; leave out what is confidential elsewhere.',
    confirm: 'Report it',
    keep: 'Not now',
    reason: 'required',
    reason_label: 'Which tie came to light',
    reason_hint: 'Between whom, and since when',
    danger: true,
    done: 'Reported. Work rests until it is decided.',
  }),
  clear_conflict: () => ({
    label: 'Clear the conflict',
    question: 'Clear the conflict?',
    text: 'Work continues where it was. Both sides read why.',
    confirm: 'Clear it',
    keep: 'Not now',
    reason: 'required',
    reason_label: 'Why it does not stand in the way',
    done: 'Cleared. Work continues where it was.',
  }),
  request_conference: () => ({
    label: 'Ask for a conference',
    question: 'Ask for a conference with the expert?',
    text: 'The expert offers times and you choose one. Nothing is in writing.',
    confirm: 'Ask for the conference',
    keep: 'Not now',
    reason: 'required',
    reason_label: 'What it should be about',
    reason_hint: 'the expert reads it',
    done: 'Asked. The expert offers times.',
  }),
  ask_other_experts: () => ({
    label: 'Ask for other experts',
    question: 'Ask for other experts?',
    text: 'The experts on offer are withdrawn. Matching presents new ones and tells you.',
    confirm: 'Ask for others',
    keep: 'Keep these',
    reason: 'required',
    reason_label: 'What should be different',
    reason_hint: 'Matching reads it',
    done: 'Asked. Matching presents other experts.',
  }),
  request_report: (r) => ({
    label: 'Ask for a written report',
    question: 'Ask for a written report?',
    text: `The expert writes down the opinion, and it becomes part of the file. It costs ${formatCents(r.quote?.report_later_cents ?? 0)} on top of the order.`,
    confirm: `Ask for it, ${formatCents(r.quote?.report_later_cents ?? 0)}`,
    keep: 'Keep it oral',
    body: { approved_total_cents: r.quote?.report_later_cents ?? 0 },
    done: 'Asked for. The expert starts the report.',
  }),
  cancel_closeout: () => ({
    ...noDialog,
    label: 'Stop the automated closeout',
    confirm: 'Stop the closeout',
    done: 'It stays open until you close it.',
  }),
  close: () => ({
    label: 'Close this review',
    question: 'Close this review?',
    text: 'Conversations and files stay readable until the records are deleted. A review manager can reopen it until then.',
    confirm: 'Close it',
    keep: 'Leave it open',
    done: 'Closed.',
  }),
  reopen: (r) => ({
    label: 'Reopen this review',
    question: 'Reopen this review?',
    text: `It goes back to “${stateRow(r.kind, processOf(r.kind).reopens_to).label}”, and everyone in it is notified.`,
    confirm: 'Reopen it',
    keep: 'Leave it closed',
    reason: 'required',
    done: 'Reopened.',
  }),
  request_call: () => ({
    label: 'Ask for a call with the reviewer',
    question: 'Ask for a call with the reviewer?',
    text: 'The reviewer offers times and you choose one. It is part of a standard review and costs nothing more. The reviewer stays unknown.',
    confirm: 'Ask for the call',
    keep: 'Not now',
    reason: 'required',
    reason_label: 'What it should be about',
    reason_hint: 'the reviewer reads it',
    done: 'Asked. The reviewer offers times.',
  }),
  give_up_call: () => ({
    label: 'Give up the call',
    question: 'Give up the call?',
    text: 'Times on offer are taken back. You can ask for a call again.',
    confirm: 'Give it up',
    keep: 'Keep asking',
    done: 'Given up.',
  }),
  hand_over: (r) => {
    const to = r.transfer_request?.to?.name ?? 'the colleague';
    return {
      label: `Hand it to ${to}`,
      question: `Hand ${r.number} to ${to}?`,
      text: `${to} becomes its requester. ${r.requester?.name ?? 'Its current requester'} keeps it in sight only by following it. They wrote: “${r.transfer_request?.reason ?? ''}”`,
      confirm: 'Hand it over',
      keep: 'Not yet',
      done: `Handed over. ${to} has been notified.`,
    };
  },
  decline_transfer: () => ({
    label: 'Decline the transfer',
    question: 'Decline the transfer?',
    text: 'It stays where it is. The person who asked is told why.',
    confirm: 'Decline it',
    keep: 'Not yet',
    reason: 'required',
    done: 'Declined. The person who asked is notified.',
  }),
  grant_transfer: (r) => ({
    label: 'Grant the transfer',
    question: `Transfer ${r.number}?`,
    text: `It ends here and continues elsewhere.${r.transfer_request ? ` They wrote: “${r.transfer_request.reason}”` : ''}`,
    confirm: 'Transfer it',
    keep: 'Not yet',
    done: 'Transferred.',
  }),
  hold: (r) => ({
    label: 'Put on hold',
    question: `Put ${r.number} on hold?`,
    text: 'Its clock is paused, and nobody has to do anything until you lift the hold.',
    confirm: 'Put it on hold',
    keep: 'Keep it active',
    reason: 'required',
    done: 'On hold. The clock is paused.',
  }),
  resume: () => ({ ...noDialog, label: 'Lift the hold', confirm: 'Lift the hold', done: 'Active again.' }),
  cancel: (r) => {
    const fee = r.cancellation?.fee_cents ?? 0;
    const paid = fee + (r.ending?.called_off_cents ?? 0);
    const ends = r.ending && isSomething(r.ending) ? ` ${endingWords(r.ending)}` : '';
    return {
      label: r.bucket === 'draft' ? 'Discard this draft' : 'Cancel this review',
      question: r.bucket === 'draft' ? `Discard draft ${r.number}?` : `Cancel ${r.number}?`,
      text:
        fee > 0
          ? `${r.cancellation?.how ?? ''} You are charged ${formatCents(fee)}. The rest is not.${ends}`
          : `${r.bucket === 'draft' ? 'Nothing was ordered.' : (r.cancellation?.how ?? '')}${paid > 0 ? '' : ' Nothing is charged.'}${ends}`,
      confirm: paid > 0 ? `Cancel it, pay ${formatCents(paid)}` : r.bucket === 'draft' ? 'Discard it' : 'Cancel it',
      keep: r.bucket === 'draft' ? 'Keep the draft' : 'Keep the review',
      reason: 'required',
      reason_hint: 'both sides see it',
      danger: true,
      body: { confirmed_fee_cents: fee, ...endingConfirmed(r) },
      done: r.bucket === 'draft' ? 'Discarded.' : `Cancelled.${paid > 0 ? ` Charged ${formatCents(paid)}.` : ''}`,
    };
  },
};

/** Order in the menu: what moves it on, then what ends it. */
const MENU = [
  'acknowledge',
  'request_call',
  'replace_expert',
  'clear_conflict',
  'request_conference',
  'give_up_call',
  'conclude',
  'take_up_again',
  'record_outcome',
  'pre_order',
  'open_qa',
  'open_intake',
  'release_to_matching',
  'await_purpose_letter',
  'purpose_letter_received',
  'schedule_again',
  'report_on_records',
  'ask_other_experts',
  'request_report',
  'cancel_closeout',
  'close',
  'hand_over',
  'grant_transfer',
  'decline_transfer',
  'reopen',
  'report_conflict',
  'resume',
  'hold',
  'cancel',
] as const;

/** How one action is taken here, or null when it has a place of its own. */
export function askOf(action: ReviewAction, review: ReviewDetail): ActionAsk | null {
  const ask = ASKS[action]?.(review);
  if (!ask) return null;
  return {
    action,
    question: null,
    text: '',
    keep: 'Not now',
    reason: null,
    reason_label: 'Reason',
    reason_hint: '',
    danger: false,
    body: {},
    choice: null,
    ...ask,
  };
}

/** What the menu offers this reader now: everything allowed that what-next does not already show as its button. */
export function menuActions(review: ReviewDetail): ActionAsk[] {
  const shown = review.what_now.voice === 'yours' ? review.what_now.action?.action : null;
  return MENU.filter((action) => action !== shown && review.abilities[action]?.allowed)
    .map((action) => askOf(action, review))
    .filter((ask): ask is ActionAsk => ask !== null);
}
