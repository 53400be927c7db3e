import type { FastifyInstance } from 'fastify';
import { type Actor, isExpert } from '../../../core/actor.ts';
import type { Endpoint } from '../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { DAY, isZone, MINUTE } from '../../../core/time.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { busyOf } from '../../../platform/db/busy-times.ts';
import { holdReview } from '../../../platform/db/hold-review.ts';
import { json } from '../../../platform/db/json.ts';
import type { ReviewRowBeside } from '../../../platform/db/review-row.ts';
import { type ActorCall, mount } from '../../../platform/http/mount.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { attestationState } from '../../reviews/rules.ts';
import { takenBy } from '../../scheduling/rules.ts';
import { interviewEndpoints } from '../contract.ts';
import {
  BUFFER_MINUTES,
  CHOOSE_WITHIN_DAYS,
  type InterviewAct,
  interviewAfter,
  type InterviewSide,
  INTERVIEW_STATE_WORDS,
  isActOf,
  isLive,
  openTimes,
  timesFaults,
} from '../rules.ts';
import { ending, setReminders, takeOff } from './ending.ts';
import {
  changeInterview,
  holdsNames,
  interviewFor,
  type InterviewRow,
  interviewsOf,
  isInterviewing,
  loadMatter,
} from './load.ts';
import { endCall, tellBoth, tellExpert, tellFirm, tellPages, tellWithEntry } from './telling.ts';
import { mayAct, presentInterview, presentInterviews, presentOwn } from './view.ts';

