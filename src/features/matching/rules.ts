import { type Actor, runsMatching } from '../../core/actor.ts';
import type { Kind } from '../../core/kinds.ts';
import type { IsHoliday } from '../../core/business-days.ts';
import { dateText } from '../../core/dates.ts';
import { plural } from '../../core/phrases.ts';
import { DAY, dateIn, HOUR } from '../../core/time.ts';
import { type ExpertNeed, stateName } from '../reviews/rules.ts';
import { addWorkingHours } from '../scheduling/rules.ts';
import type { OfferScale } from '../ledger/rules/offer.ts';

export * from './rules/named.ts';

/** What the review asks of an expert: what its form says, and what the review itself does. */
export interface Need extends Omit<
  ExpertNeed,
  'excluded_experts' | 'preferred_experts' | 'further_specialty_ids' | 'max_hourly_cents' | 'notes'
> {
  kind: Kind;
  specialty: string;
  /** The names of those whose experts may stand in for the specialty's. */
  neighbors: readonly string[];
  sub_specialty: string | null;
  expedited: boolean;
  /** The call or report must be possible by this instant; null: open. */
  needed_by: Date | null;
  /** Profiles of experts to leave out. */
  excluded_experts: readonly number[];
  /** Profiles of experts asked for: no rank of theirs changes, they are presented where they may be. */
  preferred_experts: readonly number[];
  needs_redacted_cv: boolean;
  /** What an expert's amount is held against; null: there is no price yet. Left out where it was not asked when this was kept. */
  price?: OfferScale | null;
}

export interface CredentialFacts {
  specialty: string;
  sub_specialty: string | null;
  license_key: string | null;
  license_state: string | null;
  expires_on: string | null;
  availability: 'accepting' | 'limited' | 'none';
}

/** What is known of an expert when the ranking is made; all of it is kept with the result. */
export interface ExpertFacts {
  profile_id: number;
  code: string;
  status: string;
  accepts_kinds: readonly string[];
  accepts_expedited: boolean;
  credentials: readonly CredentialFacts[];
  state: string | null;
  setting: string | null;
  years_in_practice: number;
  board_certified: boolean;
  /** Malpractice cover has not ended; an expert of whom none is recorded counts as covered. */
  covered: boolean;
  /** Where the days of the expert end. */
  time_zone: string;
  last_clinical_on: string | null;
  has_redacted_cv: boolean;
  open_reviews: number;
  max_open_reviews: number;
  /** ISO instant of the first time free, or null. */
  earliest: string | null;
  finished: number;
  late: number;
  /** Calls they missed. */
  missed: number;
  /** Mean of ratings, 1 to 5, and how many. */
  rating_mean: number | null;
  rating_n: number;
  /** Mean hours until an invitation was answered; null for someone never invited. */
  answer_hours: number | null;
  /** Reviews for this organization in the running quarter. */
  used_by_organization: number;
  /** An invitation to this very review that they declined, or left unanswered (no reason); none where it is missing. */
  turned_down?: { on: string; reason: string | null } | null;
  /** From the examinee to the nearest of their sites; null: not known. */
  miles?: number | null;
  /** Found by the conflict check; the reason stays with the check. */
  conflict: boolean;
  /** What they would earn by it, cents, for the review or an hour of it; null: not known; left out where it was not asked yet. */
  earns_cents?: number | null;
}

export type FilterKey = 'active' | 'specialty' | 'qualified' | 'conflict' | 'load' | 'free' | 'price';

/** The hard filters, in the order they are applied and shown. Each keeps or drops one expert. */
export const FILTERS: readonly { key: FilterKey; keeps(expert: ExpertFacts, need: Need, now: Date): boolean }[] = [
  {
    key: 'active',
    keeps: (e, need) =>
      e.status === 'active' &&
      e.accepts_kinds.includes(need.kind) &&
      (!need.expedited || e.accepts_expedited) &&
      !need.excluded_experts.includes(e.profile_id),
  },
  { key: 'specialty', keeps: (e, need, now) => fitOf(e, need, now) !== null },
  {
    key: 'qualified',
    keeps: (e, need, now) =>
      e.covered &&
      (!need.board_certified || e.board_certified) &&
      (need.active_within_years === null ||
        (e.last_clinical_on !== null &&
          now.getTime() - Date.parse(e.last_clinical_on) <= need.active_within_years * 365.25 * DAY)) &&
      (!need.needs_redacted_cv || e.has_redacted_cv) &&
      (e.state === null || !need.excluded_states.includes(e.state)),
  },
  { key: 'conflict', keeps: (e) => !e.conflict },
  { key: 'load', keeps: (e) => e.open_reviews < e.max_open_reviews },
  {
    key: 'free',
    keeps: (e, need) =>
      e.earliest !== null && (need.needed_by === null || Date.parse(e.earliest) <= need.needed_by.getTime()),
  },
  // whose amount is not known is not left out for it
  { key: 'price', keeps: (e, need) => (e.earns_cents ?? 0) <= (need.price?.cap_cents ?? Infinity) },
];

