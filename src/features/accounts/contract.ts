import { z } from 'zod';
import { PROFILE_TYPES, ROLES } from '../../core/actor.ts';
import { defineEndpoint, idParam } from '../../core/endpoint.ts';
import { organization } from '../organizations/contract.ts';
import { ownAccountEndpoints, workingHours } from './contract/account.ts';
import { ACCOUNT_PATHS } from './contract/paths.ts';
import { peopleEndpoints } from './contract/people.ts';
import { ssoEndpoints } from './contract/sso.ts';
import { waysInEndpoints } from './contract/sign-up-and-recovery.ts';

export type WorkingHours = z.output<typeof workingHours>;

const v3sMapping = z.object({
  id: z.number(),
  primary: z.boolean(),
  v3s_credential: z.object({
    specialty: z.object({
      id: z.number(),
      localized_full_name: z.string(),
      availability: z.enum(['accepting', 'limited', 'none']),
      supported_license_keys: z.array(z.string()),
    }),
    license: z.object({ key: z.string(), localized_name: z.string(), localized_designation: z.string() }).optional(),
  }),
});

/** One of the user's profiles; `class_name` is the value X-PROFILE-TYPE takes. */
export const profile = z
  .object({
    id: z.number(),
    type: z.enum(PROFILE_TYPES),
    class_name: z.string(),
    label: z.string(),
  })
  .meta({ id: 'Profile' });

export const profileable = z
  .object({
    id: z.number(),
    type: z.enum(PROFILE_TYPES),
    class_name: z.string(),
    is_review_manager: z.boolean().optional(),
    v3s_mappings: z.array(v3sMapping).optional(),
    has_cv: z.boolean().optional(),
    display_contact_information: z.boolean().optional(),
    feature_flags: z.object({ display_earnings: z.boolean() }).optional(),
    last_peer_review_opted_at: z.string().nullable().optional(),
  })
  .meta({ id: 'ExpertProfile' });

/** The signed-in user. Tokens of connected services are never part of it. */
export const currentUser = z
  .object({
    id: z.number(),
    first_name: z.string(),
    last_name: z.string().nullable(),
    avatar: z.string().optional(),
    organization: organization.optional(),
    profiles: z.array(profile),
    profile_label: z.string(),
    role: z.enum(ROLES),
    primary_profile_type: z.enum(PROFILE_TYPES).nullable(),
    primary_profile_id: z.number().nullable(),
    phone_number: z.string().nullable(),
    email: z.string().nullable(),
    phone_verified: z.boolean(),
    time_zone: z.string(),
    time_zone_nice: z.string(),
    needs_two_factor: z.boolean().optional(),
    /** Present while a super admin acts as this person: who does, why, and until when. */
    impersonation: z.object({ by: z.string(), reason: z.string(), until: z.string() }).optional(),
    /** Present where who has the machine let this person in by command: why, and until when. */
    break_glass: z.object({ reason: z.string(), until: z.string() }).optional(),
    needs_to_accept_eula: z.boolean(),
    eula_accepted_at: z.string().nullable(),
    is_review_manager: z.boolean(),
    box_oauth: z.boolean().optional(),
    profileable: profileable.optional(),
    pr_subs_user_onboarding: z
      .object({
        create: z.boolean(),
        step_one: z.boolean(),
        step_two: z.boolean(),
        step_three: z.boolean(),
        step_four: z.boolean(),
        records: z.boolean(),
      })
      .partial()
      .optional(),
    /** How many billing orders wait for this person's approval; absent where they approve none. */
    billing_orders: z.number().int().optional(),
    working_hours_enabled: z.boolean(),
    working_hours: workingHours,
    bookmark_urls: z.array(z.object({ label: z.string(), url: z.string() })),
    box_folder_ids: z.array(z.string()),
    feature_flags: z.object({
      enable_admin_alert_emails: z.boolean(),
      allow_admin_manage_meeting_types: z.boolean(),
      enable_bookmark_urls: z.boolean(),
      send_peritus_one_time_email: z.boolean(),
      box_folder_access: z.boolean(),
    }),
  })
  .meta({ id: 'CurrentUser' });
export type CurrentUser = z.output<typeof currentUser>;

export const demoAccounts = z.object({
  /** The one password of all demo accounts. */
  password: z.string(),
  /** How many reviews there are of those there will be, while it is still being filled. */
  filling: z.object({ made: z.number(), of: z.number() }).nullable(),
  groups: z.array(
    z.object({
      name: z.string(),
      note: z.string(),
      accounts: z.array(
        z.object({
          email: z.string(),
          name: z.string(),
          initials: z.string(),
          profile_label: z.string(),
          seat: z.enum(['requester', 'staff', 'expert']).nullable(),
          note: z.string(),
        }),
      ),
    }),
  ),
});
export type DemoAccounts = z.output<typeof demoAccounts>;

export const accountEndpoints = {
  ...waysInEndpoints,
  ...peopleEndpoints,
  ...ownAccountEndpoints,
  ...ssoEndpoints,
  login: defineEndpoint({
    ...ACCOUNT_PATHS.login,
    summary: 'Sign in with e-mail and password',
    allow: 'public',
    shape: {
      body: z.object({ email: z.string().trim().min(1).max(254), password: z.string().min(1).max(200) }),
      output: currentUser,
    },
    errors: ['bad_credentials', 'sso_required', 'throttled'],
    example: { email: 'avery.lindqvist@example.org', password: 'a passphrase of several words' },
  }),
  logout: defineEndpoint({
    ...ACCOUNT_PATHS.logout,
    summary: 'End the session; where `redirect_to` is given the browser goes there',
    allow: 'public',
    shape: { output: z.object({ redirect_to: z.string().optional() }) },
  }),
  currentUser: defineEndpoint({
    ...ACCOUNT_PATHS.currentUser,
    summary: 'The signed-in user with organization, profiles and flags',
    allow: () => true,
    shape: { output: currentUser },
  }),
  currentTmp: defineEndpoint({
    ...ACCOUNT_PATHS.currentTmp,
    summary: 'The user of any session, also one still waiting for its second factor',
    allow: 'session',
    shape: { output: currentUser },
  }),
  update: defineEndpoint({
    ...ACCOUNT_PATHS.update,
    in_person: true,
    summary: 'Accept the license agreement, for oneself; the server notes its own time',
    allow: () => true,
    shape: {
      body: z.object({ user: z.object({ id: idParam, eula_accepted_at: z.iso.datetime({ offset: true }) }) }),
      output: currentUser,
    },
    errors: ['not_found'],
  }),
  demo: defineEndpoint({
    ...ACCOUNT_PATHS.demo,
    summary: 'The accounts of the demo world; none where it is not installed',
    allow: 'public',
    shape: { output: demoAccounts },
  }),
};
