import { createCanvas } from '@napi-rs/canvas';
import type { ServerProcess } from '../harness/server-process.ts';
import { test as base, expect, PASSWORD, withServer } from './fixtures.ts';
import { passThrough } from './look.ts';
import { holdCall } from './steps/call.ts';
import { codeFor, linkFor } from './steps/mail.ts';
import { accept, chooseOne } from './steps/matching.ts';
import { order } from './steps/order.ts';
import { populateField, type Review } from './steps/people.ts';
import { askAndWrite, readReport, signByHand } from './steps/report.ts';

/* An organization that registers itself needs none of Peritus's people: there are none on this server. */

const MARLA = 'marla@quist.example';
const TOMAS = 'tomas@quist.example';

const test = base.extend<object, { server: ServerProcess }>({
  server: [
    async ({}, use) =>
      withServer(use, { env: { REGISTRATION_PLATFORM_TYPE: 'saas', SUPPORT_EMAIL: 'help@peritus.example' } }),
    { scope: 'worker' },
  ],
});

test('an organization registers, sets itself up, orders, and reads its first report, without staff', async ({
  person,
  server,
  passwordHash,
}) => {
  const { db } = server.world;
  // no more than are presented, so that the expert of the journey is among them
  const field = await populateField(server, passwordHash, 2);
  const marla = await person();
  const tomas = await person();
  const ines = await person({ zone: 'America/New_York' });
  // every screen is looked at where a managed organization makes this way, and at the registration's and set-up's own tests
  for (const { page } of [marla, tomas, ines]) passThrough(page);
  marla.allow(401);
  tomas.allow(401);
  const { page } = marla;
  const guide = page.getByRole('region', { name: 'Set up Quist & Daughters' });

  await test.step('registration', async () => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Register with your organization' }).click();
    await page.getByLabel('Organization').fill('Quist & Daughters');
    await page.getByLabel('First name').fill('Marla');
    await page.getByLabel('Last name').fill('Quist');
    await page.getByLabel('Work e-mail').fill(MARLA);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page).toHaveURL(/\/verify$/);
    await page.getByLabel('Six-digit code').fill(await codeFor(server, MARLA, 'registration_code'));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/cases$/);
  });

  await test.step('sign-in', async () => {
    await page.getByRole('button', { name: /Marla Quist/ }).click();
    await page.getByRole('button', { name: 'Log Out' }).click();
    await expect(page).toHaveURL(/\/login/);
    await page.getByLabel('E-mail').fill(MARLA);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(/\/cases$/);
  });

  await test.step('guided set-up', async () => {
    await page.goto('/admin');
    await expect(guide.getByText('0 of 5 done')).toBeVisible();
    await guide.getByRole('link', { name: 'Choose a logo' }).click();
    await page
      .getByLabel('Logo', { exact: true })
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: createCanvas(300, 100).toBuffer('image/png') });
    await expect(page.getByRole('img', { name: 'Logo of Quist & Daughters' })).toBeVisible();

    await page.goto('/admin');
    await guide.getByRole('link', { name: 'Invite people' }).click();
    await page.getByRole('button', { name: 'Invite a person' }).click();
    await page.getByLabel('E-mail').fill(TOMAS);
    await page.getByLabel('First name').fill('Tomas');
    await page.getByLabel('Last name').fill('Kirwan');
    await page.getByLabel('Role').selectOption('Claim consultant');
    await page.getByRole('button', { name: 'Send the invitation' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: TOMAS })).toContainText('Claim consultant');

    await page.goto('/admin');
    await guide.getByRole('link', { name: 'See the features' }).click();
    await page.getByRole('switch', { name: 'Copy a review' }).uncheck();
    await page.getByRole('button', { name: 'Save 1 change' }).click();
    await expect(page.getByRole('region', { name: 'Changes' })).toBeHidden();

    await page.goto('/admin');
    await expect(guide.getByText('3 of 5 done')).toBeVisible();
    await guide.getByRole('button', { name: 'Skip: Have orders ask in your words' }).click();
    await expect(guide.getByText('Skipped')).toBeVisible();
    await expect(guide.getByRole('link', { name: 'Order a review' })).toBeVisible();
  });

  await test.step('the colleague joins', async () => {
    await tomas.page.goto(await linkFor(server, TOMAS));
    await expect(tomas.page.getByRole('heading', { name: 'Join Quist & Daughters' })).toBeVisible();
    await tomas.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await tomas.page.getByRole('button', { name: 'Accept' }).click();
    await expect(tomas.page).toHaveURL(/\/cases$/);
  });

  const requester = await db
    .selectFrom('users')
    .select(['id as user_id', 'email'])
    .where('email', '=', TOMAS)
    .executeTakeFirstOrThrow();
  const j: Review = { server, dana: tomas, ines, who: { requester, ...field }, id: 0, base: '' };
  await test.step('order', () => order(j));
  await test.step('the set-up is done', async () => {
    await page.goto('/admin');
    await expect(page.getByRole('heading', { name: 'Admin', level: 1 })).toBeVisible();
    await expect(guide).toBeHidden();
  });
  await test.step('choice', () => chooseOne(j));
  await test.step('acceptance', () => accept(j));
  await test.step('call', () => holdCall(j));
  await test.step('report', () => askAndWrite(j));
  await test.step('signature', () => signByHand(j));
  await server.settle();
  await test.step('reading', () => readReport(j, 1, 'QD000003'));

  const staff = await db
    .selectFrom('users')
    .select('email')
    .where('role', 'not in', ['user', 'org_admin', 'customer_admin'])
    .execute();
  expect(staff, 'there is nobody of Peritus who could have acted').toEqual([]);
  const acted = await db
    .selectFrom('audit_rows')
    .select('actor_kind')
    .where('review_id', '=', j.id)
    .distinct()
    .execute();
  expect(acted.map(({ actor_kind }) => actor_kind).toSorted()).toEqual([
    'claim_consultant',
    'medical_expert',
    'system',
  ]);
});
