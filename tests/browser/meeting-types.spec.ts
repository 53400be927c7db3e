import { atServer } from '../harness/sender.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { castFor } from '../harness/review-driver.ts';
import { expect, expectFits, expectSound, test } from './fixtures.ts';

test('an organization’s admin with the flag keeps meeting types, and its people order and schedule by them', async ({
  person,
  server,
}) => {
  const { world } = server;
  const cast = await castFor(world);
  const admin = await world.person({ role: 'org_admin', organization_id: cast.organization_id });
  const browser = await person();
  await browser.enter(admin);
  const { page } = browser;
  const at = `/admin/meeting-types?organization_id=${cast.organization_id}`;

  // without the flag it is read
  await page.goto(at);
  await expect(page.getByText('You can look, but not change anything here.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New type' })).toHaveCount(0);
  await expect(page.getByText('45 minutes · $625.00 · 10 minutes free after it', { exact: true })).toBeVisible();
  await expectSound(browser);

  await world.db
    .updateTable('users')
    .set({ feature_flags: { allow_admin_manage_meeting_types: true } as never })
    .where('id', '=', admin.user_id)
    .execute();
  await page.reload();
  await page.getByRole('button', { name: 'New type' }).click();
  const adding = page.getByRole('dialog', { name: 'New type of meeting' });
  await adding.getByLabel('Name').fill('Call, 45 minutes');
  await adding.getByLabel('What one gets').fill('One question by phone.');
  await adding.getByLabel('Length').fill('20');
  await adding.getByLabel('Price').fill('310');
  browser.allow(422);
  await adding.getByRole('button', { name: 'Add it' }).click();
  await expect(adding.getByText('Another type has this name already.')).toBeVisible();
  await expectSound(browser);
  await adding.getByLabel('Name').fill('Call, 20 minutes');
  await adding.getByRole('button', { name: 'Add it' }).click();
  await expect(page.getByText('20 minutes · $310.00 · 10 minutes free after it', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Change Call, 60 minutes' }).click();
  const changing = page.getByRole('dialog', { name: 'Change “Call, 60 minutes”' });
  await changing.getByLabel('Free before it').fill('30');
  await changing.getByRole('switch', { name: 'Offer it' }).click();
  await changing.getByRole('button', { name: 'Save it' }).click();
  await expect(page.getByText('Retired, no longer offered')).toBeVisible();
  await page.getByRole('button', { name: 'History of Call, 60 minutes' }).click();
  const history = page.getByRole('dialog', { name: 'History of “Call, 60 minutes”' });
  await expect(history.getByText(/After: Call, 60 minutes · .* · retired/)).toBeVisible();
  await expectSound(browser);
  await page.keyboard.press('Escape');
  await expectSound(browser);

  // what is ordered and offered
  const orderer = await person();
  await orderer.enter(cast.requester);
  const wiring = atServer(server, cast);
  const draft = await new CaseDriver(wiring).draft();
  await orderer.page.goto(`/case/${draft.id}/step-four`);
  await orderer.page.getByText('Call, 20 minutes', { exact: true }).click();
  await expect(orderer.page.getByText('Call, 60 minutes', { exact: true })).toHaveCount(0);
  await expect(orderer.page.getByText('$310.00').first()).toBeVisible();
  const { key } = await world.db
    .selectFrom('meeting_types')
    .select('key')
    .where('organization_id', '=', cast.organization_id)
    .where('name', '=', 'Call, 20 minutes')
    .executeTakeFirstOrThrow();
  const order = await new CaseDriver(wiring).to('accepted', { service: key });
  const expert = await person();
  await expert.enter(cast.expert);
  await expert.page.goto(`/case/${order.id}/choose-available-times`);
  await expect(expert.page.getByText(/^20 minutes with/)).toBeVisible();

  // back to what is above
  await page.getByRole('button', { name: 'Change Call, 60 minutes' }).click();
  await page.getByRole('button', { name: 'Go back to what is above' }).click();
  await expect(page.getByText('Retired, no longer offered')).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await expectSound(browser);
});
