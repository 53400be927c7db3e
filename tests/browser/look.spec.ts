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
