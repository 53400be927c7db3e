import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { isExpertSide } from '../../../core/actor.ts';
import { capital, spelledPlural } from '../../../core/phrases.ts';
import { dateText } from '../../../core/dates.ts';
import type { Kind } from '../../../core/kinds.ts';
import { formatCents } from '../../../core/money.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { listCrumb, reviewHref } from '../../../ui/session/review-route.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { readReview } from '../../reviews/contract.ts';
import { stateRow } from '../../reviews/rules.ts';
import { type AppointmentView, examEndpoints, type ExamView } from '../contract.ts';
import { ATTENDANCE_WORDS, countdown, HINDRANCE_WORDS } from '../rules.ts';
import { Slot } from '../../../ui/slots.tsx';
import { CheckIn, lateBy, TheDay } from './check-in.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { ChangeLink } from './change-link.tsx';
import { ReasonAct } from '../../../ui/form/reason-act.tsx';
import { RecordExam } from './record-exam.tsx';
import { RuleNote } from './rule-note.tsx';
import { CorrectProof, FormerProof, noticeLine } from './correct-proof.tsx';
import { ServeNotice } from './serve-notice.tsx';
import { GiveUpPlaces, LeavePanel } from './panel-acts.tsx';
import { Appointments, Proposals } from './proposals.tsx';
import { atPlace, clockAt, TOUCHED, useExam } from './use-exam.ts';
import styles from './exams.module.css';

const STATUS: Readonly<Record<AppointmentView['status'], string>> = {
  scheduled: 'set',
  tentative: 'proposed',
  held: 'held',
  missed: 'not held',
  cancelled: 'canceled',
  moved: 'moved',
};

