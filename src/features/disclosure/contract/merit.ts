import { z } from 'zod';
import {
  type ActorKind,
  isExpert,
  isExpertSide,
  isRequesterSide,
  isStaff,
  readsContents,
} from '../../../core/actor.ts';
import { calendarDate, defineEndpoint, idParam, instant, kindName, nothing } from '../../../core/endpoint.ts';
import { reviewCommand } from '../../../core/review-command.ts';
import { typedSignature } from '../../../core/typed-signature.ts';
import { MERIT_PLACES, MERIT_REQUEST_STATES, MERIT_SORT_NAMES, OPINIONS_MOST, TEMPLATE_TEXT_MOST } from '../rules.ts';
import { keepsMerit } from '../rules/merit-place.ts';

const sort = z.enum(MERIT_SORT_NAMES);
/** As it is told. */
const saidTerms = z
  .object({
    sort,
    state: z.string(),
    title: z.string(),
    text: z.string(),
    source: z.string(),
    read_on: calendarDate,
    reviewed_by: z.string(),
    needs_notary: z.boolean(),
  })
  .meta({ id: 'MeritTemplateTerms' });
const terms = z
  .object({
    ...saidTerms.shape,
    state: z.string().refine((one) => MERIT_PLACES.includes(one), 'Choose the state.'),
    title: z.string().trim().max(200),
    text: z.string().trim().max(TEMPLATE_TEXT_MOST),
    source: z.string().trim().max(500),
    reviewed_by: z.string().trim().max(200),
    needs_notary: z.boolean().default(false),
  })
  .meta({ id: 'MeritTemplateTermsWritten' });

const templateRow = z.object({
  key: z.string(),
  /** 0: as it comes with the product. */
  version: z.number().int(),
  /** Null: it was ended. */
  terms: saidTerms.nullable(),
  reason: z.string(),
  written_by: z.string().nullable(),
  written_at: instant.nullable(),
});
export type MeritTemplateRow = z.output<typeof templateRow>;
const templateList = z.object({ data: z.array(templateRow), today: calendarDate }).meta({ id: 'MeritTemplates' });
export type MeritTemplates = z.output<typeof templateList>;

const meritView = z
  .object({
    review_id: z.number(),
    kind: kindName,
    /** Those for the matter’s state first, then the general ones; none for who signs none. */
    templates: z.array(z.object({ key: z.string(), version: z.number().int(), ...saidTerms.shape })),
    /** What stands for braces in a template, but for the expert’s own words. */
    facts: z.object({
      caption: z.string(),
      court: z.string(),
      docket: z.string(),
      firm: z.string(),
      side: z.string(),
      expert: z.string(),
      specialty: z.string(),
      date: z.string(),
    }),
    own_name: z.string(),
    statements: z.array(
      z.object({
        number: z.number(),
        title: z.string(),
        source: z.string(),
        signed_by: z.string().nullable(),
        signed_at: instant,
        sha256: z.string(),
        has_words: z.boolean(),
        /** When the firm said that it used it, and when its expert withdrew it, with why. */
        used_at: instant.nullable(),
        withdrawn_at: instant.nullable(),
        withdrawn_reason: z.string(),
        /** Whether its form needs a notary's act; what is recorded of one. */
        needs_notary: z.boolean(),
        notary: z
          .object({
            name: z.string(),
            state: z.string(),
            number: z.string(),
            notarized_on: calendarDate,
            recorded_at: instant,
          })
          .nullable(),
        copy: z.object({ name: z.string(), size_bytes: z.number() }).nullable(),
        can: z.object({ use: z.boolean(), withdraw: z.boolean(), notarize: z.boolean(), add_copy: z.boolean() }),
      }),
    ),
    /** What the firm asked its experts for, the newest first; an expert sees their own. */
    requests: z.array(
      z.object({
        id: z.number(),
        state: z.enum(MERIT_REQUEST_STATES),
        reason: z.string(),
        due_on: calendarDate,
        asked_by: z.string(),
        asked_at: instant,
        answer: z.string(),
        answered_at: instant.nullable(),
        number: z.number().nullable(),
        can: z.object({ decline: z.boolean(), take_back: z.boolean() }),
      }),
    ),
    today: calendarDate,
    can: z.object({ sign: z.boolean(), ask: z.boolean() }),
  })
  .meta({ id: 'MeritStatements' });
export type MeritView = z.output<typeof meritView>;

type Who = { kind: ActorKind };
const params = z.object({ id: idParam });
const either = ({ kind }: Who) => isExpertSide(kind) || isRequesterSide(kind) || (isStaff(kind) && readsContents(kind));
const orderers = ({ kind }: Who) => isRequesterSide(kind) || (isStaff(kind) && readsContents(kind));
const onNumber = params.extend({ number: idParam });
const onRequest = params.extend({ requestId: idParam });
const reason = z.string().trim().min(1, 'Say why, in a sentence or two.').max(2000);
const REFUSALS = ['not_found', 'forbidden', 'wrong_state', 'lost_race', 'invalid'] as const;
const keeps = ({ kind }: Who): boolean => keepsMerit(kind);

