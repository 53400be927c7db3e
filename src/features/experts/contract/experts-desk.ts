import { z } from 'zod';
import { isStaff } from '../../../core/actor.ts';
import { calendarDate, defineEndpoint, idParam, instant, pageOf } from '../../../core/endpoint.ts';
import { decidesOnApplications } from '../rules/application-desk.ts';
import { CV_VERSIONS } from '../rules/cvs.ts';
import { STANDING_ACTIONS, STANDINGS } from '../rules/experts-desk.ts';

const standing = z.enum(STANDINGS);

const row = z
  .object({
    profile_id: z.number(),
    code: z.string(),
    name: z.string(),
    specialty: z.string().nullable(),
    region: z.string().nullable(),
    status: standing,
    availability: z.enum(['accepting', 'limited', 'none']).nullable(),
    open_reviews: z.number(),
    max_open_reviews: z.number(),
    /** The last day of what ends first; null: nothing has a day. */
    ends_on: calendarDate.nullable(),
    /** Whether something has ended, where the expert is. */
    lapsed: z.boolean(),
    /** How much the expert said waits to be verified or approved. */
    to_verify: z.number(),
  })
  .meta({ id: 'ExpertRow' });
export type ExpertRow = z.output<typeof row>;

const paper = z
  .object({
    key: z.string(),
    sort: z.enum(['license', 'board', 'malpractice']),
    /** The state of a license, the issuer of anything else. */
    of: z.string(),
    number: z.string(),
    /** What it is for: specialties by a license, the field of a board. */
    field: z.string(),
    expires_on: calendarDate.nullable(),
    holds: z.boolean(),
    verified_at: instant.nullable(),
    verified_by: z.string().nullable(),
    source: z.string().nullable(),
    /** Where its evidence opens. */
    evidence: z.string().nullable(),
  })
  .meta({ id: 'ExpertPaper' });
export type ExpertPaper = z.output<typeof paper>;

/** A version of a CV: the one who order may read, and the one that is not approved. */
const cvAtDesk = z
  .object({
    approved: z.object({ url: z.string(), approved_at: instant, approved_by: z.string().nullable() }).nullable(),
    waiting: z
      .object({
        url: z.string(),
        name: z.string(),
        sent_at: instant,
        returned_at: instant.nullable(),
        reason: z.string(),
      })
      .nullable(),
  })
  .meta({ id: 'CvAtDesk' });

const expert = z
  .object({
    ...row.shape,
    email: z.string(),
    npi: z.string().nullable(),
    languages: z.array(z.string()),
    setting: z.string().nullable(),
    years_in_practice: z.number(),
    kinds: z.array(z.string()),
    accepts_expedited: z.boolean(),
    status_reason: z.string(),
    status_since: instant.nullable(),
    status_by: z.string().nullable(),
    papers: z.array(paper),
    cv: z.object({ full: cvAtDesk, redacted: cvAtDesk }),
    display_contact_information: z.boolean(),
    assistants: z.array(z.string()),
    acts: z.array(z.object({ action: z.enum(STANDING_ACTIONS), label: z.string(), means: z.string() })),
    may_act: z.boolean(),
  })
  .meta({ id: 'ExpertAtDesk' });
export type ExpertDeskView = z.output<typeof expert>;

const params = z.object({ profileId: idParam });

export const expertsDeskEndpoints = {
  experts: defineEndpoint({
    id: 'experts.directory',
    method: 'GET',
    path: '/api/v1/experts',
    summary: 'The directory of experts by name, by standing, specialty, state, what ends, and words',
    allow: (actor) => isStaff(actor.kind),
    shape: {
      query: z.object({
        status: standing.optional(),
        specialty_id: z.coerce.number().int().positive().optional(),
        state: z.string().length(2).optional(),
        /** The primary credential's availability. */
        availability: z.enum(['accepting', 'limited', 'none']).optional(),
        /** As many open reviews as the expert takes, or fewer. */
        load: z.enum(['full', 'free']).optional(),
        /** Something the expert said, or a CV, waits to be verified. */
        waiting: z.enum(['1']).optional(),
        /** Something has ended, or ends within ninety days. */
        ending: z.enum(['ended', 'soon']).optional(),
        q: z.string().trim().max(100).optional(),
        cursor: z.string().max(400).optional(),
        limit: z.coerce.number().int().min(1).max(100).optional(),
      }),
      output: pageOf(row),
    },
  }),
  expertAtDesk: defineEndpoint({
    id: 'experts.read_at_desk',
    method: 'GET',
    path: '/api/v1/experts/{profileId}',
    summary: 'One expert with papers, CVs and standing',
    allow: (actor) => isStaff(actor.kind),
    shape: { params, output: expert },
    errors: ['not_found'],
  }),
  verifyPaper: defineEndpoint({
    id: 'experts.verify',
    method: 'PUT',
    path: '/api/v1/experts/{profileId}/papers/{key}',
    summary: 'Verify a license, certification or cover with its source and last day; reminders follow it',
    allow: (actor) => decidesOnApplications(actor.kind),
    shape: {
      params: params.extend({ key: z.string().regex(/^(credential|certification):\d{1,15}$/) }),
      body: z.object({
        number: z.string().trim().max(60),
        expires_on: z.string().max(10).nullable(),
        source: z.string().trim().max(300),
        /** Evidence staff sent; null: none, or what there was. */
        document_id: idParam.nullable().default(null),
        /** When the page that asks says it was verified; null: never. */
        after: instant.nullable(),
      }),
      output: expert,
    },
    errors: ['not_found', 'stale', 'invalid'],
  }),
  decideCv: defineEndpoint({
    id: 'experts.decide_cv',
    method: 'POST',
    path: '/api/v1/experts/{profileId}/cv/{version}/decision',
    summary: 'Approve a CV, which shows it to who orders, or return it with a reason; the expert is told',
    allow: (actor) => decidesOnApplications(actor.kind),
    shape: {
      params: params.extend({ version: z.enum(CV_VERSIONS) }),
      body: z.object({
        decision: z.enum(['approve', 'return']),
        /** The expert reads it. */
        reason: z.string().trim().max(1000),
        /** When what was read was sent. */
        sent_at: instant,
      }),
      output: expert,
    },
    errors: ['not_found', 'stale', 'wrong_state', 'invalid'],
  }),
  setDisplay: defineEndpoint({
    id: 'experts.set_display',
    method: 'PATCH',
    path: '/api/v1/experts/{profileId}/display',
    summary: 'What is shown of an expert: contact information',
    allow: (actor) => decidesOnApplications(actor.kind),
    shape: {
      params,
      body: z.object({
        name: z.literal('display_contact_information'),
        value: z.boolean(),
        /** What the page that asks shows. */
        before: z.boolean(),
      }),
      output: expert,
    },
    errors: ['not_found', 'stale'],
  }),
  moveStanding: defineEndpoint({
    id: 'experts.standing',
    method: 'POST',
    path: '/api/v1/experts/{profileId}/standing',
    summary: 'Pause, suspend, offboard an expert, or make one active again, with the reason',
    allow: (actor) => decidesOnApplications(actor.kind),
    shape: {
      params,
      body: z.object({ action: z.enum(STANDING_ACTIONS), reason: z.string().trim().max(1000) }),
      output: expert,
    },
    errors: ['not_found', 'wrong_state', 'invalid'],
    idempotent: true,
    example: { action: 'pause', reason: 'On leave until March.' },
  }),
};
