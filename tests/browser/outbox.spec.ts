import type { ClusterConnection } from '../harness/cluster.ts';
import { type ServerProcess, startServer } from '../harness/server-process.ts';
import { expect, expectSound, test as base } from './fixtures.ts';

const NEW_PASSWORD = 'seven grey herons';

const test = base.extend<object, { server: ServerProcess }>({
  // a demo world: what the pages are told of it, they are told at a start
  server: [
    async ({}, use) => {
      const cluster = JSON.parse(process.env.PERITUS_TEST_CLUSTER ?? '{}') as ClusterConnection;
      const server = await startServer(cluster);
      await server.database.systemDb
        .insertInto('instance_settings')
        .values({ key: 'demo', value: JSON.stringify({}), updated_at: server.now() })
        .execute();
      await server.kill();
      await server.restart();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

test('in the demo one registers, and chooses a new password, by the mails that are read on the page', async ({
  person,
  server,
}) => {
  const browser = await person();
  browser.allow(401, 410);
  const { page } = browser;
  await page.goto('/register');
  await page.getByLabel('Organization').fill('Quist & Daughters');
  await page.getByLabel('First name').fill('Marla');
  await page.getByLabel('Last name').fill('Quist');
  await page.getByLabel('Work e-mail').fill('marla@quist.example');
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL(/\/verify$/);
  await server.settle();
  const inDemo = page.getByRole('region', { name: 'In this demo' });
  await inDemo.getByRole('button', { name: 'Read the message' }).click();
  const subject = await inDemo.getByRole('heading').textContent();
  const code = /^\d{6}/.exec(subject ?? '')?.[0] ?? '';
  await expectSound(browser);
  await page.getByLabel('Six-digit code').fill(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('banner').getByText('Organization admin').first()).toBeVisible();

  const forgetful = await person();
  forgetful.allow(401, 410);
  await forgetful.page.goto('/forgot-password');
  await forgetful.page.getByLabel('E-mail').fill('marla@quist.example');
  await forgetful.page.getByRole('button', { name: 'Send the link' }).click();
  await server.settle();
  await forgetful.page.getByRole('button', { name: 'Read the message' }).click();
  await forgetful.page.getByRole('link', { name: 'Choose a new password' }).click();
  await expect(forgetful.page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expect(forgetful.page.getByText('marla@quist.example')).toBeVisible();
});

test('an admin finds a mail in the outbox, reads it as it was written, and sends it again', async ({
  person,
  server,
}) => {
  const dana = await server.world.person({ profile: 'ClaimConsultant', first_name: 'Danuta', last_name: 'Vale' });
  const admin = await server.world.person({ role: 'admin', first_name: 'Orsolya', last_name: 'Kemp' });
  const asked = await fetch(`${server.url}/api/v1/user/forgot-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ email: dana.email }),
  });
  expect(asked.status).toBe(204);
  await server.settle();
  const browser = await person();
  await browser.enter(admin);
  const { page } = browser;
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Admin' }).click();
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Outbox' }).click();
  await expect(page.getByRole('heading', { name: 'Outbox', level: 1 })).toBeVisible();
  await page.getByLabel('Search').fill('danuta vale');
  await expect(page).toHaveURL(/q=danuta/);
  await page.getByRole('link', { name: /Danuta Vale/ }).click();
  await expect(page).toHaveURL(/message=\d+/);
  const message = page.getByRole('article', { name: 'Message' });
  await expect(message.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expect(message.getByRole('link', { name: 'Choose a new password' })).toBeVisible();
  await expectSound(browser);
  await message.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('It is sent again.')).toBeVisible();
  await expect(message.getByText(/is gone: it was sent, used, or is over/)).toBeVisible();
  // the address is the list: opened anew it shows the same
  await page.reload();
  await expect(message.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await page.getByLabel('State').selectOption({ label: 'Failed' });
  await expect(page).toHaveURL(/state=failed/);
  await expect(page.getByText(/Danuta/)).toBeHidden();
});
