import { dateText, isDate } from '../../../core/dates.ts';
import { AMOUNT_OF, type AmountOf } from '../../billing/rules.ts';
import { fromSide, plural } from '../../../core/phrases.ts';
import type { ActionName, Mails, Topic } from '../../../platform/declarations.ts';
import type { TemplateName } from '../../../platform/mail/template.ts';
import type { Category } from '../rules.ts';

/** Facts of an event: counts, instants, codes, paths; as kept, they are read with suspicion. */
export type NoticeData = Readonly<Record<string, unknown>>;

type Ending = 'moves' | ActionName | Topic;

/** `Field`: what its mail's data have, which alone it can read. */
interface Notice<Field extends PropertyKey = string> {
  /** Null: an operational alert, whose mail a flag of the user decides. */
  category: Category | null;
  /** An alert that goes by mail whatever the person chose; the organization's switch still holds. */
  urgent?: true;
  /** The sentence, without a full stop, about the review of this number. */
  says: (number: string, data: Readonly<Partial<Record<Field, unknown>>>) => string;
  /** The instant in the data that the notice is about, after what it is: the call, the day something is due. */
  at?: readonly [label: string, field: Field];
  /** What its reader does about it, as its button says; left out where there is nothing to do. */
  act?: string;
  /** Earlier notices about the same matter that this one repeats: they count as read, so that the bell counts it once. */
  replaces?: readonly string[];
  /**
   * What ends what it asks for, whoever did it: from then on it counts as read. `moves`: the review leaves the state it
   * was in; else actions on the review, or what is told of it.
   */
  until?: Ending | readonly Ending[];
}
/** A row each, by the name of its mail. */
export type NoticesByMail = { readonly [N in TemplateName]?: Notice<keyof Mails[N]> };

const count = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

/** A number, or an amount, as it was written. */
const code = (value: unknown): string => (typeof value === 'string' ? value : '');

/** "the deposition": what a notice is about. */
const what = (value: unknown): string => (typeof value === 'string' ? value : 'a date of the matter');

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** "Nov 20, 2026" of a calendar date. */
const day = (value: unknown): string =>
  typeof value === 'string' && isDate(value) && !Number.isNaN(Date.parse(value))
    ? dateText(value, 'medium')
    : 'a day soon';

/** What ends a request for a certificate. */
const MERIT_ENDS: readonly Ending[] = ['merit.answered', 'withdraw_expert', 'confirm_conflict', 'cancel', 'conclude'];

const OUTCOMES: Readonly<Record<string, string>> = {
  declined: 'the invitation was declined',
  expired: 'the invitation ended without an answer',
  withdrawn: 'the invitation was withdrawn',
  disclosed: 'a possible conflict was disclosed',
};

const APPLICATIONS: Readonly<Record<string, string>> = {
  screening: 'We are reading your application',
  documents_requested: 'We asked you for something for your application',
  verification: 'We are checking your credentials',
  interview: 'We would like to talk with you about your application',
  agreement_sent: 'Your expert agreement is ready to sign',
  approved: 'You are a Peritus expert',
  waitlisted: 'You are on our list of experts',
  rejected: 'There is a decision on your application',
  withdrawn: 'Your application is withdrawn',
};
const BREAK_GLASS: Readonly<Record<string, string>> = {
  opened: 'An emergency sign-in was opened',
  opened_yours: 'An emergency sign-in to your account was opened',
  used: 'An emergency sign-in was used',
  used_yours: 'An emergency sign-in to your account was used',
};
const APPLICANT_DID: Readonly<Record<string, string>> = {
  submit: 'An expert applied',
  answer: 'An applicant sent what was asked for',
  sign: 'An applicant signed the agreement',
  withdraw: 'An applicant withdrew',
};

/**
 * Every event somebody hears of, by the name of its mail. What is not listed (codes, links of accounts) is a mail and
 * nothing else.
 */
