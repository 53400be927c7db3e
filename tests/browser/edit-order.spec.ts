import { castFor } from '../harness/review-driver.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { PeerDriver } from '../harness/peer-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, signIn, test } from './fixtures.ts';
import { inspect } from './look.ts';

for (const [what, Driver, slug, section] of [
  ['case review', CaseDriver, 'case', 'Delivery and confirm'],
  ['peer review', PeerDriver, 'peer-review', 'Report and confirm'],
] as const) {
  test(`the order of a ${what} changed in one form, with old and new in the timeline`, async ({ person, server }) => {
    const cast = await castFor(server.world);
    const d = new Driver(atServer(server, cast));
    await d.to('submitted');
    const one = await person();
    const { page } = one;
    await signIn(one, cast.requester);
    await page.goto(`/${slug}/${d.id}`);
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/${slug}/${d.id}/edit$`));
    await expect(page.getByRole('heading', { name: section, level: 2 })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await inspect(page);
    await page.locator('summary').filter({ hasText: 'if they help' }).last().click();
    await page.getByLabel('Billing reference').fill('BR-77');
    // a line that is still empty is not taken into an order that was placed
    one.allow(422);
    const questions = page.getByRole('textbox', { name: /question \d/i });
    const before = await questions.count();
    await page.getByRole('button', { name: 'Add a question' }).click();
    await expect(questions).toHaveCount(before + 1);
    await questions.last().fill('Was the patient told in time?');
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page).toHaveURL(new RegExp(`/${slug}/${d.id}$`));
    const timeline = page.getByRole('main');
    await expect(timeline).toContainText('BR-77');
    await expect(timeline).toContainText('Was the patient told in time?');
  });
}
