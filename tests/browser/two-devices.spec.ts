import type { Page } from '@playwright/test';
import { castFor } from '../harness/review-driver.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { PeerDriver } from '../harness/peer-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, expectAccessible, signIn, test } from './fixtures.ts';

// what arrives from the network, and what does not, is shown here
test.use({ cold: true });

for (const [what, Driver, slug, first, second, prose] of [
  ['case review', CaseDriver, 'case', 'Billing reference', 'Cost center', 'What happened'],
  ['peer review', PeerDriver, 'peer-review', 'Billing reference', 'Cost center', 'How the charts were chosen'],
] as const) {
  test(`the order of a ${what} is gone on with on another device, and two devices at once lose nothing`, async ({
    person,
    server,
  }) => {
    const cast = await castFor(server.world);
    const d = new Driver(atServer(server, cast));
    await d.draft();
    const path = (step: string) => `/${slug}/${d.id}/step-${step}`;
    const stored = async (section: string) =>
      (await d.must<{ data: Record<string, unknown> }>(cast.requester, 'GET', d.url(`/sections/${section}`))).data;
    const desk = await person();
    const laptop = await person();
    await signIn(desk, cast.requester);
    await signIn(laptop, cast.requester);

    // what an order can do without stands folded, with what is set in it beside
    const unfold = (page: Page) => page.locator('summary').filter({ hasText: 'if they help' }).click();
    await desk.page.goto(path('four'));
    await unfold(desk.page);
    await desk.page.getByLabel(first).fill('BR-77');
    await expect(desk.page.getByText(/^Saved/)).toBeVisible();
    await laptop.page.goto(path('four'));
    await expect(laptop.page.getByText(`${first}: BR-77`)).toBeVisible();
    await unfold(laptop.page);
    await expect(laptop.page.getByLabel(first)).toHaveValue('BR-77');

    // while the laptop has no network, the desk goes on
    laptop.allow(0, 409);
    await laptop.context.setOffline(true);
    await laptop.page.getByLabel(second).fill('CC-9');
    await desk.page.getByLabel(first).fill('BR-78');
    await desk.page.getByLabel(first).blur();
    await expect.poll(async () => (await stored('step_four'))['billing_reference']).toBe('BR-78');
    await laptop.context.setOffline(false);
    const notice = laptop.page.getByText('This step was changed elsewhere while you were editing.');
    await expect(notice).toBeVisible();
    await expectAccessible(laptop.page);
    await laptop.page.getByRole('button', { name: 'Keep both' }).click();
    await expect(notice).toHaveCount(0);
    await expect(laptop.page.getByLabel(first)).toHaveValue('BR-78');
    await expect(laptop.page.getByLabel(second)).toHaveValue('CC-9');
    await expect.poll(() => stored('step_four')).toMatchObject({ billing_reference: 'BR-78', cost_center: 'CC-9' });

    // the other way out: what the other device has
    await desk.page.goto(path('three'));
    await laptop.page.goto(path('three'));
    await expect(laptop.page.getByLabel(prose)).toBeVisible();
    const words = 'The desk wrote what happened, in order and with its dates. '.repeat(3).trim();
    await laptop.context.setOffline(true);
    await laptop.page.getByLabel(prose).fill('The laptop wrote this.');
    await desk.page.getByLabel(prose).fill(words);
    await desk.page.getByLabel(prose).blur();
    await expect.poll(() => stored('step_three').then((data) => JSON.stringify(data))).toContain('The desk wrote');
    await laptop.context.setOffline(false);
    await expect(notice).toBeVisible();
    await expect(laptop.page.getByText(`Different there: ${prose}.`)).toBeVisible();
    await laptop.page.getByRole('button', { name: 'Take the other version' }).click();
    await expect(laptop.page.getByLabel(prose)).toHaveValue(words);
    expect(JSON.stringify(await stored('step_three'))).not.toContain('The laptop wrote');
  });
}
