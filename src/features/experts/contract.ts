import { z } from 'zod';
import { isExpert } from '../../core/actor.ts';
import { defineEndpoint, idParam, instant, kindName, nothing } from '../../core/endpoint.ts';
import { applicationDeskEndpoints } from './contract/application-desk.ts';
import { applicationEndpoints } from './contract/applications.ts';
import { credentialEndEndpoints } from './contract/credential-ends.ts';
import { expertsDeskEndpoints } from './contract/experts-desk.ts';
import { recordEndpoints } from './contract/records.ts';
import { readCredentials, readLicenseTypes, readSpecialties } from './contract/specialties.ts';
import { CV_VERSIONS, hasCv } from './rules/cvs.ts';
import { OPPORTUNITY_NAMES } from './rules/opportunities.ts';

export { taxonomyEndpoints } from './contract/taxonomy-desk.ts';

const version = z.enum(CV_VERSIONS);
const cv = z
  .object({
    name: z.string(),
    pages: z.number().nullable(),
    size_bytes: z.number(),
    created_at: instant,
    /** Where the reader's browser finds it. */
    url: z.string(),
    /** Whether those who order may read it; null for an applicant's, which is looked at with the application. */
    state: z.enum(['to_approve', 'approved', 'returned']).nullable(),
    /** Why it came back. */
    reason: z.string(),
    /** An earlier one is approved, and shown until this one is. */
    earlier_shown: z.boolean(),
  })
  .meta({ id: 'Cv' });
const cvs = z.object({ full: cv.nullable(), redacted: cv.nullable() }).meta({ id: 'Cvs' });
export type CvView = z.output<typeof cv>;

/** What an expert said to be open to beside reviews. */
export const openTo = z.array(z.enum(OPPORTUNITY_NAMES));
/** Whether anybody asks the reader, and what they said; without that nothing is told. */
const opportunities = z.object({ offered: z.boolean(), open_to: openTo });
export type OpportunitiesView = z.output<typeof opportunities>;

/** Which of the kinds that can be ordered from the reader they take. */
const takenKinds = z
  .object({ kinds: z.array(z.object({ kind: kindName, label: z.string(), taken: z.boolean() })) })
  .meta({ id: 'TakenKinds' });
export type TakenKindsView = z.output<typeof takenKinds>;

export const expertEndpoints = {
  ...applicationEndpoints,
  ...applicationDeskEndpoints,
  ...credentialEndEndpoints,
  ...expertsDeskEndpoints,
  ...recordEndpoints,
  specialties: readSpecialties,
  licenseTypes: readLicenseTypes,
  credentials: readCredentials,
  cvs: defineEndpoint({
    id: 'experts.cvs',
    method: 'GET',
    path: '/api/v1/cvs',
    summary: 'One’s CV and its redacted version',
    allow: (actor) => hasCv(actor.kind),
    shape: { output: cvs },
  }),
  saveCv: defineEndpoint({
    id: 'experts.save_cv',
    method: 'PUT',
    path: '/api/v1/cvs/{version}',
    summary: 'Send one’s CV: the bytes of a PDF; the earlier one is removed',
    allow: (actor) => hasCv(actor.kind),
    shape: {
      params: z.object({ version }),
      query: z.object({ name: z.string().trim().min(1).max(200) }),
      output: cvs,
    },
    errors: ['invalid', 'too_large', 'unsupported_type', 'storage_full'],
  }),
  removeCv: defineEndpoint({
    id: 'experts.remove_cv',
    method: 'DELETE',
    path: '/api/v1/cvs/{version}',
    summary: 'Remove one’s CV',
    allow: (actor) => hasCv(actor.kind),
    shape: { params: z.object({ version }), output: cvs },
  }),
  cvContent: defineEndpoint({
    id: 'experts.cv_content',
    method: 'GET',
    path: '/api/v1/experts/{profileId}/cv/{version}',
    summary: 'An expert’s CV, for the expert, staff, and who orders as far as the organization’s flags open it',
    allow: () => true,
    shape: {
      params: z.object({ profileId: idParam, version }),
      /** `waiting`: the one staff have not approved, for staff. */
      query: z.object({ download: z.enum(['1']).optional(), waiting: z.enum(['1']).optional() }),
      output: nothing,
    },
    errors: ['not_found', 'forbidden'],
    raw: 'application/pdf',
  }),
  opportunities: defineEndpoint({
    id: 'experts.opportunities',
    method: 'GET',
    path: '/api/v1/opportunities',
    summary: 'What one is open to besides reviews, where an organization asks for it',
    allow: (actor) => isExpert(actor.kind),
    shape: { output: opportunities },
  }),
  saveOpportunities: defineEndpoint({
    id: 'experts.save_opportunities',
    method: 'PUT',
    path: '/api/v1/opportunities',
    summary: 'Say what one is open to besides reviews: all of it, each time',
    allow: (actor) => isExpert(actor.kind),
    shape: { body: z.object({ open_to: openTo.max(OPPORTUNITY_NAMES.length) }), output: opportunities },
    errors: ['forbidden'],
  }),
  takenKinds: defineEndpoint({
    id: 'experts.taken_kinds',
    method: 'GET',
    path: '/api/v1/taken_kinds',
    summary: 'Which kinds of review one takes',
    allow: (actor) => isExpert(actor.kind),
    shape: { output: takenKinds },
  }),
  saveTakenKinds: defineEndpoint({
    id: 'experts.save_taken_kinds',
    method: 'PUT',
    path: '/api/v1/taken_kinds',
    summary: 'Say which kinds of review one takes: all of them, each time; at least one',
    allow: (actor) => isExpert(actor.kind),
    shape: { body: z.object({ kinds: z.array(kindName).max(20) }), output: takenKinds },
    errors: ['forbidden', 'invalid'],
  }),
};
