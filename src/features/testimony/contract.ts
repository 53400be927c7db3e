import { z } from 'zod';
import { type ActorKind, isExpert, isExpertSide, isRequesterSide, isStaff, readsContents } from '../../core/actor.ts';
import { calendarDate, defineEndpoint, idParam, instant, kindName, nothing } from '../../core/endpoint.ts';
import { reviewCommand } from '../../core/review-command.ts';
import { typedSignature } from '../../core/typed-signature.ts';
import {
  ATTENDEE_ROLES,
  type AttendeeRole,
  ATTENDEES_MOST,
  ERRATA_MOST,
  ERRATUM_TEXT_MOST,
  SESSION_MINUTES,
  SESSION_STATES,
  SESSION_TYPE_NAMES,
} from './rules.ts';

const type = z.enum(SESSION_TYPE_NAMES);
const cents = z.number().int();
const attendee = z.object({
  name: z.string().trim().min(1, 'Enter the name.').max(120),
  role: z.enum(Object.keys(ATTENDEE_ROLES) as [AttendeeRole, ...AttendeeRole[]]),
});
const text = z.string().trim().min(1, 'Required').max(ERRATUM_TEXT_MOST);
const erratum = z.object({
  page: z.number().int().min(1, 'Enter the page.').max(9999),
  line: z.number().int().min(1, 'Enter the line.').max(99),
  reads: text,
  should_read: text,
  reason: text,
});

const session = z.object({
  id: z.number(),
  type,
  state: z.enum(SESSION_STATES),
  starts_at: instant,
  minutes: z.number(),
  zone: z.string(),
  place: z.string(),
  link: z.string(),
  attendees: z.array(attendee),
  note: z.string(),
  /** Why it was declined, moved or called off last; empty: it was not. */
  reason: z.string(),
  /** What calling it off or moving it costs now; null to who sees no amounts. */
  calling_off_cents: cents.nullable(),
  /** How it was held, with the minutes that are charged for it; null: it was not, yet. */
  held: z
    .object({
      from: instant,
      to: instant,
      break_minutes: z.number(),
      charged_minutes: z.number(),
      /** Whether its time is recorded. */
      recorded: z.boolean(),
    })
    .nullable(),
  transcript: z
    .object({
      available_on: calendarDate,
      errata_due_on: calendarDate,
      /** How the day was counted; empty where it was entered by hand. */
      working: z.string(),
      days_left: z.number().int(),
      /** Null: it is not signed yet. */
      errata: z.object({ lines: z.array(erratum), name: z.string(), signed_at: instant }).nullable(),
    })
    .nullable(),
  /** The expert’s own record of it, which is not among theirs yet; null: it is, or none can be made, or it is another reader. */
  own_record: z
    .object({
      case_name: z.string(),
      court: z.string(),
      docket: z.string().nullable(),
      testified_on: calendarDate,
      form: z.enum(['deposition', 'trial']),
      side: z.enum(['plaintiff', 'defense', 'court']),
      retaining_firm: z.string(),
    })
    .nullable(),
  can: z.object({
    confirm: z.boolean(),
    decline: z.boolean(),
    move: z.boolean(),
    call_off: z.boolean(),
    not_held: z.boolean(),
    hold: z.boolean(),
    record_time: z.boolean(),
    add_transcript: z.boolean(),
    sign_errata: z.boolean(),
  }),
});

export const sessionsView = z
  .object({
    review_id: z.number(),
    kind: kindName,
    today: calendarDate,
    /** Where the firm is: what a new session begins with. */
    time_zone: z.string(),
    sessions: z.array(session),
    /** The expert’s profile, where their own records are kept; null to other readers. */
    profile_id: z.number().nullable(),
    /** The reader’s name, as a signature is typed. */
    own_name: z.string(),
    /** What was agreed about testimony, for who sees it. */
    agreed: z
      .object({ deposition_minimum_minutes: z.number(), cancel_days: z.number(), cancel_percent: z.number() })
      .nullable(),
    can: z.object({ ask: z.boolean() }),
  })
  .meta({ id: 'TestimonySessions' });
export type SessionsView = z.output<typeof sessionsView>;
export type SessionView = SessionsView['sessions'][number];

type Who = { kind: ActorKind };
const params = z.object({ id: idParam });
const sessionParams = z.object({ id: idParam, sessionId: idParam });
const either = ({ kind }: Who) => isExpertSide(kind) || isRequesterSide(kind) || (isStaff(kind) && readsContents(kind));
const orderers = ({ kind }: Who) => isRequesterSide(kind) || (isStaff(kind) && readsContents(kind));
const experts = ({ kind }: Who) => isExpertSide(kind);
const REFUSALS = ['not_found', 'forbidden', 'wrong_state', 'lost_race', 'invalid', 'stale'] as const;
const post = (id: string, path: string) => reviewCommand(`testimony.${id}`, `testimony/${path}`);
const reason = z.string().trim().min(1, 'Required').max(2000);
/** What the sender was told it costs: another amount by now is refused. */
const confirmed_cents = cents.min(0);

