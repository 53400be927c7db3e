import { expect, signIn, test } from './fixtures.ts';
import { inspect } from './look.ts';

/* An organization's admin gives a program a key: made, shown once, used, and revoked. */

test('a program gets a key that opens what it was made for, until it is revoked', async ({ person, server }) => {
  const { world } = server;
  const organization_id = await world.organization({ name: 'Lindqvist Mutual' });
  const admin = await world.person({ role: 'org_admin', organization_id });
  const browser = await person({ viewport: { width: 390, height: 844 } });
  const { page } = browser;
  await signIn(browser, admin, `/admin/organizations/${organization_id}?tab=api_keys`);
  await expect(page.getByText('No program has a key')).toBeVisible();
  await inspect(page);
  await page.getByRole('button', { name: 'Make an API key' }).click();
  const form = page.getByRole('form', { name: 'Make an API key' });
  await form.getByRole('button', { name: 'Make the key' }).click();
  await expect(form.getByText('Name the program.')).toBeVisible();
  await form.getByLabel('What program it is for').fill('Claims system');
  await form.getByLabel('Order reviews').check();
  browser.allow(422);
  await form.getByLabel('Networks it is taken from').fill('office');
  await form.getByRole('button', { name: 'Make the key' }).click();
  await expect(form.getByText('office is no address or network.')).toBeVisible();
  await inspect(page);
  await form.getByLabel('Networks it is taken from').fill('127.0.0.0/8, ::1');
  await form.getByRole('button', { name: 'Make the key' }).click();
  const token = await page.getByLabel('Key', { exact: true }).inputValue();
  expect(token).toMatch(/^per_\d+_[0-9A-Za-z]{49}$/);
  await expect(page.getByLabel('Command to try it out', { exact: true })).toHaveValue(
    new RegExp(`Bearer ${token}" http.+/api/v1/api_key$`),
  );
  await inspect(page);

  const ask = (path: string) => fetch(new URL(path, page.url()), { headers: { authorization: `Bearer ${token}` } });
  expect(await (await ask('/api/v1/api_key')).json()).toMatchObject({
    name: 'Claims system',
    scopes: ['reviews:read', 'reviews:order'],
    organization_id,
  });
  expect((await ask('/api/v1/invoices')).status).toBe(403);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await expect(page.getByText(/Last used .+ from 127\.0\.0\.1\./)).toBeVisible();
  await expect(page.getByText(token)).toHaveCount(0);
  await inspect(page);
  await page.getByRole('button', { name: 'Revoke: Claims system' }).click();
  await page.getByRole('button', { name: 'Revoke it' }).click();
  await expect(page.getByText('No program has a key')).toBeVisible();
  await page.getByText('Expired and revoked (1)').click();
  await expect(page.getByText('Revoked', { exact: true })).toBeVisible();
  expect((await ask('/api/v1/api_key')).status).toBe(401);
});
