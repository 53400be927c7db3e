import type * as oidc from 'openid-client';
import type { Env } from '../../../platform/env.ts';
import { createOutgoingFetch, type OutgoingFetch } from '../../../platform/http/outgoing.ts';
import type { Services } from '../../../platform/services.ts';
import { isProviderUrl, type ProviderClaims, SSO_CLOCK_TOLERANCE_S } from '../rules.ts';

/** An organization's provider as it is set. */
export interface ProviderSettings {
  issuer: string;
  client_id: string;
  client_secret: string | null;
}

/** What ties a sign-in to one browser; none of it is stored in the clear. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  code_verifier: string;
}

/** The protocol's program, read when somebody first signs in that way: many installations never need it. */
const openid = () => import('openid-client');

export const callbackUrl = (env: Env): string => `${env.public_url}/auth/callback`;
export const afterLogoutUrl = (env: Env): string => `${env.public_url}/login`;

/** Whether a failure is the network's or the provider's silence, rather than an answer that is wrong. */
export function isUnreachable(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at.name === 'ForbiddenAddress' || at.name === 'TimeoutError' || at.name === 'AbortError') return true;
    if ('code' in at && typeof at.code === 'string' && /^E[A-Z]+$|^UND_|^CERT_|^SELF_SIGNED|^DEPTH_/.test(at.code))
      return true;
    if ('code' in at && at.code === 'OAUTH_RESPONSE_IS_NOT_CONFORM') return true;
  }
  return false;
}

/**
 * A provider by its discovery document: signatures are verified against its keys, time is the product's clock.
 * Throws where it does not answer, is another issuer than it should be, or names addresses that cannot be used.
 */
export async function openProvider(services: Services, settings: ProviderSettings): Promise<oidc.Configuration> {
  const client = await openid();
  const { env } = services;
  const fetch = adapt(createOutgoingFetch({ allowLoopback: env.SSO_ALLOW_LOOPBACK }));
  const issuer = new URL(settings.issuer);
  // the guard beneath lets http pass to this machine only, and only where that is allowed
  const execute = issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [];
  const found = await client.discovery(issuer, settings.client_id, {}, client.None(), {
    execute,
    timeout: 10,
    [client.customFetch]: fetch,
  });
  const server = found.serverMetadata();
  if (new URL(server.issuer).href !== issuer.href) throw new Error('The provider says it is another issuer.');
  for (const address of [server.authorization_endpoint, server.token_endpoint, server.jwks_uri])
    if (address === undefined || !isProviderUrl(address, env.SSO_ALLOW_LOOPBACK))
      throw new Error('The provider names an address that cannot be used.');
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const secret = settings.client_secret;
  const authentication =
    secret === null
      ? client.None()
      : methods.includes('client_secret_basic')
        ? client.ClientSecretBasic(secret)
        : client.ClientSecretPost(secret);
  const skew = Math.round((services.clock.now().getTime() - Date.now()) / 1000);
  const provider = new client.Configuration(
    server,
    settings.client_id,
    { [client.clockSkew]: skew, [client.clockTolerance]: SSO_CLOCK_TOLERANCE_S },
    authentication,
  );
  provider.timeout = 10;
  provider[client.customFetch] = fetch;
  for (const extension of execute) extension(provider);
  client.enableNonRepudiationChecks(provider);
  return provider;
}

const adapt =
  (send: OutgoingFetch): oidc.CustomFetch =>
  (url, { body, ...options }) => {
    if (body !== undefined && body !== null && typeof body !== 'string' && !(body instanceof URLSearchParams))
      throw new TypeError('A form or text is sent, nothing else.');
    const text = body?.toString();
    return send(url, { ...options, body: text });
  };

/**
 * Where the browser goes to sign in. The provider has to have asked for the person no longer ago than a session may last
 * here; with `again` it asks now, whoever is signed in there.
 */
export async function authorizationUrl(
  services: Services,
  provider: oidc.Configuration,
  secrets: SignInSecrets,
  { email, again }: { email: string | undefined; again: boolean },
): Promise<string> {
  const client = await openid();
  return client.buildAuthorizationUrl(provider, {
    redirect_uri: callbackUrl(services.env),
    scope: 'openid email profile',
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(secrets.code_verifier),
    code_challenge_method: 'S256',
    max_age: String(Math.round(services.env.SESSION_HOURS * 3600)),
    ...(again ? { prompt: 'login' } : {}),
    ...(email === undefined ? {} : { login_hint: email }),
  }).href;
}

export interface ProviderAnswer {
  /** Of the id token, completed with the user information where the token has no address. */
  claims: ProviderClaims;
  /** Of the id token alone. */
  token_claims: ProviderClaims;
  issuer: string;
  subject: string;
  id_token: string;
  end_session_endpoint: string | null;
}

/**
 * Exchanges a code for a verified id token: signature, issuer, audience, nonce, expiry. Throws what openid-client
 * throws where anything is amiss.
 */
export async function exchange(
  services: Services,
  provider: oidc.Configuration,
  secrets: SignInSecrets,
  answer: { code: string; state: string; iss?: string | undefined },
): Promise<ProviderAnswer> {
  const url = new URL(callbackUrl(services.env));
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.set(name, value);
  const client = await openid();
  const tokens = await client.authorizationCodeGrant(provider, url, {
    expectedState: secrets.state,
    expectedNonce: secrets.nonce,
    pkceCodeVerifier: secrets.code_verifier,
    idTokenExpected: true,
  });
  const token_claims = tokens.claims();
  if (!token_claims || tokens.id_token === undefined) throw new Error('The provider answered without an id token.');
  const server = provider.serverMetadata();
  const more =
    token_claims.email === undefined && server.userinfo_endpoint !== undefined
      ? await client.fetchUserInfo(provider, tokens.access_token, token_claims.sub)
      : {};
  const ending = server.end_session_endpoint;
  return {
    claims: { ...more, ...token_claims },
    token_claims,
    issuer: token_claims.iss,
    subject: token_claims.sub,
    id_token: tokens.id_token,
    end_session_endpoint:
      ending !== undefined && isProviderUrl(ending, services.env.SSO_ALLOW_LOOPBACK) ? ending : null,
  };
}
