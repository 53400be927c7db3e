import { expect, expectFits, expectSound, test } from './fixtures.ts';

test('a support agent finds what was written, answers it, and closes it', async ({ person, server }) => {
  const agent = await server.world.person({ role: 'support_agent', first_name: 'Agata', last_name: 'Ruiz' });
  const visitor = await person();
  const contact = visitor.page;
  await contact.goto('/contact?reason=billing&message=Where%20is%20my%20invoice%3F');
  await contact.getByLabel('Your name').fill('Marla Quist');
  await contact.getByLabel('E-mail').fill('marla@quist.example');
  await contact.getByRole('button', { name: 'Send message' }).click();
  const reference = (await contact.getByText(/^[2-9A-Z]{3}-[2-9A-Z]{3}$/).textContent()) ?? '';

  const browser = await person();
  await browser.enter(agent);
  browser.allow(422);
  const { page } = browser;
  await page.goto('/admin');
  await page.getByRole('link', { name: /^Support \d+ waits?$/ }).click();
  await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible();
  await expectSound(browser);
  await page.getByLabel('Search').fill(reference);
  await expect(page).toHaveURL(/q=/);
  await page.getByRole('link', { name: 'Marla Quist' }).click();
  await expect(page.getByText('Where is my invoice?')).toBeVisible();
  await page.getByRole('button', { name: 'Send the answer' }).click();
  await expect(page.getByText('Write the answer.')).toBeVisible();
  await page.getByLabel('Your answer').fill('It was sent on Monday. Look into your inbox.');
  await page.getByRole('button', { name: 'Send the answer' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'It was sent on Monday.' })).toBeVisible();
  // where many could have it, the list is searched by name
  await expect(page.getByLabel('Assigned to')).toHaveValue(new RegExp(`^(${agent.user_id}|Agata Ruiz)$`));
  await expectSound(browser);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByText('It is closed. Reopen it to answer.')).toBeVisible();
  await page.getByRole('link', { name: 'Support' }).first().click();
  await page.getByRole('link', { name: /^Closed/ }).click();
  await expect(page.getByRole('link', { name: 'Marla Quist' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectSound(browser);
});
