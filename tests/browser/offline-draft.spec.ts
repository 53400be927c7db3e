import { castFor } from '../harness/review-driver.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { PeerDriver } from '../harness/peer-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, signIn, test } from './fixtures.ts';

// what arrives from the network, and what does not, is shown here
test.use({ cold: true });

for (const [what, Driver, slug, section, label] of [
  ['case review', CaseDriver, 'case', 'step_three', 'What happened'],
  ['peer review', PeerDriver, 'peer-review', 'step_three', 'How the charts were chosen'],
] as const) {
  test(`ten minutes of typing without a network, then the tab dies: the order of a ${what} keeps every word`, async ({
    person,
    server,
  }) => {
    const cast = await castFor(server.world);
    const d = new Driver(atServer(server, cast));
    await d.draft();
    const path = `/${slug}/${d.id}/step-three`;
    const stored = async () =>
      JSON.stringify((await d.must<{ data: unknown }>(cast.requester, 'GET', d.url(`/sections/${section}`))).data);

    const one = await person();
    const { page, context } = one;
    await signIn(one, cast.requester);
    await context.clock.install();
    await page.goto(path);
    const field = page.getByLabel(label);
    await expect(field).toBeVisible();

    one.allow(0);
    await context.setOffline(true);
    const minutes = Array.from({ length: 10 }, (_, n) => `Minute ${n + 1} without a network.`);
    await field.fill('');
    for (const words of minutes) {
      await field.pressSequentially(`${words} `);
      await context.clock.fastForward('01:00');
    }
    await expect(page.getByRole('status').filter({ hasText: 'Offline, kept here' }).first()).toBeVisible();
    expect(await stored()).not.toContain('Minute');
    // the process of the tab is killed: no goodbye, nothing runs once more
    const died = page.waitForEvent('crash');
    const devtools = await context.newCDPSession(page);
    void devtools.send('Page.crash').catch(() => undefined);
    await died;
    await page.close();
    await context.setOffline(false);

    const again = await context.newPage();
    await again.goto(path);
    await expect(again.getByLabel(label)).toHaveValue(`${minutes.join(' ')} `);
    // and reaches the server by itself
    await expect.poll(stored).toContain('Minute 10 without a network.');
    for (const words of minutes) expect(await stored()).toContain(words);
  });
}
