import {
  type ActorKind,
  actorKind,
  isStaff,
  type Role,
  isOrganizationAdmin,
  isAdmin,
  ACTOR_KINDS,
} from '../../../core/actor.ts';
import { MINUTE } from '../../../core/time.ts';
import { domainOf, isEmail, normalizeEmail } from '../../../core/emails.ts';
import { safeTarget } from './landing.ts';
import { NAME_MAX, nameFault, tidyName } from './names.ts';

/** A sign-in begun at a provider is over after this. */
export const SSO_SIGN_IN_MS = 10 * MINUTE;
/** Clocks differ by so much, in seconds. */
export const SSO_CLOCK_TOLERANCE_S = 60;
/** What people who come for the first time can become. */
export const SSO_PROFILES = ['ClaimConsultant', 'Attendee'] as const;
/** Who keeps an organization's single sign-on: its admins and the platform's. */
export const SSO_KEEPERS: ReadonlySet<ActorKind> = new Set(
  ACTOR_KINDS.filter((kind) => isOrganizationAdmin(kind) || isAdmin(kind)),
);
/** Who can give an organization a domain: somebody who looked whether it is theirs. */
export const SSO_DOMAIN_GRANTERS: ReadonlySet<ActorKind> = new Set(ACTOR_KINDS.filter(isAdmin));

/** Why a sign-in with an organization did not come about, in words for the person. */
export const SSO_FAILURES = {
  ended: 'This sign-in took longer than ten minutes, was used already, or was begun in another browser. Begin again.',
  mismatch: 'The answer does not belong to the sign-in this browser began. Begin again from the sign-in page.',
  denied: 'Your organization’s sign-in service did not let you in. Ask your organization’s IT team about your access.',
  not_set_up:
    'Single sign-on is not set up for your organization at the moment. Your organization’s admin can tell you more.',
  unreachable: 'Your organization’s sign-in service did not answer. Try again in a few minutes.',
  not_trusted:
    'The answer of your organization’s sign-in service could not be verified, so nobody was signed in. Tell your organization’s IT team.',
  no_auth_time:
    'Your organization’s sign-in service did not say when it asked you to sign in, so nobody was signed in. Its IT team can have it send auth_time.',
  no_email:
    'Your organization’s sign-in service did not confirm your e-mail address. Your organization’s IT team can change that.',
  other_domain: 'Your e-mail address is not one of the addresses this organization signs in with.',
  other_account:
    'Your e-mail address belongs to an account that this organization does not sign in. Use your e-mail and password.',
  no_account:
    'There is no account for you yet, and your organization does not add people automatically. Ask its admin for an invitation.',
  no_access: 'Your account cannot be used at the moment. Your organization’s admin can tell you more.',
} as const;
export type SsoFailure = keyof typeof SSO_FAILURES;
export const isSsoFailure = (value: unknown): value is SsoFailure =>
  typeof value === 'string' && Object.hasOwn(SSO_FAILURES, value);

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether a provider's address can be used: https anywhere, http on this machine where a setting allows that. */
export function isProviderUrl(text: string, allowLoopback: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || url.hash !== '') return false;
  if (LOOPBACK.test(url.hostname)) return allowLoopback && (url.protocol === 'https:' || url.protocol === 'http:');
  return url.protocol === 'https:';
}

/** What is wrong with an issuer as it was typed, or null. */
export function issuerFault(text: string, allowLoopback: boolean): string | null {
  if (text.trim() === '') return 'Enter the issuer of your sign-in service.';
  if (!isProviderUrl(text.trim(), allowLoopback)) return 'Enter an address that begins with https://.';
  return new URL(text.trim()).search === '' ? null : 'An issuer has no question mark.';
}

/** Domains of mail for everybody: nobody's organization. */
const PUBLIC_MAIL = new Set(
  (
    'aol.com att.net comcast.net fastmail.com gmail.com gmx.com gmx.de gmx.net googlemail.com hey.com hotmail.com icloud.com ' +
    'live.com mac.com mail.com me.com msn.com outlook.com pm.me proton.me protonmail.com rocketmail.com sbcglobal.net ' +
    'verizon.net yahoo.com ymail.com zoho.com'
  ).split(' '),
);

