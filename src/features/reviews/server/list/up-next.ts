import type { ReviewStatus } from '../../rules/statuses.ts';
import { phaseOf, statesWith } from '../../rules/kinds.ts';
import { inStates } from '../../../../platform/db/in-states.ts';
import { nextPage, pagesSeen } from '../../../../platform/db/pages-seen.ts';
import { dateText } from '../../../../core/dates.ts';
import { capital, grouped, plural } from '../../../../core/phrases.ts';
import { type Selectable, sql } from 'kysely';
import type { DB } from '../../../../platform/db/types.ts';
import { type Actor, isExpert, isExpertSide } from '../../../../core/actor.ts';
import { type Kind, KINDS, reviewNumber } from '../../../../core/kinds.ts';
import { DAY, dateIn } from '../../../../core/time.ts';
import { isOnReview, ONE_BY_ONE, openBeside, reviewScopesOf, scopeGroup } from '../../../../platform/db/scope.ts';
import type { Services } from '../../../../platform/services.ts';
import { aggregate, type Scores } from '../../../ratings/rules.ts';
import type { UpNextTask } from '../../contract.ts';
import {
  actOf,
  type Ball,
  dateBeside,
  type EarlierDate,
  isCallOver,
  pagePath,
  type Reading,
  readingOf,
  recordPath,
  stateName,
  stateRow,
} from '../../rules.ts';
import { prepared } from '../../../../platform/db/prepared.ts';
import { certificateTasks } from './certificate-tasks.ts';
import { continuationTasks } from './continuation-tasks.ts';
import { returnTasks } from './return-tasks.ts';
import { sessionEntries, sessionsOfExperts, sessionTasks } from './session-tasks.ts';
import { expenseTasks } from './expense-tasks.ts';
import { interviewTasks } from './interview-tasks.ts';
import { earlierDateOfReview } from '../earlier-date/stored.ts';

const AHEAD_DAYS = 14;
/** Open reviews looked at, soonest due first. */
const MOST = 300;
/** A record that came after the expert accepted is pointed out for so long. */
const NEW_FILE_DAYS = 3;

interface Row {
  id: number;
  kind: Kind;
  status: ReviewStatus;
  ball: Ball;
  subject: string;
  state: string | null;
  pages: number;
  due_at: Date | null;
  due_from: Date | null;
  report_status: Selectable<DB['reviews']>['report_status'];
  needed_by: string | null;
  earlier_date: EarlierDate | null;
  /** The firm asked for the expert's disclosure, and none is signed: by which day it is due, where the order says. */
  disclosure: { due: string | null } | null;
  /** One is an expert of it, or assists one; and the one who leads it. */
  mine: boolean;
  leads: boolean;
  invited: boolean;
  specialty: string | null;
  call: { status: Selectable<DB['appointments']>['status']; starts_at: string; duration_minutes: number } | null;
  attendees: number;
  new_files: { count: number; pages: number; name: string } | null;
  /** Whether the requester proposed appointments of an exam; null where none are looked for. */
  proposed: boolean | null;
  /** The records to read before a call that is set, in order, with what the reader has seen of them. */
  records: (Omit<Reading, 'created_at'> & { content_type: string })[] | null;
}

/** What an expert, an assistant or an attendee must do now, soonest due first, and what waits on others. */
export async function readUpNext(services: Services, actor: Actor) {
  const now = services.clock.now();
  const [rows, sessions, ...beside] = await Promise.all([
    load(services, actor, now),
    sessionsOfExperts(services, actor),
    interviewTasks(services, actor, now),
    expenseTasks(services, actor),
    continuationTasks(services, actor),
    certificateTasks(services, actor),
    returnTasks(services, actor),
  ]);
  const tasks = [
    ...rows.flatMap((row) => tasksOf(row, actor, now)),
    ...sessionTasks(sessions, actor, now),
    ...beside.flat(),
  ].sort(bySoonest);
  const busy = new Set(tasks.map((t) => t.review.id));
  const waiting = rows.filter((r) => r.mine && !busy.has(r.id));
  const horizon = now.getTime() + AHEAD_DAYS * DAY;
  const calendar = rows
    .flatMap((row) => calendarOf(row))
    .concat(sessionEntries(sessions))
    .filter((e) => Date.parse(e.at) >= now.getTime() - DAY && Date.parse(e.at) <= horizon)
    .sort((a, b) => a.at.localeCompare(b.at));
  return {
    tasks,
    waiting: {
      count: waiting.length,
      data: waiting.map((r) => ({
        ...reference(r),
        act: actOf({
          kind: r.kind,
          status: r.status,
          call_minutes: r.call?.duration_minutes ?? null,
          call_over: isOver(r.call, now),
          proposed: r.proposed,
        }),
        due_at: r.due_at?.toISOString() ?? null,
        path: pagePath(r),
      })),
    },
    load: isExpertSide(actor.kind) ? await loadOf(services, actor) : null,
    rating: isExpert(actor.kind) ? await ratingOf(services, actor) : null,
    calendar,
    time_zone: actor.time_zone,
  };
}

