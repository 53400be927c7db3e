import { z } from 'zod';
import { defineEndpoint, instant, nothing } from '../../../core/endpoint.ts';
import { ACCOUNT_PATHS } from './paths.ts';

const email = z.string().min(1).max(254);
/** A token from a mail. */
export const linkToken = z.string().min(1).max(100);
export const newPassword = z.string().min(1).max(1000);

/** Whom a link is for, and until when it works. */
const resetLink = z.object({
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  expires_at: instant,
});
export type ResetLink = z.output<typeof resetLink>;

/** Whom a command let in, why, and until when the link and the session it begins hold. */
const breakGlassLink = z.object({
  state: z.enum(['open', 'used', 'replaced', 'expired']),
  /** Null where it opens nothing any more. */
  link: z
    .object({ email: z.string(), name: z.string(), reason: z.string(), expires_at: instant, session_until: instant })
    .nullable(),
});
export type BreakGlassLink = z.output<typeof breakGlassLink>;

const registrationBody = z.object({
  /** To order reviews for an organization, or to review as an expert. */
  purpose: z.enum(['order', 'review']),
  email,
  password: newPassword,
  first_name: z.string().max(200),
  last_name: z.string().max(200),
  organization_name: z.string().max(300).optional(),
  /** The organization's registration link, where it is one. */
  organization_slug: z.string().min(1).max(100).optional(),
  time_zone: z.string().max(64).optional(),
});
export type RegistrationBody = z.output<typeof registrationBody>;

/** A registration that waits for its code. */
const registration = z
  .object({ email: z.string(), again_at: instant, expires_at: instant })
  .meta({ id: 'Registration' });
export type Registration = z.output<typeof registration>;

const registrationOrganization = z.object({
  name: z.string(),
  logo: z.string().nullable(),
  /** Domains addresses must have; null where any will do. */
  allowed_email_domains: z.array(z.string()).nullable(),
});
export type RegistrationOrganization = z.output<typeof registrationOrganization>;

const code = z.string().min(1).max(40);

export const waysInEndpoints = {
  register: defineEndpoint({
    ...ACCOUNT_PATHS.register,
    summary: 'Begin a registration; the code from the mail finishes it. Whether the address has an account is not told',
    allow: 'public',
    shape: { body: registrationBody, output: registration },
    success: 201,
    errors: ['not_found', 'sso_required', 'invalid', 'throttled'],
  }),
  registrationOrganization: defineEndpoint({
    ...ACCOUNT_PATHS.registrationOrganization,
    summary: 'The organization behind a registration link',
    allow: 'public',
    shape: { params: z.object({ slug: z.string().min(1).max(100) }), output: registrationOrganization },
    errors: ['not_found'],
  }),
  registration: defineEndpoint({
    ...ACCOUNT_PATHS.registration,
    summary: 'The registration this browser has open',
    allow: 'public',
    shape: { output: registration },
    errors: ['gone'],
  }),
  resendCode: defineEndpoint({
    ...ACCOUNT_PATHS.resendCode,
    summary: 'Send another code, in place of the one before',
    allow: 'public',
    shape: { output: registration },
    errors: ['gone', 'throttled'],
  }),
  finishRegistration: defineEndpoint({
    ...ACCOUNT_PATHS.finishRegistration,
    summary: 'Enter the code: the account is made and signed in',
    allow: 'public',
    shape: { body: z.object({ code }), output: nothing },
    success: 204,
    errors: ['gone', 'invalid', 'throttled'],
  }),
  changeEmail: defineEndpoint({
    ...ACCOUNT_PATHS.changeEmail,
    in_person: 'account',
    summary: 'Change one’s e-mail: the new address gets a link, the old one a way to stop it',
    allow: () => true,
    shape: { body: z.object({ email, password: z.string().min(1).max(1000) }), output: nothing },
    success: 204,
    errors: ['invalid', 'throttled'],
  }),
  confirmEmail: defineEndpoint({
    ...ACCOUNT_PATHS.confirmEmail,
    summary: 'Confirm the new address with the link it got',
    allow: 'public',
    shape: { body: z.object({ token: linkToken }), output: z.object({ email: z.string() }) },
    errors: ['gone', 'throttled'],
  }),
  stopEmail: defineEndpoint({
    ...ACCOUNT_PATHS.stopEmail,
    summary: 'Stop a change of address, or take it back: sessions end and the password is void',
    allow: 'public',
    shape: { body: z.object({ token: linkToken }), output: z.object({ email: z.string() }) },
    errors: ['gone', 'throttled'],
  }),
  askPhone: defineEndpoint({
    ...ACCOUNT_PATHS.askPhone,
    in_person: 'account',
    summary: 'Text a code to a number of one’s own',
    allow: () => true,
    shape: {
      body: z.object({ phone_number: z.string().min(1).max(60) }),
      output: z.object({ sent_to: z.string(), again_at: instant, expires_at: instant }),
    },
    errors: ['reauthentication_required', 'invalid', 'throttled'],
  }),
  verifyPhone: defineEndpoint({
    ...ACCOUNT_PATHS.verifyPhone,
    in_person: 'account',
    summary: 'Enter the code from the text: the number is the account’s',
    allow: () => true,
    shape: { body: z.object({ code }), output: z.object({ phone_number: z.string() }) },
    errors: ['reauthentication_required', 'invalid', 'throttled'],
  }),
  forgotPassword: defineEndpoint({
    ...ACCOUNT_PATHS.forgotPassword,
    summary: 'Ask for a link for a new password; the answer is the same whether or not there is such an account',
    allow: 'public',
    shape: { body: z.object({ email }), output: nothing },
    success: 204,
    errors: ['throttled', 'invalid'],
  }),
  resetLink: defineEndpoint({
    ...ACCOUNT_PATHS.resetLink,
    summary: 'Whose password a link sets',
    allow: 'public',
    shape: { body: z.object({ token: linkToken }), output: resetLink },
    errors: ['gone', 'throttled'],
  }),
  resetPassword: defineEndpoint({
    ...ACCOUNT_PATHS.resetPassword,
    summary: 'Set a new password with a link, once; every session of the account ends',
    allow: 'public',
    shape: { body: z.object({ token: linkToken, password: newPassword }), output: nothing },
    success: 204,
    errors: ['gone', 'throttled', 'invalid'],
  }),
  breakGlassLink: defineEndpoint({
    ...ACCOUNT_PATHS.breakGlassLink,
    summary: 'Whom an emergency sign-in made by command is for',
    allow: 'public',
    shape: { body: z.object({ token: linkToken }), output: breakGlassLink },
    errors: ['not_found', 'throttled'],
  }),
  breakGlass: defineEndpoint({
    ...ACCOUNT_PATHS.breakGlass,
    summary:
      'Use an emergency sign-in, once: past second factor and single sign-on, for an hour, told to every super admin',
    allow: 'public',
    shape: { body: z.object({ token: linkToken }), output: nothing },
    success: 204,
    errors: ['not_found', 'gone', 'throttled'],
  }),
};