/** What is wrong with a domain people sign in with, or null. `domain` is normalized. */
export function ssoDomainFault(domain: string): string | null {
  if (!isEmail(`a@${domain}`)) return `${domain} is not a domain. Enter it like northfield.org.`;
  return PUBLIC_MAIL.has(domain) ? `${domain} gives addresses to everybody and belongs to no organization.` : null;
}

/** What an id token or the user information of a provider says, unread. */
export type ProviderClaims = Readonly<Record<string, unknown>>;

/**
 * Whether a verified id token may be used, beyond signature, issuer, audience, nonce and expiry: it is for us alone or
 * says that we asked for it, and was made within the sign-in, give or take the difference of two clocks.
 */
export function isFreshToken(claims: ProviderClaims, clientId: string, begunAt: Date, now: Date): boolean {
  if (claims.azp !== undefined && claims.azp !== clientId) return false;
  if (typeof claims.iat !== 'number' || typeof claims.exp !== 'number') return false;
  const slack = SSO_CLOCK_TOLERANCE_S * 1000;
  return claims.iat * 1000 >= begunAt.getTime() - slack && claims.iat * 1000 <= now.getTime() + slack;
}

/**
 * When the provider had the person show who they are, by a verified id token; why it cannot be used where that was longer
 * ago than a session may last here, lies ahead, or is not said. It was asked for (`max_age`), so a provider has to say it
 * (OpenID Connect Core 1.0, 3.1.3.7): silence proves nothing.
 */
export function provedAt(
  claims: ProviderClaims,
  sessionMs: number,
  now: Date,
): { at: Date } | { refused: 'no_auth_time' | 'not_trusted' } {
  const { auth_time } = claims;
  if (typeof auth_time !== 'number' || !Number.isFinite(auth_time)) return { refused: 'no_auth_time' };
  const at = auth_time * 1000;
  const slack = SSO_CLOCK_TOLERANCE_S * 1000;
  if (at < now.getTime() - sessionMs - slack || at > now.getTime() + slack) return { refused: 'not_trusted' };
  return { at: new Date(Math.min(at, now.getTime())) };
}

/** The address a provider vouches for, normalized; null when there is none or it says nothing of having verified it. */
export function verifiedEmail(claims: ProviderClaims): string | null {
  if (claims.email_verified !== true || typeof claims.email !== 'string') return null;
  const email = normalizeEmail(claims.email);
  return isEmail(email) ? email : null;
}

/** First and last name as the provider tells them; what cannot be a name is made from the address. */
export function namesOf(claims: ProviderClaims, email: string): { first_name: string; last_name: string } {
  const read = (value: unknown): string => {
    if (typeof value !== 'string') return '';
    const name = tidyName(value).slice(0, NAME_MAX);
    return nameFault(name, 'a name') === null ? name : '';
  };
  const [first = '', ...rest] = read(claims.name).split(' ');
  const local = tidyName(email.slice(0, email.lastIndexOf('@')).replaceAll(/[^a-z0-9]+/g, ' ')).slice(0, NAME_MAX);
  return {
    first_name: read(claims.given_name) || first || local || 'New',
    last_name: read(claims.family_name) || rest.join(' '),
  };
}

/** What is known of an existing account that a provider's person would be. */
export interface AccountFacts {
  role: Role;
  organization_id: number | null;
  /** Organizations of the account's profiles, null for profiles that belong to none. */
  profile_organization_ids: readonly (number | null)[];
  suspended: boolean;
}

/**
 * Why an organization's provider cannot sign an account in, or null: it speaks for people of its own tree and for
 * nobody who is staff or has a profile anywhere else.
 */
export function accountRefusal(account: AccountFacts, tree: readonly number[]): SsoFailure | null {
  const within = (id: number | null): boolean => id !== null && tree.includes(id);
  const staff = isStaff(actorKind(account.role, null));
  const profiles = account.profile_organization_ids.map((id) => id ?? account.organization_id);
  if (staff || !within(account.organization_id) || !profiles.every(within)) return 'other_account';
  return account.suspended ? 'no_access' : null;
}

/** Whether an address is one of the domains an organization signs in with. */
export const isSsoDomain = (email: string, domains: readonly string[]): boolean => domains.includes(domainOf(email));

/** The page to go to after signing in: one of ours, or null; never back into signing in. */
export function ssoTarget(target: unknown): string | null {
  const safe = safeTarget(target);
  return safe === null || /^\/auth(?:[/?#]|$)/.test(safe) ? null : safe;
}
