import { createServer, type Server } from 'node:http';
import { CaseDriver } from '../harness/case-driver.ts';
import { castFor } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import { freePort, type ServerProcess } from '../harness/server-process.ts';
import { test as base, expect, signIn, withServer } from './fixtures.ts';
import { inspect } from './look.ts';

/* An expert connects a calendar and reads a review's calendar by week and month, by keyboard, on a telephone and on paper. */
const DAY = 86_400_000;
const stamp = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

const test = base.extend<object, { remote: { url: string; server: Server }; server: ServerProcess }>({
  remote: [
    async ({}, use) => {
      const begins = new Date(Date.now() + 7 * DAY);
      begins.setUTCHours(17, 0, 0, 0);
      const text = [
        'BEGIN:VCALENDAR',
        'BEGIN:VEVENT',
        'UID:1@example.com',
        'SUMMARY:Featherstone',
        `DTSTART:${stamp(begins)}`,
        'DURATION:PT1H',
        'END:VEVENT',
        'END:VCALENDAR',
      ].join('\r\n');
      const server = createServer((_, response) => response.writeHead(200).end(text));
      const port = await freePort();
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      await use({ url: `http://127.0.0.1:${port}/private/mine.ics`, server });
      await new Promise((resolve) => server.close(resolve));
    },
    { scope: 'worker' },
  ],
  server: [async ({}, use) => withServer(use, { env: { CALENDAR_ALLOW_LOOPBACK: 'on' } }), { scope: 'worker' }],
});

test('an expert’s calendar counts, and a review’s calendar is read on every screen', async ({
  person,
  server,
  passwordHash,
  remote,
}) => {
  const cast = await castFor(server.world, passwordHash);
  const d = await new CaseDriver(atServer(server, cast)).to('offered');
  const browser = await person({ viewport: { width: 390, height: 844 }, dark: true });
  const { page, allow } = browser;
  allow(422);
  await signIn(browser, cast.expert, '/account/integrations');
  await expect(page.getByText('No calendar is connected')).toBeVisible();
  await inspect(page);
  await page.getByRole('button', { name: 'Add a calendar' }).click();
  await page.getByLabel('Private ICS address').fill('https://10.0.0.1/mine.ics');
  await page.getByRole('button', { name: 'Connect it' }).click();
  await expect(page.getByText('leads into a private network')).toBeVisible();
  await inspect(page);
  await page.getByLabel('Private ICS address').fill(remote.url);
  await page.getByRole('button', { name: 'Connect it' }).click();
  await expect(page.getByText('1 busy time in the next 60 days.', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Make a private address' }).click();
  await expect(page.getByText(/\/api\/v1\/calendar-feed\/[\w-]{43}$/)).toBeVisible();
  await inspect(page);

  // on a telephone the days stand one under the other
  const next = new Date(Date.now() + 7 * DAY).toISOString().slice(0, 10);
  const path = `/case/${d.id}/availability-calendar?on=${next}`;
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: 'Calendar' })).toBeVisible();
  await expect(page.getByText('Busy', { exact: true }).filter({ visible: true })).toHaveCount(1);
  await expect(page.getByRole('grid')).toBeHidden();
  await inspect(page);

  await page.setViewportSize({ width: 1440, height: 900 });
  const grid = page.getByRole('grid', { name: /^Week of/ });
  await expect(grid).toBeVisible();
  await expect(page.getByText('Featherstone')).toHaveCount(0);
  // both clocks: the expert's own in New York, and that of who ordered in Chicago
  await expect(page.getByText('Your time', { exact: true })).toBeVisible();
  await expect(page.getByText(/ .+’s time$/)).toBeVisible();
  await expect(grid.getByRole('rowheader').filter({ hasText: /^9 AM/ })).toHaveText('9 AM8 AM');
  await inspect(page);
  // one tab stop, moved by the arrows; Enter lists the day, Page Down turns
  await grid.locator('[tabindex="0"]').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/on=/);
  const sunday = await page.getByRole('columnheader').nth(1).innerText();
  await expect(page.getByRole('complementary', { name: 'The chosen day' })).toContainText(
    sunday.replaceAll(/\s+/g, ' ').split(' ').at(-1) ?? '',
  );
  await page.keyboard.press('PageDown');
  await expect(page.getByRole('columnheader').nth(1)).not.toHaveText(sunday);
  await page.goto(path);
  await page.getByRole('button', { name: 'Month', exact: true }).click();
  await expect(page.getByRole('grid')).toHaveAccessibleName(/days in your time$/);
  await expect(page).toHaveURL(/view=month/);
  await inspect(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('grid')).toBeHidden();
  await expect(page.getByText('Busy', { exact: true }).filter({ visible: true })).toHaveCount(1);
});
