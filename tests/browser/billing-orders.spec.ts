import { CaseDriver } from '../harness/case-driver.ts';
import { castFor } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, signIn, test } from './fixtures.ts';
import { inspect } from './look.ts';

/*
 * A manager adds a purchase order, approves one charge on it among those that wait, and voids another, on a telephone; an admin finds the
 * dispute and credits it.
 */
test('charges from the queue of their approver to the end of a dispute', async ({ person, server, passwordHash }) => {
  const cast = await castFor(server.world, passwordHash);
  const { db } = server.world;
  await db
    .updateTable('organizations')
    .set({ flags: JSON.stringify({ enable_billing_orders: true }) as never })
    .where('id', '=', cast.organization_id)
    .execute();
  const d = await new CaseDriver(atServer(server, cast)).to('timeChosen');
  const { expert, others } = await castFor(server.world, passwordHash);
  const e = await new CaseDriver(atServer(server, { ...cast, expert, others })).to('timeChosen');
  await server.advance({ days: 4 });
  for (const one of [d, e])
    await one.must(one.cast.expert, 'POST', one.url('/call/held'), { minutes: 40, prep_minutes: 60 });
  await server.settle();
  const who = await server.world.manager(cast.organization_id);
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', who.user_id).execute();
  const manager = await person({ viewport: { width: 390, height: 844 } });
  const { page } = manager;

  await test.step('a purchase order is added', async () => {
    await signIn(manager, who, '/billing-orders');
    await expect(page.getByRole('checkbox', { name: /^Choose BO-/ })).toHaveCount(2);
    await inspect(page);
    await page.getByRole('link', { name: 'Purchase orders' }).click();
    await page.getByRole('button', { name: 'Add a purchase order' }).click();
    const form = page.getByRole('form', { name: 'Add a purchase order' });
    await form.getByRole('button', { name: 'Add it' }).click();
    await expect(form.getByText('Enter its number.')).toBeVisible();
    await form.getByLabel('Number').fill('4500012873');
    await form.getByLabel('Amount').fill('2500');
    await inspect(page);
    await form.getByRole('button', { name: 'Add it' }).click();
    await expect(page.getByText('4500012873, $2,500.00 of $2,500.00 left')).toBeVisible();
  });

  await test.step('one is approved on it from the queue, the other voided on its page', async () => {
    await page.getByRole('link', { name: /^To approve/ }).click();
    await page
      .getByRole('checkbox', { name: /^Choose BO-/ })
      .first()
      .check();
    const chosen = page.getByRole('region', { name: 'Chosen orders' });
    await chosen.getByLabel('Purchase order').selectOption({ index: 1 });
    await inspect(page);
    await chosen.getByRole('button', { name: 'Approve 1 order' }).click();
    await expect(page.getByRole('checkbox', { name: /^Choose BO-/ })).toHaveCount(1);
    await page.getByRole('link', { name: /^BO-/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Billing order BO-/ })).toBeVisible();
    await expect(page.getByText('Due once the call was held').first()).toBeVisible();
    await page.getByRole('button', { name: 'Void', exact: true }).click();
    await page.getByLabel('Why', { exact: true }).fill('The line dropped.');
    await inspect(page);
    await page.getByRole('button', { name: 'Void', exact: true }).click();
    await expect(page.getByText('Voided, with us')).toBeVisible();
    await page.getByRole('link', { name: 'Billing orders' }).first().click();
    await expect(page.getByText('Nothing waits for approval')).toBeVisible();
    await inspect(page);
  });

  await test.step('an admin credits what is disputed', async () => {
    const admin = await person({ dark: true });
    await signIn(admin, cast.admin, '/admin/billing-orders');
    await admin.page.getByRole('link', { name: /^BO-/ }).click();
    await expect(admin.page.getByText('The line dropped.')).toBeVisible();
    await admin.page.getByRole('button', { name: 'Credit it' }).click();
    await admin.page.getByLabel('Why', { exact: true }).fill('It did.');
    await inspect(admin.page);
    await admin.page.getByRole('button', { name: 'Credit it' }).click();
    await expect(admin.page.getByText('Credited', { exact: true }).first()).toBeVisible();
    await inspect(admin.page);
  });
});
