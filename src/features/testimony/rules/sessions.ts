import type { TaskType, WorkSide } from '../../work/rules.ts';

/** What a session is: its words, the sort of task its time is on, and the date of the order it is. */
interface SessionType {
  title: string;
  /** "the deposition": within a sentence. */
  called: string;
  task: TaskType;
  /** Whether calling it off late is charged, and the date of the order that is its day: a trial begins before anybody testifies in it. */
  testimony: { order_field: 'deposition_on' | null } | null;
  /** Whether a transcript of it is read and corrected. */
  has_transcript: boolean;
}

export const SESSION_TYPES = {
  deposition: {
    title: 'Deposition',
    called: 'the deposition',
    task: 'deposition',
    testimony: { order_field: 'deposition_on' },
    has_transcript: true,
  },
  trial: {
    title: 'Testimony at trial',
    called: 'the day at trial',
    task: 'trial',
    testimony: { order_field: null },
    has_transcript: false,
  },
  preparation: {
    title: 'Preparation',
    called: 'the preparation',
    task: 'deposition_prep',
    testimony: null,
    has_transcript: false,
  },
} as const satisfies Record<string, SessionType>;
export type SessionTypeName = keyof typeof SESSION_TYPES;
export const SESSION_TYPE_NAMES = Object.keys(SESSION_TYPES) as [SessionTypeName, ...SessionTypeName[]];

export const SESSION_STATES = ['asked', 'confirmed', 'declined', 'called_off', 'held'] as const;
export type SessionState = (typeof SESSION_STATES)[number];
export const SESSION_STATE_WORDS: Readonly<Record<SessionState, string>> = {
  asked: 'Asked for',
  confirmed: 'Confirmed',
  declined: 'Declined',
  called_off: 'Called off',
  held: 'Held',
};

export const SESSION_ACTS = ['confirm', 'decline', 'move', 'call_off', 'not_held', 'hold'] as const;
export type SessionAct = (typeof SESSION_ACTS)[number];

interface Row {
  from: readonly SessionState[];
  act: SessionAct;
  to: SessionState;
  by: WorkSide;
  /** Only before it begins, or only from then on; left out: at any time. */
  only?: 'ahead' | 'begun';
}
/**
 * From, act, to, who, when. The firm asks and moves, for the court sets the day; the expert answers, and says how it was held. What
 * has begun the firm calls off no longer: whether it took place the expert says, also where nobody pressed “Confirm”.
 */
const SESSION_TABLE: readonly Row[] = [
  { from: ['asked'], act: 'confirm', to: 'confirmed', by: 'expert', only: 'ahead' },
  { from: ['asked', 'confirmed'], act: 'decline', to: 'declined', by: 'expert', only: 'ahead' },
  { from: ['asked', 'confirmed'], act: 'move', to: 'asked', by: 'requester', only: 'ahead' },
  { from: ['declined'], act: 'move', to: 'asked', by: 'requester' },
  { from: ['asked', 'confirmed'], act: 'call_off', to: 'called_off', by: 'requester', only: 'ahead' },
  { from: ['declined'], act: 'call_off', to: 'called_off', by: 'requester' },
  { from: ['asked', 'confirmed'], act: 'not_held', to: 'called_off', by: 'expert', only: 'begun' },
  { from: ['asked', 'confirmed', 'held'], act: 'hold', to: 'held', by: 'expert', only: 'begun' },
];

/** A session as its acts ask of it. */
interface Standing {
  state: SessionState;
  starts_at: Date;
}

/** Whose act it is. */
export const actorOf = (act: SessionAct): WorkSide => SESSION_TABLE.find((one) => one.act === act)?.by ?? 'requester';
/** The state after an act; null where it cannot be taken now. */
export function sessionAfter({ state, starts_at }: Standing, act: SessionAct, now: Date): SessionState | null {
  const time = starts_at > now ? 'ahead' : 'begun';
  const row = SESSION_TABLE.find(
    (one) => one.act === act && one.from.includes(state) && (one.only === undefined || one.only === time),
  );
  return row?.to ?? null;
}
/** Whether it is still to come: the end of a matter calls that off, and leaves what has begun to who was there. */
export const isAhead = ({ state, starts_at }: Standing, now: Date): boolean =>
  state === 'declined' || ((state === 'asked' || state === 'confirmed') && starts_at > now);
/** Whose move it is: the expert answers and says how it was held, the firm sets another time; nobody’s while it stands or is over. */
export const moverOf = ({ state, starts_at }: Standing, now: Date): WorkSide | null =>
  state === 'declined'
    ? 'requester'
    : state === 'asked' || (state === 'confirmed' && starts_at <= now)
      ? 'expert'
      : null;

export const ATTENDEE_ROLES = {
  opposing_counsel: 'Opposing counsel',
  our_counsel: 'Our counsel',
  court_reporter: 'Court reporter',
  videographer: 'Videographer',
  interpreter: 'Interpreter',
  other: 'Other',
} as const;
export type AttendeeRole = keyof typeof ATTENDEE_ROLES;
export interface Attendee {
  name: string;
  role: AttendeeRole;
}
export const ATTENDEES_MOST = 20;
export const SESSION_MINUTES = { least: 15, most: 24 * 60 } as const;

/** What is wrong with a time and place, each with its field; empty: nothing. */
export function sessionFaults(
  { starts_at, place, link }: { starts_at: Date; place: string; link: string },
  now: Date,
): { path: string; message: string }[] {
  const faults: { path: string; message: string }[] = [];
  if (starts_at <= now) faults.push({ path: 'starts_at', message: 'This time has passed.' });
  if (place === '' && link === '')
    faults.push({ path: 'place', message: 'Enter the place, or the link of the video.' });
  if (link !== '' && !/^https:\/\/[^\s/]+\.[^\s]+$/.test(link))
    faults.push({ path: 'link', message: 'Enter a link that begins with https://.' });
  return faults;
}

/** What is wrong with how a session is said to have been held; empty: nothing. */
export function heldFaults(
  { held_from, held_to, break_minutes }: { held_from: Date; held_to: Date; break_minutes: number },
  starts_at: Date,
  now: Date,
): { path: string; message: string }[] {
  if (Math.abs(held_from.getTime() - starts_at.getTime()) > 24 * 3_600_000)
    return [{ path: 'held_from', message: 'It was set for another day. A session of another day is one of its own.' }];
  const minutes = (held_to.getTime() - held_from.getTime()) / 60_000;
  if (held_to > now) return [{ path: 'held_to', message: 'This time is still to come.' }];
  if (minutes <= 0) return [{ path: 'held_to', message: 'It ends before it begins.' }];
  if (minutes > SESSION_MINUTES.most) return [{ path: 'held_to', message: 'A session takes a day at most.' }];
  return break_minutes >= minutes
    ? [{ path: 'break_minutes', message: 'The breaks are longer than the session.' }]
    : [];
}
