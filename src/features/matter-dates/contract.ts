import { z } from 'zod';
import {
  type ActorKind,
  actsForRequester,
  isAttendee,
  isExpertSide,
  isRequesterSide,
  isStaff,
} from '../../core/actor.ts';
import { calendarDate, defineEndpoint, idParam, instant, kindName } from '../../core/endpoint.ts';
import { reviewCommand } from '../../core/review-command.ts';
import { COURTS, DATES_MOST, LABEL_MOST, MATTER_DATE_TYPES, SOURCE_MOST } from './rules.ts';
import { keepsMatterRules } from './rules/rule-place.ts';

const type = z.enum(MATTER_DATE_TYPES);
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time of day.');

const byRule = z.object({
  day: calendarDate,
  /** How it came about: "90 days before the trial (Mon, Jun 7, 2027): Tue, Mar 9, 2027." */
  working: z.string(),
  says: z.string(),
  source: z.string(),
  /** Who checked the rule; empty: nobody yet. */
  reviewed_by: z.string(),
});

const matterDate = z.object({
  type,
  /** Its own words; empty where its type has a name. */
  label: z.string(),
  title: z.string(),
  day: calendarDate,
  time_of_day: z.string().nullable(),
  /** Where it is from: the order as it was placed, entered since, or computed by a rule. */
  from: z.enum(['order', 'entered', 'computed']),
  source: z.string(),
  /** Whole days from today where the organization is; negative: it is over. */
  days_left: z.number().int(),
  ball: z.enum(['expert', 'requester']).nullable(),
  /** What the rule of the court gives; where another date was entered it stands beside it. */
  by_rule: byRule.nullable(),
});
export type MatterDateView = z.output<typeof matterDate>;

export const matterDatesView = z
  .object({
    review_id: z.number(),
    kind: kindName,
    number: z.string(),
    dates: z.array(matterDate),
    /** Whose rules dates are computed by: "Federal courts". */
    courts: z.string(),
    /** Whether any rule is entered for these courts. */
    has_rules: z.boolean(),
    /** For whom the expert is, as far as it decides what a line of an order is about. */
    side: z.enum(['plaintiff', 'defense']).nullable(),
    time_zone: z.string(),
    can: z.object({ write: z.boolean() }),
  })
  .meta({ id: 'MatterDates' });
export type MatterDatesView = z.output<typeof matterDatesView>;

const params = z.object({ id: idParam });
const REFUSALS = ['not_found', 'forbidden', 'wrong_state', 'lost_race', 'stale', 'invalid'] as const;
const reads = ({ kind }: { kind: ActorKind }): boolean =>
  !isAttendee(kind) && (isRequesterSide(kind) || isStaff(kind) || isExpertSide(kind));
const writes = ({ kind }: { kind: ActorKind }): boolean => actsForRequester(kind);
const post = (id: string) => reviewCommand(`matter_dates.${id}`, `matter_dates/${id}`);
const label = z.string().trim().max(LABEL_MOST).default('');
/** The day it had when it was looked at; null: there was none. Another one by now is refused. */
const was = calendarDate.nullable();

export const matterDateEndpoints = {
  read: defineEndpoint({
    id: 'matter_dates.read',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/matter_dates',
    summary: 'The dates of a matter: entered, and computed by the rules of its courts with their working',
    allow: reads,
    shape: { params, output: matterDatesView },
    errors: ['not_found'],
  }),
  calendar: defineEndpoint({
    id: 'matter_dates.calendar',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/matter_dates/calendar',
    summary: 'The dates of a matter as a calendar file, without names',
    allow: reads,
    shape: { params, output: z.object({ ics: z.string() }).meta({ id: 'MatterCalendar' }) },
    errors: ['not_found'],
  }),
  keep: defineEndpoint({
    ...post('keep'),
    summary: 'Enters dates of a matter, or changes them; what is entered goes before what a rule gives',
    allow: writes,
    shape: {
      params,
      body: z.object({
        dates: z
          .array(
            z.object({
              type,
              label,
              day: calendarDate,
              time_of_day: timeOfDay.nullable().default(null),
              source: z.string().trim().max(SOURCE_MOST).default(''),
              was,
            }),
          )
          .min(1)
          .max(DATES_MOST),
      }),
      output: matterDatesView,
    },
    errors: REFUSALS,
  }),
  remove: defineEndpoint({
    ...post('remove'),
    summary: 'Removes a date that was entered; where a rule gives one, that holds again',
    allow: writes,
    shape: { params, body: z.object({ type, label, was }), output: matterDatesView },
    errors: REFUSALS,
  }),
};

const terms = z
  .object({
    courts: z.string().refine((one) => COURTS.includes(one), 'Choose the courts.'),
    gives: type,
    days: z.number().int(),
    direction: z.enum(['before', 'after']),
    of: type,
    skips_closed: z.boolean(),
    says: z.string().trim().max(1000),
    source: z.string().trim().max(500),
    read_on: calendarDate,
    reviewed_by: z.string().trim().max(200),
  })
  .meta({ id: 'MatterRuleTermsWritten' });
/** As it is told. */
const saidTerms = z
  .object({
    ...terms.shape,
    courts: z.string(),
    says: z.string(),
    source: z.string(),
    reviewed_by: z.string(),
  })
  .meta({ id: 'MatterRuleTerms' });

const ruleRow = z.object({
  key: z.string(),
  /** 0: as it comes with the product. */
  version: z.number().int(),
  /** Null: it was ended. */
  terms: saidTerms.nullable(),
  reason: z.string(),
  written_by: z.string().nullable(),
  written_at: instant.nullable(),
});
export type MatterRuleRow = z.output<typeof ruleRow>;
const ruleList = z.object({ data: z.array(ruleRow), today: calendarDate }).meta({ id: 'MatterRules' });
export type MatterRules = z.output<typeof ruleList>;
const keeps = ({ kind }: { kind: ActorKind }): boolean => keepsMatterRules(kind);

export const matterRuleEndpoints = {
  list: defineEndpoint({
    id: 'matter_rules.list',
    method: 'GET',
    path: '/api/v1/matter_rules',
    summary: 'The rules of courts that dates of matters are computed by, each as it holds',
    allow: keeps,
    shape: { output: ruleList },
  }),
  write: defineEndpoint({
    id: 'matter_rules.write',
    method: 'POST',
    path: '/api/v1/matter_rules/{key}',
    summary: 'Writes a version of a rule of courts, a new rule, or ends one',
    allow: keeps,
    idempotent: true,
    shape: {
      params: z.object({ key: z.string().regex(/^[a-z0-9_]{1,40}$/) }),
      body: z.object({
        /** The version it was written over; -1 where there was no rule of this key. */
        version: z.number().int(),
        terms: terms.nullable(),
        reason: z.string().trim().min(1, 'Say why.').max(1000),
      }),
      output: ruleList,
    },
    errors: ['not_found', 'wrong_state', 'stale', 'lost_race', 'invalid'],
  }),
};
