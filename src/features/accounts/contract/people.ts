import { z } from 'zod';
import { choicesShown } from '../../../core/choices.ts';
import { PROFILE_TYPES, ROLES } from '../../../core/actor.ts';
import { defineEndpoint, idParam, instant, nothing, pageOf } from '../../../core/endpoint.ts';
import { INVITERS } from '../rules/people.ts';
import { ACCOUNT_PATHS } from './paths.ts';
import { linkToken, newPassword } from './sign-up-and-recovery.ts';

const name = z.string().max(200);
const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);

const inviteBody = z.object({
  email: z.string().min(1).max(254),
  first_name: name.default(''),
  last_name: name.default(''),
  role: z.enum(ROLES),
  profile_type: z.enum(PROFILE_TYPES).nullable().default(null),
  is_review_manager: z.boolean().default(false),
  organization_id: id.nullable().default(null),
  /** The expert an assistant works for. */
  expert_profile_id: id.nullable().default(null),
});
export type InviteBody = z.output<typeof inviteBody>;

const invitationRow = z
  .object({
    id: z.number(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    organization_id: z.number().nullable(),
    organization: z.string().nullable(),
    role: z.enum(ROLES),
    profile_type: z.enum(PROFILE_TYPES).nullable(),
    is_review_manager: z.boolean(),
    label: z.string(),
    state: z.enum(['open', 'accepted', 'withdrawn', 'expired']),
    created_at: instant,
    expires_at: instant,
  })
  .meta({ id: 'PersonInvitation' });
export type InvitationRow = z.output<typeof invitationRow>;

const invitationChoices = z.object({
  /** What the reader may invite people to be, in the order in which it is offered. */
  kinds: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      role: z.enum(ROLES),
      profile_type: z.enum(PROFILE_TYPES).nullable(),
      is_review_manager: z.boolean(),
      belongs_to: z.enum(['organization', 'expert', 'platform']),
    }),
  ),
});
export type InvitationChoices = z.output<typeof invitationChoices>;

const openedInvitation = z.object({
  state: z.enum(['open', 'accepted', 'withdrawn', 'expired']),
  invitation: z
    .object({
      email: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      organization: z.object({ name: z.string(), logo: z.string().nullable() }).nullable(),
      label: z.string(),
      inviter: z.string(),
      expires_at: instant,
      has_account: z.boolean(),
      /** The organization whose own sign-in service alone signs people in there, and whether it knows the address. */
      sso_required: z.object({ name: z.string(), knows_address: z.boolean() }).nullable(),
      signed_in: z.enum(['nobody', 'as_invited', 'as_other']),
    })
    .nullable(),
});
export type OpenedInvitation = z.output<typeof openedInvitation>;

const acceptBody = z.object({
  token: linkToken,
  first_name: name.optional(),
  last_name: name.optional(),
  password: newPassword.optional(),
  time_zone: z.string().max(64).optional(),
});
export type AcceptBody = z.output<typeof acceptBody>;

const one = z.object({ id: idParam });

export const peopleEndpoints = {
  invite: defineEndpoint({
    ...ACCOUNT_PATHS.invite,
    summary: 'Invite a person with a role and profile',
    allow: (actor) => INVITERS.has(actor.kind),
    shape: { body: inviteBody, output: invitationRow },
    success: 201,
    errors: ['not_found', 'forbidden', 'reauthentication_required', 'invalid', 'throttled'],
  }),
  invitations: defineEndpoint({
    ...ACCOUNT_PATHS.invitations,
    summary: 'Invitations of people, newest first',
    allow: (actor) => INVITERS.has(actor.kind),
    shape: { query: z.object({ cursor: z.string().max(200).optional() }), output: pageOf(invitationRow) },
  }),
  invitationChoices: defineEndpoint({
    ...ACCOUNT_PATHS.invitationChoices,
    summary: 'What the reader may invite people to be, and where',
    allow: (actor) => INVITERS.has(actor.kind),
    shape: { output: invitationChoices },
  }),
  invitationExperts: defineEndpoint({
    ...ACCOUNT_PATHS.invitationExperts,
    summary: 'The first experts an assistant can work for whose names have what is typed, and whether there are more',
    allow: (actor) => INVITERS.has(actor.kind),
    shape: {
      query: z.object({ q: z.string().trim().max(200).optional(), id: idParam.optional() }),
      /** By the number of their profile. */
      output: choicesShown,
    },
  }),
  resendInvitation: defineEndpoint({
    ...ACCOUNT_PATHS.resendInvitation,
    summary: 'Send an invitation again; the earlier link ends',
    allow: (actor) => INVITERS.has(actor.kind),
    shape: { params: one, output: invitationRow },
    errors: ['not_found', 'forbidden', 'wrong_state', 'throttled'],
  }),
  withdrawInvitation: defineEndpoint({
    ...ACCOUNT_PATHS.withdrawInvitation,
    summary: 'Take an invitation back',
    allow: (actor) => INVITERS.has(actor.kind),
    shape: { params: one, output: invitationRow },
    errors: ['not_found', 'forbidden', 'wrong_state'],
  }),
  openInvitation: defineEndpoint({
    ...ACCOUNT_PATHS.openInvitation,
    summary: 'An invitation as its link shows it',
    allow: 'public',
    shape: { body: z.object({ token: linkToken }), output: openedInvitation },
    errors: ['not_found', 'throttled'],
  }),
  acceptInvitation: defineEndpoint({
    ...ACCOUNT_PATHS.acceptInvitation,
    in_person: true,
    summary: 'Accept an invitation, once, and be signed in; an existing account must be signed in as itself',
    allow: 'public',
    shape: { body: acceptBody, output: nothing },
    success: 204,
    errors: ['not_found', 'gone', 'sso_required', 'wrong_state', 'invalid', 'throttled'],
  }),
};
