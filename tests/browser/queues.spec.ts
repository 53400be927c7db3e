import { CaseDriver } from '../harness/case-driver.ts';
import { atServer } from '../harness/sender.ts';
import { castFor } from '../harness/review-driver.ts';
import { choose, expect, expectSound, test } from './fixtures.ts';

test('clinical operations takes the next review of a queue, gives another to a colleague, and works on it', async ({
  person,
  server,
  passwordHash,
}) => {
  const cast = await castFor(server.world, passwordHash);
  const colleague = await server.world.person({ role: 'clin_ops', first_name: 'Petra', last_name: 'Lindholm' });
  const wiring = atServer(server, cast);
  const [first, second] = [new CaseDriver(wiring), new CaseDriver(wiring)];
  for (const d of [first, second]) {
    await d.draft();
    await d.to('submitted');
  }
  const browser = await person();
  await browser.enter(cast.clinOps);
  const { page } = browser;
  await page.goto('/admin');
  await page.getByRole('link', { name: /^Queues \d+ wait/ }).click();
  await expect(page.getByRole('heading', { name: 'Queues', level: 1 })).toBeVisible();
  await choose(page.getByLabel(`Assign CR-${second.id}`), 'Petra Lindholm');
  await expect(page.getByText('Petra Lindholm has 1')).toBeVisible();
  await expectSound(browser);
  await choose(page.getByLabel('Assigned to'), 'Petra Lindholm (1)');
  await expect(page).toHaveURL(new RegExp(`assigned=${colleague.user_id}`));
  await expect(page.getByRole('link', { name: `CR-${second.id}` })).toBeVisible();
  await expect(page.getByRole('link', { name: `CR-${first.id}` })).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectSound(browser);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Take the next one' }).click();
  // other files’ reviews may wait longer
  await expect(page).toHaveURL(/\/(case|peer-review)\/\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: /^Transfers/ }).click();
  await expect(page.getByText('No transfer waits for a decision.')).toBeVisible();
});
