import type { MailText } from '../../../platform/ports.ts';
import type { Mails } from '../../../platform/declarations.ts';
import { fullName } from '../../../core/names.ts';
import { normalizeEmail } from '../../../core/emails.ts';
import { KINDS, reviewNumber } from '../../../core/kinds.ts';
import { reminderIsOver } from '../../../core/late.ts';
import { HOUR } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { MeetingLength } from '../../reviews/rules.ts';
import type { SetAppointment } from '../ports.ts';
import { takenBy } from '../rules.ts';
import { APPOINTMENT, bookAppointment, tellOf } from './appointments.ts';
import { callIcs, type IcsCall } from '../../../platform/mail/call-ics.ts';
import type { ScheduleReview } from './view.ts';

type CallRow = SetAppointment;

/** Sets the call in the expert's calendar, as `BookAppointment` says. */
export function bookCall(
  tx: Tx,
  review: ScheduleReview,
  expertProfileId: number,
  set: { starts_at: Date; length: MeetingLength; zone: string; tentative: boolean },
): Promise<CallRow> {
  return bookAppointment(tx, review.id, {
    sort: 'call',
    expert_profile_id: expertProfileId,
    starts_at: set.starts_at,
    duration_minutes: set.length.minutes,
    zone: set.zone,
    status: set.tentative ? 'tentative' : 'scheduled',
    taken: takenBy(set.starts_at, set.length),
    location: tx.services.env.CALL_DIAL_IN,
  });
}

/** Ends the live call of a review and frees its time. Answers it, or null when there was none. */
export async function endCall(
  tx: Tx,
  reviewId: number,
  status: 'held' | 'missed' | 'cancelled' | 'moved',
  more: { minutes_held?: number; prep_minutes?: number; late_fee_cents?: number; late_cost_cents?: number } = {},
): Promise<CallRow | null> {
  const call = await tx.system
    .updateTable('appointments')
    .set({ status, ended_at: tx.now, ...more })
    .where('review_id', '=', reviewId)
    .where('sort', '=', 'call')
    .where('status', 'in', ['scheduled', 'tentative'])
    .returning(APPOINTMENT)
    .executeTakeFirst();
  if (call) await tellOf(tx, reviewId, call);
  await tx.cancelDeadlines(reviewId, ['call_reminder', 'records_reminder']);
  return call ?? null;
}

/** Hours before a call at which the expert is reminded of the records. */
const RECORDS_REMINDER_HOURS = 72;
/** Hours before a call at which everybody is reminded of it. */
const CALL_REMINDER_HOURS = [24, 1] as const;

/** Whether a reminder of a call, kept under its hours before it, comes too late to say anything. */
export const callReminderIsOver = (
  kind: 'call_reminder' | 'records_reminder',
  key: string,
  startsAt: Date,
  now: Date,
) =>
  reminderIsOver(
    startsAt,
    now,
    Number(key) * HOUR,
    kind === 'call_reminder' ? CALL_REMINDER_HOURS.map((hours) => hours * HOUR) : [],
  );

/** Sets a call's reminders: of the records to the expert three days ahead, of the call to everybody a day and an hour. */
export async function remindOf(tx: Tx, reviewId: number, call: CallRow): Promise<void> {
  const reminders = [
    ['records_reminder', RECORDS_REMINDER_HOURS] as const,
    ...CALL_REMINDER_HOURS.map((ahead) => ['call_reminder', ahead] as const),
  ].map(([kind, hours]) => ({
    review_id: reviewId,
    kind,
    key: String(hours),
    due_at: new Date(call.starts_at.getTime() - hours * HOUR),
    payload: { call_id: call.id },
  }));
  await tx.setDeadlines(reminders.filter(({ due_at }) => due_at > tx.now));
}

interface Reader {
  user_id: number | null;
  email: string;
  name: string;
  side: 'requester' | 'expert' | 'none';
}

/** Everybody who takes part in a call: requester, expert, the people invited. */
async function participants(tx: Tx, review: ScheduleReview): Promise<Reader[]> {
  const users = await tx.system
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name'])
    .where((e) =>
      e.or([
        e('users.id', '=', review.requester_id),
        e('users.id', 'in', (q) =>
          q
            .selectFrom('profiles')
            .select('user_id')
            .where('profiles.id', '=', review.expert_profile_id ?? 0),
        ),
      ]),
    )
    .execute();
  const invited = await tx.system
    .selectFrom('appointment_attendees')
    .select(['name', 'email'])
    .where('review_id', '=', review.id)
    .execute();
  return [
    ...users.map((u) => ({
      user_id: u.id,
      email: u.email,
      name: fullName(u),
      side: u.id === review.requester_id ? ('requester' as const) : ('expert' as const),
    })),
    ...invited.map((a) => ({ user_id: null, email: a.email, name: a.name, side: 'none' as const })),
  ];
}

