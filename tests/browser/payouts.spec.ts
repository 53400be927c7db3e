import { CaseDriver } from '../harness/case-driver.ts';
import { DETAILS } from '../harness/payee.ts';
import { castFor } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, signIn, test } from './fixtures.ts';
import { inspect } from './look.ts';

/*
 * From what an expert earned to what they are paid: they sign their W-9 on a telephone, one admin proposes, another releases and says that
 * it was paid, and the expert sees it.
 */
test('a payout from its proposal to the expert’s list', async ({ person, server, passwordHash }) => {
  const cast = await castFor(server.world, passwordHash);
  const d = await new CaseDriver(atServer(server, cast)).to('timeChosen');
  await server.advance({ days: 4 });
  await d.must(cast.expert, 'POST', d.url('/call/held'), { minutes: 40, prep_minutes: 60 });
  await server.settle();
  await d.must(cast.expert, 'PUT', '/api/v1/account/vendor_info', DETAILS);
  const second = await server.world.staff('super_admin');
  await server.world.db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', second.user_id)
    .execute();

  const expert = await person({ viewport: { width: 390, height: 844 } });
  await test.step('the expert signs their W-9', async () => {
    const { page } = expert;
    await signIn(expert, cast.expert, '/account/vendor-info');
    await page.getByRole('button', { name: 'Sign the W-9' }).click();
    await expect(page.getByText('Type your name to sign.').first()).toBeVisible();
    await page.getByLabel(/^Under penalties of perjury/).check();
    await page.getByLabel(/^Signature: type your name/).fill('Ruth Quillfeather');
    await page.getByRole('button', { name: 'Sign the W-9' }).click();
    await expect(page.getByText('SSN ending in 6789')).toBeVisible();
    await inspect(page);
  });

  let path = '';
  const admin = await person();
  await test.step('an admin proposes, and cannot release it', async () => {
    const { page } = admin;
    await signIn(admin, cast.admin, '/admin/payouts');
    await page.getByRole('link', { name: 'Propose a run' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Propose a run' })).toBeVisible();
    await inspect(page);
    await page.getByRole('button', { name: /^Propose \$/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Run / })).toBeVisible();
    await expect(page.getByText(/another administrator releases it\./)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Release \$/ })).toHaveCount(0);
    const { pathname, search } = new URL(page.url());
    path = pathname + search;
  });

  const other = await person();
  await test.step('another releases it and says that it was paid', async () => {
    const { page } = other;
    await signIn(other, second, path);
    await page.getByRole('button', { name: /^Release \$/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Release \$/ })
      .click();
    await page.getByRole('button', { name: /^Mark \d+ payouts? as paid$/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Run');
    await expect(page.getByText(/^Paid on /).first()).toBeVisible();
    await expect(page.getByText(/Whoever sends one again pays twice\.$/)).toBeVisible();
    await inspect(page);
  });

  await test.step('the expert sees it', async () => {
    const { page } = expert;
    await page.goto('/payouts');
    await expect(page.getByText('To the account ending in 3987')).toBeVisible();
    await expect(page.getByText('Paid', { exact: true })).toBeVisible();
    await inspect(page);
  });
});