export const NOTICES = {
  review_submitted: { category: 'orders', says: (n) => `${n} is ordered` },
  review_on_hold: { category: 'orders', says: (n) => `${n} is on hold` },
  review_resumed: { category: 'orders', says: (n) => `${n} is active again` },
  review_cancelled: { category: 'orders', says: (n) => `${n} was canceled` },
  pre_orders_opened: {
    category: 'orders',
    act: 'Fill them',
    says: (_n, d) => `${plural(count(d.count), 'pre-ordered review')} to fill by ${day(d.due_on)}`,
  },
  billing_hold: {
    category: null,
    urgent: true,
    says: (_n, d) =>
      d.outcome === 'on'
        ? `Billing hold: invoice ${text(d.number)} is overdue`
        : `A billing hold begins on ${day(d.holds_on)} unless invoice ${text(d.number)} is paid`,
    act: 'See the invoice',
    replaces: ['billing_hold'],
  },
  pre_orders_lapse: {
    category: 'orders',
    act: 'Confirm them',
    says: (_n, d) => `To confirm by ${day(d.lapses_on)}: ${plural(count(d.count), 'pre-ordered review')}`,
  },
  subscription_price_changed: {
    category: 'orders',
    act: 'See the subscription',
    says: (_n, d) =>
      `A review of your subscription costs ${typeof d.now === 'string' ? d.now : 'another price'} from the next period on`,
  },
  invoice_to_pay: {
    category: 'billing',
    act: 'See the invoice',
    says: (_n, d) =>
      `Invoice ${code(d.number)} is issued: ${code(d.amount)}, ${d.settled === true ? 'settled by credit' : `due ${day(d.due_on)}`}`,
  },
  invoices_to_pay: {
    category: 'billing',
    act: 'See the invoices',
    says: (_n, d) =>
      `${plural(count(d.count), 'invoice')} issued: ${code(d.amount)}, ${d.settled === true ? 'settled by credit' : `due ${day(d.due_on)}`}`,
  },
  invoice_late: {
    category: 'billing',
    act: 'See the invoice',
    says: (_n, d) => `Invoice ${code(d.number)} is overdue: ${code(d.amount)} is open`,
  },
  invoice_settled: { category: 'billing', says: (_n, d) => `Invoice ${code(d.number)} is paid` },
  credit_note_given: {
    category: 'billing',
    act: 'See the credit note',
    says: (_n, d) => `Credit note ${code(d.number)} is issued: ${code(d.amount)}`,
  },
  payout_details_needed: {
    category: 'billing',
    act: 'Fill it in',
    says: (_n, d) =>
      d.what === 'no_w9'
        ? `Sign your W-9 to be paid: the payout of ${day(d.pay_on)} leaves you out`
        : `Enter your payment details to be paid: the payout of ${day(d.pay_on)} leaves you out`,
  },
  payout_made: { category: 'billing', says: (_n, d) => `A payout was made to you on ${day(d.paid_on)}` },
  payout_returned: {
    category: 'billing',
    act: 'Check your bank details',
    says: (_n, d) => `A payout came back on ${day(d.returned_on)}: check your bank details`,
  },
  earlier_date_asked: {
    category: 'orders',
    act: 'Answer',
    says: (n, d) => `${n}: ${day(d.asked)} was requested instead of ${day(d.needed_by)}`,
    at: ['Answer by', 'answer_by'],
  },
  earlier_date_agreed: { category: 'orders', says: (n, d) => `${n}: the expert agreed to ${day(d.asked)}` },
  earlier_date_kept: { category: 'orders', says: (n, d) => `${n}: the expert keeps ${day(d.needed_by)}` },
  earlier_date_lapsed: { category: 'orders', says: (n, d) => `${n}: nobody answered about ${day(d.asked)}` },
  price_to_agree: {
    category: 'orders',
    act: 'See the price',
    says: (n) => `${n}: a new price waits for you`,
    until: ['review.requoted', 'review.approval_asked'],
  },
  approval_needed: {
    category: 'billing',
    act: 'Decide',
    says: (n, d) => `${n}: ${code(d.amount)} waits for approval`,
    until: ['review.approval_ended', 'cancel'],
  },
  approval_given: { category: 'orders', says: (n) => `${n}: the price is approved` },
  approval_declined: {
    category: 'orders',
    act: 'See why',
    says: (n) => `${n}: the price was declined`,
    until: ['review.approval_asked', 'review.approval_ended', 'cancel'],
  },
  transfer_requested: {
    category: 'orders',
    act: 'Decide',
    says: (n) => `${n}: a transfer was requested`,
    until: ['grant_transfer', 'hand_over', 'decline_transfer'],
  },
  transfer_declined: { category: 'orders', says: (n) => `${n}: the transfer was declined` },
  review_handed_over: { category: 'orders', says: (n) => `${n} has another requester` },
  review_transferred: { category: 'orders', says: (n) => `${n} was transferred` },
  candidates_presented: {
    category: 'experts',
    act: 'Compare and choose',
    says: (n, d) => `${n}: ${count(d.count) > 0 ? plural(count(d.count), 'expert') : 'experts'} to choose from`,
    until: 'moves',
  },
  invitation: {
    category: 'experts',
    act: 'See the invitation',
    says: (n) => `You are invited to ${n}`,
    at: ['Answer by', 'expires_at'],
    until: 'moves',
  },
  invitation_reminder: {
    category: 'experts',
    act: 'See the invitation',
    says: (n) => `${n}: the invitation still waits for you`,
    at: ['Answer by', 'expires_at'],
    replaces: ['invitation', 'invitation_reminder'],
    until: 'moves',
  },
  fee_changed: {
    category: 'billing',
    says: (n, d) =>
      `${n}: ${AMOUNT_OF[d.what as AmountOf] ?? 'it'} earns you ${text(d.now)} instead of ${text(d.before)}`,
  },
  conflict_asked: {
    category: 'experts',
    says: (n) => `${n}: does a relation stand in the way?`,
    at: ['Answer by', 'answer_by'],
  },
  invitation_accepted: { category: 'experts', says: (n) => `${n}: an expert accepted` },
  invitation_declined_or_expired: {
    category: 'experts',
    act: 'Open the matching board',
    says: (n, d) => `${n}: ${OUTCOMES[String(d.outcome)] ?? 'an invitation failed'}`,
    until: 'moves',
  },
  matching_alarm: {
    category: null,
    act: 'Open the matching board',
    says: (n, d) => `${n}: ${plural(count(d.failed_invitations), 'invitation')} failed`,
    until: 'moves',
  },
  attention_raised: {
    category: null,
    act: 'Acknowledge',
    says: (n) => `${n} needs attention`,
    at: ['Acknowledge by', 'acknowledge_by'],
  },
  attention_urgent: {
    category: null,
    act: 'Acknowledge',
    urgent: true,
    says: (n) => `${n} needs attention now`,
    at: ['Acknowledge by', 'acknowledge_by'],
  },
  attention_late: { category: null, act: 'Acknowledge', says: (n) => `${n} still needs attention` },
  attention_escalated: {
    category: null,
    act: 'Look at it',
    urgent: true,
    says: (n) => `${n}: no one has acknowledged it yet`,
  },
  purpose_letter_asked: {
    category: 'orders',
    act: 'Upload it',
    says: (n) => `${n}: the purpose letter is missing`,
    until: 'moves',
  },
  matter_date_ahead: {
    category: 'orders',
    act: 'Open it',
    says: (n, d) => `${n}: ${what(d.what)} in ${plural(count(d.days), 'day')}, on ${day(d.day)}`,
    replaces: ['matter_date_ahead'],
  },
  disclosure_asked: { category: 'orders', act: 'Open it', says: (n) => `${n}: the firm asks for your disclosure` },
  disclosure_ready: { category: 'orders', act: 'Download it', says: (n) => `${n}: the disclosure is signed` },
  disclosure_not_made: {
    category: 'orders',
    act: 'Open it',
    says: (n) => `${n}: the file of a signed disclosure could not be made`,
  },
  disclosure_left: {
    category: 'orders',
    act: 'Open it',
    says: (n, { signed }) =>
      signed
        ? `${n}: the expert who signed the disclosure is off the matter`
        : `${n}: the disclosure you asked for is not signed`,
  },
  records_return_asked: {
    category: 'orders',
    act: 'Sign it',
    says: (n, d) => `${n}: say by ${day(d.due_on)} what became of the records`,
  },
  records_return_signed: {
    category: 'orders',
    act: 'Open it',
    says: (n) => `${n}: the certificate about the records is signed`,
  },
  merit_asked: {
    category: 'orders',
    act: 'Open it',
    says: (n, d) => `${n}: the firm asks for a certificate by ${day(d.due_on)}`,
    until: MERIT_ENDS,
  },
  merit_ahead: {
    category: 'orders',
    act: 'Open it',
    says: (n, d) => `${n}: a certificate is due by ${day(d.due_on)}`,
    until: MERIT_ENDS,
    replaces: ['merit_asked', 'merit_ahead'],
  },
  merit_passed: {
    category: 'orders',
    act: 'Open it',
    says: (n, d) => `${n}: no certificate by ${day(d.due_on)}`,
    until: MERIT_ENDS,
  },
  merit_taken_back: { category: 'orders', says: (n) => `${n}: the certificate is no longer asked for` },
  merit_declined: {
    category: 'orders',
    act: 'Read why',
    says: (n) => `${n}: the expert declines to give the certificate`,
  },
  merit_withdrawn: {
    category: 'orders',
    act: 'Read why',
    says: (n) => `${n}: the expert withdraws a signed certificate`,
  },
  merit_signed: {
    category: 'orders',
    act: 'Open it',
    says: (n, d) => `${n}: ${d.certificate === true ? 'a certificate of merit' : 'an affidavit'} is signed`,
  },
  session_asked: {
    category: 'orders',
    act: 'Answer',
    says: (n, d) => `${n}: ${d.moved === true ? `${what(d.what)} has another time` : `a time for ${what(d.what)}`}`,
  },
  interview_asked: {
    category: 'orders',
    act: 'Answer',
    says: (n, d) =>
      d.again === true ? `${n}: offer other times for an interview` : `${n}: a law firm would like to talk with you`,
  },
  interview_times: { category: 'orders', act: 'Choose a time', says: (n) => `${n}: times for an interview` },
  interview_choose_by: {
    category: 'orders',
    act: 'Choose a time',
    says: (n) => `${n}: the times for an interview lapse`,
    replaces: ['interview_times'],
  },
  interview_link: { category: 'orders', act: 'Open it', says: (n) => `${n}: how to join the interview is new` },
  interview_set: { category: 'orders', act: 'Open it', says: (n) => `${n}: an interview is set` },
  interview_ahead: {
    category: 'orders',
    act: 'Open it',
    says: (n) => `${n}: an interview is ahead`,
    replaces: ['interview_ahead'],
  },
  interview_moved: { category: 'orders', act: 'Open it', says: (n) => `${n}: an interview has no time any longer` },
  interview_declined: { category: 'orders', act: 'See the candidates', says: (n) => `${n}: a candidate declined` },
  interview_called_off: { category: 'orders', act: 'Open it', says: (n) => `${n}: the interview is called off` },
  session_changed: {
    category: 'orders',
    act: 'Open it',
    says: (n, d) =>
      `${n}: ${d.place === true ? `${what(d.what)} is at another place` : `something about ${what(d.what)} has changed`}`,
  },
  session_answered: {
    category: 'orders',
    act: 'Open it',
    says: (n, d) => `${n}: ${what(d.what)} is ${d.confirmed === true ? 'confirmed' : 'declined'}`,
  },
  session_called_off: { category: 'orders', act: 'Open it', says: (n, d) => `${n}: ${what(d.what)} is called off` },
  session_ahead: {
    category: 'orders',
    act: 'Open it',
    says: (n, d) => `${n}: ${what(d.what)} in ${plural(count(d.days), 'day')}`,
    replaces: ['session_ahead'],
  },
  transcript_in: {
    category: 'orders',
    act: 'Write the errata sheet',
    says: (n, d) => `${n}: the transcript is available, errata are due on ${day(d.due_on)}`,
  },
  errata_ahead: {
    category: 'orders',
    act: 'Write the errata sheet',
    says: (n, d) => `${n}: the errata sheet is due in ${plural(count(d.days), 'day')}`,
    replaces: ['errata_ahead'],
  },
  errata_signed: { category: 'orders', act: 'Open it', says: (n) => `${n}: the errata sheet is signed` },
  task_proposed: { category: 'orders', act: 'Approve it', says: (n) => `${n}: a task to approve` },
  task_approved: { category: 'orders', act: 'Open it', says: (n) => `${n}: a task is approved` },
  budget_asked: { category: 'orders', act: 'Answer it', says: (n) => `${n}: the expert asks for more hours` },
  budget_answered: {
    category: 'orders',
    act: 'Open it',
    says: (n, d) => `${n}: the hours you asked for were ${d.granted === true ? 'granted' : 'refused'}`,
  },
  expense_to_approve: {
    category: 'orders',
    act: 'Answer it',
    says: (n, d) => `${n}: ${d.held === true ? 'an expense above the budget' : 'an expense to approve'}`,
  },
  expense_answered: {
    category: 'orders',
    act: 'Open it',
    says: (n, d) => `${n}: an expense is ${d.approved === true ? 'approved' : 'questioned'}`,
  },
  letter_to_write: { category: 'orders', act: 'Write it', says: (n) => `${n}: write the purpose letter` },
  letter_returned: { category: 'orders', act: 'Open it', says: (n) => `${n}: the purpose letter came back` },
  letter_proposed: { category: 'orders', act: 'Read it', says: (n) => `${n}: the purpose letter is written` },
  agreement_to_propose: {
    category: 'orders',
    act: 'Open the agreement',
    says: (n) => `${n}: propose the agreement`,
    until: 'moves',
  },
  agreement_offered: {
    category: 'orders',
    act: 'Read it',
    says: (n) => `${n}: an agreement to sign`,
    at: ['Open until', 'lapses_at'],
    replaces: ['agreement_offered', 'agreement_to_propose'],
    until: 'moves',
  },
  continuation_asked: {
    category: 'orders',
    act: 'Answer',
    says: (n) => `${n}: it may continue as a legal case with you`,
    until: ['continuation.answered', 'decline_transfer'],
  },
  continuation_waits: {
    category: 'orders',
    act: 'Answer',
    says: (n, { yours }) =>
      yours
        ? `${n}: whether you continue it as a legal case is not answered`
        : `${n}: the expert has not answered about the legal case`,
    until: ['continuation.answered', 'decline_transfer'],
  },
  continuation_agreed: {
    category: 'orders',
    act: 'Open it',
    says: (n) => `${n}: the expert agrees to continue it`,
    until: ['grant_transfer', 'decline_transfer'],
  },
  continuation_opened: {
    category: 'orders',
    act: 'Open it',
    says: (n) => `${n}: a case review continues as this legal case`,
  },
  agreement_signed: { category: 'orders', says: (n) => `${n}: the agreement is signed` },
  amendment_offered: {
    category: 'orders',
    act: 'Read it',
    says: (n) => `${n}: a change of the agreement to sign`,
    at: ['Open until', 'lapses_at'],
    replaces: ['amendment_offered'],
    until: 'agreement.change_settled',
  },
  amendment_signed: { category: 'orders', says: (n) => `${n}: the agreement has changed` },
  amendment_ended: { category: 'orders', says: (n) => `${n}: the agreement stays as it was` },
  agreement_ended: { category: 'orders', says: (n) => `${n}: there is no agreement with this expert` },
  retainer_asked: {
    category: 'orders',
    act: 'See what is due',
    says: (n) => `${n}: the retainer is due`,
    replaces: ['retainer_asked'],
    until: 'moves',
  },
  retainer_received: {
    category: 'orders',
    says: (n) => `${n}: the retainer was received`,
    replaces: ['retainer_asked'],
  },
  expert_withdrew: {
    category: 'orders',
    act: 'Decide what happens next',
    says: (n) => `${n}: the expert is off the matter`,
    until: 'moves',
  },
  exam_times_requested: {
    category: 'calls',
    act: 'Offer appointments',
    says: (n) => `${n}: offer exam appointments`,
    until: 'moves',
  },
  exam_offered: {
    category: 'calls',
    act: 'Choose an appointment',
    says: (n, d) => `${n}: ${plural(count(d.count), 'exam appointment')} on offer`,
    replaces: ['exam_offered'],
    until: 'moves',
  },
  exam_proposed: {
    category: 'calls',
    act: 'Answer it',
    says: (n, d) => `${n}: ${plural(count(d.count), 'exam appointment')} proposed`,
    replaces: ['exam_proposed', 'exam_times_requested'],
    until: ['moves', 'refuse_appointments'],
  },
  exam_proposals_refused: {
    category: 'calls',
    says: (n) => `${n}: the appointments you proposed do not fit`,
  },
  exam_set: { category: 'calls', says: (n) => `${n}: the exam is set`, at: ['Exam', 'starts_at'] },
  exam_notice_due: {
    category: 'calls',
    act: 'Serve the notice',
    says: (n, d) => `${n}: serve the notice of the exam by ${day(d.notice_by)}`,
    until: 'moves',
  },
  exam_moved: { category: 'calls', says: (n) => `${n}: the exam is off`, at: ['Was', 'starts_at'] },
  exam_failed: {
    category: 'calls',
    act: 'Decide what happens next',
    says: (n) => `${n}: the exam was not held`,
    until: 'moves',
  },
  times_requested: {
    category: 'calls',
    act: 'Offer times',
    says: (n) => `${n}: offer times for the call`,
    at: ['Due', 'due_at'],
    until: 'moves',
  },
  times_offered: {
    category: 'calls',
    act: 'Choose a time',
    says: (n) => `${n}: times to choose from`,
    at: ['Due', 'due_at'],
    until: 'moves',
  },
  call_link: { category: 'calls', says: (n) => `${n}: how to join the call is new`, at: ['Call', 'starts_at'] },
  meeting_failing: {
    category: 'calls',
    says: (n) => `${n}: the call has no link yet`,
    at: ['Call', 'starts_at'],
  },
  call_set: { category: 'calls', says: (n) => `${n}: the call is set`, at: ['Call', 'starts_at'] },
  call_changed: { category: 'calls', says: (n) => `${n}: the call has moved`, at: ['Call', 'starts_at'] },
  call_cancelled: { category: 'calls', says: (n) => `${n}: the call is canceled`, at: ['Call', 'starts_at'] },
  call_missed: {
    category: 'calls',
    says: (n) => `${n}: the call did not take place`,
    at: ['Can be disputed until', 'contest_until'],
  },
  call_missed_contested: { category: null, act: 'Decide', says: (n) => `${n}: decide who missed the call` },
  call_missed_decided: { category: 'calls', says: (n) => `${n}: decision on the missed call` },
  records_reminder: {
    category: 'calls',
    act: 'Read the records',
    says: (n) => `${n}: look through the records before the call`,
    at: ['Call', 'starts_at'],
    until: 'moves',
  },
  call_reminder: { category: 'calls', says: (n) => `${n}: the call is coming up`, at: ['Call', 'starts_at'] },
  audit_broken: { category: null, urgent: true, says: () => 'The audit trail was changed outside Peritus' },
  virus_found: { category: null, urgent: true, says: (n) => `${n}: a virus was found in a record` },
  record_damaged: { category: null, urgent: true, says: (n) => `${n}: a stored record is damaged` },
  packet_damaged: { category: null, urgent: true, says: (n) => `${n}: a stored disclosure was damaged` },
  receipt_damaged: { category: null, urgent: true, says: (n) => `${n}: a stored receipt is damaged` },
  report_damaged: { category: null, urgent: true, says: (n) => `${n}: a stored report was damaged` },
  break_glass: {
    category: null,
    act: 'Look at it',
    urgent: true,
    says: (_n, d) => BREAK_GLASS[String(d.outcome)] ?? 'An emergency sign-in was opened',
    at: ['Until', 'until'],
  },
  calendar_failing: {
    category: null,
    act: 'Open your calendars',
    says: () => 'Your calendar cannot be read',
  },
  connection_broken: {
    category: null,
    act: 'Open your integrations',
    says: (_n, d) => `${String(d.provider)} needs to be connected again`,
  },
  hl7_dead: {
    category: null,
    urgent: true,
    act: 'Open the record systems',
    says: () => 'A record system did not take a result',
  },
  hl7_ambiguous: {
    category: null,
    urgent: true,
    act: 'Open the record systems',
    says: () => 'What arrives by HL7 could belong to more than one connection',
  },
  webhook_off: {
    category: null,
    urgent: true,
    act: 'Open the webhooks',
    says: () => 'A webhook was turned off',
  },
  api_key_ends: {
    category: null,
    urgent: true,
    act: 'Open the API keys',
    says: () => 'An API key expires soon',
    at: ['Until', 'until'],
  },
  export_made: {
    category: null,
    urgent: true,
    act: 'Open the exports',
    says: (_n, d) =>
      d.outcome === 'failed' ? 'Your organization’s data was not exported' : 'Your organization’s data is ready',
    at: ['Until', 'until'],
  },
  acted_as: {
    category: null,
    urgent: true,
    says: () => 'Someone at Peritus is working in your account',
    at: ['Until', 'until'],
  },
  deadlines_held: {
    category: null,
    act: 'Look at them',
    urgent: true,
    says: () => 'Deletions and closings are waiting for your confirmation',
  },
  delivery_failed: { category: null, act: 'Open the outbox', says: () => 'Messages could not be delivered' },
  work_stuck: { category: null, act: 'Open the jobs', says: () => 'Background work is stuck' },
  application_submitted: { category: null, urgent: true, says: () => 'Your application is with us' },
  application_status: {
    category: null,
    urgent: true,
    says: (_n, d) => APPLICATIONS[String(d.outcome)] ?? 'Your application has moved on',
  },
  application_moved: {
    category: null,
    act: 'Open it',
    says: (_n, d) => APPLICANT_DID[String(d.outcome)] ?? 'An application has moved on',
  },
  credential_ending: {
    category: null,
    urgent: true,
    says: (_n, d) =>
      d.outcome === 'ended'
        ? 'A license, certification or cover has ended'
        : `A license, certification or cover ends on ${day(d.ends_on)}`,
  },
  expert_standing: {
    category: null,
    urgent: true,
    says: (_n, d) => (d.outcome === 'active' ? 'Invitations reach you again' : 'You receive no invitations for now'),
  },
  expert_change_decided: {
    category: null,
    urgent: true,
    says: (_n, d) =>
      d.outcome === 'verified' ? 'What you told us of your work is verified' : 'Something you told us came back to you',
  },
  billing_orders_waiting: {
    category: 'reminders',
    act: 'See what waits',
    replaces: ['billing_orders_waiting'],
    says: (_n, d) => `Billing orders wait for your approval: ${count(d.orders)}`,
  },
  budget_reached: {
    category: 'billing',
    act: 'See the budget',
    says: (_n, d) =>
      d.outcome === 'used_up'
        ? `A budget of ${code(d.amount)} is used up`
        : `A budget of ${code(d.amount)} is ${count(d.percent)}% used, ${code(d.left)} left`,
  },
  expert_credential_ending: {
    category: null,
    act: 'Open the expert',
    says: (_n, d) =>
      d.outcome === 'ended'
        ? 'A credential of an expert has ended'
        : `A credential of an expert ends on ${day(d.ends_on)}`,
  },
  cv_damaged: { category: null, urgent: true, says: () => 'A stored CV is damaged' },
  files_requested: {
    category: 'records',
    act: 'Answer the request',
    says: (n, d) => `${n}: ${count(d.count) > 0 ? plural(count(d.count), 'record') : 'records'} asked for`,
    until: 'moves',
  },
  files_arrived: { category: 'records', says: (n) => `${n}: the records asked for are answered` },
  examinee_asks_date: {
    category: 'calls',
    act: 'Move the exam, or answer',
    says: (n) => `${n}: the examinee asks for another date`,
    replaces: ['examinee_asks_date'],
  },
  examinee_call_off: {
    category: 'calls',
    act: 'Call it off',
    says: (n, d) => `${n}: call off what was ordered for ${day(d.on)}`,
    replaces: ['examinee_call_off'],
    until: 'examinee.called_off',
  },
  examinee_needs: {
    category: 'calls',
    says: (n) => `${n}: the examinee said what they need at the exam`,
    replaces: ['examinee_needs'],
  },
  box_import_failed: {
    category: 'records',
    act: 'Open the records',
    says: (n, d) => `${n}: ${plural(count(d.failed), 'file')} did not come from Box`,
  },
  outside_records_sent: { category: 'records', says: (n) => `${n}: the custodian sent the records` },
  statement_arrived: { category: 'records', says: (n) => `${n}: the provider gave a statement` },
  statement_late: { category: 'records', says: (n) => `${n}: a statement came after the report was signed` },
  response_arrived: { category: 'reports', says: (n) => `${n}: the provider responded` },
  outside_link_expired: { category: 'records', says: (n) => `${n}: a link expired without an answer` },
  public_report_link: {
    category: 'reports',
    says: (n, d) =>
      d.outcome === 'guessed' ? `${n}: your link to the report was ended` : `${n}: the report was opened by your link`,
  },
  report_requested: {
    category: 'reports',
    act: 'Start the report',
    says: (n) => `${n}: a report was requested`,
    at: ['Due', 'due_at'],
    until: 'moves',
  },
  report_submitted: {
    category: 'reports',
    act: 'Check the report',
    says: (n) => `${n}: a report waits for its check`,
    until: 'moves',
  },
  report_returned: {
    category: 'reports',
    act: 'Revise the report',
    says: (n) => `${n}: the report came back with remarks`,
    until: 'moves',
  },
  report_delivered: { category: 'reports', act: 'Read the report', says: (n) => `${n}: the report is delivered` },
  step_reminder: {
    category: 'reminders',
    act: 'Continue',
    says: (n) => `${n} needs you`,
    at: ['Due', 'due_at'],
    until: 'moves',
  },
  step_overdue: {
    category: 'reminders',
    act: 'Continue',
    says: (n) => `${n} is overdue`,
    at: ['Due', 'due_at'],
    until: 'moves',
  },
  reminders: {
    category: 'reminders',
    act: 'See what is due',
    says: (_n, d) =>
      typeof d.first === 'string'
        ? `${d.first} and ${plural(count(d.count) - 1, 'more review')} need you`
        : `${plural(count(d.count), 'review')} need you`,
    at: ['First due', 'first_due_at'],
  },
  rating_request: {
    category: 'reminders',
    act: 'Rate',
    says: (n) => `${n}: share your rating`,
    until: 'rating.given',
  },
  closeout_warning: {
    category: 'closing',
    act: 'Look at it',
    says: (n) => `${n} closes automatically soon`,
    at: ['Closes', 'closeout_at'],
    until: 'moves',
  },
  review_closed: { category: 'closing', says: (n) => `${n} is closed` },
  matter_concluded: { category: 'closing', says: (n) => `${n}: the matter is concluded` },
  taken_up_again: { category: 'closing', says: (n) => `${n} was taken up again` },
  purge_warning: {
    category: 'closing',
    act: 'Save what you need',
    says: (n, d) => `${n}: its records are deleted on ${day(d.purge_on)}`,
    until: 'moves',
  },
  purge_asked: {
    category: null,
    urgent: true,
    act: 'Look at it',
    says: (n) => `${n}: its purge waits for a second super admin`,
    at: ['Until', 'expires_at'],
  },
  purge_declined: { category: null, urgent: true, says: (n) => `${n}: the purge you asked for was declined` },
  chat_digest: {
    category: 'messages',
    act: 'Read them',
    says: (n, d) => `${n}: ${plural(count(d.count), 'unread message')}${fromSide(String(d.from))}`,
    replaces: ['chat_digest'],
  },
  chat_mention: {
    category: 'messages',
    act: 'Read it',
    says: (n, d) => `${n}: you are mentioned in a message${fromSide(String(d.from))}`,
  },
} as const satisfies NoticesByMail;

