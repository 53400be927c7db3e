import type { TaskType, WorkSide } from '../../work/rules.ts';

/** What a session is: its words, the sort of task its time is on, and the date of the order it is. */
interface SessionType {
  title: string;
  /** "the deposition": within a sentence. */
  called: string;
  task: TaskType;
  /** Whether calling it off late is charged, and the field of the order that holds its day. */
  testimony: { order_field: 'deposition_on' | 'trial_on' } | null;
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
    testimony: { order_field: 'trial_on' },
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

export const SESSION_ACTS = ['confirm', 'decline', 'move', 'call_off', 'hold'] as const;
export type SessionAct = (typeof SESSION_ACTS)[number];

interface Row {
  from: readonly SessionState[];
  act: SessionAct;
  to: SessionState;
  by: WorkSide;
}
/** From, act, to, who. The firm asks and moves, for the court sets the day; the expert answers, and says how it was held. */
const SESSION_TABLE: readonly Row[] = [
  { from: ['asked'], act: 'confirm', to: 'confirmed', by: 'expert' },
  { from: ['asked', 'confirmed'], act: 'decline', to: 'declined', by: 'expert' },
  { from: ['asked', 'confirmed', 'declined'], act: 'move', to: 'asked', by: 'requester' },
  { from: ['asked', 'confirmed', 'declined'], act: 'call_off', to: 'called_off', by: 'requester' },
  { from: ['confirmed'], act: 'hold', to: 'held', by: 'expert' },
];
const rowOf = (act: SessionAct): Row => {
  const row = SESSION_TABLE.find((one) => one.act === act);
  if (!row) throw new Error(`No row of sessions has ${act}.`);
  return row;
};

/** Whose act it is. */
export const actorOf = (act: SessionAct): WorkSide => rowOf(act).by;
/** The state after an act; null where it cannot be taken from there. */
export const sessionAfter = (state: SessionState, act: SessionAct): SessionState | null =>
  rowOf(act).from.includes(state) ? rowOf(act).to : null;
/** Whether it is still to come, so far as its state says. */
export const isAhead = (state: SessionState): boolean =>
  state === 'asked' || state === 'confirmed' || state === 'declined';
/** Whose move it is: the expert answers, the firm sets another time; nobody's once it stands or is over. */
export const moverOf = (state: SessionState): WorkSide | null =>
  state === 'asked' ? 'expert' : state === 'declined' ? 'requester' : null;

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
  now: Date,
): { path: string; message: string }[] {
  const minutes = (held_to.getTime() - held_from.getTime()) / 60_000;
  if (held_to > now) return [{ path: 'held_to', message: 'This time is still to come.' }];
  if (minutes <= 0) return [{ path: 'held_to', message: 'It ends before it begins.' }];
  if (minutes > SESSION_MINUTES.most) return [{ path: 'held_to', message: 'A session takes a day at most.' }];
  return break_minutes >= minutes
    ? [{ path: 'break_minutes', message: 'The breaks are longer than the session.' }]
    : [];
}
