import { z } from 'zod';
import { defineEndpoint, instant, nothing } from '../../../core/endpoint.ts';
import { ACCOUNT_PATHS } from './paths.ts';

const email = z.string().min(1).max(254);
/** A token from a mail. */
export const linkToken = z.string().min(1).max(100);
export const newPassword = z.string().min(1).max(1000);

/** Whom a link is for, and until when it works. */
export const resetLink = z.object({
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  expires_at: instant,
});
export type ResetLink = z.output<typeof resetLink>;

export const waysInEndpoints = {
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
};
