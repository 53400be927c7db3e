import { type Actor, isExpertSide, readsContents, isRequesterSide, seesPrices, isStaff } from '../../../core/actor.ts';
import { daysBetween } from '../../../core/days-between.ts';
import { Refusal } from '../../../core/errors.ts';
import { isOn, leads } from '../../../core/experts.ts';
import { type Kind, reviewNumber } from '../../../core/kinds.ts';
import { dateIn, MINUTE } from '../../../core/time.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import { isOpenTo } from '../../reviews/rules.ts';
import { LANGUAGES } from '../../reviews/kinds/ime/options.ts';
import { isKnownZip, milesApart } from '../../../platform/zip/distance.ts';
import type { AppointmentView, ExamView, PlaceView } from '../contract.ts';
import { checksIn, earliestExam, isByVideo, isSameRule, ruleWords, saysOf, toExaminee, visitEnds } from '../rules.ts';
import { changesLink } from './link.ts';
import { recordsOf } from './records.ts';
import { recipientsOf } from './serving.ts';
import {
  type ExamRow,
  examsOf,
  heldOn,
  lawOf,
  loadExamReview,
  mayPropose,
  type OfferRow,
  openOffers,
  openPlaces,
  orderOf,
  panelOf,
  placesFor,
  videoPlace,
  zoneOf,
} from './load.ts';

