import type { Kysely } from 'kysely';
import { type Actor, isExpert, isRequesterOf, isRequesterSide } from '../../../core/actor.ts';
import { type Kind, reviewNumber } from '../../../core/kinds.ts';
import { fullName } from '../../../core/names.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { minutesTold } from '../../../platform/db/minutes-told.ts';
import { orderSections } from '../../../platform/db/order-sections.ts';
import { organizationFlag } from '../../../platform/db/organization.ts';
import type { ReviewRowBeside } from '../../../platform/db/review-row.ts';
import type { DB } from '../../../platform/db/types.ts';
import { expertName } from '../../matching/rules.ts';
import { specialtyWords } from '../../experts/rules.ts';
import { formOf, isOpenTo, toldFirst } from '../../reviews/rules.ts';
import type { InterviewsView, InterviewView } from '../contract.ts';
import {
  type InterviewAct,
  interviewAfter,
  type InterviewSide,
  isActOf,
  isLive,
  moverOf,
  openTimes,
} from '../rules.ts';
import {
  holdsNames,
  interviewFor,
  type InterviewRow,
  interviewsOf,
  isInterviewing,
  isUnderWay,
  loadMatter,
} from './load.ts';

/** The acts that arrange another interview, or go on arranging one: only while an expert is looked for. */
const ARRANGING: ReadonlySet<InterviewAct> = new Set<InterviewAct>(['offer', 'choose', 'none_fit']);

/** Whether a side may take an act now. */
export function mayAct(
  actor: Actor,
  review: ReviewRowBeside,
  row: InterviewRow,
  side: InterviewSide | null,
  act: InterviewAct,
  now: Date,
): boolean {
  if (side === null || !isActOf(act, side)) return false;
  // assistants offer times; what an expert says of themselves is their own word
  if (act === 'decline' && !isExpert(actor.kind)) return false;
  if (act === 'offer' && row.attested_at === null && !isExpert(actor.kind)) return false;
  // once somebody is retained, what was held stays as it was
  if (act === 'decline' && row.state === 'held' && !isInterviewing(review)) return false;
  return (ARRANGING.has(act) ? isInterviewing(review) : isUnderWay(review)) && interviewAfter(row, act, now) !== null;
}

/** One interview as its reader’s side sees it. */
export async function presentInterview(
  db: Kysely<DB>,
  actor: Actor,
  { row, review, side }: { row: InterviewRow; review: ReviewRowBeside; side: InterviewSide | null },
  now: Date,
  dialIn: string,
): Promise<InterviewView> {
  const times = row.times.map((time) => new Date(time));
  const open = new Set(openTimes(times, now).map((time) => time.getTime()));
  const note =
    side === null || (side === 'requester' && !isRequesterSide(actor.kind))
      ? undefined
      : await db
          .selectFrom('interview_notes')
          .select(['text', 'leaning', 'written_at'])
          .where('interview_id', '=', row.id)
          .where('side', '=', side)
          .executeTakeFirst();
  const invited = side === 'expert' && (await holdsNames(db, row));
  const may = (act: InterviewAct) => mayAct(actor, review, row, side, act, now);
  const set = row.state === 'set' ? await appointmentOf(db, row) : undefined;
  return {
    id: row.id,
    review_id: review.id,
    kind: review.kind,
    number: reviewNumber(review.kind, review.id),
    lock_version: row.lock_version,
    candidate_id: side === 'expert' ? null : row.candidate_id,
    with: side === 'expert' ? 'the law firm' : await candidateName(db, review.organization_id, row.expert_profile_id),
    state: row.state,
    asked_by: row.asked_by,
    asked_at: row.asked_at.toISOString(),
    minutes: row.minutes,
    awaits: isUnderWay(review) ? moverOf({ ...row, times }, now) : null,
    times:
      row.state === 'offered'
        ? times.map((time) => ({ starts_at: time.toISOString(), open: open.has(time.getTime()) }))
        : [],
    starts_at: row.state === 'set' || row.state === 'held' ? (row.starts_at?.toISOString() ?? null) : null,
    // the link of its meeting, or the dial-in
    dial_in: row.state === 'set' ? (set?.location ?? dialIn) : '',
    held_minutes: row.held_minutes,
    minutes_told: set && may('held') ? await minutesTold(db, set) : null,
    attested: row.attested_at !== null,
    reason: row.reason,
    note: note ? { ...note, written_at: note.written_at.toISOString() } : null,
    waits: isLive(row.state) && isUnderWay(review) && !isInterviewing(review),
    invited,
    brief:
      side === 'expert'
        ? await briefOf(
            db,
            review,
            (isExpert(actor.kind) || row.attested_at !== null) &&
              (isLive(row.state) || (row.state === 'held' && isInterviewing(review))),
          )
        : null,
    can: {
      offer: may('offer'),
      choose: may('choose'),
      none_fit: may('none_fit'),
      move: may('move'),
      held: may('held'),
      not_held: may('not_held'),
      decline: may('decline') && !invited,
      call_off: may('call_off'),
      note: side !== null && (side === 'expert' || isRequesterSide(actor.kind)) && isUnderWay(review),
    },
  };
}

