import { type Actor, isExpert, isExpertSide, seesWorkAmounts } from '../../../core/actor.ts';
import { daysBetween } from '../../../core/days-between.ts';
import type { Kind } from '../../../core/kinds.ts';
import { dateIn } from '../../../core/time.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { nameOfUser } from '../../../platform/db/full-name.ts';
import { organizationOf } from '../../../platform/db/organization.ts';
import type { Ports } from '../../../platform/ports.ts';
import { sidesOf } from '../../work/rules.ts';
import type { SessionsView, SessionView } from '../contract.ts';
import { actorOf, callingOffCosts, heldMinutes, SESSION_TYPES, type SessionAct, sessionAfter } from '../rules.ts';
import { ownRecords } from './own-records.ts';
import {
  entriesThatStand,
  isErrataOpen,
  isTheirs,
  loadMatter,
  type SessionRow,
  sessionsOf,
  testimonyTime,
} from './load.ts';

/** What was agreed for testimony, and what calling a session off costs now. Where nothing was agreed nothing is charged. */
export async function costsOf(
  ports: Pick<Ports, 'agreedTerms'>,
  db: Parameters<Ports['agreedTerms']['of']>[0],
  reviewId: number,
  now: Date,
) {
  const agreed = await ports.agreedTerms.of(db, reviewId);
  return {
    charged: {
      terms: agreed?.testimony ?? { deposition_minimum_minutes: 0, cancel_days: 0, cancel_percent: 0 },
      step: agreed?.step_minutes ?? 1,
    },
    callingOff(session: Pick<SessionRow, 'type' | 'state' | 'starts_at' | 'zone'>): number {
      const rate = agreed?.rates[SESSION_TYPES[session.type].task];
      return agreed && rate ? callingOffCosts(session, { terms: agreed.testimony, rate }, now) : 0;
    },
  };
}

/** The sessions of a matter as this reader sees them. Refuses `not_found`. */
export async function presentSessions(
  db: ActorDb,
  ports: Pick<Ports, 'agreedTerms'>,
  actor: Actor,
  kind: Kind,
  id: number,
  now: Date,
): Promise<SessionsView> {
  const review = await loadMatter(db, kind, id);
  const own = db.executor;
  const rows = await sessionsOf(own, id);
  const time = testimonyTime(review);
  const sides = sidesOf(actor, review);
  const amounts = seesWorkAmounts(actor.kind);
  const { charged, callingOff } = await costsOf(ports, own, id, now);
  const { time_zone } = await organizationOf(own, review.organization_id);
  const entries = await entriesThatStand(own, rows);
  const recordOf = await ownRecords(db, review, rows);

  const present = (row: SessionRow): SessionView => {
    const theirs = isTheirs(review, row);
    const may = (act: SessionAct) =>
      time !== 'over' &&
      sides.includes(actorOf(act)) &&
      (actorOf(act) === 'requester' || theirs) &&
      sessionAfter(row, act, now) !== null;
    const awaits = row.state === 'held' && time !== 'over';
    const recorded = entries.has(row.time_entry_id ?? 0);
    const held =
      row.held_from && row.held_to
        ? { held_from: row.held_from, held_to: row.held_to, break_minutes: row.break_minutes }
        : null;
    return {
      id: row.id,
      type: row.type,
      state: row.state,
      starts_at: row.starts_at.toISOString(),
      minutes: row.minutes,
      zone: row.zone,
      place: row.place,
      link: row.link,
      attendees: row.attendees,
      note: row.note,
      reason: row.reason,
      calling_off_cents: amounts ? callingOff(row) : null,
      held: held && {
        from: held.held_from.toISOString(),
        to: held.held_to.toISOString(),
        break_minutes: held.break_minutes,
        charged_minutes: entries.get(row.time_entry_id ?? 0) ?? heldMinutes(row.type, held, charged),
        recorded,
      },
      transcript:
        row.transcript_on !== null && row.errata_due_on !== null
          ? {
              available_on: row.transcript_on,
              errata_due_on: row.errata_due_on,
              working: row.errata_working,
              days_left: daysBetween(dateIn(now, row.zone), row.errata_due_on),
              errata:
                row.errata && row.errata_signed_at
                  ? { lines: row.errata, name: row.errata_name ?? '', signed_at: row.errata_signed_at.toISOString() }
                  : null,
            }
          : null,
      own_record: recordOf(row),
      can: {
        confirm: may('confirm'),
        decline: may('decline'),
        move: may('move'),
        call_off: may('call_off'),
        not_held: may('not_held'),
        hold: may('hold') && !recorded && row.errata === null,
        record_time: awaits && !recorded && theirs && sides.includes('expert'),
        add_transcript:
          awaits && SESSION_TYPES[row.type].has_transcript && row.errata === null && sides.includes('requester'),
        sign_errata:
          row.state === 'held' &&
          isErrataOpen(review, row, now) &&
          row.transcript_on !== null &&
          row.errata === null &&
          theirs &&
          isExpert(actor.kind),
      },
    };
  };
  return {
    review_id: id,
    kind,
    today: dateIn(now, time_zone),
    time_zone,
    sessions: rows.map(present),
    profile_id: isExpertSide(actor.kind) ? review.expert_profile_id : null,
    own_name: await nameOfUser(own, actor.user_id),
    agreed: amounts ? charged.terms : null,
    can: { ask: time === 'open' && sides.includes('requester') },
  };
}
