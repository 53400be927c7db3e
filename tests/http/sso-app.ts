import type { SsoSettings } from '../../src/features/accounts/contract/sso.ts';
import type { CurrentUser } from '../../src/features/accounts/contract.ts';
import { type ProviderPerson, startProvider } from '../harness/openid.ts';
import type { Person } from '../harness/world.ts';
import { cookieOf, waysInApp } from './sign-up-and-recovery-app.ts';

export const ORIGIN = 'http://localhost:3000';

/** The whole application beside a real OpenID provider on loopback, which signs one organization's people in. */
export async function ssoApp() {
  const app = await waysInApp({ SSO_ALLOW_LOOPBACK: 'on', SESSION_HOURS: '12' });
  // the provider's time is the machine's
  app.clock.set(new Date());
  const provider = await startProvider(() => ORIGIN);
  const admin = await app.account({ role: 'super_admin' });
  const organization = await app.world.organization({ name: 'Northfield Health' });
  const settings = {
    issuer: provider.issuer,
    ...provider.client,
    email_domains: ['Northfield.example'],
    default_profile_type: 'ClaimConsultant',
    enabled: true,
  };
  let serial = 0;

  /** When what an organization has was saved; null where it has none. */
  const savedAt = async (id: number): Promise<string | null> =>
    (await app.send<SsoSettings>('GET', `/api/v1/organizations/${id}/sso`, undefined, { headers: admin.headers })).body
      .settings?.updated_at ?? null;
  const save = async (id: number, more: Record<string, unknown>, who: Person = admin) =>
    app.send(
      'PUT',
      `/api/v1/organizations/${id}/sso`,
      { updated_at: await savedAt(id), ...settings, ...more },
      { headers: who.headers },
    );
  async function begin(more: Record<string, unknown> = {}) {
    const answer = await app.post<{ url: string }>('/sso/start', { email: 'ines@northfield.example', ...more });
    return { answer, cookie: cookieOf(answer.headers, 'peritus_sso') };
  }
  /** From the start to what the browser brings back. */
  async function visit(more: Record<string, unknown> = {}) {
    const { answer, cookie } = await begin(more);
    if (answer.status !== 200) throw new Error(`The sign-in was not begun: ${answer.status}`);
    const back = await provider.signIn(answer.body.url);
    return { cookie, body: Object.fromEntries(back.searchParams) };
  }
  const callback = (cookie: string, body: unknown) =>
    app.post<{ redirect_to: string }>('/sso/callback', body, cookie === '' ? {} : { cookie });
  async function signIn(more: Record<string, unknown> = {}) {
    const { cookie, body } = await visit(more);
    return callback(cookie, body);
  }

  await save(organization, {});
  return {
    app,
    provider,
    admin,
    organization,
    save,
    savedAt,
    begin,
    visit,
    callback,
    signIn,
    /** Somebody the provider knows and nobody here does. */
    newcomer(more: Partial<ProviderPerson> = {}): ProviderPerson {
      serial += 1;
      return {
        sub: `subject-${serial}`,
        email: `Ines${serial}@northfield.example`,
        email_verified: true,
        given_name: 'Ines',
        family_name: 'Falk',
        ...more,
      };
    },
    sessionOf: (answer: { headers: Record<string, unknown> }) => cookieOf(answer.headers, 'peritus_session'),
    me: (answer: { headers: Record<string, unknown> }) =>
      app.get<CurrentUser>('/users/current_user', { cookie: cookieOf(answer.headers, 'peritus_session') }),
    /** What a sign-in comes to: its reason, and whether it left a session nonetheless. */
    async outcome() {
      const answer = await signIn();
      const session = cookieOf(answer.headers, 'peritus_session') !== '';
      return { status: answer.status, code: answer.problem.code, current: answer.problem.current, session };
    },
    async close() {
      await provider.close();
      await app.close();
    },
  };
}

export type SsoApp = Awaited<ReturnType<typeof ssoApp>>;