/** The booking of an interview that is set. */
const appointmentOf = (
  db: Kysely<DB>,
  { review_id, expert_profile_id }: Pick<InterviewRow, 'review_id' | 'expert_profile_id'>,
) =>
  db
    .selectFrom('appointments')
    .select(['location', 'ics_uid', 'starts_at'])
    .where('review_id', '=', review_id)
    .where('expert_profile_id', '=', expert_profile_id)
    .where('sort', '=', 'interview')
    .where('status', '=', 'scheduled')
    .executeTakeFirst();

/** "Dr. Ines Falkenrath", or "Expert H-311" while an organization’s candidates stay unnamed. */
async function candidateName(db: Kysely<DB>, organizationId: number, profileId: number): Promise<string> {
  const [blind, expert] = await Promise.all([
    organizationFlag(db, organizationId, 'redacted_medical_expert_cvs'),
    db
      .selectFrom('expert_profiles as e')
      .innerJoin('profiles as p', 'p.id', 'e.profile_id')
      .innerJoin('users as u', 'u.id', 'p.user_id')
      .select(['e.code', 'u.first_name', 'u.last_name'])
      .where('e.profile_id', '=', profileId)
      .executeTakeFirstOrThrow(),
  ]);
  return expertName({ code: expert.code, name: blind ? null : `Dr. ${fullName(expert)}` });
}

/** What the expert is told before the names are cleared: never a summary, a question or a record. */
async function briefOf(
  db: Kysely<DB>,
  review: ReviewRowBeside,
  withNames: boolean,
): Promise<NonNullable<InterviewView['brief']>> {
  const [about, stored, names] = await Promise.all([
    db
      .selectFrom('reviews as r')
      .leftJoin('specialties as s', 's.id', 'r.specialty_id')
      .leftJoin('sub_specialties as ss', 'ss.id', 'r.sub_specialty_id')
      .select(['r.state', 's.name as specialty', 'ss.name as sub_specialty'])
      .where('r.id', '=', review.id)
      .executeTakeFirstOrThrow(),
    orderSections(db, review.id),
    withNames
      ? db
          .selectFrom('review_parties')
          .select(['name', 'role'])
          .where('review_id', '=', review.id)
          .orderBy('id')
          .execute()
      : [],
  ]);
  return {
    specialty: specialtyWords(about.specialty, about.sub_specialty) ?? '',
    region: about.state,
    told_first: toldFirst(formOf(review.kind), stored),
    names,
  };
}

/** The interviews of a matter, with the candidates who can be asked for one. */
export async function presentInterviews(
  db: ActorDb,
  actor: Actor,
  kind: Kind,
  id: number,
  now: Date,
  dialIn: string,
): Promise<InterviewsView> {
  const review = await loadMatter(db, kind, id);
  const rows = await interviewsOf(db.executor, id);
  const asks = isOpenTo(actor, review, 'begin_interviews');
  const candidates = asks
    ? await db
        .selectFrom('candidates')
        .select(['candidates.id', 'candidates.expert_profile_id', 'candidates.round'])
        .where('candidates.review_id', '=', id)
        .where('candidates.withdrawn_at', 'is', null)
        .execute()
    : [];
  const round = Math.max(0, ...candidates.map((one) => one.round));
  const busy = new Set(
    rows.filter(({ state }) => isLive(state) || state === 'held').map((row) => row.expert_profile_id),
  );
  const may_ask = candidates
    .filter((one) => one.round === round && !busy.has(one.expert_profile_id))
    .map((one) => one.id);
  const side = isRequesterOf(actor, review) ? ('requester' as const) : null;
  return {
    review_id: id,
    kind,
    lock_version: review.lock_version,
    interviews: await Promise.all(
      rows.map((row) => presentInterview(db.executor, actor, { row, review, side }, now, dialIn)),
    ),
    may_ask,
    can: { ask: may_ask.length > 0 },
  };
}

/** The interviews of these experts that are under way, or were held for a matter that still looks for its expert. */
export async function presentOwn(db: ActorDb, actor: Actor, now: Date, dialIn: string): Promise<InterviewView[]> {
  const rows = await db.executor
    .selectFrom('interviews')
    .select('id')
    .where('expert_profile_id', 'in', [0, ...actor.expert_profile_ids])
    .where('state', 'in', ['asked', 'offered', 'set', 'held'])
    .orderBy('id')
    .execute();
  const all = await Promise.all(rows.map(({ id }) => interviewFor(db, actor, id)));
  return Promise.all(
    all
      .filter(({ row, review }) => isLive(row.state) || isInterviewing(review))
      .map((one) => presentInterview(db.executor, actor, one, now, dialIn)),
  );
}
