import { castFor } from '../harness/review-driver.ts';
import { expect, expectFits, expectSound, test } from './fixtures.ts';

test('the experts’ desk: found by what ended, verified anew, paused with a reason and active again', async ({
  person,
  server,
}) => {
  const cast = await castFor(server.world);
  await server.world.db
    .updateTable('users')
    .set({ first_name: 'Ottoline', last_name: 'Marrable' })
    .where('id', '=', cast.expert.user_id)
    .execute();
  await server.world.db
    .updateTable('credentials')
    .set({ expires_on: '2026-10-31' })
    .where('expert_profile_id', '=', cast.expert.profile_id)
    .execute();
  const desk = await person();
  desk.allow(422);
  await desk.enter(cast.matching);
  const { page } = desk;
  await page.goto('/admin');
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Experts' }).click();
  await page.getByLabel('Credentials').selectOption({ label: 'Something has ended' });
  await expect(page).toHaveURL(/ending=ended/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await expectSound(desk);
  await page.getByRole('link', { name: 'Ottoline Marrable' }).click();
  await expect(page.getByText('Something this expert’s work rests on has ended.')).toBeVisible();
  await expectSound(desk);
  await page.getByRole('button', { name: /^Verify: license/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Verify it' }).click();
  await expect(dialog.getByText('Enter its last day.').first()).toBeVisible();
  await expectSound(desk);
  await dialog.getByLabel('License number').fill('MA-271904');
  await dialog.getByRole('textbox', { name: 'Last day' }).fill('05/31/2028');
  await dialog.getByLabel('Source').fill('MA board, license lookup');
  await dialog.getByRole('button', { name: 'Verify it' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Something this expert’s work rests on has ended.')).toBeHidden();
  await expect(page.getByText('MA board, license lookup')).toBeVisible();

  await page.getByRole('button', { name: 'Pause' }).click();
  await dialog.getByLabel('Reason').fill('On leave until March.');
  await expectSound(desk);
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('On leave until March.')).toBeVisible();
  await page.getByRole('button', { name: 'Make active' }).click();
  await dialog.getByLabel('Reason').fill('Back.');
  await dialog.getByRole('button', { name: 'Make active' }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();

  const small = await person({ viewport: { width: 320, height: 640 } });
  await small.enter(await server.world.staff('support_agent'));
  await small.page.goto(`/admin/experts/${cast.expert.profile_id}`);
  await expect(small.page.getByRole('heading', { level: 1, name: 'Ottoline Marrable' })).toBeVisible();
  await expectFits(small.page);
  await small.page.goto('/admin/experts?q=Marrable');
  await expect(small.page.getByRole('link', { name: 'Ottoline Marrable' })).toBeVisible();
  await expectFits(small.page);
});
