import { castFor } from '../harness/review-driver.ts';
import type { BrowserContext, Route } from '@playwright/test';
import { PeerDriver } from '../harness/peer-driver.ts';
import { atServer } from '../harness/sender.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { presentedCase } from './accepted-case.ts';
import { expect, expectAccessible, expectFits, signIn, test } from './fixtures.ts';

// what arrives from the network, and what does not, is shown here
test.use({ cold: true });

/** Lets files of the built pages with such a name not arrive, until `back`. */
async function without(context: BrowserContext, name: RegExp, how: (route: Route) => Promise<void>) {
  const asked: string[] = [];
  await context.route(name, async (route) => {
    asked.push(route.request().url());
    await how(route);
  });
  return { asked, back: () => context.unroute(name) };
}
const requesterOf = async ({ world }: ServerProcess) => world.consultant(await world.organization());
const cut = (route: Route) => route.abort('internetdisconnected');
const gone = (route: Route) => route.fulfill({ status: 404, body: '' });

test.describe('a part of a page that does not arrive', () => {
  for (const [what, name] of [
    ['its program', /\/assets\/chart-match-[^/]+\.js$/],
    ['its style sheet', /\/assets\/chart-match-[^/]+\.css$/],
  ] as const) {
    test(`${what}: the page stays, what is typed is kept, and the part comes by itself`, async ({ person, server }) => {
      const cast = await castFor(server.world);
      const d = new PeerDriver(atServer(server, cast));
      await d.draft();
      const one = await person();
      const { page, context } = one;
      await signIn(one, cast.requester);
      const missing = await without(context, name, cut);
      await page.goto(`/peer-review/${d.id}/step-three`);
      const field = page.getByLabel('How the charts were chosen');
      await field.fill('Every fifth chart of the quarter.');
      await expect(page.getByText('This part could not be loaded.')).toBeVisible();
      expect(missing.asked).not.toEqual([]);
      await expectAccessible(page);
      await expect(page.getByText(/^Saved/)).toBeVisible();
      await missing.back();
      await expect(page.getByText('This part could not be loaded.')).toHaveCount(0);
      await expect(field).toHaveValue('Every fifth chart of the quarter.');
      const styled = page.evaluate<number>(
        `[...document.querySelectorAll('link[rel="stylesheet"][href*="chart-match"]')].filter((l) => l.sheet).length`,
      );
      expect(await styled).toBeGreaterThan(0);
    });
  }

  test('one that opens over the page tells so at the edge, and opens once it can be loaded', async ({
    person,
    server,
  }) => {
    const one = await person();
    const { page, context } = one;
    await signIn(one, await requesterOf(server), '/cases');
    const missing = await without(context, /\/assets\/menu-[^/]+\.js$/, cut);
    await page.getByRole('button', { name: 'Search or jump to' }).click();
    const told = page.getByText('This part could not be loaded.');
    await expect(told).toBeVisible();
    expect(missing.asked).not.toEqual([]);
    await page.getByRole('button', { name: 'Not now' }).click();
    await expect(told).toHaveCount(0);
    await missing.back();
    await page.getByRole('button', { name: 'Search or jump to' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });

  test('a page that is cut off waits for the connection; one whose program is gone is loaded anew once', async ({
    person,
    server,
  }) => {
    const one = await person();
    const { page, context } = one;
    await signIn(one, await requesterOf(server), '/cases');
    const program = /\/assets\/account-page-[^/]+\.js$/;
    one.allow(0, 404);
    // cut off: nothing can be loaded, the page least of all
    await context.setOffline(true);
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^First\d+/ })
      .click();
    await page.getByRole('link', { name: 'My Account' }).click();
    await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^First\d+/ })
      .click();
    await page.getByRole('button', { name: 'Log Out' }).click();
    const said = page.getByRole('status').filter({ hasText: 'You are still signed in.' });
    await expect(said).toBeVisible();
    await said.getByRole('button', { name: 'Dismiss' }).click();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: 'Personal info' })).toBeVisible();

    const another = await context.newPage();
    await another.goto('/chats');
    const missing = await without(context, program, gone);
    let loads = 0;
    another.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    await another.goto('/account');
    await expect(another.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
    expect(missing.asked).not.toEqual([]);
    expect(loads).toBe(2);
    await missing.back();
    await another.getByRole('button', { name: 'Try again' }).click();
    await expect(another.getByRole('heading', { level: 1, name: 'Personal info' })).toBeVisible();
  });
});

test('a review’s page says what it is about and whose move it is before its program is there, which then draws it in its place', async ({
  person,
  server,
}) => {
  const { cast, d } = await presentedCase(server);
  const browser = await person();
  await signIn(browser, cast.requester);
  const { page } = browser;
  const program = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await program.promise;
    await route.continue();
  });
  const picture = page.locator('#root[inert]');
  // what takes the server long does not come along with a document: it is asked for again
  await expect(async () => {
    await page.goto(`/case/${d.id}`, { waitUntil: 'commit' });
    await expect(picture.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 5_000 });
  }).toPass();
  const title = await picture.getByRole('heading', { level: 1 }).textContent();
  await expect(picture.getByRole('heading', { level: 2, name: 'Choose an expert' })).toBeVisible();
  await expect(picture.getByText('Your move')).toBeVisible();
  await expectFits(page);
  await page.evaluate(`{
    window.without = 0;
    const look = () => { if (!document.querySelector('#main h1')) window.without += 1; };
    new MutationObserver(look).observe(document.getElementById('root'), { childList: true, subtree: true });
  }`);
  program.resolve();
  await expect(page.getByRole('link', { name: 'Compare three experts' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
  expect(await page.evaluate('window.without'), 'looks at a page without its title').toBe(0);
});