/** Interviews before an expert is retained: asked for by either side, arranged as calls are, noted for one’s own side. */
export function interviewsServer(app: FastifyInstance, services: Services, ports: Ports) {
  const e = interviewEndpoints;
  const dialIn = services.env.CALL_DIAL_IN;

  mount(app, services, e.list, ({ params, kind, actor, db }) =>
    presentInterviews(db, actor, kind, params.id, services.clock.now(), dialIn),
  );
  mount(app, services, e.own, async ({ actor, db }) => ({
    interviews: await presentOwn(db, actor, services.clock.now(), dialIn),
  }));
  mount(app, services, e.read, async ({ params, actor, db }) =>
    presentInterview(
      db.executor,
      actor,
      await interviewFor(db, actor, params.interviewId),
      services.clock.now(),
      dialIn,
    ),
  );

  const audited = (
    tx: Tx,
    action: Parameters<Tx['audit']>[0]['action'],
    { id, review_id }: Pick<InterviewRow, 'id' | 'review_id'>,
    data: Record<string, unknown> = {},
  ) => tx.audit({ action, review_id, subject: `interview:${id}`, data });

  mount(app, services, e.ask, ({ params, kind, actor, body }) =>
    command(services, actor, async (tx) => {
      await loadMatter(tx.db, kind, params.id);
      await holdReview(tx.system, params.id);
      const review = await loadMatter(tx.db, kind, params.id);
      await ports.transition(tx, { review_id: review.id, action: 'begin_interviews', lock_version: body.lock_version });
      const candidate = await tx.db
        .selectFrom('candidates')
        .select(['candidates.id', 'candidates.expert_profile_id', 'candidates.withdrawn_at'])
        .where('candidates.id', '=', body.candidate_id)
        .where('candidates.review_id', '=', review.id)
        .executeTakeFirst();
      if (!candidate) throw new Refusal('not_found');
      if (candidate.withdrawn_at !== null)
        throw new Refusal('wrong_state', 'This expert is no longer on offer. Look at the current ones.');
      // who has meanwhile become unavailable is not told the names; nobody is told why
      if (!(await ports.isCandidate(tx, review.id, candidate.expert_profile_id)))
        throw new Refusal('wrong_state', 'This expert is no longer available. Ask another, or ask for other experts.');
      await refuseSecond(tx, review.id, candidate.expert_profile_id);
      const row = await tx.system
        .insertInto('interviews')
        .values({
          review_id: review.id,
          expert_profile_id: candidate.expert_profile_id,
          candidate_id: candidate.id,
          asked_by: 'requester',
          asked_by_user: actor.user_id,
          asked_at: tx.now,
          minutes: body.minutes,
          state: 'asked',
        })
        .returning(['id', 'review_id', 'expert_profile_id', 'attested_at'])
        .executeTakeFirstOrThrow();
      await audited(tx, 'interview.asked', row);
      await tellExpert(tx, ports, row, { template: 'interview_asked', data: { again: false } });
      await tellFirm(tx, ports, row, null);
      return presentInterviews(tx.db, actor, kind, review.id, tx.now, dialIn);
    }),
  );

  mount(app, services, e.propose, ({ params, kind, actor, body }) =>
    command(services, actor, async (tx) => {
      const seen = await loadMatter(tx.db, kind, params.id);
      await holdReview(tx.system, seen.id);
      const review = await loadMatter(tx.db, kind, params.id);
      const invited = await tx.system
        .selectFrom('invitations')
        .select('expert_profile_id')
        .where('review_id', '=', review.id)
        .where('expert_profile_id', 'in', [0, ...actor.expert_profile_ids])
        .where('status', 'in', ['pending', 'opened'])
        .where('expires_at', '>', tx.now)
        .executeTakeFirst();
      if (!invited || !isInterviewing(review))
        throw new Refusal('wrong_state', 'Nobody asks you about this matter now.');
      await refuseSecond(tx, review.id, invited.expert_profile_id);
      const times = await readTimes(tx, invited.expert_profile_id, body.starts_at, body.minutes);
      refuseAttestation(body.answers);
      const row = await tx.system
        .insertInto('interviews')
        .values({
          review_id: review.id,
          expert_profile_id: invited.expert_profile_id,
          candidate_id: null,
          asked_by: 'expert',
          asked_by_user: actor.user_id,
          asked_at: tx.now,
          minutes: body.minutes,
          state: 'offered',
          times: json(times.map((time) => time.toISOString())),
          answers: json(body.answers),
          attested_at: tx.now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await keepInvitation(tx, row, times);
      await audited(tx, 'interview.proposed', row);
      await tellFirm(tx, ports, row, { template: 'interview_times', data: { theirs: true } });
      await setReminders(tx, review.id);
      return presentInterview(tx.system, actor, { row, review, side: 'expert' }, tx.now, dialIn);
    }),
  );

  /** One act on an interview, under the matter’s lock and by what was read of it. Answers the interview. */
  function on<T extends Endpoint>(
    endpoint: T,
    act: InterviewAct,
    then: (
      tx: Tx<Actor>,
      at: { row: InterviewRow; review: ReviewRowBeside; side: InterviewSide },
      call: ActorCall<T>,
    ) => Promise<void>,
  ): void {
    mount(app, services, endpoint, (async (
      call: ActorCall<T> & { params: { interviewId: number }; body: { lock_version: number } },
    ) =>
      command(services, call.actor, async (tx) => {
        const id = call.params.interviewId;
        await holdReview(tx.system, (await interviewFor(tx.db, call.actor, id)).review.id);
        const { row, review, side } = await interviewFor(tx.db, call.actor, id);
        if (side === null || !isActOf(act, side)) throw new Refusal('forbidden');
        if (row.lock_version !== call.body.lock_version)
          throw new Refusal('stale', 'This interview has changed since you opened it. Look at it as it is now.');
        if (interviewAfter(row, act, tx.now) === null) throw new Refusal('wrong_state', toldOf(row, act, tx.now));
        if (!mayAct(call.actor, review, row, side, act, tx.now))
          throw (act === 'decline' && !isExpert(call.actor.kind)) ||
            (act === 'offer' && row.attested_at === null && isInterviewing(review))
            ? new Refusal('forbidden', 'This is the expert’s own word.')
            : new Refusal('wrong_state', 'Nobody is interviewed for this matter now.');
        await then(tx, { row, review, side }, call);
        await setReminders(tx, review.id);
        const fresh = await interviewFor(tx.db, call.actor, id);
        return presentInterview(tx.system, call.actor, fresh, tx.now, dialIn);
        // why: the answer’s type hangs on the endpoint, which is a type parameter here
      })) as never);
  }

  on(e.offer, 'offer', async (tx, { row }, { body }) => {
    const first = row.attested_at === null;
    const times = await readTimes(tx, row.expert_profile_id, body.starts_at, row.minutes);
    if (first) refuseAttestation(body.answers ?? {});
    await changeInterview(tx, row, {
      state: 'offered',
      times: json(times.map((time) => time.toISOString())),
      reason: '',
      ...(first ? { answers: json(body.answers ?? {}), attested_at: tx.now } : {}),
    });
    await keepInvitation(tx, row, times);
    await audited(tx, 'interview.offered', row, { count: times.length });
    await tellFirm(tx, ports, row, { template: 'interview_times', data: { theirs: row.asked_by === 'expert' } });
  });

  on(e.choose, 'choose', async (tx, { row }, { body }) => {
    refuseFields(isZone(body.zone) ? [] : [{ path: 'zone', message: 'This time zone is not known' }]);
    const start = new Date(body.starts_at);
    const times = row.times.map((time) => new Date(time));
    if (!openTimes(times, tx.now).some((time) => time.getTime() === start.getTime()))
      throw new Refusal('slot_taken', 'This time is no longer on offer. Choose one that is.');
    await ports.bookAppointment(tx, row.review_id, {
      sort: 'interview',
      expert_profile_id: row.expert_profile_id,
      starts_at: start,
      duration_minutes: row.minutes,
      zone: body.zone,
      status: 'scheduled',
      taken: takenBy(start, { minutes: row.minutes, buffer_before: 0, buffer_after: BUFFER_MINUTES }),
      location: dialIn,
      beside: true,
    });
    await changeInterview(tx, row, { state: 'set', starts_at: start, times: json([]), reason: '' });
    await ports.holdInvitation(tx, row.review_id, row.expert_profile_id, new Date(start.getTime() + DAY));
    await audited(tx, 'interview.set', row, { at: start.toISOString() });
    await tellWithEntry(tx, ports, row, 'REQUEST', { template: 'interview_set', data: { at: start } });
  });

  on(e.noneFit, 'none_fit', async (tx, { row }, { body }) => {
    await changeInterview(tx, row, { state: 'asked', times: json([]), reason: body.reason });
    await audited(tx, 'interview.none_fit', row);
    await tellExpert(tx, ports, row, { template: 'interview_asked', data: { again: true } });
    await tellFirm(tx, ports, row, null);
  });

  on(e.move, 'move', async (tx, { row }, { body }) => {
    await changeInterview(tx, row, { state: 'asked', starts_at: null, reason: body.reason });
    await endCall(tx, ports, row, 'moved');
    await audited(tx, 'interview.moved', row);
    await tellWithEntry(tx, ports, row, 'CANCEL', {
      template: 'interview_moved',
      data: { at: row.starts_at ?? tx.now, held: false },
    });
  });

  on(e.held, 'held', async (tx, { row }, { body }) => {
    if (row.starts_at && row.starts_at.getTime() + body.minutes * MINUTE > tx.now.getTime() + 5 * MINUTE)
      refuseFields([{ path: 'minutes', message: 'It has not taken that long yet.' }]);
    await changeInterview(tx, row, { state: 'held', held_minutes: body.minutes, reason: '' });
    await endCall(tx, ports, row, 'held');
    await audited(tx, 'interview.held', row, { minutes: body.minutes });
    await tellFirm(tx, ports, row, null);
    await tellPages(tx, row);
  });

  on(e.notHeld, 'not_held', async (tx, { row }, { body }) => {
    await changeInterview(tx, row, { state: 'asked', starts_at: null, reason: body.reason });
    await endCall(tx, ports, row, 'missed');
    await audited(tx, 'interview.not_held', row);
    const mail = { template: 'interview_moved', data: { at: row.starts_at ?? tx.now, held: true } } as const;
    await tellBoth(tx, ports, row, mail);
  });

  on(e.decline, 'decline', async (tx, { row }, { body }) => {
    if (await holdsNames(tx.system, row))
      throw new Refusal('wrong_state', 'You hold the names of this matter: answer the invitation itself.');
    refuseFields(
      body.reason === 'other' && body.note === ''
        ? [{ path: 'note', message: 'Say in a few words what the reason is' }]
        : [],
    );
    await changeInterview(tx, row, {
      state: 'declined',
      decline_reason: body.reason,
      ended_at: tx.now,
      times: json([]),
      reason: '',
    });
    await endCall(tx, ports, row, 'cancelled');
    await audited(tx, 'interview.declined', row, { reason: body.reason });
    const told = { template: 'interview_declined', data: { after: row.state === 'held' } } as const;
    if (row.state === 'set') await tellWithEntry(tx, ports, row, 'CANCEL', told);
    else await tellFirm(tx, ports, row, told);
    await ports.turnDown(tx, row.review_id, row.expert_profile_id, body);
  });

  on(e.callOff, 'call_off', async (tx, { row }, { body }) => {
    await takeOff(tx, ports, row, body.reason);
    await audited(tx, 'interview.called_off', row);
    await tellFirm(tx, ports, row, null);
  });

  mount(app, services, e.note, ({ params, actor, body }) =>
    command(services, actor, async (tx) => {
      const at = await interviewFor(tx.db, actor, params.interviewId);
      await holdReview(tx.system, at.review.id);
      const { row, review, side } = await interviewFor(tx.db, actor, params.interviewId);
      const shown = await presentInterview(tx.system, actor, { row, review, side }, tx.now, dialIn);
      if (side === null) throw new Refusal('forbidden');
      if (!shown.can.note) throw new Refusal('wrong_state', 'This matter has ended; what was noted stays as it is.');
      if ((shown.note?.written_at ?? null) !== body.was)
        throw new Refusal(
          'stale',
          'Somebody of your side has written in the meantime. Read it first; yours is still here.',
        );
      const note = {
        text: body.text,
        leaning: side === 'requester' ? body.leaning : null,
        written_by: actor.user_id,
        written_at: tx.now,
      };
      await tx.system
        .insertInto('interview_notes')
        .values({ interview_id: row.id, side, ...note })
        .onConflict((oc) => oc.columns(['interview_id', 'side']).doUpdateSet(note))
        .execute();
      // that something was noted is on record; what it says is that side’s alone
      await audited(tx, 'interview.noted', row);
      return presentInterview(tx.system, actor, { row, review, side }, tx.now, dialIn);
    }),
  );

  /** The names stay with the expert until a day after the last of the times, and a week for the firm to choose at most. */
  async function keepInvitation(tx: Tx, row: InterviewRow, times: readonly Date[]): Promise<void> {
    const last = Math.max(...times.map((time) => time.getTime()));
    const until = new Date(Math.min(last + DAY, tx.now.getTime() + CHOOSE_WITHIN_DAYS * DAY));
    await ports.holdInvitation(tx, row.review_id, row.expert_profile_id, until);
  }

  return ending(ports);
}

/** Refuses `wrong_state` where this expert has an interview under way, or had one. */
async function refuseSecond(tx: Tx, reviewId: number, expertProfileId: number): Promise<void> {
  const theirs = (await interviewsOf(tx.system, reviewId)).filter((row) => row.expert_profile_id === expertProfileId);
  if (theirs.some(({ state }) => isLive(state)))
    throw new Refusal('wrong_state', 'An interview with this expert is under way.');
  if (theirs.some(({ state }) => state === 'held'))
    throw new Refusal('wrong_state', 'This expert has been interviewed for this matter.');
}

/** The times to offer, the soonest first. Refuses `invalid` with what is wrong with each. */
async function readTimes(
  tx: Tx,
  expertProfileId: number,
  offered: readonly string[],
  minutes: number,
): Promise<Date[]> {
  const times = offered.map((time) => new Date(time));
  const busy = await busyOf(tx.system, expertProfileId, tx.now, null);
  refuseFields(timesFaults(times, minutes, busy, tx.now));
  return times.sort((a, b) => a.getTime() - b.getTime());
}

/** Refuses `invalid` where a line on the names is unanswered, or answered so that it would have to be looked at: that is declined, with the reason. */
function refuseAttestation(answers: Partial<Record<string, boolean>>): void {
  const { missing, disclosed } = attestationState(answers);
  refuseFields([
    ...missing.map((key) => ({ path: `answers.${key}`, message: 'Answer yes or no.' })),
    ...disclosed.map((key) => ({
      path: `answers.${key}`,
      message: 'With this answer you cannot be interviewed. Decline, and say why; the matching team looks at it.',
    })),
  ]);
}

/** Why an act cannot be taken now, as a sentence. */
function toldOf({ state, starts_at }: InterviewRow, act: InterviewAct, now: Date): string {
  if (state === 'set' && starts_at !== null && starts_at <= now && (act === 'move' || act === 'call_off'))
    return 'It has begun. Say how it was held, or that it was not.';
  if (state === 'set' && (act === 'held' || act === 'not_held')) return 'It is still to come.';
  return `It is ${INTERVIEW_STATE_WORDS[state].toLowerCase()} now.`;
}
