import type { FastifyInstance } from 'fastify';
import { type Actor, isExpertSide } from '../../../core/actor.ts';
import type { Endpoint } from '../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { dateIn } from '../../../core/time.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { type ActorCall, mount } from '../../../platform/http/mount.ts';
import { Pictures } from '../../../platform/inspect/pictures.ts';
import { rooms } from '../../../platform/live.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { isOpenTo, type ReviewAction } from '../../reviews/rules.ts';
import type { TransitionRequest } from '../../reviews/ports.ts';
import { examEndpoints } from '../contract.ts';
import { type Attendance, isByVideo, isSameRule, noticeBy, reportDueOn } from '../rules.ts';
import { eventHandlers } from './event-handlers.ts';
import { mailExaminer, mailExaminers, mailRequester } from './mailing.ts';
import {
  type ExamReview,
  type ExamRow,
  examsOf,
  heldOn,
  lawOf,
  loadExamReview,
  mayPropose,
  openOffers,
  orderOf,
  zoneOf,
} from './load.ts';
import { refuseVideo, writeOffers } from './offering.ts';
import { keepProof, supersedeProof } from './serving.ts';
import { bookExam, chargeNow, endExam, endPart, endOfDay, setAlarm, underRule, withdrawOffers } from './placing.ts';
import { mountExamRules } from './exam-rules.ts';
import { changeLink } from './link.ts';
import { mountRentedRooms } from './rented.ts';
import { holdRules } from './rule-book.ts';
import { checkIn } from './the-day.ts';
import { examOf } from './view.ts';

export { examCells } from './list-cells.ts';
export { orderLimits } from './order-limits.ts';
export { partTaker } from './placing.ts';

/** By which step each outcome of the day is recorded. */
const RECORDED_BY: Readonly<Record<Attendance, ReviewAction>> = {
  attended: 'record_attended',
  no_show: 'record_no_show',
  late_cancelled: 'record_late_cancellation',
  left_early: 'record_left_early',
  not_examined: 'record_not_examined',
};

