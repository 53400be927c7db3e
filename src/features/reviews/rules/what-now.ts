import type { ReviewAction } from './actions.ts';
import type { Side } from '../../../core/actor.ts';
import { byKind, KINDS } from '../../../core/kinds.ts';
import { capital } from '../../../core/phrases.ts';
import { OFFER_LEAD_MS } from './guards.ts';
import { REVIEW_KINDS, type ReviewKind } from '../kinds/index.ts';
import { INVITATION, type NextStepText, type ReadSoFar } from '../kinds/next-step-text.ts';
import type { Ball, ReviewFacts } from './facts.ts';
import { type DueVerb, dueVerb, stillSince } from './clocks.ts';
import { stateRow, isPurged } from './kinds.ts';
import { awaitsApprovers, ballOf, HAVE_APPROVED, isTransferOpen } from './status.ts';

export interface WhatNow {
  voice: 'yours' | 'theirs' | 'nobody' | 'done';
  seat: Ball;
  title: string;
  headline: string;
  text: string;
  action: { action: ReviewAction | null; label: string; path: string | null } | null;
  due: { at: Date; from: Date | null; paused_at: Date | null; verb: DueVerb } | null;
  consequence: string | null;
}

/** Who looks on: the seat, and how this reader may call the expert ("Dr. Falkenrath", "Expert F-207", "the expert"). */
export interface WhatNowReader {
  seat: Side | null;
  expert: string;
  /** The instant it is told: a call whose time has come is told otherwise than one ahead. */
  now: Date;
  purge_on?: string | null;
  /** How far they have read the records, where that is kept. */
  read?: ReadSoFar | null;
}

const SIDE_TITLES: Record<Exclude<Ball, 'nobody'>, string> = {
  requester: 'With the requester',
  staff: 'With Peritus',
  expert: 'With the expert',
};

/** What happens next, who has the ball and by when, told to this reader. */
export function whatNow(facts: ReviewFacts, reader: WhatNowReader): WhatNow {
  const ball = ballOf(facts);
  const { bucket } = stateRow(facts.kind, facts.status);
  const base = { seat: ball, action: null, due: dueOf(facts), consequence: null };
  if (bucket === 'completed' || bucket === 'cancelled') {
    if (ball === 'nobody' || !isTransferOpen(facts))
      return { ...base, due: null, voice: 'done', title: 'Done', ...doneText(facts, reader) };
  } else if (ball === 'nobody') {
    return { ...base, voice: 'nobody', title: 'Resting', ...restText(facts) };
  }
  const interview = reader.seat === 'requester' && ball === 'expert' ? interviewWaits(facts, reader) : null;
  if (interview)
    return {
      ...base,
      due: interview.by && { at: interview.by, from: null, paused_at: stillSince(facts), verb: 'due' },
      voice: 'yours',
      title: 'Your move',
      headline: interview.says[0],
      text: interview.says[1],
      action: { action: null, label: interview.says[2], path: pagePath(facts, 'experts') },
    };
  if (facts.session_declined && reader.seat === 'requester' && ball === 'expert')
    return {
      ...base,
      due: null,
      voice: 'yours',
      title: 'Your move',
      headline: 'Set another time, or call it off',
      text: `${capital(reader.expert)} cannot be at a session of testimony. Why is said beside it.`,
      action: { action: null, label: 'See the session', path: `${pagePath(facts)}#testimony` },
    };
  const telling = tellingOf(facts, reader);
  const yours = reader.seat === ball;
  const [headline, text] = yours ? telling.yours : telling.theirs;
  const title = yours ? 'Your move' : SIDE_TITLES[ball];
  const page = telling.act?.page;
  return {
    ...base,
    voice: yours ? 'yours' : 'theirs',
    title,
    headline,
    text,
    action:
      yours && telling.act
        ? {
            action: telling.act.action ?? null,
            label: telling.act.label,
            path: telling.act.path ?? (page === undefined ? null : pagePath(facts, page)),
          }
        : null,
    consequence: base.due ? (telling.consequence ?? null) : null,
  };
}

/** What the firm owes an interview while the expert it chose holds the names: choosing a time, or saying how it went. */
function interviewWaits(
  facts: ReviewFacts,
  { expert, now }: WhatNowReader,
): { by: Date | null; says: readonly [string, string, string] } | null {
  if (stateRow(facts.kind, facts.status).interviews !== true) return null;
  const { times_until, set_from } = facts.interviews;
  const by = times_until && new Date(times_until.getTime() - OFFER_LEAD_MS);
  if (by && by >= now)
    return {
      by,
      says: [
        'Choose a time for the interview',
        `${capital(expert)} would like to talk before answering, and offers times. They clear the names and accept, or decline, after that.`,
        'See the times',
      ],
    };
  if (set_from && set_from <= now)
    return {
      by: null,
      says: [
        'Say how the interview went',
        `Its time has come. ${capital(expert)} still has to clear the names and accept.`,
        'Open the interview',
      ],
    };
  return null;
}

