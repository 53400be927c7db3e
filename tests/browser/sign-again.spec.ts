import type { ClusterConnection } from '../harness/cluster.ts';
import { CaseDriver, castFor } from '../harness/case-driver.ts';
import { startProvider } from '../harness/openid.ts';
import { atServer } from '../harness/sender.ts';
import { type ServerProcess, startServer } from '../harness/server-process.ts';
import { test as base, expect, expectSound } from './fixtures.ts';

const test = base.extend<object, { server: ServerProcess }>({
  // the provider is on this machine, and its time is the machine's
  server: [
    async ({}, use) => {
      const cluster = JSON.parse(process.env.PERITUS_TEST_CLUSTER ?? '{}') as ClusterConnection;
      const server = await startServer(cluster, {
        start: new Date().toISOString(),
        env: { SSO_ALLOW_LOOPBACK: 'on' },
      });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

test('whoever has no password signs a report after signing in again with their organization', async ({
  person,
  server,
}) => {
  test.setTimeout(180_000);
  const provider = await startProvider(() => server.url);
  try {
    const { world } = server;
    const organization = await world.organization({ name: 'Northfield Health' });
    const admin = await world.person({ role: 'super_admin' });
    const saved = await fetch(`${server.url}/api/v1/organizations/${organization}/sso`, {
      method: 'PUT',
      headers: { ...admin.headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        issuer: provider.issuer,
        ...provider.client,
        email_domains: ['northfield.example'],
        default_profile_type: 'ClaimConsultant',
        enabled: true,
      }),
    });
    expect(saved.status).toBe(200);
    const cast = await castFor(world);
    const d = new CaseDriver(atServer(server, cast));
    await (await (await d.draft({ service: 'report_only', needed_by: '2027-06-30' })).submitted()).released();
    await (await (await d.presented()).selected()).accepted();
    await (await d.reportStarted()).reportWritten();
    const email = 'ines@northfield.example';
    await world.db
      .updateTable('users')
      .set({ email, organization_id: organization, password_hash: null })
      .where('id', '=', cast.expert.user_id)
      .execute();
    await world.db
      .updateTable('profiles')
      .set({ type: 'ExternalMedicalExpert' })
      .where('id', '=', cast.expert.profile_id)
      .execute();
    provider.person = { sub: 'ines', email, email_verified: true, given_name: 'Ines', family_name: 'Falk' };

    const ines = await person({ elsewhere: provider.issuer });
    // the record of these tests has no bytes
    ines.allow(401, 404);
    const { page } = ines;
    await page.goto(`/login?redirectUrl=${encodeURIComponent(`/case/${d.id}/report`)}`);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).focus();
    await page.getByRole('button', { name: 'Sign in with Northfield Health' }).click();
    await expect(page).toHaveURL(new RegExp(`/case/${d.id}/report$`));

    // that was an hour ago
    await server.database.systemDb
      .updateTable('sessions')
      .set({ authenticated_at: new Date(server.now().getTime() - 3_600_000) })
      .where('ended_at', 'is', null)
      .execute();
    const dialog = page.getByRole('dialog', { name: 'Sign version 1 of this report?' });
    const sign = dialog.getByRole('button', { name: 'Sign it' });
    await page.getByRole('button', { name: 'Sign the report' }).click();
    const service = dialog.getByRole('button', { name: 'Sign in with Northfield Health' });
    await expect(service).toBeVisible();
    await expect(dialog.getByLabel('Your password')).toHaveCount(0);
    await expect(sign).toBeDisabled();
    await expectSound(ines);
    await service.click();

    // back where it was begun, with nothing in between to find again
    await expect(page).toHaveURL(new RegExp(`/case/${d.id}/report$`));
    await expect(dialog).toContainText('You signed in with Northfield Health a short while ago.');
    await expectSound(ines);
    await sign.click();
    await expect(dialog).toBeHidden();
    await expect(async () => expect(await d.status()).toBe('report_in_qa')).toPass();
    await expect(page.getByRole('button', { name: 'Sign the report' })).toHaveCount(0);
  } finally {
    await provider.close();
  }
});