function load(services: Services, actor: Actor, now: Date): Promise<Row[]> {
  const own = sql`${actor.expert_profile_ids}::bigint[]`;
  const since = new Date(now.getTime() - NEW_FILE_DAYS * DAY);
  // each part of what they see is read in order from its own index, up to what is looked at
  const { length } = actor.expert_profile_ids;
  const parts = reviewScopesOf(scopeGroup(actor), 'asked', 'reviews', length > ONE_BY_ONE ? 0 : length).map(
    (scope) => sql`(select reviews.id, reviews.due_sort from reviews where reviews.bucket = 'active' and ${scope}
      order by reviews.due_sort, reviews.id limit ${sql.lit(MOST)})`,
  );
  return prepared<Row>(
    services.database,
    sql`with asked as (select ${actor.user_id}::bigint as user_id, ${actor.organization_ids}::bigint[] as organization_ids,
        ${own} as expert_profile_ids)
      select r.id, r.kind, r.status, r.ball, r.subject, r.state, r.pages, r.due_at, r.due_from, r.report_status,
        r.needed_by, ${earlierDateOfReview} as earlier_date,
        (select json_build_object('due', (select s.data ->> 'disclosure_deadline' from review_sections s
            where s.review_id = r.id and s.section = 'step_one'))
          from disclosures d where d.review_id = r.id and d.expert_profile_id = r.expert_profile_id and d.asked_at is not null
            and not exists (select from disclosure_packets p
              where p.review_id = r.id and p.expert_profile_id = r.expert_profile_id and p.failed_at is null)) as disclosure,
        ${isOnReview(own, 'r')} as mine, coalesce(r.expert_profile_id = any(${own}), false) as leads,
        exists (select 1 from invitations i where i.review_id = r.id and i.status in ('pending', 'opened')
          and i.expires_at > ${now} and i.expert_profile_id = any(${own})) as invited,
        sp.name as specialty,
        (select json_build_object('status', c.status, 'starts_at', c.starts_at, 'duration_minutes', c.duration_minutes)
          from appointments c where c.review_id = r.id and c.sort = 'call' and c.status in ('scheduled', 'tentative') limit 1) as call,
        case when ${inStates(
          'r',
          statesWith((row) => row.appointment === 'placing'),
        )} then exists (select from exam_offers o where o.review_id = r.id and o.status = 'proposed') end as proposed,
        (select count(*)::int from appointment_attendees a where a.review_id = r.id) as attendees,
        (select json_build_object('count', count(*), 'pages', coalesce(sum(f.pages), 0), 'name', max(f.name))
          from files f where f.review_id = r.id and f.deleted_at is null and f.visible_to_expert and f.status = 'ready'
            and f.scan_status in ('clean', 'not_scanned') and f.created_at > ${since}
            and f.created_at > (select max(i.answered_at) from invitations i where i.review_id = r.id and i.status = 'accepted'
              and i.expert_profile_id = any(${own}))
          having count(*) > 0) as new_files,
        case when ${inStates(
          'r',
          statesWith((row) => row.call === 'set'),
        )} then (select json_agg(json_build_object('id', f.id, 'name', f.name, 'pages', f.pages,
            'content_type', f.content_type, 'seen', ${pagesSeen('f', sql`asked.user_id`)},
            'next_page', ${nextPage('f', sql`asked.user_id`)}) order by f.position, f.id)
          from files f where f.review_id = r.id and f.deleted_at is null and f.visible_to_expert and f.status = 'ready'
            and f.damaged_at is null and f.scan_status in ('clean', 'not_scanned')) end as records
      from asked cross join lateral (select part.id from (${sql.join(parts, sql` union all `)}) part
          order by part.due_sort, part.id limit ${sql.lit(MOST)}) page
        join reviews r on r.id = page.id left join specialties sp on sp.id = r.specialty_id
      order by r.due_sort, r.id`,
  );
}

const reference = (row: Row) => ({
  id: row.id,
  kind: row.kind,
  number: reviewNumber(row.kind, row.id),
  subject: row.mine ? row.subject : '',
});

/** "CR-20377, Ames v. Overlook · 45 minutes". */
const line = (row: Row, ...more: (string | null)[]): string => {
  const ref = reference(row);
  return [ref.subject === '' ? ref.number : `${ref.number}, ${ref.subject}`, ...more].filter(Boolean).join(' · ');
};