/** Exams in person: where and when, the notice of it, and what came of the day. */
export function examsServer(app: FastifyInstance, services: Services, ports: Ports) {
  const e = examEndpoints;

  /** One command on a review's exam: loads, lets `act` work, answers the fresh exam. */
  function on<T extends Endpoint>(
    endpoint: T,
    act: (tx: Tx<Actor>, review: ExamReview, call: ActorCall<T>) => Promise<void>,
  ): void {
    mount(app, services, endpoint, (async (call: ActorCall<T> & { params: { id: number } }) =>
      command(services, call.actor, async (tx) => {
        const review = await loadExamReview(tx.db, call.kind, call.params.id);
        await act(tx, review, call);
        tx.live({ room: rooms.review(review.id), event: 'review.changed', payload: { review_id: review.id } });
        return examOf(tx.db, call.actor, call.kind, review.id, tx.now);
        // why: the answer’s type hangs on the endpoint, which is a type parameter here
      })) as never);
  }
  const pictures = new Pictures();
  mountRentedRooms(app, services, pictures);
  mountExamRules(app, services);

  const move = (tx: Tx, review: ExamReview, request: Omit<TransitionRequest, 'review_id'>) =>
    ports.transition(tx, { review_id: review.id, ...request });
  const open = (tx: Tx<Actor>, review: ExamReview, action: ReviewAction) => isOpenTo(tx.actor, review, action);

  mount(app, services, e.read, ({ params, kind, actor, db }) =>
    examOf(db, actor, kind, params.id, services.clock.now()),
  );

  on(e.offer, async (tx, review, { body }) => {
    // whoever may not, or not now, is told so before anything about the times
    if (open(tx, review, 'offer_appointments')) {
      await holdRules(tx.system);
      // what the examiner offers stands in the place of what was proposed
      if ((await openOffers(tx.system, review.id, 'proposed')).length > 0) await withdrawOffers(tx, review.id);
      await writeOffers(tx, review, body, 'open');
    }
    const offers = await openOffers(tx.system, review.id);
    await move(tx, review, {
      action: 'offer_appointments',
      lock_version: body.lock_version,
      data: { count: offers.length },
    });
    await mailRequester(tx, ports, review, { template: 'exam_offered', data: { count: offers.length } });
  });

  on(e.propose, async (tx, review, { body }) => {
    // where it is not done at all, the transition below says so
    if (open(tx, review, 'propose_appointments') && (await mayPropose(tx.system, review))) {
      await holdRules(tx.system);
      await withdrawOffers(tx, review.id);
      await writeOffers(tx, review, body, 'proposed');
    }
    const proposals = await openOffers(tx.system, review.id, 'proposed');
    await move(tx, review, {
      action: 'propose_appointments',
      lock_version: body.lock_version,
      data: { count: proposals.length },
    });
    await mailExaminer(tx, ports, review, { template: 'exam_proposed', data: { count: proposals.length } });
  });

  /** Sets the exam for one of what is on offer, or was proposed. Refuses `slot_taken` for one that no longer is. */
  async function setExam(tx: Tx<Actor>, review: ExamReview, offerId: number, from: 'open' | 'proposed'): Promise<void> {
    await holdRules(tx.system);
    const offer = await tx.db
      .selectFrom('exam_offers')
      .selectAll()
      .where('exam_offers.id', '=', offerId)
      .where('exam_offers.review_id', '=', review.id)
      .forUpdate()
      .executeTakeFirst();
    if (!offer) throw new Refusal('not_found');
    const today = dateIn(tx.now, await zoneOf(tx.system, review.organization_id));
    if (offer.status !== from || offer.notice_by < today)
      throw new Refusal(
        'slot_taken',
        from === 'open'
          ? 'This appointment is no longer on offer. Choose one that is.'
          : 'This appointment is no longer proposed. Confirm another, or offer others.',
      );
    if (isByVideo(offer.place)) {
      const held_on = heldOn(offer);
      refuseVideo(await lawOf(tx.system, await orderOf(tx.system, review), held_on), held_on);
    }
    await bookExam(tx, ports, review, offer);
    await withdrawOffers(tx, review.id, offer.id);
  }

  on(e.choose, async (tx, review, { body }) => {
    if (open(tx, review, 'choose_appointment')) await setExam(tx, review, body.offer_id, 'open');
    await move(tx, review, { action: 'choose_appointment', lock_version: body.lock_version });
    await mailSet(tx, review);
  });

  on(e.confirm, async (tx, review, { body }) => {
    if (open(tx, review, 'confirm_appointment')) await setExam(tx, review, body.offer_id, 'proposed');
    await move(tx, review, { action: 'confirm_appointment', lock_version: body.lock_version });
    await mailSet(tx, review);
  });

  on(e.refuseProposals, async (tx, review, { body }) => {
    await move(tx, review, { action: 'refuse_appointments', reason: body.reason });
    await withdrawOffers(tx, review.id, 0, 'refused');
    await mailRequester(tx, ports, review, { template: 'exam_proposals_refused', data: {} });
  });

  async function mailSet(tx: Tx, review: ExamReview): Promise<void> {
    const [exam] = await examsOf(tx.system, review.id);
    if (!exam) return;
    const set = { template: 'exam_set', data: { starts_at: exam.starts_at } } as const;
    await mailRequester(tx, ports, review, set);
    await mailExaminers(tx, ports, review, set);
  }

  on(e.noneFits, async (tx, review, { body }) => {
    await move(tx, review, { action: 'no_appointment_fits', reason: body.reason });
    await withdrawOffers(tx, review.id);
    await mailExaminer(tx, ports, review, { template: 'exam_times_requested', data: {} });
  });

  on(e.serve, async (tx, review, { body }) => {
    if (open(tx, review, 'serve_notice')) {
      const [exam] = await examsOf(tx.system, review.id);
      if (exam?.status !== 'scheduled') throw new Refusal('wrong_state', 'No appointment is set.');
      await keepProof(tx, review, exam, body);
      await tx.cancelDeadlines(review.id, ['exam_notice_alarm']);
    }
    await move(tx, review, { action: 'serve_notice', lock_version: body.lock_version });
  });

  on(e.correct, async (tx, review, { body: { proof, reason, supersedes } }) => {
    const mayNow = open(tx, review, 'take_back_proof');
    const [exam] = await examsOf(tx.system, review.id);
    if (mayNow) {
      if (exam?.status !== 'scheduled') throw new Refusal('wrong_state', 'No appointment is set.');
      await supersedeProof(tx, exam.appointment_id, supersedes, reason);
    }
    if (mayNow && exam && proof !== null) {
      await keepProof(tx, review, exam, proof);
      await tx.audit({
        action: 'exam.proof_corrected',
        review_id: review.id,
        organization_id: review.organization_id,
        reason,
        timeline: true,
      });
      return;
    }
    await move(tx, review, { action: 'take_back_proof', reason });
    if (exam) await unserved(tx, review, exam);
  });

  /** What is to be served again stands under the rule of its day as it is now, and staff are told in time. */
  async function unserved(tx: Tx, review: ExamReview, exam: ExamRow): Promise<void> {
    const held_on = heldOn(exam);
    const zone = await zoneOf(tx.system, review.organization_id);
    const law = await lawOf(tx.system, await orderOf(tx.system, review), held_on);
    const notice_by = isSameRule(law.rule, exam.rule) ? exam.notice_by : noticeBy(law.rule, held_on, law.isHoliday);
    const follows = underRule(law.rule, { ...exam, set_on: dateIn(exam.set_at, zone) }, law.isHoliday);
    const { appointment_id } = exam;
    await tx.system
      .updateTable('exams')
      .set({ ...follows, notice_by })
      .where('appointment_id', '=', appointment_id)
      .execute();
    await setAlarm(tx, { review_id: review.id, appointment_id, notice_by, ...follows, zone });
  }

  on(e.move, async (tx, review, { body }) => {
    const [exam] = await examsOf(tx.system, review.id);
    const fee_cents = body.confirmed_fee_cents ?? 0;
    await move(tx, review, {
      action: 'move_appointment',
      reason: body.reason,
      // the transition refuses any other fee than the one of now
      data: { confirmed_fee_cents: fee_cents, fee_cents },
    });
    await endExam(tx, ports, review.id, 'moved', fee_cents);
    if (exam) {
      const off = { template: 'exam_moved', data: { starts_at: exam.starts_at } } as const;
      await mailRequester(tx, ports, review, off);
      await mailExaminers(tx, ports, review, off);
    }
    await mailExaminer(tx, ports, review, { template: 'exam_times_requested', data: {} });
  });

  on(e.changeLink, (tx, review, { body }) => changeLink(tx, review, body.link));
  on(e.giveUpPlaces, (tx, review, { body }) => ports.giveUpPlaces(tx, review.id, body.reason));
  on(e.checkIn, (tx, review, { body }) => checkIn(tx, review, body));

  on(e.record, async (tx, review, { body }) => {
    const action = RECORDED_BY[body.attendance];
    const hindrance = body.attendance === 'not_examined' ? (body.hindrance ?? null) : null;
    const [exam] = await examsOf(tx.system, review.id);
    let charged = 0;
    let due: Date | undefined;
    if (open(tx, review, action) && exam?.status === 'scheduled') {
      const order = await orderOf(tx.system, review);
      // what was seen at the check-in holds
      const identity_seen = body.identity_seen ?? exam.identity_seen;
      const interpreter_present = body.interpreter_present ?? exam.interpreter_present;
      refuseFields([
        ...(body.attendance === 'not_examined' && hindrance === null
          ? [{ path: 'hindrance', message: 'Say why it could not be held.' }]
          : []),
        ...(hindrance === 'other' && body.note === '' ? [{ path: 'note', message: 'Say what it was.' }] : []),
        ...(body.attendance === 'attended' && identity_seen !== true
          ? [{ path: 'identity_seen', message: 'Confirm that you saw who it was.' }]
          : []),
        ...(body.attendance === 'attended' && interpreter_present === null && order.interpreter === true
          ? [{ path: 'interpreter_present', message: 'Say whether the interpreter was there.' }]
          : []),
      ]);
      await tx.system
        .updateTable('exams')
        .set({
          attendance: body.attendance,
          hindrance,
          note: body.note,
          identity_seen,
          interpreter_present,
          recorded_by: tx.actor.user_id,
          recorded_at: tx.now,
        })
        .where('appointment_id', '=', exam.appointment_id)
        .execute();
      charged = await chargeNow(tx, ports, review, exam, body.attendance, hindrance);
      if (body.attendance === 'attended') due = await reportDue(tx, review, heldOn(exam));
    }
    await move(tx, review, {
      action,
      ...(due ? { patch: { report_due_at: due } } : {}),
      ...(charged > 0 ? { data: { fee_cents: charged } } : {}),
    });
    await endExam(tx, ports, review.id, body.attendance === 'attended' ? 'held' : 'missed', charged);
    if (body.attendance !== 'attended') await mailRequester(tx, ports, review, { template: 'exam_failed', data: {} });
  });

  /** When the report is due of an exam, or its last test, on this day: as the rule says that it was set under. */
  async function reportDue(tx: Tx, review: ExamReview, on: string): Promise<Date> {
    const [exam] = await examsOf(tx.system, review.id);
    const { isHoliday, rule } = await lawOf(tx.system, await orderOf(tx.system, review), on);
    const day = reportDueOn(exam?.rule ?? rule, { on, place_state: exam?.place.state ?? null }, isHoliday);
    return endOfDay(day, await zoneOf(tx.system, review.organization_id));
  }

  on(e.awaitTests, async (tx, review, { body }) => {
    const today = dateIn(tx.now, await zoneOf(tx.system, review.organization_id));
    if (open(tx, review, 'await_tests'))
      refuseFields(body.expected_on < today ? [{ path: 'expected_on', message: 'This day has passed.' }] : []);
    await move(tx, review, { action: 'await_tests', reason: body.reason });
    const [exam] = await examsOf(tx.system, review.id);
    await tx.system
      .updateTable('exams')
      .set({ tests_expected_on: body.expected_on })
      .where('appointment_id', '=', exam?.appointment_id ?? 0)
      .execute();
  });

  on(e.testsReceived, async (tx, review) => {
    const today = dateIn(tx.now, await zoneOf(tx.system, review.organization_id));
    await move(tx, review, {
      action: 'tests_received',
      patch: { report_due_at: await reportDue(tx, review, today) },
    });
  });

  mount(app, services, e.withdraw, ({ params, kind, actor, body }) =>
    command(services, actor, async (tx) => {
      const review = await loadExamReview(tx.db, kind, params.id);
      const [exam] = await examsOf(tx.system, review.id);
      const leaving = leavesPanel(actor, review, body.expert_profile_id);
      if (leaving !== null) {
        const after = await move(tx, review, {
          action: 'leave_panel',
          reason: body.reason,
          patch: { leaves_panel: leaving },
        });
        await endPart(tx, ports, review.id, leaving);
        await withdrawOffers(tx, review.id);
        await ports.releaseExpert(tx, review.id, leaving);
        return { review_id: review.id, status: after.status };
      }
      const after = await move(tx, review, {
        action: 'withdraw_examiner',
        reason: body.reason,
        patch: { expert_profile_id: null },
      });
      await endExam(tx, ports, review.id, 'cancelled', 0);
      await withdrawOffers(tx, review.id);
      if (review.expert_profile_id !== null) await ports.releaseExpert(tx, review.id, review.expert_profile_id);
      if (exam?.status === 'scheduled')
        await mailRequester(tx, ports, review, { template: 'exam_moved', data: { starts_at: exam.starts_at } });
      return { review_id: review.id, status: after.status };
    }),
  );

  return { ...eventHandlers(ports), close: async () => pictures.close() };
}

/**
 * Whom of a panel beside its lead is meant: oneself, or whom staff name; null: who leads. Refuses `not_found` for a name that is
 * not on it.
 */
function leavesPanel(actor: Actor, review: ExamReview, named: number | undefined): number | null {
  const members = review.experts.filter(({ part }) => part === 'member').map((one) => one.expert_profile_id);
  const own = members.find((id) => actor.expert_profile_ids.includes(id));
  if (isExpertSide(actor.kind)) return own ?? null;
  if (named === undefined || named === review.expert_profile_id) return null;
  if (!members.includes(named)) throw new Refusal('not_found', 'They are not on this panel.');
  return named;
}
