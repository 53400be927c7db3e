import { isApplicant, isAttendee } from '../../../core/actor.ts';
import { capital, plural, spelled } from '../../../core/phrases.ts';
import {
  IconCalendarCheck,
  IconCalendarPlus,
  IconCalendarQuestion,
  IconChecklist,
  IconChevronRight,
  IconClipboardText,
  IconFiles,
  IconGavel,
  IconMailOpened,
  IconPhone,
  IconReceiptDollar,
  IconSignature,
  IconWriting,
  IconStethoscope,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Out } from '../../../core/endpoint.ts';
import { query } from '../../../ui/api/hooks.ts';
import { ButtonLink } from '../../../ui/parts/button.tsx';
import { VisuallyHidden } from '../../../ui/parts/chips.tsx';
import { cx } from '../../../ui/parts/common.ts';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { RouteLink, TextLink } from '../../../ui/parts/link.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { dayOf, formatDay, formatNear, formatTime, zoneCity, zoneShort } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { readUpNext, type UpNextTask } from '../contract.ts';
import { ReviewDue } from './shared/review-due.tsx';
import { Failed } from './shared/states.tsx';
import { useReviewsLive } from './shared/use-live.ts';
import { calendarDays, groupTasks, lead } from './up-next/groups.ts';
import styles from './up-next/up-next.module.css';

type UpNext = Out<typeof readUpNext>;

/** How the clock of a task reads that is no due date. */
const VERBS: Partial<Record<UpNextTask['act'], 'call' | 'appointment'>> = {
  prepare_call: 'call',
  prepare_exam: 'appointment',
  attend_session: 'appointment',
};
const ICONS: Record<UpNextTask['act'], typeof IconPhone> = {
  answer_invitation: IconMailOpened,
  answer_interview: IconMailOpened,
  answer_expense: IconReceiptDollar,
  answer_continuation: IconMailOpened,
  give_certificate: IconSignature,
  answer_session: IconCalendarQuestion,
  attend_session: IconGavel,
  record_session: IconGavel,
  sign_errata: IconSignature,
  certify_records: IconSignature,
  join_interview: IconPhone,
  answer_earlier_date: IconCalendarQuestion,
  offer_times: IconCalendarPlus,
  offer_appointments: IconCalendarPlus,
  confirm_appointment: IconCalendarCheck,
  prepare_exam: IconStethoscope,
  record_exam: IconStethoscope,
  sign_agreement: IconWriting,
  sign_disclosure: IconSignature,
  record_results: IconStethoscope,
  confirm_time: IconCalendarCheck,
  prepare_call: IconPhone,
  record_call: IconPhone,
  start_report: IconClipboardText,
  finish_report: IconClipboardText,
  sign_report: IconSignature,
  revise_report: IconWriting,
  look_at_files: IconFiles,
};

