import { givenUp, SOME_WORK, triedLater } from '../harness/work.ts';
import { expect, expectFits, expectSound, signIn, test } from './fixtures.ts';

test('a super admin hears of stuck work, tries it again, reads the health, and ends a session', async ({
  person,
  server,
}) => {
  const { world } = server;
  const root = await world.staff('super_admin');
  const organization = await world.organization({ name: 'Harrow Mutual' });
  const away = await world.person({
    profile: 'ClaimConsultant',
    organization_id: organization,
    first_name: 'Wilhelmina',
    last_name: 'Quastenberg',
  });
  const away_in = await person();
  await signIn(away_in, away, '/');

  const browser = await person();
  const { page } = browser;
  await givenUp(world.db, { count: 3 });
  await givenUp(world.db, { name: 'gone.handler' });
  await triedLater(world.db);
  await server.watch();
  await signIn(browser, root, '/admin/jobs');

  // the bell says it, and leads here
  await page.getByRole('button', { name: /Notifications/ }).click();
  await expect(page.getByText('Background work is stuck').first()).toBeVisible();
  await page.keyboard.press('Escape');

  const failed = page.getByRole('list', { name: 'Failed', exact: true }).getByRole('listitem');
  await expect(failed.filter({ hasText: 'Oversight: verify audit' }).first()).toBeVisible();
  await expect(failed.filter({ hasText: 'The disk is full.' }).first()).toBeVisible();
  await expectSound(browser);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectSound(browser);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByLabel('Search', { exact: true }).fill('gone');
  await expect(page).toHaveURL(/q=gone/);
  await expect(failed).toHaveCount(1);
  await expect(failed.getByRole('button', { name: /^Try again/ })).toBeHidden();
  await failed.getByRole('button', { name: 'Set aside: Gone: handler' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expectSound(browser);
  await dialog.getByRole('button', { name: 'Set it aside' }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('textbox').fill('That feature is gone.');
  await dialog.getByRole('button', { name: 'Set it aside' }).click();
  await expect(page.getByText('No job matches “gone”')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();

  await page.getByRole('button', { name: 'Try all again: Oversight: verify audit' }).click();
  await dialog.getByRole('textbox').fill('The disk has room again.');
  await expectSound(browser);
  await dialog.getByRole('button', { name: 'Try all again' }).click();
  await expect(page.getByText('jobs are tried again')).toBeVisible();
  await server.settle();
  // states with nothing in them are folded away
  await expect(page.getByRole('navigation', { name: 'Jobs' }).getByRole('link', { name: /^Running/ })).toHaveCount(0);
  await page.getByRole('link', { name: /^Trying again/ }).click();
  await expect(page).toHaveURL(/state=retrying/);
  const later = page.getByRole('list', { name: 'Trying again' }).getByRole('listitem').filter({ hasText: 'Busy.' });
  await later
    .getByRole('button', { name: /^Try again/ })
    .first()
    .click();
  await dialog.getByRole('textbox').fill('It is no longer busy.');
  await dialog.getByRole('button', { name: 'Try it again' }).click();
  await expect(page.getByText('It is tried again.')).toBeVisible();
  await server.settle();
  // no deadline is set here: its state is folded away, and still at its address
  await page.goto('/admin/jobs?state=scheduled');
  await expect(page).toHaveURL(/state=scheduled/);
  await expectSound(browser);
  await server.watch();

  // a message that was given up is left as it is
  const { id: mail } = await world.db
    .insertInto('mails')
    .values({
      to_email: 'gone@example.org',
      to_name: 'Somebody Gone',
      template: 'chat_digest',
      subject: 'Unread messages',
      text: 'Two messages wait for you.',
      status: 'failed',
      refused: true,
      last_error: 'EENVELOPE 550',
      failed_at: server.now(),
      created_at: server.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await page.goto(`/admin/outbox?state=failed&message=${mail}`);
  await page.getByRole('button', { name: 'Set aside' }).click();
  await expectSound(browser);
  await dialog.getByRole('textbox').fill('The person has left.');
  await dialog.getByRole('button', { name: 'Set it aside' }).click();
  await expect(page.getByText('It was dealt with since.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set aside' })).toBeHidden();

  await page.goto('/admin/health');
  await expect(page.getByRole('heading', { name: 'Requests' })).toBeVisible();
  await expect(page.getByText('Mended').first()).toBeVisible();
  await expect(page.getByRole('term').filter({ hasText: /^ENCRYPTION_KEY$/ })).toBeVisible();
  await expectSound(browser);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectSound(browser);
  await page.setViewportSize({ width: 1440, height: 900 });

  // by the command menu to the person, then to where they are signed in
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('quastenberg');
  await expect(page.getByRole('group', { name: 'People' }).getByRole('option')).toHaveText([/Wilhelmina Quastenberg/]);
  await expectSound(browser);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/admin/people/${away.user_id}$`));
  await page.goto('/admin/signed-in?q=quastenberg');
  const rows = page.getByRole('row').filter({ hasText: 'Quastenberg' });
  await expect(rows.first()).toContainText('Harrow Mutual');
  await expectSound(browser);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectSound(browser);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  away_in.allow(401);
  const before = await rows.count();
  for (let left = before; left > 0; left -= 1) {
    await rows
      .first()
      .getByRole('button', { name: /^End the session of Wilhelmina Quastenberg/ })
      .click();
    await expect(rows).toHaveCount(left - 1);
  }
  await expect(page.getByText('No session matches “quastenberg”')).toBeVisible();
  await expect(
    away_in.page
      .getByRole('dialog')
      .or(away_in.page.getByRole('heading', { name: /sign in/i }))
      .first(),
  ).toBeVisible();
});

test('a support agent reads jobs and health, and does nothing about them; an organization’s admin finds her own people alone', async ({
  person,
  server,
}) => {
  const { world } = server;
  const agent = await world.staff('support_agent');
  await givenUp(world.db, { name: SOME_WORK });
  const browser = await person();
  const { page } = browser;
  await signIn(browser, agent, '/admin');
  const places = page.getByRole('navigation', { name: 'Admin', exact: true });
  await expect(places.getByRole('link', { name: /^Jobs/ })).toBeVisible();
  await expect(places.getByRole('link', { name: /^Signed in/ })).toBeHidden();
  await places.getByRole('link', { name: /^Jobs/ }).click();
  await expect(page.getByText('The disk is full.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Try|Set aside)/ })).toBeHidden();
  await expectSound(browser);
  await page.goto('/admin/health');
  await expect(page.getByRole('heading', { name: 'Database' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Settings as read' })).toBeHidden();
  await expectSound(browser);
  await page.goto('/admin/signed-in');
  await expect(page).not.toHaveURL(/signed-in/);

  const [org, other] = [await world.organization({ name: 'Tessaly Group' }), await world.organization()];
  const orgAdmin = await world.person({ role: 'org_admin', organization_id: org });
  await world.person({ profile: 'ClaimConsultant', organization_id: org, last_name: 'Ostrander-Own' });
  await world.person({ profile: 'ClaimConsultant', organization_id: other, last_name: 'Ostrander-Foreign' });
  const theirs = await person();
  await signIn(theirs, orgAdmin, '/admin/signed-in');
  await expect(theirs.page.getByRole('row').filter({ hasText: 'Ostrander-Own' })).toBeVisible();
  await expect(theirs.page.getByText('Ostrander-Foreign')).toBeHidden();
  await theirs.page.keyboard.press('ControlOrMeta+k');
  await theirs.page.getByRole('combobox', { name: 'Search or jump to' }).fill('ostrander');
  await expect(theirs.page.getByRole('group', { name: 'People' }).getByRole('option')).toHaveText([/Ostrander-Own/]);
});