/** A page of a review: "/case/20418/choose-call-time". */
export function pagePath(facts: Pick<ReviewFacts, 'kind' | 'id'>, page = ''): string {
  if (page === INVITATION) return `${KINDS[facts.kind].invite_path}/review-${facts.id}`;
  return `/${KINDS[facts.kind].slug}/${facts.id}${page === '' ? '' : `/${page}`}`;
}

function dueOf(facts: ReviewFacts): WhatNow['due'] {
  if (!facts.due_at) return null;
  const verb = dueVerb(facts.kind, facts.status);
  return { at: facts.due_at, from: facts.due_from, paused_at: stillSince(facts), verb };
}

export const NEXT_STEPS = /* @__PURE__ */ byKind(
  'next step',
  REVIEW_KINDS,
  ({ next_steps }: Pick<ReviewKind, 'next_steps'>) => next_steps,
);

/** What is said of a review that is to continue as another kind, while that is undecided. */
const CONTINUING: Readonly<Record<NonNullable<ReviewFacts['transfer_continues']>, NextStepText>> = {
  asked: {
    yours: [
      'Say whether you continue as a legal case',
      'The requester would like to retain you. Answer about the names that come with it, below; nothing binds you yet.',
    ],
    theirs: [
      'The expert answers about counsel’s names',
      'It is to continue as a legal case. Once the expert has agreed, Peritus opens it; until then nothing changes.',
    ],
  },
  agreed: {
    yours: ['Open the legal case', 'The expert has agreed. What goes with it is below.'],
    theirs: ['Peritus opens the legal case', 'The expert has agreed. Until it is open nothing changes.'],
  },
};

/** What is said of a report that is begun once its price is approved. */
function approvingOf(facts: ReviewFacts): NextStepText {
  const act = { label: 'See the price', path: `${pagePath(facts)}#price` };
  return facts.approval?.state === 'declined'
    ? {
        yours: ['Ask once more, or end the review', 'The price of the report was declined. Why is said beside it.'],
        theirs: [
          'The price of the report was declined',
          'The requester asks for approval once more, or ends the review.',
        ],
        act,
      }
    : {
        yours: [
          HAVE_APPROVED,
          'Who approves at your organization has been told. The expert begins the report after that.',
        ],
        theirs: ['The price of the report is being approved', 'The report is begun, and its time counts, after that.'],
        act,
      };
}

function tellingOf(facts: ReviewFacts, reader: WhatNowReader): NextStepText {
  const deciding = isTransferOpen(facts);
  if (deciding && facts.transfer_continues !== null) return CONTINUING[facts.transfer_continues];
  if (deciding && facts.transfer_to === null) {
    return {
      yours: [
        'Decide on the transfer',
        'The requester asked to hand this review on. A fresh conflict check comes first.',
      ],
      theirs: [
        'Peritus looks at the transfer',
        'A fresh conflict check comes first. You’ll hear as soon as it is decided.',
      ],
      act: { action: 'grant_transfer', label: 'Grant the transfer' },
    };
  }
  if (deciding) {
    return {
      yours: ['Decide on the transfer', 'The requester asked to hand this review to a colleague.'],
      theirs: ['A transfer is being decided', 'A review manager or Peritus hands it over. Until then nothing changes.'],
      act: { action: 'hand_over', label: 'Hand it over' },
    };
  }
  if (awaitsApprovers(facts)) return approvingOf(facts);
  const tell = NEXT_STEPS.of(facts.kind)[facts.status];
  if (!tell) throw new Error(`Nothing is said about ${facts.status}.`);
  return tell(facts, reader.expert, reader.now, reader.read ?? null);
}

function restText(facts: ReviewFacts): { headline: string; text: string } {
  const billing = facts.organization.billing_hold;
  return {
    headline: billing ? 'On hold for billing' : 'On hold',
    text: billing
      ? 'Your administrator and Peritus can lift it. The clock is paused until then.'
      : 'Peritus can lift it. The clock is paused until then.',
  };
}

function doneText(facts: ReviewFacts, reader: WhatNowReader): { headline: string; text: string } {
  const { bucket, done } = stateRow(facts.kind, facts.status);
  if (done) return done;
  if (isPurged(facts))
    return {
      headline: 'Records deleted',
      text: 'Files, answers, names and messages are gone for good. Dates and amounts stay.',
    };
  return { headline: bucket === 'cancelled' ? 'Canceled' : 'Closed', text: purgeText(reader) };
}

const purgeText = (reader: WhatNowReader): string =>
  reader.purge_on
    ? `Its records are kept until ${reader.purge_on}, then deleted for good.`
    : 'Its records are kept. No one has to do anything.';
