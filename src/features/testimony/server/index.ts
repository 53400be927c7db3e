import type { FastifyInstance } from 'fastify';
import type { UpdateObject } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import type { Endpoint } from '../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { dateIn, isZone } from '../../../core/time.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { nameOfUser } from '../../../platform/db/full-name.ts';
import { holdReview } from '../../../platform/db/hold-review.ts';
import { json } from '../../../platform/db/json.ts';
import type { ReviewRowBeside } from '../../../platform/db/review-row.ts';
import { orderSections } from '../../../platform/db/order-sections.ts';
import { organizationOf } from '../../../platform/db/organization.ts';
import type { DB } from '../../../platform/db/types.ts';
import { refuseWithoutFreshProof } from '../../../platform/fresh-proof.ts';
import { type ActorCall, mount } from '../../../platform/http/mount.ts';
import { sendPdf } from '../../../platform/http/send-pdf.ts';
import { rooms } from '../../../platform/live.ts';
import { mailExpertSide, mailRequester } from '../../../platform/mail/about-review.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { typedNameFaults } from '../../engagements/rules.ts';
import type { LegalFields } from '../../reviews/kinds/legal-case/fields.ts';
import { formOf, storedFields } from '../../reviews/rules.ts';
import { sidesOf, type WorkSide } from '../../work/rules.ts';
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
import {
  entriesThatStand,
  isTheirs,
  loadMatter,
  isErrataOpen,
  type SessionRow,
  sessionOf,
  sessionsOf,
  testimonyTime,
} from './load.ts';
import { calledOffMail, chargeFor, takeOff } from './calling-off.ts';
import { reminding, setReminders } from './reminding.ts';
import { sheetOf, signedWords } from './sheet.ts';
import { costsOf, presentSessions } from './view.ts';

export { endingCosts } from './ending-costs.ts';