function tasksOf(row: Row, actor: Actor, now: Date): UpNextTask[] {
  const tasks: UpNextTask[] = [];
  const add = (
    act: UpNextTask['act'],
    title: string,
    detail: string,
    button: string,
    page: string,
    more: Partial<UpNextTask> = {},
  ): void => {
    tasks.push({
      key: `${act}-${row.id}`,
      act,
      title,
      detail,
      button,
      path: pagePath(row, page),
      review: reference(row),
      due_at: row.due_at?.toISOString() ?? null,
      due_from: row.due_from?.toISOString() ?? null,
      due_text: null,
      ...more,
    });
  };
  if (row.invited && phaseOf(row) === 'asks_expert' && isExpert(actor.kind)) {
    const singular = KINDS[row.kind].singular;
    const what = `${capital(singular)} ${reviewNumber(row.kind, row.id)}`;
    const pages = row.pages > 0 ? `about ${plural(row.pages, 'page')}` : null;
    add(
      'answer_invitation',
      'Answer an invitation',
      [what, row.specialty, pages, row.state && stateName(row.state)].filter(Boolean).join(' · '),
      'Read invitation',
      'invitation',
    );
    return tasks;
  }
  addCall(row, now, add);
  if (!row.mine) return tasks;
  const { earlier_date: asked, needed_by: was } = row;
  if (row.leads && asked && was && asked.lapses_at > now.toISOString()) {
    // an assistant sees it, too; the answer is the expert's
    const answers = isExpert(actor.kind);
    add(
      'answer_earlier_date',
      answers ? 'Answer whether an earlier date works' : 'An earlier date was requested',
      line(row, `${dateBeside(asked.needed_by, was)} instead of ${dateBeside(was, asked.needed_by)}`),
      answers ? 'Answer' : 'Look at it',
      '',
      // the requester waits: among what is to do this week, also while the date is far ahead
      Date.parse(asked.lapses_at) - now.getTime() < 7 * DAY
        ? { due_at: asked.lapses_at, due_from: asked.asked_at }
        : {
            due_at: null,
            due_from: null,
            due_text: `Stands until ${dateBeside(dateIn(new Date(asked.lapses_at), actor.time_zone), asked.needed_by)}`,
          },
    );
  }
  if (row.leads && stateRow(row.kind, row.status).call === 'offering')
    add('offer_times', 'Offer call times', line(row, 'at least three'), 'Offer times', 'choose-available-times');
  // an agreement is the expert's own word
  if (row.leads && isExpert(actor.kind) && stateRow(row.kind, row.status).agreement === 'open' && row.ball === 'expert')
    add('sign_agreement', 'Sign an agreement, or propose other terms', line(row), 'Read it', 'agreement');
  if (row.leads && row.disclosure)
    add(
      'sign_disclosure',
      isExpert(actor.kind) ? 'Confirm and sign your disclosure' : 'Prepare the disclosure',
      line(row),
      'Open it',
      '',
      {
        due_at: null,
        due_from: null,
        due_text: row.disclosure.due === null ? null : `Disclosed by ${dateText(row.disclosure.due, 'medium')}`,
      },
    );
  if (row.leads) addAppointment(row, now, add);
  if (row.leads) addReport(row, add);
  if (row.new_files) {
    const { count, name, pages } = row.new_files;
    const what = count === 1 ? name : `${count} new files`;
    add(
      'look_at_files',
      count === 1 ? 'Look through a new file' : 'Look through new files',
      line(row, `${what}, ${plural(pages, 'page')}`),
      'Open files',
      '',
      {
        due_at: row.call ? new Date(row.call.starts_at).toISOString() : null,
        due_from: null,
        due_text: row.call || stateRow(row.kind, row.status).call === undefined ? null : 'Before the call, not set yet',
      },
    );
  }
  return tasks;
}

/** An appointment in person: offering some, the day itself and what came of it, the results that are waited for. */
function addAppointment(
  row: Row,
  now: Date,
  add: (act: UpNextTask['act'], title: string, detail: string, button: string, page: string) => void,
): void {
  const { appointment, awaits_results } = stateRow(row.kind, row.status);
  if (appointment === 'placing' && row.proposed)
    add('confirm_appointment', 'Confirm a proposed appointment', line(row), 'Look at them', '');
  else if (appointment === 'placing')
    add('offer_appointments', 'Offer exam appointments', line(row), 'Offer appointments', 'choose-available-times');
  if (awaits_results) add('record_results', 'Record when the results are there', line(row), 'Look at it', '');
  if (appointment !== 'announced' || !row.due_at) return;
  if (row.due_at <= now) add('record_exam', 'Record the exam', line(row), 'Record it', '');
  else if (row.due_at.getTime() - now.getTime() <= AHEAD_DAYS * DAY)
    add('prepare_exam', 'Prepare for the exam', line(row), 'Open exam', '');
}

