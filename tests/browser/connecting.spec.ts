import { type CallProviders, startCallProviders } from '../harness/call-providers.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { json } from '../../src/platform/db/json.ts';
import { castFor } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { test as base, expect, signIn, withServer } from './fixtures.ts';
import { inspect } from './look.ts';

/* Somebody lets Peritus into Zoom and Microsoft 365, says no first, hosts a call there, and ends it: on a telephone. */
const test = base.extend<object, { providers: CallProviders; server: ServerProcess }>({
  providers: [
    async ({}, use) => {
      const providers = await startCallProviders();
      await use(providers);
      await providers.close();
    },
    { scope: 'worker' },
  ],
  server: [async ({ providers }, use) => withServer(use, { env: providers.env }), { scope: 'worker' }],
});

test('accounts at Zoom and Microsoft 365 are connected, host a call and are disconnected', async ({
  person,
  server,
  providers,
  passwordHash,
}) => {
  const cast = await castFor(server.world, passwordHash);
  await server.world.db
    .updateTable('organizations')
    .set({ flags: json({ enable_zoom_oauth_integrations: true, enable_teams_oauth_integrations: true }) })
    .where('id', '=', cast.organization_id)
    .execute();
  const browser = await person({
    viewport: { width: 390, height: 844 },
    elsewhere: new URL(providers.env['ZOOM_BASE_URL'] ?? '').origin,
  });
  const { page, allow } = browser;
  // their answer "no" is no account, and said so
  allow(409);
  providers.says_no = true;
  await signIn(browser, cast.requester, '/account/integrations');
  const services = page.getByRole('list', { name: 'Services' });
  await services.getByRole('button', { name: 'Connect: Zoom' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Zoom is not connected' })).toBeVisible();
  expect(page.url()).toBe(`${server.url}/zoom_auth`);
  await inspect(page);

  providers.says_no = false;
  await page.getByRole('link', { name: 'Open your integrations' }).click();
  await services.getByRole('button', { name: 'Connect: Zoom' }).click();
  await expect(services.getByText('Connected as dana@calls.test')).toBeVisible();
  expect(page.url()).toBe(`${server.url}/account/integrations`);

  // Microsoft 365 serves for more than one thing: it is asked for which
  await services.getByRole('button', { name: 'Connect: Microsoft 365' }).click();
  const uses = services.getByRole('form', { name: 'What Microsoft 365 is for' });
  await uses.getByRole('checkbox', { name: 'Host calls in Teams' }).uncheck();
  await inspect(page);
  await uses.getByRole('button', { name: 'Continue at Microsoft 365' }).click();
  await expect(services.getByText('Connected as dana@calls.test')).toHaveCount(2);
  await inspect(page);

  const d = await new CaseDriver(atServer(server, cast)).to('timeChosen');
  await server.settle();
  await page.goto(`${server.url}/case/${d.id}`);
  const link = providers.meetings[0]?.join ?? 'no meeting was made';
  await expect(page.getByRole('link', { name: 'Join at zoom.test' })).toHaveAttribute('href', link);
  await inspect(page);

  await page.goto(`${server.url}/account/integrations`);
  await services.getByRole('button', { name: 'Disconnect Zoom' }).click();
  const sure = page.getByRole('dialog', { name: 'Disconnect Zoom?' });
  await inspect(page);
  await sure.getByRole('button', { name: 'Disconnect it' }).click();
  await expect(services.getByRole('button', { name: 'Connect: Zoom' })).toBeVisible();
  await server.settle();
  // without an account the call has the dial-in again, by a number that a telephone dials
  await page.goto(`${server.url}/case/${d.id}`);
  await expect(page.getByRole('link', { name: '+1 312 555 0142' })).toHaveAttribute('href', 'tel:+13125550142');
  await expect(page.getByText(/zoom\.test/)).toHaveCount(0);
});
