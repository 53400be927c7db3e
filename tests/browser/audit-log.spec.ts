import { expect, expectFits, expectSound, test } from './fixtures.ts';

test('an admin finds a row, reads it, and verifies the log', async ({ person, server }) => {
  const admin = await server.world.person({ role: 'admin', first_name: 'Ada', last_name: 'Wexler' });
  const browser = await person();
  await browser.enter(admin);
  const { page } = browser;
  await page.goto('/admin/audit/verification');
  await page.getByRole('button', { name: 'Verify now' }).click();
  await expect(page.getByText('Ada Wexler asked for it', { exact: false })).toBeVisible();
  await expect(page.getByText(/^(Nothing was changed\.|\d+ faults? found\.)$/)).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the head' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^audit-head-\d+\.json$/);
  await page.getByLabel('A head from earlier').fill(`{"seal_id": 999999, "mac": "${'0'.repeat(64)}"}`);
  await page.getByRole('button', { name: 'Check the head' }).click();
  await expect(page.getByText('The head is not in the log', { exact: false })).toBeVisible();
  await expectSound(browser);

  await page.getByRole('link', { name: 'Log', exact: true }).click();
  await page.getByLabel('Person').fill(admin.email);
  await page.getByLabel('Action').fill('Asked for a verification');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page).toHaveURL(/action=Asked\+for\+a\+verification|action=Asked%20for/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectSound(browser);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectSound(browser);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectFits(page);
  const words = 'Asked for a verification of the audit log';
  await page.getByRole('link', { name: words }).click();
  await expect(page.getByRole('heading', { name: words, level: 1 })).toBeVisible();
  await expect(page.getByText('audit.verification_asked', { exact: true })).toBeVisible();
  await expectFits(page);
});
