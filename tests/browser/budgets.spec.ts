import { CaseDriver } from '../harness/case-driver.ts';
import { castFor } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, signIn, test } from './fixtures.ts';
import { inspect } from './look.ts';

/* An admin sets a budget on a telephone; an order beyond it stops, with nothing lost, and the admin lets it through. */
test('a budget from its form to an order that is let through', async ({ person, server, passwordHash }) => {
  const cast = await castFor(server.world, passwordHash);
  const keeper = await server.world.person({ role: 'org_admin', organization_id: cast.organization_id });
  await server.world.db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', keeper.user_id)
    .execute();
  const draft = await new CaseDriver(atServer(server, cast)).draft();
  const own = await person({ viewport: { width: 390, height: 844 } });
  const { page, allow } = own;

  await test.step('it is added', async () => {
    await signIn(own, keeper, '/admin/budgets');
    await expect(page.getByText('No budgets yet')).toBeVisible();
    await inspect(page);
    await page.getByRole('button', { name: 'Add a budget' }).click();
    const form = page.getByRole('form', { name: 'Add a budget' });
    await form.getByRole('button', { name: 'Add the budget' }).click();
    await expect(form.getByText('Enter its amount.')).toBeVisible();
    await form.getByLabel('Amount', { exact: true }).fill('100');
    await inspect(page);
    await form.getByRole('button', { name: 'Add the budget' }).click();
    await expect(page.getByText('0% of $100.00 used', { exact: false })).toBeVisible();
    await inspect(page);
  });

  await test.step('an order stops at it, and goes beyond it with a reason', async () => {
    await page.goto(`/case/${draft.id}/step-four`);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(page.getByText(/^\$100\.00 is left of the budget of .* Ordering stops there\./)).toBeVisible();
    await inspect(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: /^Order, \$/ }).click();
    allow(409);
    await expect(page.getByText('Nothing was ordered. Everything you entered is kept.')).toBeVisible();
    await inspect(page);
    const form = page.getByRole('form', { name: 'Order beyond the budget' });
    await form.getByRole('button').click();
    await expect(form.getByText('Write a sentence.')).toBeVisible();
    await form.getByRole('textbox').fill('The hearing is on Monday.');
    await form.getByRole('button').click();
    await expect(page).toHaveURL(new RegExp(`/case/${draft.id}$`));
  });

  await test.step('its history says so', async () => {
    await page.goto('/admin/budgets');
    await page.getByRole('link', { name: /, each quarter$/ }).click();
    await expect(page.getByText('The hearing is on Monday.')).toBeVisible();
    await expect(page.getByText('Exceeded, orders stop')).toBeVisible();
    await inspect(page);
  });
});
