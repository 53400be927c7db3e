import { z } from 'zod';
import { type Actor, isSuperAdmin, PROFILE_TYPES, ROLES } from '../../../core/actor.ts';
import { ability, defineEndpoint, idParam, instant, nothing } from '../../../core/endpoint.ts';
import { CALL_BACK_WAYS, DESK_PROFILES, IMPERSONATION_MINUTES, keepsPeople, PERSON_SETTING_NAMES } from '../rules.ts';
import { sessionRow } from './security.ts';

const allow = ({ kind }: Actor): boolean => keepsPeople(kind);
const params = z.object({ id: idParam });
const named = z.object({ id: z.number(), name: z.string() });
const reason = z.string().trim().min(1).max(500);
const bookmark = z.object({ label: z.string().max(200), url: z.string().max(2000) });

const row = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  /** What they are called: by role or by their primary profile. */
  label: z.string(),
  organization: named.nullable(),
  suspended: z.boolean(),
  /** A session was used then last; null: never, or it is gone. */
  last_seen_at: instant.nullable(),
});
export type PersonListRow = z.output<typeof row>;

const deskProfile = z.object({
  id: z.number(),
  type: z.enum(PROFILE_TYPES),
  label: z.string(),
  is_review_manager: z.boolean(),
  is_primary: z.boolean(),
  organization: named.nullable(),
  /** Whether the reader changes or takes it here. */
  may_change: z.boolean(),
});
export type PersonProfile = z.output<typeof deskProfile>;

const person = z
  .object({
    id: z.number(),
    name: z.string(),
    email: z.string(),
    avatar: z.string().nullable(),
    phone_number: z.string().nullable(),
    phone_verified: z.boolean(),
    time_zone: z.string(),
    role: z.enum(ROLES),
    label: z.string(),
    organization: named.nullable(),
    created_at: instant,
    suspended_at: instant.nullable(),
    eula_accepted_at: instant.nullable(),
    lock_version: z.number(),
    profiles: z.array(deskProfile),
    /** Roles the reader may give, each with why it cannot be given as things are. */
    roles: z.array(z.object({ role: z.enum(ROLES), label: z.string(), fault: z.string().nullable() })),
    /** Whether the reader may give a profile, in an organization of theirs. */
    may_add_profile: z.boolean(),
    settings: z.array(z.object({ name: z.enum(PERSON_SETTING_NAMES), value: z.boolean(), may_set: z.boolean() })),
    bookmark_urls: z.array(z.object({ label: z.string(), url: z.string() })),
    /** Folders in Box that they may browse, with what lies below them. */
    box_folder_ids: z.array(z.string()),
    second_factor: z.object({
      methods: z.array(z.object({ method: z.string(), set_up_at: instant })),
      recovery_codes_left: z.number(),
      remembered_browsers: z.number(),
    }),
    sessions: z.array(sessionRow.extend({ acting: z.string().nullable() })),
    abilities: z.object({ keep: ability, impersonate: ability }),
  })
  .meta({ id: 'Person' });
export type PersonView = z.output<typeof person>;

const access = z.object({
  /** For each they can act as: what they see, why, and how much. */
  acting: z.array(
    z.object({
      label: z.string(),
      /** Null: without a profile, by role. */
      profile_id: z.number().nullable(),
      /** At most `most`; more is said by `or_more`. */
      reviews: z.object({ count: z.number(), or_more: z.boolean() }),
      reasons: z.array(
        z.object({
          reason: z.enum(['role', 'organization', 'ordered', 'followed', 'assigned', 'invited', 'assists', 'call']),
          count: z.number(),
          or_more: z.boolean(),
        }),
      ),
      /** The organizations whose reviews are seen, with how many. */
      organizations: z.array(named.extend({ count: z.number(), or_more: z.boolean() })),
      reads_contents: z.boolean(),
      sees_prices: z.boolean(),
    }),
  ),
});
export type PersonAccess = z.output<typeof access>;

const change = z.object({
  id: z.number(),
  at: instant,
  action: z.string(),
  /** The same in words, as they follow a name. */
  says: z.string(),
  by: z.string(),
  /** Who acted as that person. */
  acting: z.string().nullable(),
  field: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string().nullable(),
});
export type PersonChange = z.output<typeof change>;

const GRANT = ['not_found', 'forbidden', 'wrong_state', 'reauthentication_required', 'lost_race'] as const;

