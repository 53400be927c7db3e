import { z } from 'zod';
import { defineEndpoint, idParam, instant, nothing } from '../../../core/endpoint.ts';
import { SSO_KEEPERS, SSO_PROFILES } from '../rules/sso.ts';
import { SSO_PATHS } from './sso-paths.ts';

/** Whose sign-in: by the domain of an address, or by an organization's registration link. */
const whose = z
  .object({ email: z.string().max(254).optional(), organization_slug: z.string().max(100).optional() })
  .refine((body) => (body.email === undefined) !== (body.organization_slug === undefined), {
    message: 'Give an e-mail or an organization_slug',
  });
const target = z.string().max(2000).optional();
const text = z.string().max(4000);

const ssoOffer = z.object({
  /** Absent where nobody with such an address signs in with an organization. */
  organization: z.object({ name: z.string(), required: z.boolean() }).nullable(),
});
export type SsoOffer = z.output<typeof ssoOffer>;

const settings = z.object({
  organization_id: z.number(),
  issuer: z.string(),
  client_id: z.string(),
  /** The secret itself is never shown. */
  has_client_secret: z.boolean(),
  email_domains: z.array(z.string()),
  default_profile_type: z.enum(SSO_PROFILES).nullable(),
  is_review_manager: z.boolean(),
  enabled: z.boolean(),
  required: z.boolean(),
  updated_at: instant,
});

const ssoSettings = z
  .object({
    /** What the provider has to know of us. */
    redirect_uri: z.string(),
    post_logout_redirect_uri: z.string(),
    settings: settings.nullable(),
  })
  .meta({ id: 'SsoSettings' });
export type SsoSettings = z.output<typeof ssoSettings>;

/** When what was shown was saved; null where there was none. What was saved since is not written over. */
const shown = z.object({ updated_at: instant.nullable() });

const settingsBody = shown.extend({
  issuer: z.string().max(500),
  client_id: z.string().max(300),
  /** Absent: the one there is stays. Null: none, for a client without a secret. */
  client_secret: z.string().min(1).max(2000).nullable().optional(),
  email_domains: z.array(z.string().max(253)).max(50),
  /** What people who come for the first time become; null: nobody is added. */
  default_profile_type: z.enum(SSO_PROFILES).nullable(),
  is_review_manager: z.boolean().default(false),
  enabled: z.boolean(),
  required: z.boolean().default(false),
});
export type SsoSettingsBody = z.output<typeof settingsBody>;

const callbackBody = z.object({
  code: text.optional(),
  state: text.optional(),
  iss: text.optional(),
  error: text.optional(),
  redirect_url: target,
});
export type SsoCallbackBody = z.output<typeof callbackBody>;

const params = z.object({ id: idParam });

export const ssoEndpoints = {
  ssoOffer: defineEndpoint({
    ...SSO_PATHS.ssoOffer,
    summary: 'The organization an address signs in with, by its domain alone; accounts are not looked at',
    allow: 'public',
    shape: { body: whose, output: ssoOffer },
    errors: ['throttled'],
  }),
  ssoStart: defineEndpoint({
    ...SSO_PATHS.ssoStart,
    summary: 'Begin a sign-in with an organization: where the browser goes',
    allow: 'public',
    shape: {
      body: z.intersection(
        whose,
        z.object({
          redirect_url: target,
          /** Asks for the person anew, also where the provider knows who it is. */
          again: z.boolean().optional(),
        }),
      ),
      output: z.object({ url: z.string() }),
    },
    errors: ['sso_failed', 'throttled'],
  }),
  ssoCallback: defineEndpoint({
    ...SSO_PATHS.ssoCallback,
    summary: 'Finish a sign-in with an organization, once, with what the provider sent the browser back with',
    allow: 'public',
    shape: { body: callbackBody, output: z.object({ redirect_to: z.string() }) },
    errors: ['sso_failed', 'throttled'],
  }),
  ssoSettings: defineEndpoint({
    ...SSO_PATHS.ssoSettings,
    summary: 'An organization’s single sign-on',
    allow: (actor) => SSO_KEEPERS.has(actor.kind),
    shape: { params, output: ssoSettings },
    errors: ['not_found'],
  }),
  saveSsoSettings: defineEndpoint({
    ...SSO_PATHS.saveSsoSettings,
    in_person: 'account',
    summary: 'Set an organization’s single sign-on; when it is on, the provider is asked whether it is one',
    allow: (actor) => SSO_KEEPERS.has(actor.kind),
    shape: { params, body: settingsBody, output: ssoSettings },
    errors: ['not_found', 'reauthentication_required', 'stale', 'invalid'],
  }),
  removeSsoSettings: defineEndpoint({
    ...SSO_PATHS.removeSsoSettings,
    in_person: 'account',
    summary: 'Take an organization’s single sign-on away; people keep their accounts',
    allow: (actor) => SSO_KEEPERS.has(actor.kind),
    shape: { params, query: z.object({ updated_at: instant }), output: nothing },
    success: 204,
    errors: ['not_found', 'reauthentication_required', 'stale'],
  }),
};