/** The report, as far as its state leaves it to the expert. */
function addReport(
  row: Row,
  add: (act: UpNextTask['act'], title: string, detail: string, button: string, page: string) => void,
): void {
  const { report } = stateRow(row.kind, row.status);
  const begun = row.report_status !== 'none';
  // the requester's, while its price is not approved
  if (report === 'asked' && row.ball === 'requester') return;
  if (report === 'asked' || (report === 'writing' && !begun)) {
    add('start_report', 'Start the report', line(row), 'Start', 'report');
  } else if (row.report_status === 'addendum_requested' && report === 'writing') {
    add('revise_report', 'Clarify your report', line(row), 'Revise', 'report');
  } else if (report === 'returned' || (report === 'writing' && row.report_status === 'returned')) {
    add('revise_report', 'Revise the report', line(row), 'Revise', 'report');
  } else if (report === 'writing') {
    add('finish_report', 'Finish the report', line(row), 'Continue', 'report');
  }
}

function addCall(
  row: Row,
  now: Date,
  add: (
    act: UpNextTask['act'],
    title: string,
    detail: string,
    button: string,
    page: string,
    more?: Partial<UpNextTask>,
  ) => void,
): void {
  if (stateRow(row.kind, row.status).call !== 'set' || !row.call) return;
  const starts = new Date(row.call.starts_at);
  const due = { due_at: starts.toISOString(), due_from: row.due_from?.toISOString() ?? null };
  const length = `${row.call.duration_minutes} minutes`;
  if (row.call.status === 'tentative') {
    if (row.leads) add('confirm_time', 'Confirm the proposed time', line(row, length), 'Look at the time', '');
  } else if (isOver(row.call, now)) {
    if (row.leads) add('record_call', 'Record the call', line(row, length), 'Record it', '', due);
  } else if (starts.getTime() - now.getTime() <= AHEAD_DAYS * DAY) {
    const read = row.mine && starts > now ? readingOf((row.records ?? []).map(asRead), null) : null;
    if (read?.next) {
      add(
        'prepare_call',
        'Read the records before your call',
        line(row, length, `${grouped(read.seen)} of ${plural(read.pages, 'page')} seen`),
        read.seen === 0 ? 'Read' : 'Keep reading',
        '',
        { ...due, path: recordPath({ ...read.next.file, review_id: row.id }, row.kind, read.next.page) },
      );
      return;
    }
    const people = row.attendees + 2;
    const title = row.mine && starts > now ? 'Prepare for your call' : 'Join the call';
    add('prepare_call', title, line(row, length, `${people} people`), 'Open call', '', due);
  }
}

const asRead = (record: NonNullable<Row['records']>[number]) => ({ ...record, created_at: new Date(0) });

const isOver = (call: Row['call'], now: Date): boolean =>
  call !== null && isCallOver({ ...call, starts_at: new Date(call.starts_at) }, now);

function calendarOf(row: Row) {
  const review = reference(row);
  const entries: {
    at: string;
    kind: 'call' | 'due';
    review: typeof review;
    title: string;
    duration_minutes: number | null;
    path: string;
  }[] = [];
  const path = pagePath(row);
  if (row.call) {
    const title = review.subject === '' ? review.number : review.subject;
    entries.push({
      at: new Date(row.call.starts_at).toISOString(),
      kind: 'call',
      review,
      title,
      duration_minutes: row.call.duration_minutes,
      path,
    });
  } else if (row.due_at && row.ball === 'expert') {
    const title = actOf({ kind: row.kind, status: row.status });
    entries.push({ at: row.due_at.toISOString(), kind: 'due', review, title, duration_minutes: null, path });
  }
  return entries;
}

const bySoonest = (a: UpNextTask, b: UpNextTask): number =>
  (a.due_at ?? '9').localeCompare(b.due_at ?? '9') || a.review.id - b.review.id || a.key.localeCompare(b.key);

/** What those who ordered from the expert gave, taken together. */
async function ratingOf(services: Services, actor: Actor): Promise<{ mean: number | null; n: number }> {
  const rows = await prepared<{ scores: Scores }>(
    services.database,
    sql`select scores from ratings where direction = 'medical_expert'
      and expert_profile_id = any(${actor.expert_profile_ids}::bigint[])`,
  );
  return aggregate(rows.map(({ scores }) => scores));
}

/** Open reviews of the experts the actor is or works for, and how many they take. */
async function loadOf(services: Services, actor: Actor): Promise<{ open: number; max: number }> {
  const own = sql`${actor.expert_profile_ids}::bigint[]`;
  const [row] = await prepared<{ open: number; max: number }>(
    services.database,
    sql`select (select count(*)::int from reviews r where r.expert_profile_id = any(${own}) and r.bucket = 'active')
        + ${openBeside(own)} as open,
      coalesce((select sum(e.max_open_reviews)::int from expert_profiles e where e.profile_id = any(${own})), 0) as max`,
  );
  return { open: row?.open ?? 0, max: row?.max ?? 0 };
}
