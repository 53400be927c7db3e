import { CaseDriver } from '../harness/case-driver.ts';
import { castFor } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, signIn, test } from './fixtures.ts';
import { inspect } from './look.ts';

/*
 * An admin writes the prices of the year to come on a telephone: what was typed survives a reload; what it changes and what past
 * orders would have cost are there to see; until it begins it can be withdrawn.
 */
test('a version of a price book, from what is typed to what it would have cost', async ({
  person,
  server,
  passwordHash,
}) => {
  const cast = await castFor(server.world, passwordHash);
  const d = await new CaseDriver(atServer(server, cast)).to('submitted');
  const admin = await person({ viewport: { width: 390, height: 844 } });
  const { page } = admin;
  await signIn(admin, cast.admin, `/admin/price-books?organization_id=${cast.organization_id}`);
  await page.getByRole('link', { name: 'Case Reviews' }).click();
  await expect(page.getByText(/has no prices of its own/)).toBeVisible();
  await page.getByRole('button', { name: 'New version' }).click();
  const call = page.getByRole('group', { name: 'Call, 45 minutes', exact: true });
  await call.getByLabel('Price').fill('70');
  await page.getByRole('button', { name: 'Save the version' }).click();
  await expect(page.getByText('Choose the day it begins.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Holds from' }).fill('01/01/2031');
  await page.reload();
  await expect(call.getByLabel('Price')).toHaveValue('70.00');
  await call.getByLabel('Price').fill('700');
  await inspect(page);
  await page.getByRole('button', { name: 'Save, from Jan 1, 2031' }).click();
  await expect(page.getByRole('heading', { name: 'The version from January 1, 2031' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'What differs' })).toContainText('$700.00');

  // what was ordered until now, priced anew
  await page.getByRole('textbox', { name: 'Ordered from' }).fill('01/01/2020');
  await page.getByRole('textbox', { name: 'Until before' }).fill('12/31/2030');
  await page.getByRole('button', { name: 'Work it out' }).click();
  await expect(page.getByText(/^1 order: \$/)).toBeVisible();
  await expect(page.getByRole('link', { name: `CR-${d.id}` })).toHaveAttribute('href', `/case/${d.id}`);
  await inspect(page);

  await page.getByRole('button', { name: 'Withdraw: From January 1, 2031' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw it' }).click();
  await expect(page.getByText(/has no prices of its own/)).toBeVisible();
});