/** What an expert must do now, soonest due first; beside it the next 14 days and how full the desk is. */
export function UpNextPage() {
  const next = useQuery(query(readUpNext, {}));
  const { time_zone, kind } = useViewer();
  const now = useNow(60_000);
  useReviewsLive();
  const tasks = next.data?.tasks ?? [];
  const applies = isApplicant(kind);
  const groups = groupTasks(tasks, now, time_zone);
  const today = groups.find((group) => group.key === 'today')?.tasks.length ?? 0;
  const first = groups[0]?.tasks[0]?.key;
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        <div className={styles.column}>
          <h1 tabIndex={-1}>Up next</h1>
          {next.data && !applies ? (
            <p className={styles.lead}>
              {lead(tasks.length, today)}
              {isAttendee(kind) ? null : (
                <>
                  {' '}
                  <TextLink href="/active-reviews">All active reviews</TextLink>
                </>
              )}
            </p>
          ) : null}
          {next.isError && !next.data ? (
            <Failed what="Your list" error={next.error} onRetry={() => void next.refetch()} />
          ) : null}
          {next.isPending ? (
            <SkeletonRows rows={5} columns={[8, 50, 18, 16]} height={64} label="Loading your list" />
          ) : null}
          {applies ? (
            <EmptyState
              icon={<IconChecklist />}
              title="Your application comes first"
              action={
                <ButtonLink kind="primary" href="/apply">
                  Open your application
                </ButtonLink>
              }
            >
              Invitations, calls and reports appear here once you are a Peritus expert.
            </EmptyState>
          ) : null}
          {next.data && tasks.length === 0 && !applies ? (
            <EmptyState icon={<IconChecklist />} title="Nothing to do now">
              Invitations, calls and reports appear here as soon as they need you. You get an e-mail, too.
            </EmptyState>
          ) : null}
          {groups.map((group) => (
            <section key={group.key} aria-labelledby={group.key} className={styles.group}>
              <h2 id={group.key}>
                {group.title}
                {group.key === 'today' ? (
                  <span className={styles.date}>{formatDay(dayOf(now, time_zone), { form: 'long' })}</span>
                ) : null}
              </h2>
              <ul>
                {group.tasks.map((task) => (
                  <Task key={task.key} task={task} first={task.key === first} />
                ))}
              </ul>
            </section>
          ))}
          {next.data ? <Waiting waiting={next.data.waiting} /> : null}
        </div>
      </div>
      <aside className={styles.rail} aria-label="The next 14 days">
        {next.data ? <Rail data={next.data} /> : <SkeletonRows rows={4} columns={[50]} />}
      </aside>
    </div>
  );
}

function Task({ task, first }: { task: UpNextTask; first: boolean }) {
  const Icon = ICONS[task.act];
  const due = task.due_at
    ? {
        at: task.due_at,
        from: task.due_from,
        paused_at: null,
        verb: VERBS[task.act] ?? ('due' as const),
      }
    : null;
  return (
    <li className={cx(styles.task, first && styles.first)}>
      <span className={styles.icon}>
        <Icon size={18} stroke={1.75} aria-hidden />
      </span>
      <div className={styles.words}>
        <RouteLink href={task.path} className={styles.open}>
          {task.title}
        </RouteLink>
        <span className={styles.detail}>{task.detail}</span>
      </div>
      <div className={styles.due}>
        {due ? <ReviewDue due={due} /> : null}
        {!due && task.due_text ? <span className={styles.detail}>{task.due_text}</span> : null}
      </div>
      <span className={styles.button}>
        <ButtonLink href={task.path} kind={first ? 'primary' : 'default'} full>
          {task.button}
        </ButtonLink>
      </span>
      <IconChevronRight className={styles.chevron} size={18} stroke={1.75} aria-hidden />
    </li>
  );
}

