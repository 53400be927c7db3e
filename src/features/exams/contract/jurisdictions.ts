import { z } from 'zod';
import type { Actor } from '../../../core/actor.ts';
import { calendarDate, defineEndpoint, instant, kindName } from '../../../core/endpoint.ts';
import { COVERAGES } from '../../reviews/kinds/ime/options.ts';
import { ATTORNEY_NOTICES } from '../rules/rule-terms.ts';
import { RULED } from '../rules/rule-scopes.ts';
import { keepsRules } from '../rules/rule-place.ts';

const span = z.object({ days: z.number().int(), of: z.enum(['business', 'calendar']) });
const text = (max: number) => z.string().trim().max(max);
const sentences = z.array(text(2000)).max(100);
/** What is wrong with them, the rules say at their fields. */
const terms = z
  .object({
    notice: span,
    by_mail: z.boolean(),
    attorney: z.enum(ATTORNEY_NOTICES),
    confirm: span.nullable(),
    call_off: z.object({ count: z.number().int(), of: z.enum(['hours', 'business', 'calendar']) }).nullable(),
    report: span,
    report_elsewhere: span.nullable(),
    recipients: text(2000),
    records_service: span.extend({ declaration: z.boolean() }).nullable(),
    recording: text(2000),
    companion: text(2000),
    missed: text(2000),
    telehealth: z.boolean(),
    says: sentences,
    to_examinee: sentences,
    certifies: text(5000),
    source: text(500),
    read_on: calendarDate,
  })
  .meta({ id: 'ExamRuleTerms' });

/** A rule of the list, as it holds today. */
const brief = z.object({
  coverage: z.string().nullable(),
  /** "Workers’ compensation", "Every line of insurance". */
  label: z.string(),
  spans: z.string(),
  telehealth: z.boolean(),
  source: z.string(),
  read_on: z.string(),
  from_on: z.string(),
  /** From which day on the next version holds; null where none was written. */
  next_on: z.string().nullable(),
});

const row = z.object({
  /** The state’s letters, or that of all without a rule. */
  state: z.string(),
  name: z.string(),
  /** What is entered for it; empty: the default holds. */
  rules: z.array(brief),
});
export type ExamRulesRow = z.output<typeof row>;

const list = z.object({ data: z.array(row), lines: z.number().int() }).meta({ id: 'ExamRules' });
export type ExamRules = z.output<typeof list>;

const view = z
  .object({
    state: z.string(),
    name: z.string(),
    coverage: z.string().nullable(),
    label: z.string(),
    /** The lines of insurance, and which of them something is entered for. */
    lines: z.array(z.object({ value: z.string(), label: z.string(), entered: z.boolean() })),
    /** What holds today, and whose it is: this one’s own, the state’s for every line, or the default. */
    holds: terms,
    of: z.enum(['own', 'state', 'default']),
    /** The last version written here, 0 where nobody wrote one. */
    version: z.number().int(),
    /** What comes with the product first; then as they were written. */
    versions: z.array(
      z.object({
        version: z.number().int(),
        from_on: z.string(),
        /** Null: no rule of its own from that day on. */
        terms: terms.nullable(),
        reason: z.string(),
        /** Null: as it comes with the product. */
        by: z.string().nullable(),
        at: instant.nullable(),
        standing: z.enum(['holds', 'ahead', 'over', 'overtaken']),
      }),
    ),
    today: z.string(),
  })
  .meta({ id: 'ExamRule' });
export type ExamRuleView = z.output<typeof view>;

const decided = z.object({
  notice_by: z.string(),
  by_mail: z.boolean(),
  attorney: z.enum(ATTORNEY_NOTICES),
  report_due: z.string(),
});

const effect = z
  .object({
    /** Exams that are set and come under it, offers among them. */
    changed: z.number().int(),
    /** Exams whose notice was served: they stay under the rule of that time. */
    stay: z.number().int(),
    /** The first of those that change. */
    data: z.array(
      z.object({
        review_id: z.number(),
        kind: kindName,
        number: z.string(),
        organization: z.string(),
        what: z.enum(['set', 'offered']),
        starts_at: instant,
        time_zone: z.string(),
        before: decided,
        after: decided,
        late: z.boolean(),
        /** By video, which the version does not allow. */
        barred: z.boolean(),
        /** Letters were written and not served: they say what the former version says. */
        written: z.boolean(),
      }),
    ),
    /** What was shown, as it is confirmed. */
    seal: z.string(),
  })
  .meta({ id: 'ExamRuleEffect' });
export type ExamRuleEffect = z.output<typeof effect>;

const allow = ({ kind }: Actor): boolean => keepsRules(kind);
const params = z.object({ state: z.enum(RULED) });
const coverage = z.enum(COVERAGES.map(({ value }) => value));
const version = z.object({
  coverage: coverage.nullable(),
  from_on: calendarDate,
  /** Null: no rule of its own from that day on. */
  terms: terms.nullable(),
});

export const examRuleEndpoints = {
  list: defineEndpoint({
    id: 'exam_rules.list',
    method: 'GET',
    path: '/api/v1/exam_rules',
    summary: 'What each state asks of exams today; a state without a rule takes the default',
    allow,
    shape: { output: list },
  }),
  read: defineEndpoint({
    id: 'exam_rules.read',
    method: 'GET',
    path: '/api/v1/exam_rules/{state}',
    summary: 'What a state asks of exams of a line of insurance, and every version there was',
    allow,
    shape: { params, query: z.object({ coverage: coverage.optional() }), output: view },
    errors: ['not_found'],
  }),
  effect: defineEndpoint({
    id: 'exam_rules.effect',
    method: 'POST',
    path: '/api/v1/exam_rules/{state}/effect',
    summary: 'Which exams one more version would change, and how; nothing is written',
    allow,
    shape: { params, body: version, output: effect },
    errors: ['not_found', 'invalid'],
  }),
  write: defineEndpoint({
    id: 'exam_rules.write',
    method: 'POST',
    path: '/api/v1/exam_rules/{state}',
    summary: 'Write one more version, which holds from its day on; exams that are set change as was shown',
    allow,
    shape: {
      params,
      body: version.extend({
        /** The version it comes after. */
        version: z.number().int(),
        reason: z.string().trim().min(1, 'Say why.').max(1000),
        /** What was shown of its effect. */
        seal: z.string().max(100),
      }),
      output: view,
    },
    errors: ['not_found', 'stale', 'wrong_state', 'invalid'],
  }),
};
