import { createHmac, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';
import { freePort } from './server-process.ts';

export interface ProviderPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
}

/** A real OpenID provider on loopback. Its people sign in without being asked; `tamper` makes its token answers lie. */
export interface TestProvider {
  issuer: string;
  client: { client_id: string; client_secret: string };
  /** Who signs in next. */
  person: ProviderPerson;
  /** Changes the claims of the next id tokens; with `key` they are signed by a stranger, with `alg` otherwise. */
  tamper: ((claims: Record<string, unknown>) => Record<string, unknown>) | null;
  forge: 'stranger' | 'none' | 'secret' | null;
  /** Answers where the browser is sent back to. */
  signIn(authorizationUrl: string): Promise<URL>;
  close(): Promise<void>;
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Starts a provider that knows one client, whose callback is at the given origin. */
export async function startProvider(origin: () => string, at?: number): Promise<TestProvider> {
  const port = at ?? (await freePort());
  const issuer = `http://127.0.0.1:${port}`;
  const client = { client_id: 'peritus', client_secret: 'a-secret-of-enough-length-for-tests' };
  const jwk = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const stranger: KeyObject = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const people = new Map<string, ProviderPerson>();
  const provider = new Provider(issuer, {
    clients: [
      {
        ...client,
        redirect_uris: [`${origin()}/auth/callback`],
        post_logout_redirect_uris: [`${origin()}/login`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [{ ...jwk, kid: 'k', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'name'] },
    ttl: { AccessToken: 3600, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 3600 },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        logoutSource: (ctx: { body: unknown }, form: string) => {
          ctx.body = `<!doctype html><title>Sign out</title>${form}`;
        },
      },
    },
    interactions: { url: (_: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => people.get(sub) ?? { sub } }),
    loadExistingGrant: async (ctx: {
      oidc: { provider: { Grant: new (v: object) => { addOIDCScope(s: string): void; save(): Promise<string> } } } & {
        client: { clientId: string };
        session: { accountId: string };
      };
    }) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client.clientId,
        accountId: ctx.oidc.session.accountId,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const state: TestProvider = {
    issuer,
    client,
    person: { sub: 'nobody' },
    tamper: null,
    forge: null,
    async signIn(authorizationUrl) {
      const jar = new Map<string, string>();
      let next = authorizationUrl;
      for (let step = 0; step < 10; step += 1) {
        const answer = await fetch(next, {
          redirect: 'manual',
          headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
        });
        for (const cookie of answer.headers.getSetCookie()) {
          const [pair = ''] = cookie.split(';');
          const cut = pair.indexOf('=');
          jar.set(pair.slice(0, cut), pair.slice(cut + 1));
        }
        const location = answer.headers.get('location');
        if (!location) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`);
        next = new URL(location, issuer).href;
        if (next.startsWith(`${origin()}/`)) return new URL(next);
      }
      throw new Error('The provider sends in circles.');
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  provider.use(async (ctx, next) => {
    await next();
    const body = ctx.body as { id_token?: string } | undefined;
    if (ctx.path !== '/token' || !body?.id_token || (!state.tamper && !state.forge)) return;
    const [, payload = ''] = body.id_token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    const alg = state.forge === 'none' ? 'none' : state.forge === 'secret' ? 'HS256' : 'RS256';
    const text = `${encode({ alg, kid: 'k', typ: 'JWT' })}.${encode(state.tamper?.(claims) ?? claims)}`;
    const signature =
      state.forge === 'none'
        ? ''
        : state.forge === 'secret'
          ? createHmac('sha256', client.client_secret).update(text).digest('base64url')
          : sign('sha256', Buffer.from(text), state.forge === 'stranger' ? stranger : key).toString('base64url');
    body.id_token = `${text}.${signature}`;
  });
  const handle = provider.callback();
  const server = createServer((request, response) => {
    const uid = /^\/interaction\/([\w-]+)$/.exec(request.url ?? '')?.[1];
    if (!uid) {
      handle(request, response);
      return;
    }
    // the person of the moment signs in without being asked
    people.set(state.person.sub, { ...state.person });
    return void provider.interactionFinished(
      request,
      response,
      { login: { accountId: state.person.sub, remember: false } },
      { mergeWithLastSubmission: false },
    );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return state;
}