export const meritEndpoints = {
  read: defineEndpoint({
    id: 'merit.read',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/merit',
    summary: 'The certificates of merit and affidavits of a legal case, and the templates for its state',
    allow: either,
    shape: { params, output: meritView },
    errors: ['not_found'],
  }),
  sign: defineEndpoint({
    ...reviewCommand('merit.sign', 'merit/sign'),
    summary: 'Signs a certificate or an affidavit, word by word as it was read',
    allow: ({ kind }) => isExpert(kind),
    in_person: true,
    shape: {
      params,
      body: z.object({
        key: z.string().max(40),
        version: z.number().int().nonnegative(),
        opinions: z.string().trim().min(1, 'Write what you state.').max(OPINIONS_MOST),
        /** All of its words as they were read. */
        text: z.string().max(TEMPLATE_TEXT_MOST + OPINIONS_MOST * 4),
        ...typedSignature.shape,
      }),
      output: meritView,
    },
    errors: ['not_found', 'forbidden', 'wrong_state', 'lost_race', 'invalid', 'stale', 'reauthentication_required'],
  }),
  ask: defineEndpoint({
    ...reviewCommand('merit.ask', 'merit/ask'),
    summary: 'Asks the expert for a certificate or an affidavit, by a day and with why',
    allow: orderers,
    shape: { params, body: z.object({ reason, due_on: calendarDate }), output: meritView },
    errors: REFUSALS,
  }),
  takeBack: defineEndpoint({
    ...reviewCommand('merit.take_back', 'merit/requests/{requestId}/take_back'),
    summary: 'Takes a request for a certificate back',
    allow: orderers,
    shape: { params: onRequest, body: z.object({}).default({}), output: meritView },
    errors: REFUSALS,
  }),
  decline: defineEndpoint({
    ...reviewCommand('merit.decline', 'merit/requests/{requestId}/decline'),
    summary: 'The expert declines to give a certificate that was asked for, with why',
    allow: ({ kind }) => isExpert(kind),
    in_person: true,
    shape: { params: onRequest, body: z.object({ reason }), output: meritView },
    errors: REFUSALS,
  }),
  use: defineEndpoint({
    ...reviewCommand('merit.use', 'merit/{number}/use'),
    summary: 'The firm says that it filed or served a signed certificate',
    allow: orderers,
    shape: { params: onNumber, body: z.object({}).default({}), output: meritView },
    errors: REFUSALS,
  }),
  withdraw: defineEndpoint({
    ...reviewCommand('merit.withdraw', 'merit/{number}/withdraw'),
    summary: 'The expert withdraws a certificate they signed, with why; it stays readable, marked',
    allow: ({ kind }) => isExpert(kind),
    in_person: true,
    shape: { params: onNumber, body: z.object({ reason }), output: meritView },
    errors: REFUSALS,
  }),
  notarize: defineEndpoint({
    ...reviewCommand('merit.notarize', 'merit/{number}/notary'),
    summary: 'Records a notary’s act on a signed certificate whose form needs one',
    allow: orderers,
    shape: {
      params: onNumber,
      body: z.object({
        name: z.string().trim().max(200),
        state: z.string().trim().max(2),
        number: z.string().trim().max(60),
        notarized_on: calendarDate,
      }),
      output: meritView,
    },
    errors: REFUSALS,
  }),
  addCopy: defineEndpoint({
    id: 'merit.add_copy',
    method: 'POST',
    path: '/api/v1/{kind}/{id}/merit/{number}/notarized_copy',
    summary: 'Keeps the notarized copy of a certificate: the bytes of a PDF',
    allow: orderers,
    shape: { params: onNumber, query: z.object({ name: z.string().trim().min(1).max(200) }), output: meritView },
    errors: [...REFUSALS, 'too_large', 'unsupported_type', 'storage_full', 'throttled'],
  }),
  copy: defineEndpoint({
    id: 'merit.copy',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/merit/{number}/notarized_copy',
    summary: 'The notarized copy of a certificate as it was kept',
    allow: either,
    shape: { params: onNumber, output: nothing },
    errors: ['not_found', 'damaged'],
    raw: 'application/pdf',
  }),
  document: defineEndpoint({
    id: 'merit.document',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/merit/{number}/document',
    summary: 'A signed certificate or affidavit as PDF; the same bytes each time',
    allow: either,
    shape: { params: params.extend({ number: idParam }), output: nothing },
    errors: ['not_found'],
    raw: 'application/pdf',
  }),
  templates: defineEndpoint({
    id: 'merit_templates.list',
    method: 'GET',
    path: '/api/v1/merit_templates',
    summary: 'The templates of certificates of merit and affidavits, each as it holds',
    allow: keeps,
    shape: { output: templateList },
  }),
  writeTemplate: defineEndpoint({
    id: 'merit_templates.write',
    method: 'POST',
    path: '/api/v1/merit_templates/{key}',
    summary: 'Writes a version of a template, a new template, or ends one',
    allow: keeps,
    idempotent: true,
    shape: {
      params: z.object({ key: z.string().regex(/^[a-z0-9_]{1,40}$/) }),
      body: z.object({
        /** The version it was written over; -1 where there was no template of this key. */
        version: z.number().int(),
        terms: terms.nullable(),
        reason: z.string().trim().min(1, 'Say why.').max(1000),
      }),
      output: templateList,
    },
    errors: ['not_found', 'wrong_state', 'stale', 'lost_race', 'invalid'],
  }),
};
