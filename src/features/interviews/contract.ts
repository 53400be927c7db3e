import { z } from 'zod';
import { type ActorKind, isExpert, isExpertSide, isReadingStaff, isRequesterSide } from '../../core/actor.ts';
import { defineEndpoint, idParam, instant, kindName } from '../../core/endpoint.ts';
import { reviewCommand } from '../../core/review-command.ts';
import { DECLINE_REASONS } from '../matching/rules.ts';
import { INTERVIEW_LENGTHS, INTERVIEW_STATES, LEANING_NAMES, TIMES_MOST } from './rules.ts';

const side = z.enum(['requester', 'expert']);
const declineReason = z.enum(DECLINE_REASONS.map(({ value }) => value) as [string, ...string[]]);

export const interviewView = z
  .object({
    id: z.number(),
    review_id: z.number(),
    kind: kindName,
    number: z.string(),
    lock_version: z.number(),
    /** The candidate as presented; null to the expert’s side, and where none was. */
    candidate_id: z.number().nullable(),
    /** Whom the reader talks with: the candidate’s name, or code while names are hidden; to the expert: the requesting side. */
    with: z.string(),
    state: z.enum(INTERVIEW_STATES),
    asked_by: side,
    asked_at: instant,
    minutes: z.number(),
    /** Whose move it is; null: nobody’s. */
    awaits: side.nullable(),
    times: z.array(z.object({ starts_at: instant, open: z.boolean() })),
    starts_at: instant.nullable(),
    dial_in: z.string(),
    held_minutes: z.number().nullable(),
    /** How long the provider of its meeting says it was open, to who can say that it was held; null where it told nothing. */
    minutes_told: z.number().nullable(),
    /** Whether the names were attested; before that no time is offered. */
    attested: z.boolean(),
    reason: z.string(),
    /** What the reader’s own side noted; null: nothing, or the reader is on no side. */
    note: z.object({ text: z.string(), leaning: z.enum(LEANING_NAMES).nullable(), written_at: instant }).nullable(),
    /** Whether it waits while the matter rests: nothing is offered or chosen then. */
    waits: z.boolean(),
    /** Whether the reader was sent the names, and answers that invitation. */
    invited: z.boolean(),
    /** What the expert is told before the names are cleared; null to the other side. */
    brief: z
      .object({
        specialty: z.string(),
        region: z.string().nullable(),
        told_first: z.array(z.object({ label: z.string(), value: z.string() })),
        names: z.array(z.object({ name: z.string(), role: z.string() })),
      })
      .nullable(),
    can: z.object({
      offer: z.boolean(),
      choose: z.boolean(),
      none_fit: z.boolean(),
      move: z.boolean(),
      held: z.boolean(),
      not_held: z.boolean(),
      decline: z.boolean(),
      call_off: z.boolean(),
      note: z.boolean(),
    }),
  })
  .meta({ id: 'Interview' });
export type InterviewView = z.output<typeof interviewView>;

export const interviewsView = z
  .object({
    review_id: z.number(),
    kind: kindName,
    lock_version: z.number(),
    interviews: z.array(interviewView),
    /** Candidates who can be asked for one now. */
    may_ask: z.array(z.number()),
    can: z.object({ ask: z.boolean() }),
  })
  .meta({ id: 'Interviews' });
export type InterviewsView = z.output<typeof interviewsView>;

type Who = { kind: ActorKind };
const orderers = ({ kind }: Who) => isRequesterSide(kind) || isReadingStaff(kind);
const experts = ({ kind }: Who) => isExpertSide(kind);
const either = (who: Who) => orderers(who) || experts(who);
const REFUSALS = ['not_found', 'forbidden', 'wrong_state', 'lost_race', 'invalid', 'stale'] as const;
const reviewParams = z.object({ id: idParam });
const params = z.object({ interviewId: idParam });
const reason = z.string().trim().min(1, 'Say why, in a few words.').max(2000);
const minutes = z.literal(INTERVIEW_LENGTHS);
const lock_version = z.number().int();
const answers = z.record(z.string(), z.boolean());
const starts_at = z.array(instant).min(1, 'Choose at least one time.').max(TIMES_MOST);
const act = (id: string) =>
  ({
    id: `interviews.${id}`,
    method: 'POST',
    path: `/api/v1/interviews/{interviewId}/${id}`,
    idempotent: true,
    errors: REFUSALS,
  }) as const;