/** Depositions and days at trial: asked for, answered, moved, called off as agreed, held with their time, read and corrected. */
export function testimonyServer(app: FastifyInstance, services: Services, ports: Ports) {
  const e = testimonyEndpoints;

  mount(app, services, e.read, ({ params, kind, actor, db }) =>
    presentSessions(db, ports, actor, kind, params.id, services.clock.now()),
  );

  mount(app, services, e.errataSheet, async ({ params, kind, db, reply }) => {
    const bytes = await ports.letterPdf(await sheetOf(db, kind, params));
    return sendPdf(reply, `Errata-${params.id}-${params.sessionId}`, await services.signatures.signed(bytes));
  });

  /** One act on a matter's sessions, for one side, under the matter's lock. Answers all of them. */
  function on<T extends Endpoint>(
    endpoint: T,
    // `ever`: the act itself says until when
    { by, late = true, ever = false }: { by: WorkSide; late?: boolean; ever?: boolean },
    then: (tx: Tx<Actor>, review: ReviewRowBeside, call: ActorCall<T>) => Promise<void>,
  ): void {
    mount(app, services, endpoint, (async (call: ActorCall<T> & { params: { id: number } }) =>
      command(services, call.actor, async (tx) => {
        await loadMatter(tx.db, call.kind, call.params.id);
        await holdReview(tx.system, call.params.id);
        const review = await loadMatter(tx.db, call.kind, call.params.id);
        if (!sidesOf(call.actor, review).includes(by)) throw new Refusal('forbidden');
        const time = testimonyTime(review);
        if ((time === 'over' && !ever) || (time === 'late' && !late))
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
  /** The state after an act. Refuses `wrong_state` with why it cannot be taken now. */
  function next(row: SessionRow, act: SessionAct, now: Date): SessionState {
    const to = sessionAfter(row, act, now);
    if (to !== null) return to;
    const waits = row.state === 'asked' || row.state === 'confirmed';
    const begun = row.starts_at <= now;
    if (waits && begun && actorOf(act) === 'requester')
      throw new Refusal('wrong_state', 'It has begun. The expert says how it was held, or that it was not.');
    if (waits && begun) throw new Refusal('wrong_state', 'This time has passed.');
    if (waits && (act === 'hold' || act === 'not_held')) throw new Refusal('wrong_state', 'It is still to come.');
    throw new Refusal('wrong_state', TOLD[row.state]);
  }
  /** A session for an act of a side: who came to the matter after its expert takes none of theirs. Refuses `not_found`, `forbidden`. */
  async function forAct(tx: Tx, review: ReviewRowBeside, sessionId: number, by: WorkSide): Promise<SessionRow> {
    const row = await sessionOf(tx.system, review.id, sessionId);
    if (by === 'expert' && !isTheirs(review, row))
      throw new Refusal('forbidden', 'This was the session of the expert before you.');
    return row;
  }

  const put = (tx: Tx, { id }: SessionRow, set: UpdateObject<DB, 'testimony_sessions'>) =>
    tx.system.updateTable('testimony_sessions').set(set).where('id', '=', id).execute();
  const whereOf = ({ place, link }: { place: string; link: string }) => ({ place, link });
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

  /**
   * The order says the day of the first deposition that is to come, as the matter's dates do; where none is left and the order has the
   * day of one that was called off, it has none. A trial's date is the court's, and stays.
   */
  async function followOrder(tx: Tx<Actor>, review: ReviewRowBeside, before: SessionRow | null): Promise<void> {
    const rows = (await sessionsOf(tx.system, review.id)).filter(({ type }) => type === 'deposition');
    const field = SESSION_TYPES.deposition.testimony.order_field;
    const first = rows.find((row) => row.state !== 'declined' && isAhead(row, tx.now));
    const day = first ? dateIn(first.starts_at, first.zone) : null;
    const order = storedFields(formOf(review.kind), await orderSections(tx.system, review.id, ['step_one']));
    const said = (order as Partial<LegalFields>)[field] ?? null;
    const gone = before && said === dateIn(before.starts_at, before.zone);
    if (day === said || (day === null && !gone)) return;
    await ports.orderFields(tx, review.id, 'step_one', {
      [field]: day,
      ...(day === null ? {} : { no_schedule: false }),
    });
    await tx.emit('review.order_changed', { section: 'step_one' }, review.id);
  }

  on(e.ask, { by: 'requester', late: false }, async (tx, review, { body }) => {
    refuseWhen(tx, body);
    const starts_at = new Date(body.starts_at);
    const { charged } = await costsOf(ports, tx.system, review.id, tx.now);
    if (review.expert_profile_id === null) throw new Refusal('wrong_state', 'No expert is on the matter.');
    const task_id = await ports.sessionTime.plan(tx, {
      review_id: review.id,
      type: SESSION_TYPES[body.type].task,
      minutes: expectedMinutes(body.type, body.minutes, charged),
      due_on: dateIn(starts_at, body.zone),
      note: '',
    });
    const { id } = await tx.system
      .insertInto('testimony_sessions')
      .values({
        ...body,
        review_id: review.id,
        expert_profile_id: review.expert_profile_id,
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
    await followOrder(tx, review, null);
    await mailExpertSide(tx, ports, review, {
      template: 'session_asked',
      data: { what: SESSION_TYPES[body.type].called, at: starts_at, moved: false },
    });
  });

  on(e.confirm, { by: actorOf('confirm') }, async (tx, review, { params, body }) => {
    const row = await forAct(tx, review, params.sessionId, 'expert');
    const state = next(row, 'confirm', tx.now);
    // what is confirmed is the time that was read
    if (new Date(body.starts_at).getTime() !== row.starts_at.getTime())
      throw new Refusal('stale', 'It has another time by now.');
    await put(tx, row, { state, answered_at: tx.now, reason: '' });
    await audited(tx, 'testimony.confirmed', row, { at: row.starts_at.toISOString() });
    await mailRequester(tx, ports, review, {
      template: 'session_answered',
      data: { what: SESSION_TYPES[row.type].called, at: row.starts_at, confirmed: true },
    });
  });

  on(e.decline, { by: actorOf('decline') }, async (tx, review, { params, body }) => {
    const row = await forAct(tx, review, params.sessionId, 'expert');
    const state = next(row, 'decline', tx.now);
    await put(tx, row, { state, answered_at: tx.now, reason: body.reason });
    await audited(tx, 'testimony.declined', row, { reason: body.reason });
    await mailRequester(tx, ports, review, {
      template: 'session_answered',
      data: { what: SESSION_TYPES[row.type].called, at: row.starts_at, confirmed: false },
    });
  });

  /** What it costs now, which is what the sender was told. Refuses `stale` where it is another amount. */
  function agreedCost(costs: Awaited<ReturnType<typeof costsOf>>, row: SessionRow, confirmed: number): number {
    const cost = costs.callingOff(row);
    if (cost !== confirmed) throw new Refusal('stale', 'What this costs has changed. Read it again.');
    return cost;
  }

  on(e.move, { by: actorOf('move') }, async (tx, review, { params, body }) => {
    const row = await forAct(tx, review, params.sessionId, 'requester');
    const state = next(row, 'move', tx.now);
    refuseWhen(tx, body);
    const { reason, confirmed_cents, starts_at: at, attendees, was, ...rest } = body;
    if (new Date(was).getTime() !== row.starts_at.getTime())
      throw new Refusal('stale', 'It has another time by now. Read it again.');
    const starts_at = new Date(at);
    const otherTime = starts_at.getTime() !== row.starts_at.getTime();
    // who only says another place, or who comes, moves nothing; a longer one, or another zone, is confirmed anew
    const anew = otherTime || rest.zone !== row.zone || rest.minutes > row.minutes || row.state === 'declined';
    const costs = await costsOf(ports, tx.system, review.id, tx.now);
    const cost = otherTime ? agreedCost(costs, row, confirmed_cents) : 0;
    await ports.sessionTime.plannedAnew(tx, row.task_id, {
      minutes: expectedMinutes(row.type, rest.minutes, costs.charged),
      due_on: dateIn(starts_at, rest.zone),
    });
    await put(tx, row, {
      ...rest,
      starts_at,
      reason,
      attendees: json(attendees),
      ...(anew ? { state, answered_at: null } : {}),
    });
    if (cost > 0) await chargeFor(tx, ports, row, { charged: cost, by: tx.actor.user_id, narrative: 'moved late' });
    const elsewhere = rest.place !== row.place || rest.link !== row.link;
    await tx.audit({
      action: anew ? 'testimony.moved' : 'testimony.changed',
      review_id: row.review_id,
      subject: `testimony_session:${row.id}`,
      data: {
        type: row.type,
        before: row.starts_at.toISOString(),
        after: starts_at.toISOString(),
        charged: cost > 0,
      },
      // what somebody typed goes with the records
      detail: {
        old: elsewhere ? whereOf(row) : null,
        new: elsewhere ? { ...whereOf(rest), reason } : { reason },
      },
      timeline: true,
    });
    await followOrder(tx, review, row);
    const what = SESSION_TYPES[row.type].called;
    await mailExpertSide(
      tx,
      ports,
      review,
      anew
        ? { template: 'session_asked', data: { what, at: starts_at, moved: true } }
        : {
            template: 'session_changed',
            data: { what, at: starts_at, place: elsewhere, asked: row.state === 'asked' },
          },
    );
  });

  on(e.callOff, { by: actorOf('call_off') }, async (tx, review, { params, body }) => {
    const row = await forAct(tx, review, params.sessionId, 'requester');
    next(row, 'call_off', tx.now);
    const charged = agreedCost(await costsOf(ports, tx.system, review.id, tx.now), row, body.confirmed_cents);
    await takeOff(tx, ports, review, row, { reason: body.reason, charged, by: tx.actor.user_id });
    await followOrder(tx, review, row);
  });

  on(e.notHeld, { by: actorOf('not_held') }, async (tx, review, { params, body }) => {
    const row = await forAct(tx, review, params.sessionId, 'expert');
    next(row, 'not_held', tx.now);
    const charged = (await costsOf(ports, tx.system, review.id, row.starts_at)).callingOff(row);
    await takeOff(tx, ports, review, row, { reason: body.reason, charged, by: tx.actor.user_id });
    await mailRequester(tx, ports, review, calledOffMail(row, charged));
  });

  /** Refuses `wrong_state` while the time of a session stands among what was recorded; what was taken back does not. */
  async function refuseRecorded(tx: Tx, row: SessionRow): Promise<void> {
    if ((await entriesThatStand(tx.system, [row])).size > 0)
      throw new Refusal('wrong_state', 'Its time is recorded already. Take it back under Work first.');
  }

  /** Records the time of a session as it was held; answers why the budget does not hold it, or null. */
  async function recordTime(tx: Tx<Actor>, review: ReviewRowBeside, row: SessionRow): Promise<string | null> {
    const { held_from, held_to, break_minutes } = row;
    if (!held_from || !held_to) throw new Refusal('wrong_state', TOLD[row.state]);
    const { charged } = await costsOf(ports, tx.system, review.id, tx.now);
    const recorded = await ports.sessionTime.record(tx, {
      kind: review.kind,
      review_id: review.id,
      task_id: row.task_id,
      worked_on: dateIn(held_from, (await organizationOf(tx.system, review.organization_id)).time_zone),
      minutes: heldMinutes(row.type, { held_from, held_to, break_minutes }, charged),
      narrative: SESSION_TYPES[row.type].title,
    });
    if ('over' in recorded) return recorded.over;
    await put(tx, row, { time_entry_id: recorded.entry_id });
    return null;
  }

  on(e.hold, { by: actorOf('hold') }, async (tx, review, { params, body }) => {
    const row = await forAct(tx, review, params.sessionId, 'expert');
    const state = next(row, 'hold', tx.now);
    const held = {
      held_from: new Date(body.held_from),
      held_to: new Date(body.held_to),
      break_minutes: body.break_minutes,
    };
    await refuseRecorded(tx, row);
    if (row.errata !== null) throw new Refusal('wrong_state', 'The errata sheet is signed already.');
    refuseFields(heldFaults(held, row.starts_at, tx.now));
    await put(tx, row, { state, ...held });
    await audited(tx, 'testimony.held', row, { from: body.held_from, to: body.held_to });
    // that it was held is on record whatever the budget says
    await recordTime(tx, review, { ...row, state, ...held });
  });

  on(e.recordTime, { by: 'expert' }, async (tx, review, { params }) => {
    const row = await forAct(tx, review, params.sessionId, 'expert');
    await refuseRecorded(tx, row);
    const over = await recordTime(tx, review, row);
    if (over !== null) throw new Refusal('wrong_state', over);
  });

  on(e.transcript, { by: 'requester' }, async (tx, review, { params, body }) => {
    const row = await forAct(tx, review, params.sessionId, 'requester');
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
      errata_working: byRule ? computed.working : '',
    });
    await audited(tx, 'testimony.transcript', row, { available_on: body.available_on, due_on: due });
    await mailExpertSide(tx, ports, review, { template: 'transcript_in', data: { due_on: due ?? '' } });
  });

  on(e.signErrata, { by: 'expert', ever: true }, async (tx, review, { params, body }) => {
    const row = await forAct(tx, review, params.sessionId, 'expert');
    if (!isErrataOpen(review, row, tx.now))
      throw new Refusal('wrong_state', 'The matter has closed, and the day errata were due has passed.');
    if (row.transcript_on === null) throw new Refusal('wrong_state', 'The transcript is not available yet.');
    if (row.transcript_on !== body.transcript_on) throw new Refusal('stale', 'The transcript has another date by now.');
    if (row.errata !== null) throw new Refusal('wrong_state', 'The errata sheet is signed already.');
    const name = await nameOfUser(tx.system, tx.actor.user_id);
    refuseFields([...errataFaults(body.errata), ...typedNameFaults(body.name, name)]);
    await refuseWithoutFreshProof(tx);
    const errata = inOrder(body.errata);
    await put(tx, row, {
      errata: json(errata),
      errata_name: name,
      errata_signed_at: tx.now,
      ...(await signedWords(tx.system, review, row, errata)),
    });
    await audited(tx, 'testimony.errata_signed', row, { corrections: body.errata.length });
    await mailRequester(tx, ports, review, { template: 'errata_signed', data: { corrections: body.errata.length } });
  });

  return reminding(ports);
}
