import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../../core/actor.ts';
import type { Endpoint } from '../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { dateIn, isZone } from '../../../core/time.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import { holdReview } from '../../../platform/db/hold-review.ts';
import { json } from '../../../platform/db/json.ts';
import type { ReviewRowBeside } from '../../../platform/db/review-row.ts';
import { refuseWithoutFreshProof } from '../../../platform/fresh-proof.ts';
import { type ActorCall, mount } from '../../../platform/http/mount.ts';
import { rooms } from '../../../platform/live.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { isTheirName } from '../../engagements/rules.ts';
import { sidesOf, type WorkSide, workTime } from '../../work/rules.ts';
import { testimonyEndpoints } from '../contract.ts';
import {
  actorOf,
  errataFaults,
  expectedMinutes,
  heldFaults,
  heldMinutes,
  inOrder,
  isAhead,
  SESSION_TYPES,
  type SessionAct,
  sessionAfter,
  sessionFaults,
  type SessionState,
} from '../rules.ts';
import { loadMatter, type SessionRow, sessionOf, sessionsOf, zoneOf } from './load.ts';
import { chargeFor, mailExperts, mailFirm, reminding, setReminders, takeOff } from './reminding.ts';
import { sheetOf } from './sheet.ts';
import { costsOf, presentSessions } from './view.ts';

