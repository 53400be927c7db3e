import type { Page } from '@playwright/test';
import { PAGE_ROUTES } from '../../src/app/routes.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import type { Person } from '../harness/world.ts';
import { acceptedCase } from './accepted-case.ts';
import { expectFitsBetween } from './look.ts';
import { expect, expectAccessible, expectFits, goWithin, signIn, test } from './fixtures.ts';

/** `npm run widths`: every kind of person, with a review of theirs, and every width. */
const WIDTHS = process.env.WIDTHS === 'all';

type Cast = Awaited<ReturnType<typeof acceptedCase>>['cast'];

/** Everybody whose pages are measured; those of the case are who takes part in it. */
const KINDS_OF_PEOPLE: Readonly<Record<string, (server: ServerProcess, cast: Cast) => Person | Promise<Person>>> = {
  'claim consultant': (_, cast) => cast.requester,
  'customer admin': ({ world }, { organization_id }) => world.person({ role: 'customer_admin', organization_id }),
  'organization admin': ({ world }, { organization_id }) => world.person({ role: 'org_admin', organization_id }),
  expert: (_, cast) => cast.expert,
  assistant: ({ world }) => world.person({ profile: 'MedicalExpertAssistant' }),
  applicant: ({ world }) => world.person({ profile: 'ApplicantMedicalExpert' }),
  attendee: ({ world }) => world.person({ profile: 'Attendee' }),
  'matching admin': (_, cast) => cast.matching,
  'clinical operations': (_, cast) => cast.clinOps,
  admin: (_, cast) => cast.admin,
};

/** A route with its parameters filled in; nothing is behind the numbers, except behind a case's where there is one. */
const address = (path: string, caseId = 990001): string =>
  path
    .replace('{reviewType}', 'case')
    .replace('case/{reviewId}', `case/${caseId}`)
    .replaceAll(/\{(reviewId|fileId)\}/g, '990001')
    .replaceAll(/\{\w+\}/g, 'x7k2q9');

/** Goes within the program to an address without a page, and waits for what is said there. */
const AWAY = `(async () => {
  history.pushState({}, '', '/nowhere');
  dispatchEvent(new PopStateEvent('popstate'));
  while (document.querySelector('h1')?.textContent !== 'There is no page at this address')
    await new Promise(requestAnimationFrame);
})()`;

/** What a page has to say: its heading, or in its place why there is nothing. */
const answer = (page: Page) => page.locator('h1, h2, [role=alert]').filter({ visible: true }).first();

test('every route answers something true to somebody not signed in', async ({ person }) => {
  const browser = await person();
  // 403: a sign-in at a provider that this browser did not begin
  browser.allow(401, 403, 404, 410);
  const { page } = browser;
  // what cannot be a code is not asked about
  await page.goto('/report-verification/XXXX');
  await expect(page.getByText('There is no report with this code.')).toBeVisible();
  // an opener that is none may be refused for its shape
  browser.allow(400);
  for (const { path, access } of PAGE_ROUTES) {
    if (access === 'actor') continue;
    await page.goto(address(path));
    await answer(page)
      .waitFor()
      .catch(() => undefined);
    await expect(answer(page), path).toBeVisible();
    await expect(page.getByRole('heading', { name: 'There is no page at this address' }), path).toBeHidden();
  }
  // what needs somebody signed in: loaded anew once, for the program begins the same at each; then each within it
  const [first, ...others] = PAGE_ROUTES.filter(({ access }) => access === 'actor').map(({ path }) => address(path));
  const remembers = (wanted: string) => (url: URL) =>
    url.pathname === '/login' && url.searchParams.get('redirectUrl') === wanted;
  await page.goto(first ?? '');
  await expect(page).toHaveURL(remembers(first ?? ''));
  for (const wanted of others) {
    await goWithin(page, wanted);
    await expect(page, wanted).toHaveURL(remembers(wanted));
    const document = await page.request.get(wanted);
    expect([document.status(), await document.text()], wanted).toEqual([200, expect.stringContaining('id="root"')]);
  }
});

test('every route answers something true to who is signed in, of every kind of person', async ({ person, server }) => {
  const organization_id = await server.world.organization({ name: 'Harborline Mutual' });
  const people = [
    await server.world.person({ role: 'customer_admin', organization_id }),
    await server.world.expert({ first_name: 'Ines', last_name: 'Falkenrath' }),
  ];
  for (const who of people) {
    const browser = await person();
    await signIn(browser, who, '/');
    browser.allow(400, 401, 403, 404, 410);
    const { page } = browser;
    // what is not there yet says the same to everybody: one of them looks at it
    // an address without a page in between each time, so that what is looked at is never the page before
    const between = page.getByRole('heading', { name: 'There is no page at this address' });
    for (const { path } of PAGE_ROUTES) {
      await page.evaluate(AWAY);
      await goWithin(page, address(path));
      await between.waitFor({ state: 'hidden' }).catch(() => undefined); // told below, with its path
      await expect(between, path).toBeHidden();
      // looked at more often than an expectation does: two hundred of them add up
      await answer(page)
        .waitFor()
        .catch(() => undefined);
      await expect(answer(page), path).toBeVisible();
      await expect(page.getByRole('heading', { name: /stopped working|could not be loaded/ }), path).toBeHidden();
    }
  }
});

