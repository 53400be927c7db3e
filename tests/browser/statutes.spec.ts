import { atServer } from '../harness/sender.ts';
import { PeerDriver, peerCast } from '../harness/peer-driver.ts';
import { expect, expectFits, expectSound, test } from './fixtures.ts';

test('an organization’s admin writes a state’s statute, and its orders show what their reports will say', async ({
  person,
  server,
}) => {
  const { world } = server;
  const cast = await peerCast(world);
  const admin = await world.person({ role: 'org_admin', organization_id: cast.organization_id });
  const draft = await new PeerDriver(atServer(server, cast)).draft();
  const { state } = await world.db
    .selectFrom('reviews')
    .select('state')
    .where('id', '=', draft.id)
    .executeTakeFirstOrThrow();
  const browser = await person();
  await browser.enter(admin);
  const { page } = browser;

  await page.goto(`/admin/statutes?organization_id=${cast.organization_id}&q=zzz`);
  await expect(page.getByRole('button', { name: 'Clear' })).toBeVisible();
  await expectSound(browser);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByText('51 states, all as they come with Peritus.')).toBeVisible();
  await expectSound(browser);

  await page.goto(`/admin/statutes?state=${state}&organization_id=${cast.organization_id}`);
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText(/Peer Review Committee of your hospital/).first()).toBeVisible();
  await page.getByLabel('On every page of the report').fill('Privileged. For the {board} under {statute}.');
  browser.allow(422);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('“{board}” stands for nothing here. Use {committee} and {statute}.')).toBeVisible();
  await page.getByLabel('On every page of the report').fill('Privileged. For the {committee} under {statute}.');
  await page.getByLabel('On the cover').fill('Return it to the {committee} once it is read.');
  await page.getByRole('textbox', { name: 'Statute' }).fill('Own Code § 12');
  await expect(preview.getByText(/^Return it to the Peer Review Committee/)).toBeVisible();
  await expectSound(browser);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/^Version 1 by/)).toBeVisible();
  await expectSound(browser);

  const orderer = await person();
  await orderer.enter(cast.requester);
  await orderer.page.goto(`/peer-review/${draft.id}/step-four`);
  await orderer.page.getByRole('button', { name: 'Take Own Code § 12' }).click();
  await expect(
    orderer.page.getByText(/Every page of the report says: “Privileged\. For the .* under Own Code § 12\.”/),
  ).toBeVisible();
  await expectSound(orderer);

  await page.getByRole('button', { name: 'Go back to what is above' }).click();
  await page.getByRole('button', { name: 'Go back', exact: true }).click();
  await expect(page.getByText('Back to what is above.')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await expectSound(browser);
});
