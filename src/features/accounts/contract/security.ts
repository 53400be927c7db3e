import { z } from 'zod';
import type { Actor } from '../../../core/actor.ts';
import { defineEndpoint, idParam, instant, nothing } from '../../../core/endpoint.ts';
import { currentUser } from '../contract.ts';
import { FACTOR_METHODS, INVITERS, PROOF_METHODS } from '../rules.ts';
import { SECURITY_PATHS } from './security-paths.ts';

const method = z.enum(FACTOR_METHODS);
const code = z.string().min(1).max(100);
const password = z.string().min(1).max(1000);
const ofMethod = z.object({ method });
const ofId = z.object({ id: idParam });
const everyone = () => true;

/** What a session waits for before it is whole, and the ways to get there. */
export const waiting = z.object({
  waits_for: z.enum(['nothing', 'proof', 'setup']),
  required_by: z.enum(['role', 'organization']).nullable(),
  /** Ways that are set up, with where a code goes, masked. */
  methods: z.array(z.object({ method, target: z.string().nullable() })),
  /** Whether a recovery code can be used. */
  recovery: z.boolean(),
  remember_days: z.number().int(),
  /** Ways that can be set up now: a text needs a telephone number that was verified. */
  possible: z.array(method),
});
export type Waiting = z.output<typeof waiting>;

/** A way that is being set up. The secret is shown once, here. */
export const factorSetup = z.object({
  method,
  /** Where a code was sent; null for an app. */
  target: z.string().nullable(),
  secret: z.string().nullable(),
  uri: z.string().nullable(),
  /** A QR code: its width in modules, and the path of the dark ones. */
  qr: z.object({ size: z.number().int(), path: z.string() }).nullable(),
  expires_at: instant,
});
export type FactorSetup = z.output<typeof factorSetup>;

const newCodes = z.object({ recovery_codes: z.array(z.string()) });

/** Where one is signed in. */
export const sessionRow = z.object({
  id: z.number(),
  device: z.string(),
  handheld: z.boolean(),
  ip: z.string().nullable(),
  created_at: instant,
  last_seen_at: instant,
  current: z.boolean(),
});
export type SessionRow = z.output<typeof sessionRow>;

export const deviceRow = z.object({
  id: z.number(),
  device: z.string(),
  handheld: z.boolean(),
  ip: z.string().nullable(),
  last_used_at: instant,
  expires_at: instant,
  current: z.boolean(),
});

export const security = z.object({
  /** Sensitive changes can be made until then without the password; null: it is asked for. */
  recent_until: instant.nullable(),
  has_password: z.boolean(),
  /** The organization whose sign-in service began this session; null: it began here. */
  signed_in_by: z.string().nullable(),
  required_by: z.enum(['role', 'organization']).nullable(),
  methods: z.array(
    z.object({ method, set_up_at: instant.nullable(), target: z.string().nullable(), possible: z.boolean() }),
  ),
  recovery: z.object({ left: z.number().int(), made_at: instant }).nullable(),
  devices: z.array(deviceRow),
  sessions: z.array(sessionRow),
});
export type Security = z.output<typeof security>;

