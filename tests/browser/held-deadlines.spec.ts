import { expect, expectSound, test } from './fixtures.ts';

test('an admin sees what waits for a word, with its year, and lets it go', async ({ person, server }) => {
  const admin = await server.world.person({ role: 'admin', first_name: 'Orsolya', last_name: 'Kemp' });
  const now = server.now();
  await server.database.pool.query(
    `with o as (insert into organizations (name, created_at) values ('Organization', $1) returning id),
     r as (insert into reviews (kind, status, bucket, ball, organization_id, requester_id, created_at, updated_at)
       select 'Case', 'draft', 'draft', 'requester', o.id, $2, $1, $1 from o returning id),
     d as (insert into deadlines (review_id, kind, key, due_at, created_at)
       select id, 'closeout', 'held', $1::timestamptz - interval '1 hour', $1 from r)
     insert into deadline_holds (cause, seen_at, clock_at, due) values ('ahead', $1::timestamptz - interval '1 year', $1, 0)`,
    [now, admin.user_id],
  );
  const browser = await person();
  await browser.enter(admin);
  const { page } = browser;
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Admin' }).click();
  await expect(page.getByRole('heading', { name: 'Admin', level: 1 })).toBeFocused();
  const places = page.getByRole('navigation', { name: 'Admin', exact: true });
  await expect(places.getByRole('link', { name: 'Held actions 1 waits' })).toBeVisible();
  await expectSound(browser);
  await page.getByRole('link', { name: 'Held actions', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for your confirmation', level: 1 })).toBeVisible();
  await expect(page.getByText('The clock jumped ahead.')).toBeVisible();
  await expect(page.getByText(new RegExp(String(now.getUTCFullYear() - 1)))).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Closes the review' })).toBeVisible();
  await expectSound(browser);
  await page.getByRole('button', { name: 'The clock is correct' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Keep them waiting' })).toBeFocused();
  await expectSound(browser);
  await dialog.getByRole('button', { name: 'The clock is correct: run 1' }).click();
  await expect(page.getByText('Confirmed. 1 action will run now.')).toBeVisible();
  await expect(page.getByText('Nothing is waiting')).toBeVisible();
  await expectSound(browser);
});
