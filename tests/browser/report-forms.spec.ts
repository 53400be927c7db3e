import { atServer } from '../harness/sender.ts';
import { PeerDriver, peerCast } from '../harness/peer-driver.ts';
import { choose, expect, expectFits, expectSound, test } from './fixtures.ts';

test('an organization’s admin copies a form, adds a scored question under a condition, publishes it for a type that is ordered', async ({
  person,
  server,
  passwordHash,
}) => {
  const { world } = server;
  const cast = await peerCast(world, passwordHash);
  const admin = await world.person({ role: 'org_admin', organization_id: cast.organization_id });
  // ordered before, on the form as it came
  const older = await new PeerDriver(atServer(server, cast)).to('reportStarted');

  const browser = await person();
  await browser.enter(admin);
  const { page } = browser;
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  await page.goto('/admin');
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Report forms' }).click();
  await expect(page.getByText('No form of your own yet')).toBeVisible();
  await expectSound(browser);
  await button('Copy Chart audit').click();
  await page.getByRole('dialog').getByLabel('Name').fill('Our audit');
  await button('Copy it').click();
  await expect(page.getByRole('heading', { name: 'Our audit', level: 1 })).toBeVisible();

  await button(/^Pattern across the charts/).click();
  await page.locator('textarea[data-path$=".label"]').fill('Pattern we see');
  await button('Add a question to Findings').click();
  await page.locator('textarea[data-path$=".label"]').fill('Was the coder asked?');
  await choose(page.getByLabel('How it is asked'), 'Yes, no, not applicable');
  await page.getByLabel('Weight in the score').fill('3');
  await page
    .getByRole('group', { name: 'Asked', exact: true })
    .getByRole('button', { name: 'Only under a condition' })
    .click();
  await choose(page.getByLabel('What is looked at'), 'Pattern we see');
  await expectSound(browser);
  await expectFits(page);
  // what a condition looks at does not go unnoticed
  await button('Remove Pattern we see').click();
  await expect(page.getByText('Conditions look at it: “Was the coder asked?”.')).toBeVisible();
  await button('Leave it as it is').click();
  const preview = page.getByRole('region', { name: 'As the expert gets it' });
  await expect(preview.getByText('Was the coder asked?')).toHaveCount(0);
  await preview.getByRole('radio', { name: 'No pattern' }).check();
  await expect(preview.getByText('Was the coder asked?')).toBeVisible();
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await button('Publish').click();
  await page.getByRole('dialog').getByLabel('Note').fill('With coding');
  await button('Publish it').click();
  await expect(page.getByText('Version 1 is published.')).toBeVisible();
  await page.getByRole('link', { name: 'Versions' }).click();
  await expect(page.getByText('With coding')).toBeVisible();
  await choose(page.getByLabel('From'), 'The form it was copied from');
  await expect(page.getByRole('list', { name: 'What differs' }).getByText('Was the coder asked?')).toBeVisible();
  await expectSound(browser);

  await page.goto('/admin/peer-review-types');
  await button('New type').click();
  await page.getByRole('dialog').getByLabel('Name').fill('Coding audit');
  await choose(page.getByRole('dialog').getByLabel('Report form'), 'Our audit');
  await expectSound(browser);
  await button('Make it').click();
  await expect(page.getByText('Coding audit', { exact: true })).toBeVisible();
  await expectSound(browser);

  const orderer = await person();
  await orderer.enter(cast.requester);
  const draft = await new PeerDriver(atServer(server, cast)).draft();
  await orderer.page.goto(`/peer-review/${draft.id}/step-one`);
  await choose(orderer.page.getByLabel('Type of review'), 'Coding audit');
  await expect(orderer.page.getByText(/^Saved at/).first()).toBeVisible();
  const form = await world.db.selectFrom('peer_review_types').selectAll().executeTakeFirstOrThrow();
  const order = await new PeerDriver(atServer(server, cast)).to('reportStarted', {
    review_type: form.value,
    report_form: form.form_key,
  });

  const expert = await person();
  // the records of these tests have no bytes
  expert.allow(500);
  await expert.enter(cast.expert);
  await expert.page.goto(`/peer-review/${order.id}/report`);
  await expert.page.getByRole('button', { name: /^Findings/ }).click();
  await expect(expert.page.getByText('Pattern we see').first()).toBeVisible();
  await expert.page.goto(`/peer-review/${older.id}/report`);
  await expert.page.getByRole('button', { name: /^Findings/ }).click();
  await expect(expert.page.getByText('Pattern across the charts').first()).toBeVisible();
});
