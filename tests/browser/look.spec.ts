import { expect, expectSound, test } from './fixtures.ts';

test('a page that was clean a moment ago is looked at again once it is made otherwise', async ({ person }) => {
  test.skip(process.env.LOOK === 'none', 'nothing is looked at');
  const browser = await person();
  browser.allow(401);
  const { page } = browser;
  await page.goto('/login');
  await expectSound(browser);
  await page.evaluate("document.querySelector('h1').after(document.createElement('button'))");
  await expect(expectSound(browser)).rejects.toThrow(/button-name/);
  // what was found is found again
  await expect(expectSound(browser)).rejects.toThrow(/button-name/);
  await page.evaluate(
    "document.querySelector('h1 + button').remove(); document.querySelector('h1').style.opacity = '0.2'",
  );
  await expect(expectSound(browser)).rejects.toThrow(/color-contrast/);
});

test('what is not there yet is waited for without writing down the page at each look', async ({ person }) => {
  const { page, allow } = await person();
  allow(401);
  await page.goto('/login');
  const missed: unknown = await expect(page.getByText('Nobody says this'))
    .toBeVisible({ timeout: 1 })
    .catch((error: unknown) => error);
  expect(missed).toMatchObject({ matcherResult: { name: 'toBeVisible', pass: false } });
  expect(missed).not.toMatchObject({ matcherResult: { ariaSnapshot: expect.stringContaining('heading') } });
});

/** A toast, a text under it, and one beside it. */
const TOAST = `(() => {
  const put = (parent, name, style, text) => {
    const one = parent.appendChild(document.createElement(name));
    one.style.cssText = style;
    if (text) one.textContent = text;
    return one;
  };
  put(document.body, 'p', 'position: absolute; margin: 0; top: 10px; left: 10px', 'First');
  put(document.body, 'p', 'position: absolute; margin: 0; top: 400px; left: 10px', 'Later').id = 'later';
  const corner = put(document.body, 'section', 'position: fixed; top: 0; left: 0');
  corner.setAttribute('aria-label', 'Done just now');
  put(corner, 'div', 'width: 200px; height: 80px', 'Saved').setAttribute('role', 'alert');
})()`;

test('what a toast lies on is told, and what comes under it later, too', async ({ machines }) => {
  const told: string[] = [];
  const setup = { viewport: { width: 700, height: 700 }, zone: 'America/Chicago', dark: false, touch: false };
  const machine = await machines.take(setup, { cold: false, tell: (fault) => told.push(fault) });
  const page = await machine.context.newPage();
  await page.goto('/robots.txt');
  await page.evaluate<void>(TOAST);
  await expect.poll(() => told.join()).toContain('text First under "Saved"');
  expect(told.join()).not.toContain('text Later');
  await page.evaluate<void>("document.getElementById('later').style.top = '40px'");
  await expect.poll(() => told.join()).toContain('text Later under "Saved"');
  await machines.leave(machine);
});