function Waiting({ waiting }: { waiting: UpNext['waiting'] }) {
  const { time_zone } = useViewer();
  const now = useNow(60_000);
  if (waiting.count === 0) return null;
  return (
    <details className={styles.waiting}>
      <summary>
        <IconChevronRight size={16} stroke={2} aria-hidden />
        <b>Waiting on others</b>
        <span className={styles.date}>{plural(waiting.count, 'review')}. Nothing for you to do.</span>
      </summary>
      <ul>
        {waiting.data.map((one) => (
          <li key={`${one.kind} ${one.id}`}>
            <RouteLink href={one.path}>
              {one.number}
              {one.subject ? `, ${one.subject}` : ''}
            </RouteLink>
            <span className={styles.detail}>
              {one.act}
              {one.due_at ? `, ${formatNear(one.due_at, { now, zone: time_zone })}` : ''}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Rail({ data }: { data: UpNext }) {
  const { time_zone } = useViewer();
  const now = useNow(60_000);
  const calls = data.calendar.filter((one) => one.kind === 'call');
  return (
    <>
      <MiniCalendar entries={data.calendar} />
      {calls.length > 0 ? (
        <ul className={styles.calls} aria-label="Calls">
          {calls.map((one) => (
            <li key={`${one.at} ${one.review.id}`}>
              <b>{dayShort(dayOf(one.at, time_zone))}</b>
              <span>
                <RouteLink href={one.path}>
                  {formatTime(one.at, { zone: time_zone })}, {one.title}
                </RouteLink>
                {one.duration_minutes ? <span className={styles.detail}>{one.duration_minutes} minutes</span> : null}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.none}>No calls in the next 14 days. Calls appear here once a time is chosen.</p>
      )}
      {data.load ? <Load open={data.load.open} max={data.load.max} /> : null}
      {data.rating ? <OwnRating {...data.rating} /> : null}
      <p className={styles.zone}>
        All times in {zoneCity(time_zone)} ({zoneShort(now, { zone: time_zone })}).
      </p>
    </>
  );
}

/** "Fri 20". */
const dayShort = (day: string): string => `${formatDay(day, { form: 'short' }).slice(0, 3)} ${Number(day.slice(8))}`;

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

function MiniCalendar({ entries }: { entries: UpNext['calendar'] }) {
  const { time_zone } = useViewer();
  const today = dayOf(useNow(60_000), time_zone);
  const days = calendarDays(today);
  const weeks = Array.from({ length: days.length / 7 }, (_, i) => days.slice(i * 7, i * 7 + 7));
  const on = (day: string, kind: 'call' | 'due') =>
    entries.filter((one) => one.kind === kind && dayOf(one.at, time_zone) === day).length;
  return (
    <section aria-labelledby="calendar">
      <h2 id="calendar">Next 14 days</h2>
      <table className={styles.calendar}>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.day}>
              {week.map(({ day, within }) => {
                const calls = within ? on(day, 'call') : 0;
                const dues = within ? on(day, 'due') : 0;
                return (
                  <td key={day}>
                    <div
                      className={cx(styles.day, within && styles.within, day === today && styles.today)}
                      aria-current={day === today ? 'date' : undefined}
                    >
                      {Number(day.slice(8))}
                      <span className={styles.marks}>
                        {calls > 0 ? <i className={styles.call} /> : null}
                        {dues > 0 ? <i className={styles.dueMark} /> : null}
                      </span>
                      {calls + dues > 0 ? (
                        <VisuallyHidden>
                          {calls > 0 ? `, ${plural(calls, 'call')}` : ''}
                          {dues > 0 ? `, ${dues} due` : ''}
                        </VisuallyHidden>
                      ) : null}
                    </div>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.legend} aria-hidden>
        <i className={styles.call} /> Call <i className={styles.dueMark} /> Something due
      </p>
    </section>
  );
}

/** What requesters gave, taken together; too few would tell who gave what. */
function OwnRating({ mean, n }: { mean: number | null; n: number }) {
  return (
    <section aria-labelledby="rating" className={styles.load}>
      <div className={styles.loadHead}>
        <h2 id="rating">Your ratings</h2>
        <span>{mean === null ? `${n} so far` : `${mean.toFixed(1)} of 5, from ${n}`}</span>
      </div>
      <p className={styles.detail}>
        {mean === null
          ? 'Your average is shown once three people have rated you, so that no single rating stands out.'
          : 'The average of what requesters gave. Who gave which rating stays private.'}
      </p>
    </section>
  );
}

function Load({ open, max }: { open: number; max: number }) {
  const left = Math.max(0, max - open);
  const steps = Math.min(20, Math.max(max, 1));
  return (
    <section aria-labelledby="load" className={styles.load}>
      <div className={styles.loadHead}>
        <h2 id="load">Your load</h2>
        <span>
          {open} of {max} reviews
        </span>
      </div>
      <div className={styles.loadBar} aria-hidden>
        {Array.from({ length: steps }, (_, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- segments never change places
          <span key={i} className={cx(i < Math.round((open / Math.max(max, 1)) * steps) && styles.taken)} />
        ))}
      </div>
      <p className={styles.detail}>
        {left === 0
          ? 'No more invitations come until one is done.'
          : `${capital(spelled(left))} more ${left === 1 ? 'fits' : 'fit'} before we stop inviting you.`}
      </p>
    </section>
  );
}