/** The time it had when it was read: another by now is refused. */
const was = instant;

const when = z.object({
  starts_at: instant,
  minutes: z.number().int().min(SESSION_MINUTES.least).max(SESSION_MINUTES.most),
  zone: z.string().min(1, 'Choose the time zone.').max(60),
  place: z.string().trim().max(300).default(''),
  link: z.string().trim().max(500).default(''),
  attendees: z.array(attendee).max(ATTENDEES_MOST).default([]),
  note: z.string().trim().max(2000).default(''),
});

export const testimonyEndpoints = {
  read: defineEndpoint({
    id: 'testimony.read',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/testimony',
    summary: 'Depositions and days at trial of a legal case, with transcripts and errata',
    allow: either,
    shape: { params, output: sessionsView },
    errors: ['not_found'],
  }),
  ask: defineEndpoint({
    ...post('ask', 'ask'),
    summary: 'Asks the expert for a deposition, a day at trial, or what prepares for it; approves its hours',
    allow: orderers,
    shape: { params, body: when.extend({ type }), output: sessionsView },
    errors: REFUSALS,
  }),
  confirm: defineEndpoint({
    ...post('confirm', '{sessionId}/confirm'),
    summary: 'Confirms that the expert will be there',
    allow: experts,
    shape: { params: sessionParams, body: z.object({ starts_at: instant }), output: sessionsView },
    errors: REFUSALS,
  }),
  decline: defineEndpoint({
    ...post('decline', '{sessionId}/decline'),
    summary: 'Says that the expert cannot be there, and why; another time is looked for',
    allow: experts,
    shape: { params: sessionParams, body: z.object({ reason }), output: sessionsView },
    errors: REFUSALS,
  }),
  move: defineEndpoint({
    ...post('move', '{sessionId}/move'),
    summary: 'Sets another time or place. Where that is late, it is charged as agreed',
    allow: orderers,
    shape: { params: sessionParams, body: when.extend({ reason, confirmed_cents, was }), output: sessionsView },
    errors: REFUSALS,
  }),
  callOff: defineEndpoint({
    ...post('call_off', '{sessionId}/call_off'),
    summary: 'Calls it off. Where that is late, it is charged as agreed',
    allow: orderers,
    shape: { params: sessionParams, body: z.object({ reason, confirmed_cents }), output: sessionsView },
    errors: REFUSALS,
  }),
  notHeld: defineEndpoint({
    ...post('not_held', '{sessionId}/not_held'),
    summary: 'Says that it did not take place at its time; where it was confirmed, it is charged as called off late',
    allow: experts,
    shape: { params: sessionParams, body: z.object({ reason }), output: sessionsView },
    errors: REFUSALS,
  }),
  hold: defineEndpoint({
    ...post('hold', '{sessionId}/hold'),
    summary: 'Says when it was held, or corrects it; records its time where the budget holds it',
    allow: experts,
    shape: {
      params: sessionParams,
      body: z.object({ held_from: instant, held_to: instant, break_minutes: z.number().int().min(0).max(1440) }),
      output: sessionsView,
    },
    errors: REFUSALS,
  }),
  recordTime: defineEndpoint({
    ...post('record_time', '{sessionId}/record_time'),
    summary: 'Records the time of a session that was held, once its budget holds it',
    allow: experts,
    shape: { params: sessionParams, body: z.object({}).default({}), output: sessionsView },
    errors: REFUSALS,
  }),
  transcript: defineEndpoint({
    ...post('transcript', '{sessionId}/transcript'),
    summary: 'Says since when the transcript is available, and by when errata are due',
    allow: orderers,
    shape: {
      params: sessionParams,
      body: z.object({
        available_on: calendarDate,
        /** Null: as the rules of the matter’s courts give it. */
        errata_due_on: calendarDate.nullable().default(null),
      }),
      output: sessionsView,
    },
    errors: REFUSALS,
  }),
  signErrata: defineEndpoint({
    ...post('sign_errata', '{sessionId}/errata'),
    summary: 'Signs the errata sheet of a transcript, with corrections or without any',
    allow: ({ kind }) => isExpert(kind),
    in_person: true,
    shape: {
      params: sessionParams,
      body: z.object({
        errata: z.array(erratum).max(ERRATA_MOST),
        /** Since when the transcript is available that was read. */
        transcript_on: calendarDate,
        ...typedSignature.shape,
      }),
      output: sessionsView,
    },
    errors: [...REFUSALS, 'reauthentication_required'],
  }),
  errataSheet: defineEndpoint({
    id: 'testimony.errata_sheet',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/testimony/{sessionId}/errata_sheet',
    summary: 'The signed errata sheet as PDF; the same bytes each time',
    allow: either,
    shape: { params: sessionParams, output: nothing },
    errors: ['not_found'],
    raw: 'application/pdf',
  }),
};