/** Depositions and days at trial: asked for, answered, moved, called off as agreed, held with their time, read and corrected. */
export function testimonyServer(app: FastifyInstance, services: Services, ports: Ports) {
  const e = testimonyEndpoints;

  mount(app, services, e.read, ({ params, kind, actor, db }) =>
    presentSessions(db, ports, actor, kind, params.id, services.clock.now()),
  );

  mount(app, services, e.errataSheet, async ({ params, kind, db, reply }) => {
    const bytes = await ports.letterPdf(await sheetOf(db, kind, params));
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="Errata-${params.id}-${params.sessionId}.pdf"`)
      .header('cache-control', 'no-store')
      .header('content-security-policy', "sandbox; default-src 'none'")
      .send(Buffer.from(bytes));
  });

  /** One act on a matter's sessions, for one side, under the matter's lock. Answers all of them. */
  function on<T extends Endpoint>(
    endpoint: T,
    { by, late = true }: { by: WorkSide; late?: boolean },
    then: (tx: Tx<Actor>, review: ReviewRowBeside, call: ActorCall<T>) => Promise<void>,
  ): void {
    mount(app, services, endpoint, (async (call: ActorCall<T> & { params: { id: number } }) =>
      command(services, call.actor, async (tx) => {
        await loadMatter(tx.db, call.kind, call.params.id);
        await holdReview(tx.system, call.params.id);
        const review = await loadMatter(tx.db, call.kind, call.params.id);
        if (!sidesOf(call.actor, review).includes(by)) throw new Refusal('forbidden');
        const time = workTime(review);
        if (time === 'over' || (time === 'late' && !late))
          throw new Refusal('wrong_state', 'Testimony is set only while the expert is engaged on this matter.');
        await then(tx, review, call);
        await setReminders(tx, review.id);
        tx.live({ room: rooms.review(review.id), event: 'review.changed', payload: { review_id: review.id } });
        return presentSessions(tx.db, ports, call.actor, call.kind, review.id, tx.now);
        // why: the answer’s type hangs on the endpoint, which is a type parameter here
      })) as never);
  }

  const TOLD: Readonly<Record<SessionState, string>> = {
    asked: 'It is not confirmed yet.',
    confirmed: 'It is confirmed already.',
    declined: 'The expert declined it; set another time.',
    called_off: 'It is called off.',
    held: 'It was held already.',
  };
  /** The state after an act. Refuses `wrong_state` with how the session stands. */
  function next(row: SessionRow, act: SessionAct): SessionState {
    const to = sessionAfter(row.state, act);
    if (to === null) throw new Refusal('wrong_state', TOLD[row.state]);
    return to;
  }
  const put = (tx: Tx, row: SessionRow, set: Partial<Record<keyof SessionRow, unknown>>) =>
    tx.system
      .updateTable('testimony_sessions')
      // why: jsonb columns take what `json` makes of their shape
      .set(set as never)
      .where('id', '=', row.id)
      .execute();
  const audited = (
    tx: Tx,
    action: Parameters<Tx['audit']>[0]['action'],
    row: Pick<SessionRow, 'id' | 'review_id' | 'type'>,
    data: Record<string, unknown> = {},
  ) =>
    tx.audit({
      action,
      review_id: row.review_id,
      subject: `testimony_session:${row.id}`,
      data: { type: row.type, ...data },
      timeline: true,
    });

  const refuseWhen = (tx: Tx, body: { starts_at: string; zone: string; place: string; link: string }) =>
    refuseFields([
      ...sessionFaults({ ...body, starts_at: new Date(body.starts_at) }, tx.now),
      ...(isZone(body.zone) ? [] : [{ path: 'zone', message: 'This time zone is not known.' }]),
    ]);

  /** The order says the day of the first session of its sort that is to come, as the matter's dates do. */
  async function followOrder(tx: Tx<Actor>, review: ReviewRowBeside, type: SessionRow['type']): Promise<void> {
    const { testimony } = SESSION_TYPES[type];
    const first = (await sessionsOf(tx.system, review.id)).find((row) => row.type === type && isAhead(row.state));
    if (testimony !== null && first)
      await ports.orderFields(tx, review.id, 'step_one', {
        [testimony.order_field]: dateIn(first.starts_at, first.zone),
        no_schedule: false,
      });
  }

  on(e.ask, { by: 'requester', late: false }, async (tx, review, { body }) => {
    refuseWhen(tx, body);
    const starts_at = new Date(body.starts_at);
    const { terms } = await costsOf(ports, tx.system, review.id, tx.now);
    const task_id = await ports.sessionTime.plan(tx, {
      review_id: review.id,
      type: SESSION_TYPES[body.type].task,
      minutes: expectedMinutes(body.type, body.minutes, terms),
      due_on: dateIn(starts_at, body.zone),
      note: '',
    });
    const { id } = await tx.system
      .insertInto('testimony_sessions')
      .values({
        ...body,
        review_id: review.id,
        state: 'asked',
        starts_at,
        attendees: json(body.attendees),
        task_id,
        asked_by: tx.actor.user_id,
        asked_at: tx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audited(
      tx,
      'testimony.asked',
      { id, review_id: review.id, type: body.type },
      { at: starts_at.toISOString() },
    );
    await followOrder(tx, review, body.type);
    await mailExperts(tx, ports, review, {
      template: 'session_asked',
      data: { what: SESSION_TYPES[body.type].called, at: starts_at, moved: false },
    });
  });

  on(e.confirm, { by: actorOf('confirm'), late: false }, async (tx, review, { params, body }) => {
    const row = await sessionOf(tx.system, review.id, params.sessionId);
    const state = next(row, 'confirm');
    if (row.starts_at <= tx.now) throw new Refusal('wrong_state', 'This time has passed.');
    // what is confirmed is the time that was read
    if (new Date(body.starts_at).getTime() !== row.starts_at.getTime())
      throw new Refusal('stale', 'It has another time by now.');
    await put(tx, row, { state, answered_at: tx.now, reason: '' });
    await audited(tx, 'testimony.confirmed', row, { at: row.starts_at.toISOString() });
    await mailFirm(tx, ports, review, {
      template: 'session_answered',
      data: { what: SESSION_TYPES[row.type].called, at: row.starts_at, confirmed: true },
    });
  });

  on(e.decline, { by: actorOf('decline'), late: false }, async (tx, review, { params, body }) => {
    const row = await sessionOf(tx.system, review.id, params.sessionId);
    const state = next(row, 'decline');
    if (row.starts_at <= tx.now) throw new Refusal('wrong_state', 'This time has passed.');
    await put(tx, row, { state, answered_at: tx.now, reason: body.reason });
    await audited(tx, 'testimony.declined', row, { reason: body.reason });
    await mailFirm(tx, ports, review, {
      template: 'session_answered',
      data: { what: SESSION_TYPES[row.type].called, at: row.starts_at, confirmed: false },
    });
  });

  /** What it costs now, which is what the sender was told. Refuses `stale` where it is another amount. */
  async function agreedCost(tx: Tx, row: SessionRow, confirmed: number): Promise<number> {
    const cost = (await costsOf(ports, tx.system, row.review_id, tx.now)).callingOff(row);
    if (cost !== confirmed) throw new Refusal('stale', 'What this costs has changed. Read it again.');
    return cost;
  }

  on(e.move, { by: actorOf('move'), late: false }, async (tx, review, { params, body }) => {
    const row = await sessionOf(tx.system, review.id, params.sessionId);
    const state = next(row, 'move');
    refuseWhen(tx, body);
    const { reason, confirmed_cents, starts_at: at, attendees, ...rest } = body;
    const starts_at = new Date(at);
    const otherTime = starts_at.getTime() !== row.starts_at.getTime();
    // who only says another place, or who comes, moves nothing
    const charged = otherTime ? await agreedCost(tx, row, confirmed_cents) : 0;
    const { terms } = await costsOf(ports, tx.system, review.id, tx.now);
    await ports.sessionTime.plannedAnew(tx, row.task_id, {
      minutes: expectedMinutes(row.type, rest.minutes, terms),
      due_on: dateIn(starts_at, rest.zone),
    });
    await put(tx, row, {
      ...rest,
      starts_at,
      reason,
      attendees: json(attendees),
      ...(otherTime || row.state === 'declined' ? { state, answered_at: null } : {}),
    });
    if (charged > 0) await chargeFor(tx, ports, row, { charged, by: tx.actor.user_id, narrative: 'moved late' });
    await audited(tx, otherTime ? 'testimony.moved' : 'testimony.changed', row, {
      reason,
      before: row.starts_at.toISOString(),
      after: starts_at.toISOString(),
      charged: charged > 0,
    });
    await followOrder(tx, review, row.type);
    await mailExperts(tx, ports, review, {
      template: 'session_asked',
      data: { what: SESSION_TYPES[row.type].called, at: starts_at, moved: true },
    });
  });

  on(e.callOff, { by: actorOf('call_off') }, async (tx, review, { params, body }) => {
    const row = await sessionOf(tx.system, review.id, params.sessionId);
    next(row, 'call_off');
    const charged = await agreedCost(tx, row, body.confirmed_cents);
    await takeOff(tx, ports, review, row, { reason: body.reason, charged, by: tx.actor.user_id });
  });

  /** Records the time of a session as it was held; answers why the budget does not hold it, or null. */
  async function recordTime(tx: Tx<Actor>, review: ReviewRowBeside, row: SessionRow): Promise<string | null> {
    const { held_from, held_to, break_minutes } = row;
    if (!held_from || !held_to) throw new Refusal('wrong_state', TOLD[row.state]);
    const { terms } = await costsOf(ports, tx.system, review.id, tx.now);
    const recorded = await ports.sessionTime.record(tx, {
      kind: review.kind,
      review_id: review.id,
      task_id: row.task_id,
      worked_on: dateIn(held_from, await zoneOf(tx.system, review)),
      minutes: heldMinutes(row.type, { held_from, held_to, break_minutes }, terms),
      narrative: SESSION_TYPES[row.type].title,
    });
    if ('over' in recorded) return recorded.over;
    await put(tx, row, { time_entry_id: recorded.entry_id });
    return null;
  }

  on(e.hold, { by: actorOf('hold') }, async (tx, review, { params, body }) => {
    const row = await sessionOf(tx.system, review.id, params.sessionId);
    const state = next(row, 'hold');
    const held = {
      held_from: new Date(body.held_from),
      held_to: new Date(body.held_to),
      break_minutes: body.break_minutes,
    };
    refuseFields(heldFaults(held, tx.now));
    await put(tx, row, { state, ...held });
    await audited(tx, 'testimony.held', row, { from: body.held_from, to: body.held_to });
    // that it was held is on record whatever the budget says
    await recordTime(tx, review, { ...row, state, ...held });
  });

  on(e.recordTime, { by: 'expert' }, async (tx, review, { params }) => {
    const row = await sessionOf(tx.system, review.id, params.sessionId);
    if (row.time_entry_id !== null) throw new Refusal('wrong_state', 'Its time is recorded already.');
    const over = await recordTime(tx, review, row);
    if (over !== null) throw new Refusal('wrong_state', over);
  });

  on(e.transcript, { by: 'requester' }, async (tx, review, { params, body }) => {
    const row = await sessionOf(tx.system, review.id, params.sessionId);
    if (row.state !== 'held' || !SESSION_TYPES[row.type].has_transcript || !row.held_from)
      throw new Refusal('wrong_state', 'A transcript is of a deposition that was held.');
    if (row.errata !== null) throw new Refusal('wrong_state', 'The errata sheet is signed already.');
    const computed = await ports.errataDue(tx.system, review.id, body.available_on);
    const due = body.errata_due_on ?? computed?.day ?? null;
    if (due === null)
      refuseFields([
        {
          path: 'errata_due_on',
          message: 'The courts of this matter have no rule here. Enter by when errata are due.',
        },
      ]);
    refuseFields([
      ...(body.available_on < dateIn(row.held_from, row.zone)
        ? [{ path: 'available_on', message: 'This is before the deposition.' }]
        : []),
      ...(body.available_on > dateIn(tx.now, row.zone)
        ? [{ path: 'available_on', message: 'This day is still to come.' }]
        : []),
      ...((due ?? '') < body.available_on
        ? [{ path: 'errata_due_on', message: 'This is before the transcript is available.' }]
        : []),
    ]);
    const byRule = body.errata_due_on === null && computed !== null;
    await put(tx, row, {
      transcript_on: body.available_on,
      errata_due_on: due,
      errata_working: byRule ? `${computed.working} ${computed.rule.source}.` : '',
    });
    await audited(tx, 'testimony.transcript', row, { available_on: body.available_on, due_on: due });
    await mailExperts(tx, ports, review, { template: 'transcript_in', data: { due_on: due ?? '' } });
  });

  on(e.signErrata, { by: 'expert' }, async (tx, review, { params, body }) => {
    const row = await sessionOf(tx.system, review.id, params.sessionId);
    if (row.transcript_on === null) throw new Refusal('wrong_state', 'The transcript is not available yet.');
    if (row.errata !== null) throw new Refusal('wrong_state', 'The errata sheet is signed already.');
    const { name } = await tx.system
      .selectFrom('users')
      .select(fullNameOf().as('name'))
      .where('id', '=', tx.actor.user_id)
      .executeTakeFirstOrThrow();
    refuseFields([
      ...errataFaults(body.errata),
      ...(isTheirName(body.name, name)
        ? []
        : [{ path: 'name', message: `Type your name as your account has it: ${name}.` }]),
    ]);
    await refuseWithoutFreshProof(tx);
    await put(tx, row, { errata: json(inOrder(body.errata)), errata_name: name, errata_signed_at: tx.now });
    await audited(tx, 'testimony.errata_signed', row, { corrections: body.errata.length });
    await mailFirm(tx, ports, review, { template: 'errata_signed', data: { corrections: body.errata.length } });
  });

  return reminding(ports);
}
