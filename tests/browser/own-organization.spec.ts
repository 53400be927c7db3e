import { createCanvas } from '@napi-rs/canvas';
import { expect, expectFits, expectSound, signInByHand, test } from './fixtures.ts';

test('a customer admin sets up the organization, finds its settings by the keyboard, and takes its data along', async ({
  person,
  server,
  passwordHash,
}) => {
  const id = await server.world.organization({ name: 'Quist & Daughters', platform_type: 'saas' });
  await server.world.organization({ name: 'Quist Coastal', parent_id: id });
  await server.world.organization({ name: 'Quist of somebody else' });
  const marla = await server.world.person({
    role: 'customer_admin',
    organization_id: id,
    first_name: 'Marla',
    last_name: 'Quist',
    password_hash: passwordHash,
  });
  const browser = await person();
  await signInByHand(browser, marla);
  const { page } = browser;
  await page.goto('/admin');
  const guide = page.getByRole('region', { name: 'Set up Quist & Daughters' });
  await expect(guide.getByText('0 of 5 done')).toBeVisible();
  await expectSound(browser);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  // the first step leads to the logo, and ticks once it is there
  await guide.getByRole('link', { name: 'Choose a logo' }).click();
  await page
    .getByLabel('Logo', { exact: true })
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: createCanvas(300, 100).toBuffer('image/png') });
  await expect(page.getByRole('img', { name: 'Logo of Quist & Daughters' })).toBeVisible();
  await page.goto('/admin');
  await expect(guide.getByText('1 of 5 done')).toBeVisible();
  await guide.getByRole('button', { name: 'Skip: Have orders ask in your words' }).click();
  await expect(guide.getByText('Skipped')).toBeVisible();

  // the command menu finds a setting of her own organization, and the organizations of her tree alone
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('combobox', { name: 'Search or jump to' });
  await field.fill('quist');
  const found = page.getByRole('group', { name: 'Organizations' }).getByRole('option');
  await expect(found).toHaveText([/^Quist & Daughters/, /^Quist Coastal/]);
  await expectSound(browser);
  await field.fill('no ratings');
  await expect(page.getByRole('group', { name: 'Settings' }).getByRole('option')).toHaveCount(1);
  await expect(page.getByRole('group', { name: 'Organizations' })).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/admin/organizations/${id}\\?q=`));
  await expect(page.getByRole('switch', { name: 'No ratings' })).toBeVisible();

  // everything she owns, made while she looks on
  await page.getByRole('link', { name: 'Data', exact: true }).click();
  await expect(page.getByText('Nothing was exported yet')).toBeVisible();
  await expectSound(browser);
  await page.getByRole('button', { name: 'Export everything' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Export everything' }).click();
  await server.settle();
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();
  await expectSound(browser);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/^quist-daughters-\d{4}-\d\d-\d\d\.zip$/);

  await page.goto('/admin');
  await guide.getByRole('button', { name: 'Put this list away' }).click();
  await expect(guide).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Admin', level: 1 })).toBeVisible();
  await expect(guide).toBeHidden();
});
