import type { Page } from '@playwright/test';
import { castFor } from '../harness/review-driver.ts';
import { ImeDriver } from '../harness/ime-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, expectSound, signIn, test } from './fixtures.ts';

// what arrives from the network, and what does not, is shown here
test.use({ cold: true });

/* What a person sees of an exam while its answers fail or are late, and that nothing typed is lost, whatever happens to the page. */

/** What the server says where it fails. */
const FAULT = JSON.stringify({
  type: 'about:blank',
  title: 'Fault',
  status: 500,
  code: 'internal',
  detail: 'Something went wrong.',
  errors: [],
  request_id: '7k2q9f00',
});

/** Every call of an address fails; what is answered takes that back. */
async function failing(page: Page, url: string, method = 'GET') {
  await page.route(url, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, contentType: 'application/problem+json', body: FAULT })
      : route.fallback(),
  );
  return () => page.unroute(url);
}

const inDays = (now: Date, days: number): string => {
  const [year, month, day] = new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
};

test('an exam whose answers fail or are late says so, and keeps what was typed', async ({
  person,
  server,
  passwordHash,
}) => {
  const cast = await castFor(server.world, passwordHash);
  const d = await new ImeDriver(atServer(server, cast)).to('timeChosen');
  const clara = await person();
  const { page } = clara;
  clara.allow(500, 0);

  const letter = await failing(page, '**/purpose_letter');
  await signIn(clara, cast.clinOps, `/ime/${d.id}`);
  await expect(page.getByText('The purpose letter could not be loaded.')).toBeVisible();
  await expectSound(clara);
  await letter();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('“Purpose letter.pdf” is among the records')).toBeVisible();

  const exam = await failing(page, '**/exam');
  await page.reload();
  await expect(page.getByText('The exam could not be loaded.')).toBeVisible();
  await exam();
  await page.getByRole('button', { name: 'Try again' }).click();
  const form = page.getByRole('form', { name: 'Record the service of the notice' });
  await expect(form).toBeVisible();

  // late: it has its place, where the button of what is next leads
  let answer = (): void => undefined;
  const late = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/exam', async (route) => {
    await late;
    await route.fallback();
  });
  await page.reload();
  await expect(page.locator('#appointment').getByText('Loading the exam')).toBeAttached();
  answer();
  await expect(form).toBeVisible();
  await page.unroute('**/exam');

  await form.getByLabel('By whom').fill('The mail room');
  await form.getByLabel('Carrier’s number').first().fill('9407 1000 2222');
  // nothing of it is lost to a closed tab, a failing answer, or a network that is gone
  await page.reload();
  await expect(form.getByLabel('By whom')).toHaveValue('The mail room');
  const sending = await failing(page, '**/exam/notices', 'POST');
  const record = form.getByRole('button', { name: 'Record that it was served' });
  await record.click();
  await expect(form.getByText('The service could not be recorded.')).toBeVisible();
  await sending();
  await clara.context.setOffline(true);
  await record.click();
  await expect(form.getByText('The server could not be reached.')).toBeVisible();
  await expect(form.getByLabel('Carrier’s number').first()).toHaveValue('9407 1000 2222');
  await clara.context.setOffline(false);
  await form.getByRole('textbox', { name: 'Served on' }).fill('');
  await record.click();
  await expect(form.getByText('Choose the day.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Served on' }).fill(inDays(server.world.clock.now(), 0));
  await record.click();
  await expect.poll(() => d.status()).toBe('notices_sent');
  await expect
    .poll(() => page.evaluate(`Object.keys(localStorage).filter((key) => key.includes('proof'))`))
    .toEqual([]);

  const whole = await failing(page, '**/purpose_letter');
  await page.goto(`/ime/${d.id}/purpose-letter`);
  await expect(page.getByText('The letter could not be loaded.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Purpose letter');
  await expectSound(clara);
  await whole();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The letter could not be loaded.')).toBeHidden();
});

test('appointments and a rule that were begun are there again after the tab was closed', async ({
  person,
  server,
  passwordHash,
}) => {
  const cast = await castFor(server.world, passwordHash);
  const d = await new ImeDriver(atServer(server, cast)).to('accepted');
  const ines = await person({ zone: 'America/New_York' });
  ines.allow(500);
  const { page } = ines;
  const exam = await failing(page, '**/exam');
  await ines.enter(cast.expert);
  await page.goto(`/ime/${d.id}/choose-available-times`);
  await expect(page.getByText('The exam could not be loaded.')).toBeVisible();
  await expectSound(ines);
  await exam();
  await page.getByRole('button', { name: 'Try again' }).click();
  const first = page.getByRole('group', { name: /Appointments/ });
  const day = inDays(server.world.clock.now(), 30);
  await first.getByLabel('Day').first().fill(day);
  await first.getByRole('combobox', { name: 'Time' }).first().fill('9:00 AM');
  await page.getByRole('option', { name: '9:00 AM', exact: true }).click();
  await page.reload();
  await expect(first.getByLabel('Day').first()).toHaveValue(day);
  const sending = await failing(page, '**/exam/offers', 'POST');
  const offer = page.getByRole('button', { name: 'Offer this appointment' });
  await offer.click();
  await expect(page.getByText('The appointments could not be offered.')).toBeVisible();
  await expect(first.getByLabel('Day').first()).toHaveValue(day);
  await sending();
  await offer.click();
  await expect.poll(() => d.status()).toBe('appointment_offered');

  const clara = await person({ viewport: { width: 390, height: 844 }, dark: true });
  await clara.enter(cast.clinOps);
  await clara.page.goto('/admin/exam-rules?state=ME');
  await clara.page.getByRole('button', { name: 'Enter a rule' }).click();
  // what is taken from the default brings its figures, and not its source
  const source = clara.page.getByRole('textbox', { name: 'Source' });
  await expect(clara.page.getByRole('textbox', { name: 'Served before the exam', exact: true })).toHaveValue('14');
  await expect(source).toHaveValue('');
  await clara.page.getByRole('button', { name: 'See what changes' }).click();
  await expect(clara.page.getByText('Say where it is from: the law, the rule, the letter.')).toBeVisible();
  await source.fill('39-A M.R.S. 207');
  await clara.page.reload();
  await clara.page.getByRole('button', { name: 'Enter a rule' }).click();
  await expect(clara.page.getByText('What you began here is back.')).toBeVisible();
  await expect(source).toHaveValue('39-A M.R.S. 207');
  await expectSound(clara);
  await clara.page.getByRole('button', { name: 'Begin anew' }).click();
  await expect(source).toHaveValue('');
});