/** The exam of a review: where and when, the rule it stands under, its notices, what came of it; and what is to be done. */
export function ExamCard({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const { data: exam, error, refetch } = useExam(kind, reviewId);
  const id = useId();
  // an expert who is only invited has no exam here yet
  if (error && !exam && (error.status === 404 || error.status === 403)) return null;
  if (!exam && !error) return <Coming kind={kind} reviewId={reviewId} />;
  if (exam && isEmpty(exam)) return null;
  return (
    <section id="appointment" tabIndex={-1} aria-labelledby={id} className={styles.card}>
      <SectionHead id={id} title="Exam" {...(exam?.appointment ? { note: STATUS[exam.appointment.status] } : {})} />
      {exam ? (
        <Exam kind={kind} exam={exam} />
      ) : (
        <Failure error={error} what="The exam could not be loaded." onRetry={() => void refetch()} />
      )}
      <Slot name="ExamineeCard" waiting={null} kind={kind} reviewId={reviewId} />
      {/* after the letters, which are written there: the proof names them */}
      {exam?.can.serve && exam.to_serve ? <ServeNotice kind={kind} exam={exam} toServe={exam.to_serve} /> : null}
    </section>
  );
}

/** Where the review's state says that an exam is being arranged, what comes late has its place; elsewhere there may be none. */
function Coming({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const { data: review } = useQuery({ ...query(readReview, { kind, params: { id: reviewId } }), enabled: false });
  if (!review || stateRow(kind, review.status.key).appointment === undefined) return null;
  return (
    <section id="appointment" tabIndex={-1} aria-label="Exam" className={styles.card}>
      <SkeletonRows rows={3} columns={[60, 0, 25]} label="Loading the exam" />
    </section>
  );
}

/** Whether there is nothing to see or do of it yet. */
const isEmpty = ({ appointment, panel, offers, proposals, can }: ExamView): boolean =>
  !appointment &&
  !panel &&
  offers.length === 0 &&
  proposals.length === 0 &&
  !can.offer &&
  !can.propose &&
  !can.withdraw;

function Exam({ kind, exam }: { kind: Kind; exam: ExamView }) {
  const { appointment, can } = exam;
  const [late, setLate] = useState(false);
  const own = isExpertSide(useViewer().kind);
  return (
    <>
      {appointment ? <Appointment appointment={appointment} records={exam.records} /> : null}
      {exam.panel ? <Panel kind={kind} exam={exam} panel={exam.panel} /> : null}
      {exam.offers.length > 0 && !can.choose ? <Appointments label="Appointments on offer" of={exam.offers} /> : null}
      {exam.proposals.length > 0 ? <Proposals kind={kind} exam={exam} /> : null}
      <RuleNote rule={exam.rule} />
      {exam.appointment ? <FormerProof notices={exam.appointment.notices} /> : null}
      {can.correct_proof && exam.to_serve ? <CorrectProof kind={kind} exam={exam} toServe={exam.to_serve} /> : null}
      {can.check_in && appointment ? <CheckIn kind={kind} exam={exam} appointment={appointment} /> : null}
      {can.record && appointment ? <RecordExam kind={kind} exam={exam} appointment={appointment} late={false} /> : null}
      {late && can.record_late && appointment ? (
        <RecordExam kind={kind} exam={exam} appointment={appointment} late />
      ) : null}
      {can.tests_received ? <TestsReceived kind={kind} exam={exam} /> : null}
      <div className={styles.acts}>
        {can.offer ? (
          <ButtonLink href={reviewHref(kind, exam.review_id, 'choose-available-times')}>
            {exam.offers.length > 0
              ? 'Offer further appointments'
              : exam.proposals.length > 0
                ? 'Offer others'
                : 'Offer appointments'}
          </ButtonLink>
        ) : null}
        {can.propose ? (
          <ButtonLink href={reviewHref(kind, exam.review_id, 'choose-call-time')}>
            {exam.proposals.length > 0 ? 'Propose others' : 'Propose appointments'}
          </ButtonLink>
        ) : null}
        {can.await_tests ? <AwaitTests kind={kind} exam={exam} /> : null}
        {can.record_late && !late ? (
          <Button kind="quiet" onClick={() => setLate(true)}>
            The examinee canceled
          </Button>
        ) : null}
        {can.change_link && appointment ? (
          <ChangeLink kind={kind} exam={exam} link={appointment.place.link ?? ''} />
        ) : null}
        {can.move ? <MoveExam kind={kind} exam={exam} /> : null}
        {can.withdraw ? <Withdraw kind={kind} exam={exam} /> : null}
        {can.leave && own ? <LeavePanel kind={kind} exam={exam} /> : null}
        {can.give_up_places ? <GiveUpPlaces kind={kind} exam={exam} /> : null}
      </div>
      {exam.earlier.length > 0 ? (
        <RuledList label="Earlier appointments">
          {exam.earlier.map((one) => (
            <RuledRow
              key={one.id}
              title={atPlace(one)}
              lines={[
                outcomeOf(one) || STATUS[one.status],
                one.fee_cents ? `Charged ${formatCents(one.fee_cents)}` : null,
              ]}
            />
          ))}
        </RuledList>
      ) : null}
    </>
  );
}

/** Who examines in a panel, and how many places are open. Staff take one of them off; the others stay. */
function Panel({ kind, exam, panel }: Act & { panel: NonNullable<ExamView['panel']> }) {
  const own = isExpertSide(useViewer().kind);
  const times = exam.appointment?.status === 'scheduled' ? exam.appointment : null;
  return (
    <RuledList label="Examiners of the panel">
      {panel.examiners.map((one) => {
        const part = times?.examiners.find(({ expert_profile_id }) => expert_profile_id === one.expert_profile_id);
        return (
          <RuledRow
            key={one.expert_profile_id}
            title={one.name}
            lines={[
              one.panel_place === 1 ? 'Leads, and writes the report' : null,
              part && times ? clockAt(part, times.place.time_zone) : null,
            ]}
            actions={
              exam.can.leave && !own && one.panel_place > 1 ? (
                <LeavePanel kind={kind} exam={exam} of={one.expert_profile_id} />
              ) : undefined
            }
          />
        );
      })}
      {panel.open > 0 ? <RuledRow title={`${capital(spelledPlural(panel.open, 'place'))} open`} lines={[]} /> : null}
    </RuledList>
  );
}

/** What came of an appointment, in words; nothing while nobody said. */
const outcomeOf = ({ attendance, hindrance, note }: AppointmentView): string =>
  attendance === null
    ? ''
    : [ATTENDANCE_WORDS[attendance], hindrance ? HINDRANCE_WORDS[hindrance] : '', note].filter(Boolean).join('. ');

function Appointment({ appointment, records }: { appointment: AppointmentView; records: ExamView['records'] }) {
  const { place, notices } = appointment;
  const standing = notices.filter(({ superseded }) => superseded === null);
  return (
    <>
      <p className={styles.when}>{atPlace(appointment)}</p>
      <p className={styles.place}>
        <b>{place.name}</b>
        {place.lines.join(', ')}
        {place.link ? (
          <TextLink href={place.link} target="_blank" rel="noreferrer noopener">
            {place.link}
          </TextLink>
        ) : null}
        {place.phone ? `. ${place.phone}` : ''}
        {place.access ? `. ${place.access}` : ''}
      </p>
      <Facts
        labelWidth={120}
        items={[
          {
            label: 'Notice',
            value:
              standing.length > 0
                ? standing.map((one) => <div key={one.id}>{noticeLine(one)}</div>)
                : appointment.served_on !== null
                  ? `Served on ${dateText(appointment.served_on, 'long')}`
                  : appointment.status === 'scheduled'
                    ? `To be served by ${dateText(appointment.notice_by, 'long')}${
                        appointment.notice_days_left === null ? '' : `: ${countdown(appointment.notice_days_left)}`
                      }`
                    : null,
          },
          {
            label: 'In writing',
            value: appointment.confirm && appointment.status === 'scheduled' && (
              <span className={appointment.confirm.late ? styles.late : undefined}>
                {`What was agreed is confirmed by ${dateText(appointment.confirm.by, 'long')}; the notice does it.${
                  !appointment.confirm.late
                    ? ''
                    : appointment.served_on === null
                      ? ' That day has passed.'
                      : ' It was served after that day.'
                }`}
              </span>
            ),
          },
          {
            label: 'Calling it off',
            value:
              appointment.call_off_until && appointment.status === 'scheduled'
                ? `In time until ${formatInstant(appointment.call_off_until, { zone: place.time_zone })}, as the rule counts it for the examinee`
                : null,
          },
          {
            label: 'Records',
            value:
              records.length > 0
                ? records.map(({ text, late }) => (
                    <div key={text} className={late ? styles.late : undefined}>
                      {text}
                    </div>
                  ))
                : null,
          },
          {
            label: 'The day',
            value: appointment.day ? (
              <TheDay day={appointment.day} zone={place.time_zone} late={lateBy(appointment)} />
            ) : null,
          },
          { label: 'What happened', value: outcomeOf(appointment) || null },
          { label: 'Charged', value: appointment.fee_cents ? formatCents(appointment.fee_cents) : null },
          {
            label: 'Tests expected',
            value: appointment.tests_expected_on ? dateText(appointment.tests_expected_on, 'long') : null,
          },
        ]}
      />
    </>
  );
}

type Act = { kind: Kind; exam: ExamView };

function TestsReceived({ kind, exam }: Act) {
  const received = useCommand(examEndpoints.testsReceived, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('Recorded. The report is due from now on.'),
  });
  return (
    <div className={styles.acts}>
      <Button
        busy={received.isPending}
        onClick={() => received.mutate({ kind, params: { id: exam.review_id }, body: {} })}
      >
        The results are there
      </Button>
      <Failure error={received.error} what="It could not be recorded." />
    </div>
  );
}

function AwaitTests({ kind, exam }: Act) {
  const [day, setDay] = useState<string | null>(null);
  const wait = useCommand(examEndpoints.awaitTests, { refresh: TOUCHED, onSuccess: () => toastDone('Recorded.') });
  return (
    <ReasonAct
      opens="Tests are pending"
      label="Which tests"
      help="The report is due once their results are there."
      submit="Wait for them"
      busy={wait.isPending}
      error={wait.error}
      missing={day === null ? { path: 'expected_on', message: 'Enter the day the results are expected.' } : null}
      onSubmit={(reason) =>
        wait.mutate({ kind, params: { id: exam.review_id }, body: { reason, expected_on: day ?? '' } })
      }
    >
      {(fault) => (
        <DateField path="expected_on" label="Results expected on" value={day} onChange={setDay} error={fault} />
      )}
    </ReasonAct>
  );
}

function MoveExam({ kind, exam }: Act) {
  const { side } = useViewer();
  const params = { id: exam.review_id };
  const review = useQuery(query(readReview, { kind, params }));
  const moving = side === 'requester' ? review.data?.moving : null;
  const fee = moving?.fee_cents ?? 0;
  const move = useCommand(examEndpoints.move, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('Other appointments were asked for.'),
    // it may be the fee that changed: what is asked next shows the one of now
    onError: () => void review.refetch(),
  });
  return (
    <ReasonAct
      opens="Move the exam"
      label="Why should it move?"
      help={`Both sides see this. The time is given up, and a new notice is served for the next one.${
        fee > 0 ? ` ${moving?.how ?? ''} You are charged ${formatCents(fee)}.` : ''
      }`}
      submit={fee > 0 ? `Move it, pay ${formatCents(fee)}` : 'Move it'}
      busy={move.isPending}
      error={move.error}
      onSubmit={(reason) => move.mutate({ kind, params, body: { reason, confirmed_fee_cents: fee } })}
    />
  );
}

function Withdraw({ kind, exam }: Act) {
  const viewer = useViewer();
  const navigate = useNavigate();
  const own = isExpertSide(viewer.kind);
  const withdraw = useCommand(examEndpoints.withdraw, {
    refresh: TOUCHED,
    onSuccess: () => {
      toastDone('Taken off. Another examiner is looked for.');
      if (own) void navigate({ to: listCrumb(kind, viewer.side).href });
    },
  });
  return (
    <ReasonAct
      opens={own ? 'I cannot do this exam' : 'Take the examiner off'}
      label="Why"
      help="The requester sees this. What is set is canceled, and another examiner is looked for."
      submit={own ? 'Withdraw' : 'Take them off'}
      busy={withdraw.isPending}
      error={withdraw.error}
      onSubmit={(reason) => withdraw.mutate({ kind, params: { id: exam.review_id }, body: { reason } })}
    />
  );
}