/** The event behind a name, or null when nobody is given notice of it. */
export const noticeOf = (name: string): Notice | null =>
  Object.hasOwn(NOTICES, name) ? NOTICES[name as keyof typeof NOTICES] : null;

/**
 * The notices that are settled by an event: of an action on a review, and whether it stands elsewhere since; or of
 * something else that was told of it. A review that only waits, or goes on as it was, has not moved.
 */
export function settledBy(topic: Topic, moved?: { action: ActionName; from: string; to: string }): TemplateName[] {
  const moves = moved !== undefined && moved.from !== moved.to && moved.action !== 'hold' && moved.action !== 'resume';
  return (Object.keys(NOTICES) as (keyof typeof NOTICES)[]).filter((name) => {
    const { until = [] }: Notice = NOTICES[name];
    return [until].flat().some((one) => (one === 'moves' ? moves : one === topic || one === moved?.action));
  });
}

/** The sentence of a notice, the instant it is about with what that is, and the act it asks for. `number`: the review's, or null for a notice about none. */
export function noticeText(
  event: string,
  number: string | null,
  data: NoticeData,
): { title: string; at: string | null; at_label: string | null; act: string | null } | null {
  const notice = noticeOf(event);
  if (!notice) return null;
  const [label, field] = notice.at ?? [];
  const at = field === undefined ? undefined : data[field];
  const title = notice.says(number ?? 'Your review', data);
  const act = notice.act ?? null;
  return typeof at === 'string' && label !== undefined && !Number.isNaN(Date.parse(at))
    ? { title, at: new Date(at).toISOString(), at_label: label, act }
    : { title, at: null, at_label: null, act };
}

/** Data that hold a word out of a list of ours in every mail: `what` is a date or a session as its feature calls it. */
const CODES: ReadonlySet<string> = new Set(['outcome', 'from', 'what']);

/** What is kept of a mail's data with a notice: numbers (of reviews and invoices, too), amounts, instants and short codes; nothing a person wrote. */
export function keptData(data: NoticeData): Record<string, number | string | boolean> {
  const kept: Record<string, number | string | boolean> = {};
  for (const [name, value] of Object.entries(data)) {
    if (value instanceof Date) kept[name] = value.toISOString();
    else if (typeof value === 'number' || typeof value === 'boolean') kept[name] = value;
    else if (
      typeof value === 'string' &&
      (CODES.has(name) || /^(?:\d{4}-\d{2}-\d{2}|[A-Z]{2,4}(?:-\d+){1,2}$|\$[\d,]+\.\d{2}$)/.test(value))
    )
      kept[name] = value;
  }
  return kept;
}

/** A path on this site, or null: a notice leads nowhere else. */
export const noticeLink = (value: unknown): string | null =>
  typeof value === 'string' && /^\/(?![/\\])[\w\-./?=&%~!]*$/.test(value) ? value : null;
