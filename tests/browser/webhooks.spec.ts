import { createServer, type Server } from 'node:http';
import { freePort, type ServerProcess } from '../harness/server-process.ts';
import { test as base, expect, signIn, withServer } from './fixtures.ts';
import { inspect } from './look.ts';

/* An organization's admin has a program told: added with its secret shown once, tried out, looked into, turned off, removed. */
const test = base.extend<object, { receiver: { url: string; got: string[]; server: Server }; server: ServerProcess }>({
  receiver: [
    async ({}, use) => {
      const got: string[] = [];
      const server = createServer((request, response) => {
        request.on('data', (part: Buffer) => got.push(part.toString()));
        request.on('end', () => response.writeHead(204).end());
      });
      const port = await freePort();
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      await use({ url: `http://127.0.0.1:${port}/hook`, got, server });
      await new Promise((resolve) => server.close(resolve));
    },
    { scope: 'worker' },
  ],
  server: [async ({}, use) => withServer(use, { env: { WEBHOOK_ALLOW_LOOPBACK: 'on' } }), { scope: 'worker' }],
});

test('a program is told, by a signed message, and no longer', async ({ person, server, receiver }) => {
  const { world } = server;
  const organization_id = await world.organization({ name: 'Lindqvist Mutual' });
  const admin = await world.person({ role: 'org_admin', organization_id });
  const browser = await person({ viewport: { width: 390, height: 844 } });
  const { page } = browser;
  await signIn(browser, admin, `/admin/organizations/${organization_id}?tab=webhooks`);
  await expect(page.getByText('No program is told yet')).toBeVisible();
  await inspect(page);
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  const form = page.getByRole('form', { name: 'Add a webhook' });
  await form.getByRole('button', { name: 'Add the webhook' }).click();
  await expect(form.getByText('Give the address.')).toBeVisible();
  await form.getByLabel('Web address').fill(receiver.url);
  await form.getByLabel('What it is').fill('Claims system');
  await inspect(page);
  await form.getByRole('button', { name: 'Add the webhook' }).click();
  await expect(page.getByText(/^whsec_[\w+/=]{40,}$/)).toBeVisible();
  await inspect(page);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await expect(page.getByText(/^whsec_/)).toHaveCount(0);

  await page.getByRole('button', { name: 'Send a test: Claims system' }).click();
  await server.settle();
  await page.reload();
  await page.getByRole('button', { name: 'What it was told: Claims system' }).click();
  await expect(page.getByText('Delivered', { exact: true })).toBeVisible();
  expect(receiver.got.map((body) => (JSON.parse(body) as { type: string }).type)).toEqual(['webhook.test']);
  await page.getByText('The message', { exact: true }).click();
  await inspect(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Turn off: Claims system' }).click();
  await expect(page.getByText('Turned off', { exact: true })).toBeVisible();
  await inspect(page);
  await page.getByRole('button', { name: 'Remove: Claims system' }).click();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await expect(page.getByText('No program is told yet')).toBeVisible();
});