export const peopleDeskEndpoints = {
  list: defineEndpoint({
    id: 'accounts.people',
    method: 'GET',
    path: '/api/v1/people',
    summary: 'The people the caller keeps, by name',
    allow,
    shape: {
      query: z.object({
        q: z.string().trim().max(200).optional(),
        /** A role, or a type of profile. */
        is: z.enum([...ROLES, ...PROFILE_TYPES]).optional(),
        organization_id: idParam.optional(),
        standing: z.enum(['active', 'suspended']).optional(),
        cursor: z.string().max(2000).optional(),
        limit: z.coerce.number().int().min(1).max(100).default(50),
      }),
      output: z.object({ data: z.array(row), next_cursor: z.string().nullable() }),
    },
    errors: ['malformed'],
  }),
  read: defineEndpoint({
    id: 'accounts.person',
    method: 'GET',
    path: '/api/v1/people/{id}',
    summary: 'One person: role and profiles, settings, how they sign in, where they are signed in',
    allow,
    shape: { params, output: person },
    errors: ['not_found'],
  }),
  grantRole: defineEndpoint({
    id: 'accounts.grant_role',
    method: 'PUT',
    path: '/api/v1/people/{id}/role',
    summary: 'Give a person another role; roles of staff by super admins alone',
    allow,
    in_person: 'account',
    shape: { params, body: z.object({ role: z.enum(ROLES), reason }), output: person },
    errors: GRANT,
  }),
  grantProfile: defineEndpoint({
    id: 'accounts.grant_profile',
    method: 'POST',
    path: '/api/v1/people/{id}/profiles',
    summary: 'Give a person a profile in an organization',
    allow,
    in_person: 'account',
    shape: {
      params,
      body: z.object({
        type: z.enum(DESK_PROFILES),
        is_review_manager: z.boolean().default(false),
        organization_id: idParam,
      }),
      output: person,
    },
    success: 201,
    errors: GRANT,
  }),
  changeProfile: defineEndpoint({
    id: 'accounts.change_profile',
    method: 'PATCH',
    path: '/api/v1/people/{id}/profiles/{profile_id}',
    summary: 'Make a profile the primary one, or a claim consultant a review manager and back',
    allow,
    in_person: 'account',
    shape: {
      params: params.extend({ profile_id: idParam }),
      body: z.object({ is_primary: z.literal(true).optional(), is_review_manager: z.boolean().optional() }),
      output: person,
    },
    errors: GRANT,
  }),
  removeProfile: defineEndpoint({
    id: 'accounts.remove_profile',
    method: 'DELETE',
    path: '/api/v1/people/{id}/profiles/{profile_id}',
    summary: 'Take a profile away; pages open in it end',
    allow,
    in_person: 'account',
    shape: { params: params.extend({ profile_id: idParam }), output: person },
    errors: GRANT,
  }),
  changeSettings: defineEndpoint({
    id: 'accounts.change_person_settings',
    method: 'PATCH',
    path: '/api/v1/people/{id}/settings',
    summary: 'Set a person’s flags, bookmarks and folders in Box, all or none',
    allow,
    shape: {
      params,
      body: z.object({
        lock_version: z.number().int(),
        flags: z.partialRecord(z.enum(PERSON_SETTING_NAMES), z.boolean()).default({}),
        bookmark_urls: z.array(bookmark).max(100).optional(),
        /** Each an id, or the address of a folder in Box. */
        box_folder_ids: z.array(z.string().max(500)).max(100).optional(),
      }),
      output: person,
    },
    errors: ['not_found', 'forbidden', 'wrong_state', 'stale', 'invalid'],
  }),
  endSession: defineEndpoint({
    id: 'accounts.person_session_end',
    method: 'DELETE',
    path: '/api/v1/people/{id}/sessions/{session_id}',
    summary: 'End one of a person’s sessions and the pages open in it',
    allow,
    shape: { params: params.extend({ session_id: idParam }), output: nothing },
    success: 204,
    errors: ['not_found', 'forbidden'],
  }),
  endSessions: defineEndpoint({
    id: 'accounts.person_sessions_end',
    method: 'DELETE',
    path: '/api/v1/people/{id}/sessions',
    summary: 'End all of a person’s sessions',
    allow,
    shape: { params, output: z.object({ ended: z.number().int() }) },
    errors: ['not_found', 'forbidden'],
  }),
  resetSecondFactor: defineEndpoint({
    id: 'accounts.reset_second_factor',
    method: 'POST',
    path: '/api/v1/people/{id}/second_factor/reset',
    summary: 'Take a person’s second factor away after calling them back: who did, how and when is on the record',
    allow,
    in_person: 'account',
    shape: {
      params,
      body: z.object({
        /** Who reached them: the reader or a colleague, by name. */
        called_by: z.string().trim().min(1).max(200),
        way: z.enum(CALL_BACK_WAYS),
        called_at: instant,
        /** By what the person was known. */
        note: z.string().trim().min(1).max(500),
      }),
      output: person,
    },
    errors: ['not_found', 'forbidden', 'wrong_state', 'reauthentication_required', 'invalid'],
  }),
  access: defineEndpoint({
    id: 'accounts.person_access',
    method: 'GET',
    path: '/api/v1/people/{id}/access',
    summary: 'What a person can see, and why: by each profile, with counts',
    allow,
    shape: { params, output: access },
    errors: ['not_found'],
  }),
  history: defineEndpoint({
    id: 'accounts.person_history',
    method: 'GET',
    path: '/api/v1/people/{id}/history',
    summary: 'What was done about a person’s account, newest first: who, when, before and after',
    allow,
    shape: {
      params,
      query: z.object({
        cursor: z.string().max(2000).optional(),
        limit: z.coerce.number().int().min(1).max(100).default(50),
      }),
      output: z.object({ data: z.array(change), next_cursor: z.string().nullable() }),
    },
    errors: ['not_found', 'malformed'],
  }),
  impersonate: defineEndpoint({
    id: 'accounts.impersonate',
    method: 'POST',
    path: '/api/v1/people/{id}/impersonate',
    summary: 'Act as a person for a while, with a reason; every row of the audit trail names both',
    allow: ({ kind }) => isSuperAdmin(kind),
    in_person: true,
    shape: {
      params,
      body: z.object({
        reason,
        minutes: z
          .number()
          .int()
          .refine((n) => IMPERSONATION_MINUTES.some((one) => one === n), 'Choose how long.'),
      }),
      output: z.object({ until: instant }),
    },
    errors: ['not_found', 'forbidden', 'wrong_state', 'reauthentication_required'],
  }),
  stopImpersonating: defineEndpoint({
    id: 'accounts.impersonation_stop',
    method: 'POST',
    path: '/api/v1/user/impersonation/stop',
    summary: 'Be oneself again, in the session one came from; also once the time is over',
    allow: 'public',
    shape: { output: z.object({ back: z.boolean() }) },
  }),
};
