import type { SsoSettings } from '../../src/features/accounts/contract/sso.ts';
import { startProvider } from '../harness/openid.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { test as base, withServer } from './fixtures.ts';

export * from './fixtures.ts';

/** An organization whose people sign in at a provider of its own, and what its administrator sends. */
interface Northfield {
  provider: Awaited<ReturnType<typeof startProvider>>;
  organization: number;
  /** The mail domain of its people: one server keeps several such organizations, and no domain is two's. */
  domain: string;
  /** The settings its sign-in service was saved with. */
  settings: object;
  send: (method: string, path: string, body: unknown) => Promise<Response>;
}

export const test = base.extend<{ northfield: Northfield }, { server: ServerProcess }>({
  // the provider is on this machine, and its time is the machine's
  server: [
    async ({}, use) => withServer(use, { start: new Date().toISOString(), env: { SSO_ALLOW_LOOPBACK: 'on' } }),
    { scope: 'worker' },
  ],
  northfield: async ({ server }, use) => {
    const provider = await startProvider(() => server.url);
    try {
      const organization = await server.world.organization({ name: 'Northfield Health' });
      const admin = await server.world.person({ role: 'super_admin' });
      const domain = `northfield${organization}.example`;
      const settings = {
        updated_at: null as string | null,
        issuer: provider.issuer,
        ...provider.client,
        email_domains: [domain],
        default_profile_type: 'ClaimConsultant',
        enabled: true,
      };
      // signed in just now, however far the clock was moved meanwhile
      const send = async (method: string, path: string, body: unknown) =>
        fetch(`${server.url}/api/v1${path}`, {
          method,
          headers: { ...(await server.world.signIn(admin.user_id)), 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      const saved = await send('PUT', `/organizations/${organization}/sso`, settings);
      if (saved.status !== 200) throw new Error(`The sign-in service was not saved: ${saved.status}`);
      settings.updated_at = ((await saved.json()) as SsoSettings).settings?.updated_at ?? null;
      await use({ provider, organization, domain, settings, send });
    } finally {
      await provider.close();
    }
  },
});

/** Makes every sign-in one of an hour ago, so that what needs the person again asks for it. */
export const signedInAnHourAgo = (server: ServerProcess) =>
  server.database.systemDb
    .updateTable('sessions')
    .set({ authenticated_at: new Date(server.now().getTime() - 3_600_000) })
    .where('ended_at', 'is', null)
    .execute();