/** Whether an expert may be asked as far as standing, specialty and papers go; load and calendar are left out. */
export const isFit = (expert: ExpertFacts, need: Need, now: Date): boolean =>
  FILTERS.filter(({ key }) => key === 'active' || key === 'specialty' || key === 'qualified').every(({ keeps }) =>
    keeps(expert, need, now),
  );

/** `general`: the specialty without a focus of its own; `other_focus`: with another one than is asked for. */
export type Fit = 'exact' | 'general' | 'other_focus' | 'adjacent';

const isGeneral = (focus: string | null): boolean => focus === null || focus === 'General';

/** The day it is somewhere, of one instant after the other: thousands of experts live in few zones. */
const days = new Map<string, { now: number; day: string }>();
function todayIn(zone: string, now: Date): string {
  const known = days.get(zone);
  if (known?.now === now.getTime()) return known.day;
  const day = dateIn(now, zone);
  days.set(zone, { now: now.getTime(), day });
  return day;
}

/** How well an expert's valid credentials fit the specialty asked for, and the one that fits best; null when none does. */
function bestFit(expert: ExpertFacts, need: Need, now: Date): { fit: Fit; by: CredentialFacts } | null {
  const today = todayIn(expert.time_zone, now);
  const valid = expert.credentials.filter(
    (c) =>
      c.availability !== 'none' &&
      (c.expires_on === null || c.expires_on >= today) &&
      (need.license_keys.length === 0 || (c.license_key !== null && need.license_keys.includes(c.license_key))) &&
      (need.licensed_in.length === 0 || (c.license_state !== null && need.licensed_in.includes(c.license_state))),
  );
  const same = valid.filter((c) => c.specialty === need.specialty);
  const first = (fit: Fit, found: readonly CredentialFacts[]) => (found[0] ? { fit, by: found[0] } : null);
  return (
    first(
      'exact',
      same.filter((c) => isGeneral(need.sub_specialty) || c.sub_specialty === need.sub_specialty),
    ) ??
    first(
      'general',
      same.filter((c) => isGeneral(c.sub_specialty)),
    ) ??
    first('other_focus', same) ??
    first(
      'adjacent',
      valid.filter((c) => need.neighbors.includes(c.specialty)),
    )
  );
}

/** How well an expert's valid credentials fit the specialty asked for; null when none does. */
export const fitOf = (expert: ExpertFacts, need: Need, now: Date): Fit | null =>
  bestFit(expert, need, now)?.fit ?? null;

/** What of the sub-specialty's points a fit earns: a spine surgeon asked for is no vascular one. */
const FIT_SHARE: Record<Fit, number> = { exact: 1, general: 0.75, other_focus: 0.5, adjacent: 0.5 };

/** What each part of the score can earn; one table, versioned by date, kept with every ranking. */
export const WEIGHTS = {
  version: '2026-11-28',
  parts: { sub_specialty: 30, setting: 10, availability: 15, on_time: 15, rating: 10, answers: 5, load: 10, price: 5 },
} as const;
export type ScorePart = keyof typeof WEIGHTS.parts;
export const SCORE_PARTS = Object.keys(WEIGHTS.parts) as ScorePart[];

/** The prior of the rating: an unrated expert counts as this mean with this many ratings. */
const PRIOR = { mean: 4.2, n: 3 };
/** An expert gets at most this many reviews of one organization in a quarter before others go first. */
const ORGANIZATION_SHARE = 5;

export interface Reason {
  tone: 'good' | 'warn' | 'new';
  text: string;
}

export interface Candidate {
  profile_id: number;
  code: string;
  /** 0 to 100. */
  score: number;
  parts: Record<ScorePart, number>;
  fit: Fit;
  reasons: Reason[];
  /** To the nearest of their sites; null: not known, or not asked for. */
  miles: number | null;
  is_new: boolean;
  /** They declined this very review before, or did not answer. */
  turned_down: boolean;
}