/** The exam of a review as one reader sees it. Refuses `not_found`, also to an expert who is only invited. */
export async function examOf(db: ActorDb, actor: Actor, kind: Kind, id: number, now: Date): Promise<ExamView> {
  const review = await loadExamReview(db, kind, id);
  const onExpertSide = isExpertSide(actor.kind);
  if (onExpertSide && !isOn(actor, review)) throw new Refusal('not_found');
  const system = db.executor;
  const order = await orderOf(system, review);
  const zone = await zoneOf(system, review.organization_id);
  const today = dateIn(now, zone);
  const law = await lawOf(system, order, today);
  const rows = await examsOf(system, id);
  const readsNotices = (isRequesterSide(actor.kind) || isStaff(actor.kind)) && readsContents(actor.kind);
  const notices = await system
    .selectFrom('exam_notices')
    .innerJoin('users', 'users.id', 'exam_notices.recorded_by')
    .leftJoin('users as s', 's.id', 'exam_notices.superseded_by')
    .leftJoin('examinee_letters', 'examinee_letters.id', 'exam_notices.letter_id')
    .selectAll('exam_notices')
    .select([
      fullNameOf('users').as('by'),
      'examinee_letters.version as letter_version',
      fullNameOf('s').as('superseder'),
    ])
    .where('exam_notices.review_id', '=', id)
    .orderBy('exam_notices.id')
    .execute();
  const prices = seesPrices(actor.kind) && !onExpertSide;
  const servedOn = (row: ExamRow): string | null =>
    notices.find((one) => one.appointment_id === row.appointment_id && one.superseded_at === null)?.served_on ?? null;
  const viewed = (row: ExamRow): AppointmentView => ({
    id: row.appointment_id,
    status: row.status,
    starts_at: row.starts_at.toISOString(),
    ends_at: new Date(row.starts_at.getTime() + row.duration_minutes * MINUTE).toISOString(),
    place: row.place,
    examiners: (row.examiners ?? []).map(({ minutes, starts_at, ...one }) => ({
      ...one,
      starts_at: new Date(starts_at).toISOString(),
      ends_at: new Date(Date.parse(starts_at) + minutes * MINUTE).toISOString(),
    })),
    notice_by: row.notice_by,
    notice_days_left: row.status === 'scheduled' && servedOn(row) === null ? daysBetween(today, row.notice_by) : null,
    confirm: row.confirm_by === null ? null : { by: row.confirm_by, late: (servedOn(row) ?? today) > row.confirm_by },
    call_off_until: row.call_off_until?.toISOString() ?? null,
    served_on: servedOn(row),
    notices: (readsNotices ? notices : [])
      .filter((one) => one.appointment_id === row.appointment_id)
      .map(({ by, ...one }) => ({
        id: one.id,
        recipient: one.recipient,
        name: one.name,
        address: one.address,
        method: one.method,
        language: one.language,
        tracking: one.tracking,
        served_on: one.served_on,
        served_by: one.served_by,
        letter:
          one.letter_id === null || one.letter_version === null
            ? null
            : { id: one.letter_id, version: one.letter_version },
        recorded_by: by,
        superseded: one.superseded_at && {
          at: one.superseded_at.toISOString(),
          by: one.superseded_by === null ? null : one.superseder,
          reason: one.superseded_reason,
        },
      })),
    day:
      row.arrived_at === null
        ? null
        : {
            arrived_at: row.arrived_at.toISOString(),
            started_at: row.started_at?.toISOString() ?? null,
            identity_seen: row.identity_seen === true,
            interpreter_present: row.interpreter_present,
            recorded_by: row.checked_in,
          },
    attendance: row.attendance,
    hindrance: row.hindrance,
    note: row.note,
    fee_cents: prices ? row.fee_cents : null,
    fee_steps: [...row.fee_steps],
    tests_expected_on: row.tests_expected_on,
  });
  const [first = null, ...earlier] = rows;
  const may = (action: Parameters<typeof isOpenTo>[2]): boolean => isOpenTo(actor, { ...review, kind }, action);
  const started = first?.status === 'scheduled' && first.starts_at <= now;
  const serves = may('serve_notice');
  // the rule that applied when it was set stays its rule
  const rule = first?.status === 'scheduled' || first?.status === 'held' ? first.rule : law.rule;
  const proposals = await openOffers(system, id, 'proposed');
  const panel = await panelOf(system, review);
  const open = await openPlaces(system, id);
  const zip = order.examinee_zip ?? '';
  const milesTo = (place: PlaceView): number | null =>
    place.postal_code === undefined ? null : milesApart(zip, place.postal_code);
  const earliest_on = earliestExam(law.ruleOn, today, law.isHoliday);
  // by the rule of the day it could be held, which may begin after today
  const video = law.ruleOn(earliest_on).telehealth
    ? videoPlace(order, { time_zone: await zoneOf(system, review.organization_id), link: '' })
    : null;
  const byVideo = video ? [{ place: video }] : [];
  const offered = (one: OfferRow): ExamView['offers'][number] => ({
    id: one.id,
    starts_at: one.starts_at.toISOString(),
    ends_at: visitEnds(one).toISOString(),
    place: one.place,
    miles: milesTo(one.place),
    examiners:
      one.parts.length === 0
        ? []
        : [{ expert_profile_id: one.expert_profile_id, starts_at: one.starts_at.toISOString() }, ...one.parts].map(
            ({ expert_profile_id, starts_at }) => ({
              name: panel.find((who) => who.expert_profile_id === expert_profile_id)?.name ?? '',
              starts_at,
            }),
          ),
    notice_by: one.notice_by,
  });
  const leadsHere = !onExpertSide || leads(actor, review);
  const proposesHere = may('propose_appointments') && (await mayPropose(system, review));
  const offersHere = may('offer_appointments') && leadsHere;
  return {
    review_id: id,
    kind,
    number: reviewNumber(kind, id),
    status: review.status,
    lock_version: review.lock_version,
    rule: {
      ...ruleWords(rule, {
        state: law.state,
        hasOthers: law.hasRules,
        isKept: first !== null && rule === first.rule && !isSameRule(rule, law.ruleOn(heldOn(first))),
      }),
      says: [...saysOf(rule), ...toExaminee(rule), ...(rule.telehealth ? ['The exam may be held by video.'] : [])],
      source: rule.source,
      read_on: rule.read_on,
      entered: rule.state !== null,
    },
    records:
      first?.status === 'scheduled'
        ? await recordsOf(system, actor, review, { exam: first, order, law, zone, today })
        : [],
    earliest_on,
    offers: (await openOffers(system, id)).map(offered),
    proposals: proposals.map(offered),
    appointment: first && viewed(first),
    earlier: earlier.map(viewed),
    to_serve:
      (serves || may('take_back_proof')) && first?.status === 'scheduled'
        ? {
            days_left: daysBetween(today, first.notice_by),
            language: LANGUAGES.find(({ value }) => value === order.language)?.label ?? 'English',
            recipients: await recipientsOf(system, order, first),
          }
        : null,
    panel: panel.length > 1 || open > 0 ? { examiners: panel, open } : null,
    interpreter: order.interpreter === true,
    sites:
      offersHere || proposesHere
        ? [...(await placesFor(system, panel, order.exam_state)), ...(offersHere ? byVideo : [])]
            .map(({ place }) => ({ ...place, miles: milesTo(place) }))
            .toSorted((a, b) => (a.miles ?? Infinity) - (b.miles ?? Infinity))
        : null,
    zip_unknown: zip !== '' && !isKnownZip(zip) ? zip : null,
    can: {
      offer: offersHere,
      propose: proposesHere,
      confirm: may('confirm_appointment') && leadsHere && proposals.length > 0,
      choose: may('choose_appointment'),
      serve: serves,
      correct_proof: may('take_back_proof') && first?.status === 'scheduled',
      move: may('move_appointment') && first?.status === 'scheduled',
      check_in: may('record_attended') && first?.status === 'scheduled' && checksIn(first.starts_at, now),
      change_link: first?.status === 'scheduled' && isByVideo(first.place) && changesLink(actor, review),
      record: may('record_attended') && started,
      record_late: may('record_late_cancellation') && first?.status === 'scheduled' && !started,
      await_tests: may('await_tests') && first?.status === 'held',
      tests_received: may('tests_received'),
      withdraw: may('withdraw_examiner'),
      leave: may('leave_panel') && panel.length > 1,
      give_up_places: may('give_up_place') && open > 0,
    },
  };
}
