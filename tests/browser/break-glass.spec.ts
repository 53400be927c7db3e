import { openBreakGlass } from '../../src/features/accounts/server/index.ts';
import { expect, expectSound, test } from './fixtures.ts';

test('an emergency sign-in says whose it is before it is used, stands over every page, leads out, and works once', async ({
  person,
  server,
}) => {
  const { world } = server;
  const admin = await world.person({ role: 'admin', first_name: 'Ann', last_name: 'Lee' });
  const { token } = await openBreakGlass(world.db, server.now(), {
    email: admin.email,
    reason: 'Lost phone, ticket 311',
    run_by: 'ops@machine',
  });
  const browser = await person();
  browser.allow(401, 404);
  const { page } = browser;
  await page.goto(`/break-glass?token=${token}`);
  await expect(page.getByRole('heading', { name: 'Emergency sign-in', level: 1 })).toBeVisible();
  await expect(page.getByText('Lost phone, ticket 311')).toBeVisible();
  await expectSound(browser);
  await page.getByRole('button', { name: 'Sign in as Ann Lee' }).click();
  const banner = page.getByRole('alert').filter({ hasText: 'Emergency sign-in until' });
  await expect(banner).toContainText('Reason: Lost phone, ticket 311');
  await page.goto('/admin/people');
  await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible();
  await expect(banner).toBeVisible();
  await expectSound(browser);
  await banner.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(banner).toHaveCount(0);

  await page.goto(`/break-glass?token=${token}`);
  await expect(page.getByRole('heading', { name: 'This emergency sign-in was used' })).toBeVisible();
  await expectSound(browser);
  await page.goto('/break-glass?token=cut-off');
  await expect(page.getByRole('heading', { name: 'There is no emergency sign-in at this link' })).toBeVisible();
});