export const securityEndpoints = {
  waiting: defineEndpoint({
    ...SECURITY_PATHS.waiting,
    summary: 'What the session waits for: its second factor, that one is set up, or nothing',
    allow: 'session',
    shape: { output: waiting },
  }),
  sendCode: defineEndpoint({
    ...SECURITY_PATHS.sendCode,
    summary: 'Send a code for the second factor by e-mail or text, in place of an earlier one',
    allow: 'session',
    shape: { body: z.object({ method: z.enum(['email', 'sms']) }), output: nothing },
    success: 204,
    errors: ['wrong_state', 'throttled'],
  }),
  prove: defineEndpoint({
    ...SECURITY_PATHS.prove,
    summary: 'Bring the second factor; the session is whole then, under a new token',
    allow: 'session',
    shape: {
      body: z.object({ method: z.enum(PROOF_METHODS), code, remember: z.boolean().default(false) }),
      output: currentUser,
    },
    errors: ['wrong_state', 'invalid', 'throttled'],
  }),
  keepSession: defineEndpoint({
    ...SECURITY_PATHS.keepSession,
    summary: 'Say that somebody is at the page: the session is in use',
    allow: everyone,
    shape: { output: nothing },
    success: 204,
  }),
  security: defineEndpoint({
    ...SECURITY_PATHS.security,
    summary: 'One’s second factor, recovery codes, remembered browsers and sessions',
    allow: everyone,
    shape: { output: security },
  }),
  reauthenticate: defineEndpoint({
    ...SECURITY_PATHS.reauthenticate,
    in_person: 'account',
    summary: 'Show again who one is, by password or a code of one’s app; sensitive changes can be made for ten minutes',
    allow: 'session',
    shape: {
      body: z.object({ password }).or(z.object({ app_code: code })),
      output: z.object({ recent_until: instant }),
    },
    errors: ['invalid', 'throttled'],
  }),
  beginFactor: defineEndpoint({
    ...SECURITY_PATHS.beginFactor,
    in_person: 'account',
    summary: 'Begin to set up a way to confirm sign-ins; also open to a session that must set one up first',
    allow: 'session',
    shape: { params: ofMethod, output: factorSetup },
    errors: ['reauthentication_required', 'wrong_state', 'throttled'],
  }),
  confirmFactor: defineEndpoint({
    ...SECURITY_PATHS.confirmFactor,
    in_person: 'account',
    summary: 'Set it up with a code; with the first one come ten recovery codes, shown this once',
    allow: 'session',
    shape: { params: ofMethod, body: z.object({ code }), output: newCodes },
    errors: ['reauthentication_required', 'wrong_state', 'invalid', 'throttled'],
  }),
  removeFactor: defineEndpoint({
    ...SECURITY_PATHS.removeFactor,
    in_person: 'account',
    summary: 'Take a way away; with the last one go recovery codes and remembered browsers',
    allow: everyone,
    shape: { params: ofMethod, output: nothing },
    success: 204,
    errors: ['reauthentication_required', 'wrong_state'],
  }),
  recoveryCodes: defineEndpoint({
    ...SECURITY_PATHS.recoveryCodes,
    in_person: 'account',
    summary: 'Ten new recovery codes in place of the earlier ones, shown this once',
    allow: everyone,
    shape: { output: newCodes },
    errors: ['reauthentication_required', 'wrong_state'],
  }),
  forgetDevice: defineEndpoint({
    ...SECURITY_PATHS.forgetDevice,
    in_person: 'account',
    summary: 'Forget a remembered browser: it is asked for the second factor again',
    allow: everyone,
    shape: { params: ofId, output: nothing },
    success: 204,
    errors: ['not_found'],
  }),
  endSession: defineEndpoint({
    ...SECURITY_PATHS.endSession,
    in_person: 'account',
    summary: 'End one of one’s other sessions and the pages open in it',
    allow: everyone,
    shape: { params: ofId, output: nothing },
    success: 204,
    errors: ['not_found', 'wrong_state'],
  }),
  endOtherSessions: defineEndpoint({
    ...SECURITY_PATHS.endOtherSessions,
    in_person: 'account',
    summary: 'End all of one’s sessions but this one',
    allow: everyone,
    shape: { output: z.object({ ended: z.number().int() }) },
  }),
  changePassword: defineEndpoint({
    ...SECURITY_PATHS.changePassword,
    in_person: 'account',
    summary: 'Change one’s password with the current one; other sessions and remembered browsers end',
    allow: everyone,
    shape: { body: z.object({ current_password: password, password }), output: nothing },
    success: 204,
    errors: ['wrong_state', 'invalid', 'throttled'],
  }),
  switchProfile: defineEndpoint({
    ...SECURITY_PATHS.switchProfile,
    summary: 'Act as another of one’s profiles, or as oneself: the session continues under a new token',
    allow: everyone,
    shape: {
      body: z.object({ profile: z.object({ type: z.string().max(50), id: idParam }).nullable() }),
      output: nothing,
    },
    success: 204,
    errors: ['profile_not_yours'],
  }),
  suspend: defineEndpoint({
    ...SECURITY_PATHS.suspend,
    in_person: 'account',
    summary: 'Suspend a person: every session and open page of theirs ends, and they cannot sign in',
    allow: ({ kind }: Actor) => INVITERS.has(kind),
    shape: {
      params: ofId,
      body: z.object({ reason: z.string().trim().min(1).max(500) }),
      output: z.object({ suspended_at: instant }),
    },
    errors: ['not_found', 'wrong_state', 'reauthentication_required'],
  }),
  reinstate: defineEndpoint({
    ...SECURITY_PATHS.reinstate,
    in_person: 'account',
    summary: 'End a suspension: the person can sign in again',
    allow: ({ kind }: Actor) => INVITERS.has(kind),
    shape: { params: ofId, body: z.object({ reason: z.string().trim().min(1).max(500) }), output: nothing },
    success: 204,
    errors: ['not_found', 'wrong_state', 'reauthentication_required'],
  }),
};
