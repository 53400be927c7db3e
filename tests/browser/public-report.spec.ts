import { CaseDriver } from '../harness/case-driver.ts';
import { castFor } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, signIn, test } from './fixtures.ts';
import { inspect } from './look.ts';

/* A report is shared by a link with a passcode, read signed out on a telephone in the dark, and the link is ended. */
test('a report is read by its link', async ({ person, server, passwordHash }) => {
  const cast = await castFor(server.world, passwordHash);
  const needed_by = new Date(server.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10);
  const d = await new CaseDriver(atServer(server, cast)).to('delivered', { service: 'report_only', needed_by });
  const maker = await person();
  const { page } = maker;
  await signIn(maker, cast.requester, `/case/${d.id}/report`);

  const shared = page.getByRole('region', { name: 'Shared by link' });
  await shared.getByRole('button', { name: 'Share by link' }).click();
  const form = shared.getByRole('form', { name: 'Share by link' });
  await expect(form.getByLabel('For whom')).toBeFocused();
  await form.getByRole('button', { name: 'Make the link' }).click();
  await expect(form.getByText('Say whom the link is for.')).toBeVisible();
  await form.getByLabel('For whom').fill('Opposing counsel');
  await form.getByRole('button', { name: 'Make the link' }).click();
  const made = shared.getByRole('group', { name: 'The link is made' });
  const address = new URL(await made.getByLabel('Link', { exact: true }).inputValue());
  const passcode = await made.getByLabel('Passcode', { exact: true }).inputValue();
  await inspect(page);

  const reader = await person({ viewport: { width: 390, height: 844 }, dark: true });
  reader.allow(422);
  await reader.page.goto(address.pathname);
  await expect(reader.page.getByRole('heading', { level: 1, name: 'A report shared with you' })).toBeVisible();
  await reader.page.getByLabel('Passcode').fill('AAAA AAAA');
  await reader.page.getByRole('button', { name: 'Open the report' }).click();
  await expect(reader.page.getByText(/That is not the passcode/)).toBeVisible();
  await inspect(reader.page);
  await reader.page.getByLabel('Passcode').fill(passcode);
  await reader.page.getByRole('button', { name: 'Open the report' }).click();
  await expect(reader.page.getByRole('heading', { level: 1, name: `Case review report CR-${d.id}` })).toBeVisible();
  await expect(reader.page).toHaveTitle('A shared report · Peritus');
  // its first page is there, as text
  await expect(reader.page.getByText(`CR-${d.id}`).nth(1)).toBeAttached();
  // whose copy it is, and when it was opened, stands across the pages
  const mark = reader.page.locator('[data-words]').first();
  await expect(mark).toBeVisible();
  await expect(mark).toHaveAttribute('data-words', /^Opposing counsel\nopened .*\d{1,2}:\d{2} [AP]M/);
  await inspect(reader.page);
  const download = reader.page.waitForEvent('download');
  await reader.page.getByRole('link', { name: 'Save the PDF' }).click();
  expect((await download).suggestedFilename()).toBe(`CR-${d.id} report v1.pdf`);

  await expect(shared.getByText(/^Opened 1 time, last on/)).toBeVisible();
  await shared.getByRole('button', { name: 'See the openings: Opposing counsel' }).click();
  await expect(shared.getByRole('list', { name: 'Openings' }).getByText(/saved as a PDF/)).toBeVisible();
  await shared.getByRole('button', { name: 'End the link: Opposing counsel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End the link' }).click();
  await expect(shared.getByText(/^Ended on/)).toBeVisible();
  await inspect(page);
  reader.allow(410);
  await reader.page.reload();
  await expect(reader.page.getByRole('heading', { level: 1, name: 'This link is no longer open' })).toBeVisible();
  await inspect(reader.page);
});
