import type { ReviewAction } from '../reviews/rules.ts';
import { LEAD_MS, offerFault, type Range } from '../scheduling/rules.ts';

/** Interviews of candidates before one is retained: states, whose move, what can be done. Pure; both sides. */

export const INTERVIEW_STATES = ['asked', 'offered', 'set', 'held', 'declined', 'called_off'] as const;
export type InterviewState = (typeof INTERVIEW_STATES)[number];
export const INTERVIEW_STATE_WORDS: Readonly<Record<InterviewState, string>> = {
  asked: 'Asked for',
  offered: 'Times offered',
  set: 'Set',
  held: 'Held',
  declined: 'Declined',
  called_off: 'Called off',
};

/** The two who talk: whoever retains, and who may be retained. */
export type InterviewSide = 'requester' | 'expert';

export const INTERVIEW_ACTS = [
  'offer',
  'choose',
  'none_fit',
  'move',
  'held',
  'not_held',
  'decline',
  'call_off',
  'lapse',
] as const;
export type InterviewAct = (typeof INTERVIEW_ACTS)[number];

interface Row {
  from: readonly InterviewState[];
  act: InterviewAct;
  to: InterviewState;
  /** Whose act it is; both: either’s; none: it happens by itself. */
  by: readonly InterviewSide[];
  /** Only before it begins, or only from then on; left out: at any time. */
  only?: 'ahead' | 'begun';
}
/**
 * From, act, to, who, when. The expert offers times and the firm chooses one, as for a call. Either moves what is set, and either says
 * whether it was held. An expert may decline at any time, also after the interview; the firm calls off what is not held yet.
 */
export const INTERVIEW_TABLE: readonly Row[] = [
  { from: ['asked', 'offered'], act: 'offer', to: 'offered', by: ['expert'] },
  { from: ['offered'], act: 'choose', to: 'set', by: ['requester'] },
  { from: ['offered'], act: 'none_fit', to: 'asked', by: ['requester'] },
  { from: ['offered'], act: 'lapse', to: 'asked', by: [] },
  { from: ['set'], act: 'move', to: 'asked', by: ['requester', 'expert'], only: 'ahead' },
  { from: ['set'], act: 'held', to: 'held', by: ['requester', 'expert'], only: 'begun' },
  { from: ['set'], act: 'not_held', to: 'asked', by: ['requester', 'expert'], only: 'begun' },
  { from: ['asked', 'offered', 'set', 'held'], act: 'decline', to: 'declined', by: ['expert'] },
  { from: ['asked', 'offered'], act: 'call_off', to: 'called_off', by: ['requester'] },
  { from: ['set'], act: 'call_off', to: 'called_off', by: ['requester'], only: 'ahead' },
];

/** An interview as its acts ask of it. `starts_at`: when it is set; null: it is not. */
export interface Standing {
  state: InterviewState;
  starts_at: Date | null;
}

/** Whether an act is ever this side's. */
export const isActOf = (act: InterviewAct, side: InterviewSide): boolean =>
  INTERVIEW_TABLE.some((row) => row.act === act && row.by.includes(side));

/** The state after an act; null where it cannot be taken now. */
export function interviewAfter({ state, starts_at }: Standing, act: InterviewAct, now: Date): InterviewState | null {
  const time = starts_at !== null && starts_at <= now ? 'begun' : 'ahead';
  const row = INTERVIEW_TABLE.find(
    (one) => one.act === act && one.from.includes(state) && (one.only === undefined || one.only === time),
  );
  return row?.to ?? null;
}

/** Whether it is still to come or to be arranged: it ends with the choice of an expert. */
export const isLive = (state: InterviewState): boolean => state === 'asked' || state === 'offered' || state === 'set';

/** Of the times on offer those that can be chosen: a day or more ahead, as of every call. */
export const openTimes = (times: readonly Date[], now: Date): Date[] =>
  times.filter((time) => time.getTime() - now.getTime() >= LEAD_MS);

/** Until when the last of the times on offer can be chosen; null: none is on offer. */
export const lapsesAt = (times: readonly Date[]): Date | null =>
  times.length === 0 ? null : new Date(Math.max(...times.map((time) => time.getTime())) - LEAD_MS);

/** Whose move it is: the expert offers times, the firm chooses and says how it went; nobody’s while it is ahead, or is over. */
export function moverOf(
  { state, starts_at, times }: Standing & { times: readonly Date[] },
  now: Date,
): InterviewSide | null {
  if (state === 'asked') return 'expert';
  if (state === 'offered') return openTimes(times, now).length > 0 ? 'requester' : 'expert';
  return state === 'set' && starts_at !== null && starts_at <= now ? 'requester' : null;
}

export const INTERVIEW_LENGTHS = [15, 30, 45, 60] as const;
/** How long it may take, as a list to choose from. */
export const LENGTH_OPTIONS = INTERVIEW_LENGTHS.map((minutes) => ({
  value: String(minutes),
  label: `${minutes} minutes`,
}));
export const DEFAULT_LENGTH = 30;
/** Times on offer at once. */
export const TIMES_MOST = 8;
/** Days within which the firm chooses among times while an invitation waits for it. */
export const CHOOSE_WITHIN_DAYS = 7;
/** Kept free after an interview, as after a call. */
export const BUFFER_MINUTES = 10;
/** Hours before an interview at which both are reminded of it. */
export const REMIND_HOURS = [24, 1] as const;

/** Hours before the times on offer lapse at which the firm is reminded to choose one. */
export const CHOOSE_REMIND_HOURS = 24;

/** How the firm leans after an interview. */
export const LEANINGS = { yes: 'In favor', unsure: 'Unsure', no: 'Not this one' } as const;
export type Leaning = keyof typeof LEANINGS;
export const LEANING_NAMES = Object.keys(LEANINGS) as [Leaning, ...Leaning[]];

/**
 * What a matter’s own step means for its interviews: `all` end, all but those of the expert who was chosen, or, where that one accepts,
 * those that have no time yet.
 */
export const ENDED_BY = {
  select_expert: 'others',
  ask_other_experts: 'all',
  invite_directly: 'others',
  accept: 'without_time',
  decline: 'all',
  expire_invitation: 'all',
  withdraw_invitation: 'all',
  cancel: 'all',
} as const satisfies Partial<Record<ReviewAction, 'all' | 'others' | 'without_time'>>;

/** What is wrong with times to offer, each with its field; empty: nothing. `busy`: what the expert has then, with what stays free around it. */
export function timesFaults(
  times: readonly Date[],
  minutes: number,
  busy: readonly Range[],
  now: Date,
): { path: string; message: string }[] {
  const length = { minutes, buffer_before: 0, buffer_after: BUFFER_MINUTES };
  return times.flatMap((time, at) => {
    const again = times.findIndex((other) => other.getTime() === time.getTime()) < at;
    const message = again
      ? 'This time is there already.'
      : offerFault(time, length, { now, working: [], busy, outside_working_hours: true });
    return message === null ? [] : [{ path: `starts_at.${at}`, message }];
  });
}
