import type * as oidc from 'openid-client';
import { z } from 'zod';
import type { Services } from '../../../platform/services.ts';
import { providerRow, type Provider } from '../rules.ts';
import type { ProviderAddresses } from './addresses.ts';

/** The protocol's program, read when somebody first connects an account: many installations never need it. */
const openid = () => import('openid-client');

/** What tokens are encrypted for. */
export const TOKEN = 'provider token';

/** Where a provider brings people back. */
export const callbackOf = (services: Services, provider: Provider): string =>
  `${services.env.public_url}${providerRow(provider).callback}`;

/** The header as these providers read it: what the library would escape first, they do not unescape. */
const inHeader =
  ({ client_id, client_secret }: ProviderAddresses): oidc.ClientAuth =>
  (_server, _client, _body, headers) => {
    headers.set('authorization', `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`);
  };

async function configure(at: ProviderAddresses, { env }: Services): Promise<oidc.Configuration> {
  const client = await openid();
  const server = {
    issuer: new URL(at.token).origin,
    authorization_endpoint: at.authorize,
    token_endpoint: at.token,
    ...(at.revoke === null ? {} : { revocation_endpoint: at.revoke }),
  };
  const authentication = at.secret_in === 'header' ? inHeader(at) : client.ClientSecretPost(at.client_secret);
  const configuration = new client.Configuration(server, at.client_id, {}, authentication);
  configuration.timeout = env.PROVIDER_ANSWER_SECONDS;
  // the addresses are the operator's own; http is for a stand-in on their network
  if (new URL(at.token).protocol === 'http:') client.allowInsecureRequests(configuration);
  return configuration;
}

/** Where the browser goes to allow it. */
export async function authorizationUrl(
  services: Services,
  at: ProviderAddresses,
  asked: { redirect_uri: string; state: string; verifier: string; scope: string },
): Promise<string> {
  const client = await openid();
  return client.buildAuthorizationUrl(await configure(at, services), {
    redirect_uri: asked.redirect_uri,
    response_type: 'code',
    state: asked.state,
    code_challenge: await client.calculatePKCECodeChallenge(asked.verifier),
    code_challenge_method: 'S256',
    ...(asked.scope === '' ? {} : { scope: asked.scope }),
  }).href;
}

/** What a provider gave to ask it with. */
interface Tokens {
  access_token: string;
  refresh_token: string | null;
  expires_in_ms: number;
  scope: string | null;
}

/** What became of asking for tokens. `refused`: what was shown is taken no longer; `away`: it may be later. */
export type TokensAsked = { tokens: Tokens } | { failure: 'refused' | 'away' };

/** An hour, where the provider does not say. */
const USUAL_S = 3600;

const asTokens = (answer: oidc.TokenEndpointResponse): TokensAsked => ({
  tokens: {
    access_token: answer.access_token,
    refresh_token: answer.refresh_token ?? null,
    expires_in_ms: (answer.expires_in ?? USUAL_S) * 1000,
    scope: answer.scope ?? null,
  },
});

/** What the provider itself said no to, rather than that it gave no answer, or none that can be read. */
const REFUSALS = new Set(['invalid_grant', 'invalid_token', 'unauthorized_client', 'access_denied', 'invalid_request']);

function failureOf(error: unknown): 'refused' | 'away' {
  const read = z
    .object({ error: z.string(), status: z.number().int() })
    .safeParse(
      error instanceof Error ? { error: Reflect.get(error, 'error'), status: Reflect.get(error, 'status') } : {},
    );
  // too much, or broken there: whatever the words are
  return read.success && read.data.status < 429 && REFUSALS.has(read.data.error) ? 'refused' : 'away';
}

/** Exchanges a code, once. */
export async function exchangeCode(
  services: Services,
  at: ProviderAddresses,
  provider: Provider,
  sent: { code: string; state: string; verifier: string },
): Promise<TokensAsked> {
  const url = new URL(callbackOf(services, provider));
  url.searchParams.set('code', sent.code);
  url.searchParams.set('state', sent.state);
  try {
    const client = await openid();
    return asTokens(
      await client.authorizationCodeGrant(await configure(at, services), url, {
        expectedState: sent.state,
        pkceCodeVerifier: sent.verifier,
      }),
    );
  } catch (error) {
    services.log.warn({ provider, why: whyOf(error) }, 'connected accounts: a code was not exchanged');
    return { failure: failureOf(error) };
  }
}

/** Renews tokens; the refresh token shown may be good for this once. */
export async function refresh(
  services: Services,
  at: ProviderAddresses,
  provider: Provider,
  refreshToken: string,
): Promise<TokensAsked> {
  try {
    const client = await openid();
    return asTokens(await client.refreshTokenGrant(await configure(at, services), refreshToken));
  } catch (error) {
    services.log.warn({ provider, why: whyOf(error) }, 'connected accounts: tokens were not renewed');
    return { failure: failureOf(error) };
  }
}

/** Takes a token back at the provider; answers whether that is done, or it has no way to. */
export async function revoke(
  services: Services,
  at: ProviderAddresses,
  provider: Provider,
  token: string,
): Promise<boolean> {
  if (at.revoke === null) return true;
  try {
    const client = await openid();
    await client.tokenRevocation(await configure(at, services), token);
    return true;
  } catch (error) {
    services.log.warn({ provider, why: whyOf(error) }, 'connected accounts: a token was not revoked');
    return failureOf(error) === 'refused';
  }
}

/** Of an error only its sort: its text may repeat what was sent. */
const whyOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  const code: unknown = Reflect.get(error, 'error') ?? Reflect.get(error, 'code');
  return typeof code === 'string' && /^[\w.]{1,60}$/.test(code) ? code : error.name;
};