export interface Ranking {
  weights: string;
  seed: string;
  /** How many were left after each filter. */
  funnel: { key: FilterKey; left: number }[];
  total: number;
  candidates: Candidate[];
}

/**
 * Ranks experts for a need: hard filters in order, then the score, ties by a shuffle that the seed fixes, so that the
 * same facts and seed always give the same ranking. Pure.
 */
export function rank(experts: readonly ExpertFacts[], need: Need, now: Date, seed: string): Ranking {
  const judge = new Judge(need, now, seed);
  for (const expert of experts) judge.add(expert);
  return judge.ranking();
}

/** The ranking as it is made, expert by expert, for those who cannot have all of them in one go. */
export class Judge {
  readonly #need: Need;
  readonly #now: Date;
  readonly #seed: string;
  readonly #left = FILTERS.map(() => 0);
  readonly #passed: { candidate: Candidate; tie: number }[] = [];
  #total = 0;

  constructor(need: Need, now: Date, seed: string) {
    this.#need = need;
    this.#now = now;
    this.#seed = seed;
  }

  /** Judges one more expert; answers whether they are a candidate. */
  add(expert: ExpertFacts): boolean {
    this.#total += 1;
    for (const [at, filter] of FILTERS.entries()) {
      if (!filter.keeps(expert, this.#need, this.#now)) return false;
      this.#left[at] = (this.#left[at] ?? 0) + 1;
    }
    const candidate = scoreOf(expert, this.#need, this.#now);
    this.#passed.push({ candidate, tie: tieBreak(this.#seed, expert.profile_id) });
    return true;
  }

  /** The ranking of all that were judged. */
  ranking(): Ranking {
    const candidates = this.#passed
      .toSorted(
        (a, b) =>
          beyond(a.candidate, this.#need) - beyond(b.candidate, this.#need) ||
          b.candidate.score - a.candidate.score ||
          a.tie - b.tie ||
          a.candidate.profile_id - b.candidate.profile_id,
      )
      .map(({ candidate }) => candidate);
    const funnel = FILTERS.map(({ key }, at) => ({ key, left: this.#left[at] ?? 0 }));
    return { weights: WEIGHTS.version, seed: this.#seed, funnel, total: this.#total, candidates };
  }
}

/** Where a place is asked for, who is within the radius comes before who is not, or of whom no site is known. */
const beyond = ({ miles }: Pick<Candidate, 'miles'>, { near }: Pick<Need, 'near'>): number =>
  near === null || (miles !== null && miles <= near.miles) ? 0 : 1;

/** Scores that more than one candidate has: whose order among them was drawn. */
export function drawnScores(candidates: readonly Pick<Candidate, 'score'>[]): ReadonlySet<number> {
  const once = new Set<number>();
  const more = new Set<number>();
  for (const { score } of candidates) (once.has(score) ? more : once).add(score);
  return more;
}

/** At most so many candidates go to the board, and into what is kept of a decision. */
export const MOST_SHOWN = 100;
export const MOST_KEPT = 50;

/** A ranking's best `most`, and whoever must not be missing, each with their rank; in order. */
export function bestOf<C extends Pick<Candidate, 'profile_id'>>(
  ranked: readonly C[],
  most: number,
  always: readonly number[],
): (C & { rank: number })[] {
  return ranked.flatMap((one, at) => (at < most || always.includes(one.profile_id) ? [{ ...one, rank: at + 1 }] : []));
}

/** The score of an expert who passed the filters, with its parts and the reasons people read. */
export function scoreOf(e: ExpertFacts, need: Need, now: Date): Candidate {
  const w = WEIGHTS.parts;
  const found = bestFit(e, need, now);
  const fit = found?.fit ?? 'adjacent';
  const days = e.earliest === null ? 30 : Math.max(0, (Date.parse(e.earliest) - now.getTime()) / DAY);
  const onTime = e.finished === 0 ? 0.8 : (e.finished - e.late) / e.finished;
  const rating = ((e.rating_mean ?? 0) * e.rating_n + PRIOR.mean * PRIOR.n) / (e.rating_n + PRIOR.n);
  const sameSetting = need.setting !== null && e.setting === need.setting;
  const nearby = e.state !== null && need.preferred_states.includes(e.state);
  const wantsPlace = need.setting !== null || need.preferred_states.length > 0;
  const parts: Record<ScorePart, number> = {
    sub_specialty: w.sub_specialty * FIT_SHARE[fit],
    setting: !wantsPlace
      ? w.setting
      : w.setting *
        ((sameSetting ? 0.5 : need.setting === null ? 0.5 : 0.1) +
          (nearby ? 0.5 : need.preferred_states.length === 0 ? 0.5 : 0.1)),
    // whoever had no time for this very review is not taken to have it now
    availability: hadNoTime(e) ? 0 : w.availability * clamp(1 - (days - 1) / 13),
    on_time: w.on_time * clamp((onTime - 0.5) * 2),
    rating: w.rating * clamp((rating - 1) / 4),
    answers: w.answers * (e.answer_hours === null ? 0.6 : clamp(1 - e.answer_hours / 48)),
    load: w.load * clamp(1 - e.open_reviews / Math.max(1, e.max_open_reviews)),
    price: w.price * priceShare(e, need),
  };
  if (e.used_by_organization >= ORGANIZATION_SHARE) parts.load /= 2;
  for (const part of SCORE_PARTS) parts[part] = Math.round(parts[part] * 10) / 10;
  const score = Math.round(SCORE_PARTS.reduce((sum, part) => sum + parts[part], 0));
  const is_new = e.finished === 0 && e.rating_n === 0;
  return {
    profile_id: e.profile_id,
    code: e.code,
    score,
    parts,
    fit,
    is_new,
    turned_down: Boolean(e.turned_down),
    miles: need.near === null ? null : (e.miles ?? null),
    reasons: reasonsOf(e, need, fit, { by: found?.by, days, sameSetting, nearby, is_new }),
  };
}

/** What is usual of a price: of seven tenths. */
const USUAL_PRICE_SHARE = 0.6;

/**
 * What of the price's points an expert earns: all of them at half of what the customer pays or less, none at all of it or more. In no
 * reason, as reasons are read by who orders.
 */
function priceShare({ earns_cents }: ExpertFacts, { price }: Need): number {
  // ranked before amounts were looked at
  if (earns_cents === undefined || price === undefined) return 1;
  if (earns_cents === null || price === null || price.of_cents === 0) return USUAL_PRICE_SHARE;
  return clamp((1 - earns_cents / price.of_cents) * 2);
}

function reasonsOf(
  e: ExpertFacts,
  need: Need,
  fit: Fit,
  facts: { by: CredentialFacts | undefined; days: number; sameSetting: boolean; nearby: boolean; is_new: boolean },
): Reason[] {
  const reasons: Reason[] = [];
  const say = (tone: Reason['tone'], text: string) => reasons.push({ tone, text });
  if (fit === 'exact') say('good', 'Exact specialty');
  else if (fit === 'general') say('warn', `${need.specialty}, without a focus on ${focusWords(need.sub_specialty)}`);
  else if (fit === 'other_focus')
    say('warn', `${need.specialty}: ${focusWords(facts.by?.sub_specialty)}, not ${focusWords(need.sub_specialty)}`);
  else say('warn', facts.by ? `Adjacent specialty, ${lower(facts.by.specialty)}` : 'Adjacent specialty');
  if (e.turned_down) say('warn', turnedDownWords(e.turned_down));
  if (need.near) say(...distanceSaid(e.miles ?? null, need.near.miles));
  if (facts.nearby) say('good', `Practices in ${stateName(e.state ?? '')}`);
  if (facts.sameSetting) say('good', `Same setting, ${(need.setting ?? '').toLowerCase()}`);
  if (e.finished > 0)
    say(
      e.late * 4 > e.finished ? 'warn' : 'good',
      e.late === 0 ? `${e.finished} of ${e.finished} on time` : `Late with ${e.late} of ${e.finished}`,
    );
  if (e.missed > 0) say('warn', e.missed === 1 ? 'Missed a call' : `Missed ${e.missed} calls`);
  if (facts.days <= 3) say('good', facts.days <= 1 ? 'Free within a day' : `Free within ${Math.ceil(facts.days)} days`);
  if (e.answer_hours !== null && e.answer_hours > 24)
    say('warn', `Answers invitations in ${Math.round(e.answer_hours)} h on average`);
  if (e.used_by_organization >= ORGANIZATION_SHARE)
    say('warn', `Used by this organization ${e.used_by_organization} times this quarter`);
  if (facts.is_new) say('new', 'New: a first review for them');
  return reasons;
}

/** How far the nearest site is, and how that is to be taken. */
const distanceSaid = (miles: number | null, radius: number): [Reason['tone'], string] =>
  miles === null
    ? ['warn', 'Distance not known']
    : miles <= radius
      ? ['good', `${plural(miles, 'mile')} from the examinee`]
      : ['warn', `${plural(miles, 'mile')} from the examinee, beyond ${radius}`];

/** "spine" of "Spine"; abbreviations keep their capitals. */
const lower = (word: string): string =>
  /^[A-Z]{2}/.test(word) ? word : word.replace(/^./, (first) => first.toLowerCase());
const focusWords = (focus: string | null | undefined): string => lower(focus ?? 'this');

/** Reasons that say there was no room for the review. */
const NO_TIME: ReadonlySet<string> = new Set(['too_soon', 'too_many_records', 'leave']);
const hadNoTime = ({ turned_down }: ExpertFacts): boolean =>
  turned_down !== null && turned_down !== undefined && (turned_down.reason === null || NO_TIME.has(turned_down.reason));

/** "Declined this review on November 16: no time, or due too soon". */
function turnedDownWords({ on, reason }: NonNullable<ExpertFacts['turned_down']>): string {
  const day = dateText(on, 'day');
  if (reason === null) return `Did not answer for this review by ${day}`;
  const why = DECLINE_REASONS.find((one) => one.value === reason);
  return `Declined this review on ${day}${why && reason !== 'other' ? `: ${lower(why.label)}` : ''}`;
}

const clamp = (x: number): number => Math.min(1, Math.max(0, x));

/** A number in [0, 1) that the seed and the expert fix (FNV-1a). */
function tieBreak(seed: string, id: number): number {
  let hash = 0x811c9dc5;
  for (const char of `${seed}:${id}`) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash / 0x1_0000_0000;
}

/**
 * The three to present: those asked for and the best, whoever turned this review down only where others run out. Where none of them is new and a new expert scores within 15
 * points of the third, the third place goes to the best new one. They stay in the order of their rank, which does not
 * tell who was asked for.
 */
export function topThree<C extends Pick<Candidate, 'profile_id' | 'score' | 'is_new' | 'turned_down'>>(
  ranked: readonly C[],
  { preferred_experts: preferred }: Pick<Need, 'preferred_experts'>,
): C[] {
  const isAsked = (c: C): boolean => preferred.includes(c.profile_id);
  const others = ranked.filter((c) => !isAsked(c));
  const candidates = [
    ...ranked.filter(isAsked),
    ...others.filter((c) => !c.turned_down),
    ...others.filter((c) => c.turned_down),
  ];
  const inOrder = (chosen: C[]): C[] => ranked.filter((c) => chosen.includes(c));
  const three = candidates.slice(0, 3);
  const third = three[2];
  if (!third || isAsked(third) || three.some((c) => c.is_new)) return inOrder(three);
  const fresh = candidates.slice(3).find((c) => c.is_new && !c.turned_down && third.score - c.score <= 15);
  return inOrder(fresh ? [...three.slice(0, 2), fresh] : three);
}

/** When an invitation expires: 48 hours, expedited after 8 business hours of the expert's zone, none of them on a holiday of the review's state. */
export function invitationExpiry(now: Date, expedited: boolean, expertZone: string, isHoliday: IsHoliday): Date {
  return expedited ? addWorkingHours(now, 8, expertZone, isHoliday) : new Date(now.getTime() + 48 * HOUR);
}
/** A reminder goes out when half of the time is gone. */
export const reminderAt = (now: Date, expires: Date): Date => new Date((now.getTime() + expires.getTime()) / 2);

/** After so many invitations in vain the matching team is alarmed and automatic matching stops. */
export const ALARM_AFTER = 3;

export const DECLINE_REASONS = [
  { value: 'conflict', label: 'I have a conflict' },
  { value: 'expertise', label: 'Outside my expertise' },
  { value: 'too_soon', label: 'No time, or due too soon' },
  { value: 'too_many_records', label: 'Too many records' },
  { value: 'fee', label: 'The fee is too low' },
  { value: 'leave', label: 'I am on leave' },
  { value: 'license', label: 'State or license issue' },
  { value: 'personal', label: 'Personal or ethical reasons' },
  { value: 'records', label: 'The records are poor' },
  { value: 'side', label: 'I prefer not to work for this side' },
  { value: 'other', label: 'Another reason' },
] as const;

/** Whether this actor runs the matching. */
export const mayMatch = (actor: Actor): boolean => runsMatching(actor.kind);

/** How an expert is called while names are hidden: 'Expert H-311'. */
export const expertName = (one: { name: string | null; code: string }): string => one.name ?? `Expert ${one.code}`;