if (WIDTHS)
  for (const [kind, made] of Object.entries(KINDS_OF_PEOPLE))
    test(`every page of every kind of person fits every width: ${kind}`, async ({ person, server }) => {
      test.setTimeout(30 * 60_000);
      const { cast, d } = await acceptedCase(server);
      const browser = await person();
      await signIn(browser, await made(server, cast), '/');
      // 500: the record of these tests has no bytes
      browser.allow(400, 401, 403, 404, 410, 500);
      const { page } = browser;
      const seen = new Set<string>();
      for (const { path } of PAGE_ROUTES) {
        await page.evaluate(AWAY);
        await goWithin(page, address(path, d.id));
        await page.getByRole('heading', { name: 'There is no page at this address' }).waitFor({ state: 'hidden' });
        await expect(answer(page), path).toBeVisible();
        await expect(page.locator('[data-skeleton]'), path).toHaveCount(0);
        // where several addresses lead to the same page, it is measured once
        const what = `${await page.title()} ${(await page.locator('h1, h2').allTextContents()).join()}`;
        if (seen.has(what)) continue;
        seen.add(what);
        await expectFitsBetween(page, path);
      }
    });

test('a page that is not there yet is accessible and fits', async ({ person }) => {
  for (const dark of [false, true]) {
    const { page, allow } = await person({ dark, viewport: { width: dark ? 1440 : 320, height: 800 } });
    allow(401);
    await page.goto('/invoice');
    await expect(page.getByRole('heading', { name: 'Invoices' })).toBeVisible();
    await expectAccessible(page);
    await expectFits(page);
  }
});

test('a shared page answers by the kind in its address: not there yet, or no such page', async ({ person }) => {
  const { page, allow } = await person();
  allow(401);
  await page.goto('/peer-review/20001/choose-call-time');
  await expect(page).toHaveURL(/\/login\?redirectUrl=/);
  await page.goto('/pear-review/20001/choose-call-time');
  await expect(page.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible();
});

test('an old address of a case leads to the present one with what came along', async ({ person, server }) => {
  const organization_id = await server.world.organization();
  const who = await server.world.person({ profile: 'ClaimConsultant', organization_id });
  const browser = await person();
  browser.allow(404);
  const { page } = browser;
  await signIn(browser, who);
  await page.goto('/case-old/990001?from=mail&tab=2');
  await expect(page).toHaveURL(`${server.url}/case/990001?from=mail&tab=2`);
  // a file that is gone leads back to the review its link named, of its own kind
  const back = page.getByRole('link', { name: 'Back to the review' });
  await page.goto('/file-link/990001?reviewId=20001&reviewProductType=Case');
  await expect(back).toHaveAttribute('href', '/case/20001');
  await page.goto('/preview-file/990001?reviewId=20001&reviewProductType=PeerReview');
  await expect(back).toHaveAttribute('href', '/peer-review/20001');
  await page.goto('/preview-file/990001?reviewId=20001');
  await expect(page.getByRole('link', { name: 'Go to your start page' })).toBeVisible();
});

test('experts and customer admins have their lists, linked with one another', async ({ person, server }) => {
  const organization_id = await server.world.organization({ name: 'Calder & Rowe' });
  await server.world.organization({ name: 'Calder West', parent_id: organization_id });
  const admin = await server.world.person({ role: 'customer_admin', organization_id });
  const browser = await person();
  await signIn(browser, admin);
  const { page } = browser;
  await page.goto('/admin-active-reviews');
  await expect(page.getByRole('heading', { level: 1, name: 'Active reviews' })).toBeVisible();
  // nothing rests: its tab is folded away, its address stays
  await expect(page.getByRole('link', { name: /^Completed/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^(Inactive|Calls|On hold)/ })).toHaveCount(0);
  await page.goto('/admin-inactive-reviews');
  await expect(page).toHaveURL(/\/admin-inactive-reviews$/);
  await expect(page.getByText('Nothing inactive')).toBeVisible();
  await expectFits(page);
  await page.getByRole('link', { name: /^Completed/ }).click();
  await expect(page).toHaveURL(/\/admin-completed-reviews$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Completed reviews' })).toBeVisible();
  await page.goto('/active-reviews');
  await expect(page).toHaveURL(/\/(cases|admin-active-reviews)$/);
  // who orders for several organizations says for which, first
  await page.getByRole('button', { name: 'New case review' }).first().click();
  const orderedFor = page.getByLabel('Ordered for');
  await expect(orderedFor.locator('option:checked')).toHaveText('Calder & Rowe');
  await page.getByLabel('Claim or matter number').fill('CR-5501');
  await orderedFor.selectOption({ label: 'Calder West' });
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await page.reload();
  await expect(orderedFor.locator('option:checked')).toHaveText('Calder West');
  await expect(page.getByLabel('Claim or matter number')).toHaveValue('CR-5501');

  const expert = await server.world.expert({ first_name: 'Ines', last_name: 'Falkenrath' });
  const other = await person();
  await signIn(other, expert, '/');
  await other.page.getByRole('link', { name: 'All active reviews' }).click();
  await expect(other.page.getByRole('heading', { level: 1, name: 'Active reviews' })).toBeVisible();
  await other.page.getByRole('link', { name: /^Completed/ }).click();
  await expect(other.page).toHaveURL(/\/completed-reviews$/);
  await other.page.getByRole('link', { name: 'Up next' }).first().click();
  await expect(other.page).toHaveURL(/\/up-next$/);
});
