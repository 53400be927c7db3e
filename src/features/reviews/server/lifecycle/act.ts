import { type Actor, seesPrices } from '../../../../core/actor.ts';
import { Refusal } from '../../../../core/errors.ts';
import type { Kind } from '../../../../core/kinds.ts';
import { command } from '../../../../platform/command.ts';
import type { Ports } from '../../../../platform/ports.ts';
import type { Services } from '../../../../platform/services.ts';
import type { ReviewState } from '../../contract.ts';
import { callCost, cancellationFee, isActionOf, NO_SUCH_ACTION, type ReviewAction } from '../../rules.ts';
import { type EndingCosts, endingWords, waitingCents } from '../../rules/ending.ts';
import { lockReview, override, transition } from './transition.ts';
import { handOver, refuseStranger, transferAsked } from './transfer.ts';
import { continueOnRecords, continueWithReport } from '../order/price.ts';

/** Actions whose payload another endpoint takes, and where. */
const OTHER_ENDPOINTS: Readonly<Record<string, string>> = {
  submit: 'POST /{id}/submit',
  request_files: 'POST /{id}/file_requests',
  files_answered: 'the file request',
  present_candidates: 'the matching board',
  invite_directly: 'the matching board',
  withdraw_invitation: 'the matching board',
  select_expert: 'the presented experts',
  begin_interviews: 'the interviews',
  accept: 'the invitation',
  accept_report_only: 'the invitation',
  decline: 'the invitation',
  offer_times: 'the call times',
  propose_time: 'the call times',
  confirm_time: 'the call',
  refuse_time: 'the call',
  choose_time: 'the call times',
  none_fit: 'the call times',
  reschedule: 'the call',
  ask_new_times: 'the call',
  call_missed: 'the call',
  call_held: 'the call',
  start_report: 'the report',
  sign_report: 'the report',
  return_report: 'the report',
  approve_report: 'the report',
  ask_clarification: 'the report',
  accept_records_review: 'the invitation',
  withdraw_examiner: 'the exam',
  propose_agreement: 'the agreement',
  counter_agreement: 'the agreement',
  sign_agreement: 'the agreement',
  refuse_agreement: 'the agreement',
  settle_retainer: 'the retainer',
  withdraw_expert: 'the agreement',
  confirm_conflict: 'the agreement',
  offer_appointments: 'the exam',
  choose_appointment: 'the exam',
  propose_appointments: 'the exam',
  confirm_appointment: 'the exam',
  refuse_appointments: 'the exam',
  no_appointment_fits: 'the exam',
  serve_notice: 'the exam',
  take_back_proof: 'the exam',
  move_appointment: 'the exam',
  record_attended: 'the exam',
  record_no_show: 'the exam',
  record_late_cancellation: 'the exam',
  record_left_early: 'the exam',
  record_not_examined: 'the exam',
  await_tests: 'the exam',
  tests_received: 'the exam',
  purge: 'POST /{id}/purge_request, which another super admin confirms',
} satisfies Partial<Record<ReviewAction, string>>;

/** Actions only the system takes. */
const SYSTEM_ACTIONS: ReadonlySet<string> = new Set<ReviewAction>([
  'lapse',
  'lapse_agreement',
  'expire_invitation',
  'offers_lapsed',
  'appointments_lapsed',
  'start_ordered_report',
  'start_closeout',
  'close_automatically',
  'complete_automatically',
]);

interface ActBody {
  lock_version?: number | undefined;
  reason?: string | undefined;
  approved_total_cents?: number | undefined;
  confirmed_fee_cents?: number | undefined;
  confirmed_ending?: { called_off_cents: number; waiting_cents: number } | undefined;
  outcome?: string | undefined;
  requester_id?: number | undefined;
}

/** Actions that call off what a matter still has ahead. */
const ENDS: ReadonlySet<string> = new Set<ReviewAction>(['conclude', 'cancel']);

/** Refuses `stale` where ending a matter comes to something else than who ends it was told. */
function refuseOtherCosts(actor: Actor, costs: EndingCosts, confirmed: ActBody['confirmed_ending']): void {
  const told = confirmed ?? { called_off_cents: 0, waiting_cents: 0 };
  if (told.called_off_cents === costs.called_off_cents && told.waiting_cents === waitingCents(costs)) return;
  // whoever sees no prices agrees to none
  throw new Refusal(
    'stale',
    seesPrices(actor.kind)
      ? `What ends with it has changed. ${endingWords(costs)} Look at it once more.`
      : 'Ending it costs something. Somebody who sees prices ends it.',
  );
}

export function actOnReview(
  services: Services,
  ports: Pick<Ports, 'endingCosts' | 'holdToBudgets'>,
  actor: Actor,
  kind: Kind,
  id: number,
  action: string,
  body: ActBody,
): Promise<ReviewState> {
  const elsewhere = OTHER_ENDPOINTS[action];
  if (elsewhere) throw new Refusal('malformed', `This action is taken at ${elsewhere}.`);
  if (SYSTEM_ACTIONS.has(action)) throw new Refusal('malformed', 'This happens automatically.');
  return command(services, actor, async (tx) => {
    const loaded = await lockReview(tx, id, kind);
    if (!isActionOf(kind, action)) throw new Refusal('not_found', NO_SUCH_ACTION);
    const data: Record<string, unknown> = {};
    if (action === 'request_report') {
      data['approved_total_cents'] = body.approved_total_cents;
      data['total_cents'] = body.approved_total_cents;
    }
    if (action === 'cancel') {
      data['confirmed_fee_cents'] = body.confirmed_fee_cents;
      data['fee_cents'] = cancellationFee(loaded.facts, tx.now).fee_cents;
      Object.assign(data, callCost(loaded.facts, tx.now));
    }
    if (action === 'record_outcome' || action === 'conclude') data['outcome'] = body.outcome;
    // as it is now, before what ends with it has ended
    const ending = ENDS.has(action) ? await ports.endingCosts(tx.system, { id, kind }, tx.now) : null;
    const state = await transition(tx, {
      review_id: id,
      action,
      reason: body.reason,
      lock_version: body.lock_version,
      data,
      ...(action === 'request_transfer' ? { patch: { transfer_request: transferAsked(tx, body) } } : {}),
    });
    if (ending) refuseOtherCosts(actor, ending, body.confirmed_ending);
    if (action === 'request_transfer' && body.requester_id !== undefined)
      await refuseStranger(tx, loaded, body.requester_id);
    if (action === 'report_on_records') await continueOnRecords(tx, ports, loaded, body.approved_total_cents);
    if (action === 'hand_over') await handOver(tx, loaded);
    if (action === 'request_report') await continueWithReport(tx, ports, loaded);
    return state;
  });
}

export function overrideStatus(
  services: Services,
  actor: Actor,
  kind: Kind,
  id: number,
  body: { to: string; reason: string; lock_version?: number | undefined; confirmed_seat_use?: number | undefined },
): Promise<ReviewState> {
  return command(services, actor, (tx) => override(tx, { review_id: id, kind, ...body }));
}