export const interviewEndpoints = {
  list: defineEndpoint({
    id: 'interviews.list',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/interviews',
    summary: 'Interviews of the candidates of a legal case, for who chooses among them',
    allow: orderers,
    shape: { params: reviewParams, output: interviewsView },
    errors: ['not_found'],
  }),
  ask: defineEndpoint({
    ...reviewCommand('interviews.ask', 'interviews/ask'),
    summary: 'Asks a presented candidate for an interview; they get the names, and nothing else',
    allow: orderers,
    shape: {
      params: reviewParams,
      body: z.object({ candidate_id: z.number().int(), minutes, lock_version: lock_version.optional() }),
      output: interviewsView,
    },
    errors: REFUSALS,
  }),
  propose: defineEndpoint({
    ...reviewCommand('interviews.propose', 'interviews/propose'),
    summary: 'Asks, as the expert who was sent the names, to talk before accepting; offers times for it',
    allow: ({ kind }) => isExpert(kind),
    shape: { params: reviewParams, body: z.object({ minutes, answers, starts_at }), output: interviewView },
    errors: REFUSALS,
  }),
  own: defineEndpoint({
    id: 'interviews.own',
    method: 'GET',
    path: '/api/v1/interviews',
    summary:
      'The reader’s own interviews that are under way, or were held for a matter that still looks for its expert',
    allow: experts,
    shape: { output: z.object({ interviews: z.array(interviewView) }) },
    errors: [],
  }),
  read: defineEndpoint({
    id: 'interviews.read',
    method: 'GET',
    path: '/api/v1/interviews/{interviewId}',
    summary: 'One interview, as its side sees it',
    allow: either,
    shape: { params, output: interviewView },
    errors: ['not_found'],
  }),
  offer: defineEndpoint({
    ...act('offer'),
    summary: 'Offers times for an interview; the first time with the expert’s attestation on the names',
    allow: experts,
    shape: { params, body: z.object({ lock_version, answers: answers.optional(), starts_at }), output: interviewView },
  }),
  choose: defineEndpoint({
    ...act('choose'),
    summary: 'Chooses one of the times; exactly one engagement gets an hour of an expert',
    allow: orderers,
    shape: {
      params,
      body: z.object({ lock_version, starts_at: instant, zone: z.string().min(1).max(60) }),
      output: interviewView,
    },
    errors: [...REFUSALS, 'slot_taken'],
  }),
  noneFit: defineEndpoint({
    ...act('none_fit'),
    summary: 'Says that none of the times fits, and why; the expert offers others',
    allow: orderers,
    shape: { params, body: z.object({ lock_version, reason }), output: interviewView },
  }),
  move: defineEndpoint({
    ...act('move'),
    summary: 'Gives up the time that is set, and says why; the expert offers others',
    allow: either,
    shape: { params, body: z.object({ lock_version, reason }), output: interviewView },
  }),
  held: defineEndpoint({
    ...act('held'),
    summary: 'Says that it was held, and how long it took',
    allow: either,
    shape: {
      params,
      body: z.object({ lock_version, minutes: z.number().int().min(1).max(600) }),
      output: interviewView,
    },
  }),
  notHeld: defineEndpoint({
    ...act('not_held'),
    summary: 'Says that it did not take place at its time; the expert offers others',
    allow: either,
    shape: { params, body: z.object({ lock_version, reason }), output: interviewView },
  }),
  decline: defineEndpoint({
    ...act('decline'),
    summary:
      'Declines, before or after the interview; a conflict is kept, and this expert is not asked for the matter again',
    allow: ({ kind }) => isExpert(kind),
    shape: {
      params,
      body: z.object({ lock_version, reason: declineReason, note: z.string().trim().max(2000).default('') }),
      output: interviewView,
    },
  }),
  callOff: defineEndpoint({
    ...act('call_off'),
    summary: 'Calls it off, and says why',
    allow: orderers,
    shape: { params, body: z.object({ lock_version, reason }), output: interviewView },
  }),
  note: defineEndpoint({
    ...act('note'),
    summary: 'Notes something for one’s own side; the other side and staff never see it',
    allow: (who) => isRequesterSide(who.kind) || experts(who),
    shape: {
      params,
      body: z.object({
        text: z.string().trim().max(8000),
        leaning: z.enum(LEANING_NAMES).nullable().default(null),
        /** When the note was written that this one was made from; null: there was none. Another by now is refused. */
        was: instant.nullable(),
      }),
      output: interviewView,
    },
  }),
};