/**
 * Mails the participants of a call, or `only` some of them, with the calendar entry. One of the two whose call it is and who
 * is asked along by the same address has one entry, as a party. Of a time that was only proposed nobody has an entry
 * (`status`): then just the two hear of its end.
 */
export async function mailCall(
  tx: Tx,
  ports: Ports,
  review: ScheduleReview,
  call: CallRow & { status?: string },
  template: 'call_set' | 'call_link' | 'call_changed' | 'call_cancelled' | 'call_reminder',
  only?: Reader[],
): Promise<void> {
  const kind = KINDS[review.kind];
  const path = `/${kind.slug}/${review.id}`;
  const method = template === 'call_cancelled' ? 'CANCEL' : 'REQUEST';
  const sequence = template === 'call_cancelled' ? call.ics_sequence + 1 : call.ics_sequence;
  const entry: IcsCall = {
    uid: call.ics_uid,
    sequence,
    number: reviewNumber(review.kind, review.id),
    starts_at: call.starts_at,
    duration_minutes: call.duration_minutes,
    dial_in: call.location,
    url: `${tx.services.env.public_url}${path}`,
    stamp: tx.now,
    from: tx.services.env.MAIL_FROM,
  };
  const everyone = await participants(tx, { ...review, expert_profile_id: call.expert_profile_id });
  const parties = new Set(everyone.flatMap((one) => (one.side === 'none' ? [] : [normalizeEmail(one.email)])));
  const isProposed = call.status === 'tentative';
  for (const to of only ?? everyone) {
    if (to.side === 'none' && (isProposed || parties.has(normalizeEmail(to.email)))) continue;
    await ports.mail(tx, {
      to: { user_id: to.user_id, email: to.email, name: to.name },
      ...(template === 'call_cancelled'
        ? { template, data: { starts_at: call.starts_at, link: path } }
        : {
            template,
            data: {
              starts_at: call.starts_at,
              duration_minutes: call.duration_minutes,
              dial_in: call.location,
              link: path,
            },
          }),
      review_id: review.id,
      side: to.side,
      ...(template === 'call_reminder' || isProposed
        ? {}
        : { ics: { method, content: callIcs(entry, method, { ...to, is_party: to.side !== 'none' }) } }),
    });
  }
  // whoever was taken out alone and is asked again gets a later one than their cancellation
  const next = only ? sequence + 1 : sequence;
  if (template === 'call_cancelled')
    await tx.system.updateTable('appointments').set({ ics_sequence: next }).where('id', '=', call.id).execute();
}

/** Where each letter to one side leads, below the review's own page. */
const PAGES = {
  times_requested: '/choose-available-times',
  times_offered: '/choose-call-time',
  records_reminder: '',
  call_missed: '',
  call_missed_decided: '',
};

/** Mails one side of a review about times, or about what to do before the call. */
export async function mailSide<N extends keyof typeof PAGES>(
  tx: Tx,
  ports: Ports,
  review: ScheduleReview,
  side: 'requester' | 'expert',
  template: N,
  data: Mails[N],
): Promise<void> {
  const kind = KINDS[review.kind];
  const everyone = await participants(tx, review);
  const readers = everyone.filter((p) => p.side === side);
  if (side === 'expert') {
    const assistants = await tx.system
      .selectFrom('assistant_links as l')
      .innerJoin('profiles as p', 'p.id', 'l.assistant_profile_id')
      .innerJoin('users as u', 'u.id', 'p.user_id')
      .select(['u.id', 'u.email', 'u.first_name', 'u.last_name'])
      .where('l.expert_profile_id', '=', review.expert_profile_id ?? 0)
      .execute();
    readers.push(
      ...assistants.map((a) => ({
        user_id: a.id,
        email: a.email,
        name: fullName(a),
        side: 'expert' as const,
      })),
    );
  }
  for (const to of readers) {
    await ports.mail(tx, {
      to: { user_id: to.user_id, email: to.email, name: to.name },
      // the signature ties the data to its template; a union cannot be built from a type parameter
      ...({ template, data: { ...data, link: `/${kind.slug}/${review.id}${PAGES[template]}` } } as MailText),
      review_id: review.id,
      side,
    });
  }
}

/** The call that is set or proposed. */
export function liveCall(tx: Tx, reviewId: number) {
  return tx.system
    .selectFrom('appointments')
    .select(['status', ...APPOINTMENT])
    .where('review_id', '=', reviewId)
    .where('sort', '=', 'call')
    .where('status', 'in', ['scheduled', 'tentative'])
    .executeTakeFirst();
}
