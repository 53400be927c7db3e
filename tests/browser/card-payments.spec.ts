import { type CardService, startCardService } from '../harness/card-service.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { type Cast, castFor } from '../harness/review-driver.ts';
import { atServer, sender } from '../harness/sender.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { test as base, expect, signIn, withServer } from './fixtures.ts';
import { inspect } from './look.ts';

/*
 * An invoice paid by card by whoever has its link, signed out, on a telephone: to the card service's page, back without
 * paying, there again, paid; and refunded in part by an admin.
 */
const test = base.extend<object, { cards: CardService; server: ServerProcess }>({
  cards: [
    async ({}, use) => {
      const cards = await startCardService();
      await use(cards);
      await cards.close();
    },
    { scope: 'worker' },
  ],
  server: [async ({ cards }, use) => withServer(use, { env: cards.env }), { scope: 'worker' }],
});

/** An organization with an invoice for a call that was held. */
async function invoiced(
  server: ServerProcess,
  passwordHash: string,
): Promise<{ cast: Cast; id: number; number: string }> {
  const cast = await castFor(server.world, passwordHash);
  const d = await new CaseDriver(atServer(server, cast)).to('timeChosen');
  await server.advance({ days: 4 });
  await d.must(cast.expert, 'POST', d.url('/call/held'), { minutes: 40, prep_minutes: 60 });
  await server.settle();
  const send = sender(server.url);
  const billing = `/api/v1/billing/${cast.organization_id}`;
  const { body } = await send(cast.admin, 'GET', billing);
  const { until_on, total_cents } = body as { until_on: string; total_cents: number };
  const issued = await send(cast.admin, 'POST', `${billing}/issue`, { until_on, total_cents });
  const [one] = (issued.body as { data: { id: number; number: string }[] }).data;
  if (!one) throw new Error('Nothing was issued.');
  return { cast, id: one.id, number: one.number };
}

test('an invoice is paid by card, and refunded in part', async ({ person, server, cards, passwordHash }) => {
  cards.tellTo = { url: `${server.url}/api/v1/card-events`, now: () => server.now() };
  const { cast, id } = await invoiced(server, passwordHash);
  const send = sender(server.url);
  const { link } = (await send(cast.admin, 'GET', `/api/v1/invoices/${id}`)).body as { link: string };
  const { origin } = new URL(cards.env['STRIPE_BASE_URL'] ?? '');

  await test.step('by its link, signed out, on a telephone', async () => {
    const { page } = await person({ viewport: { width: 390, height: 844 }, elsewhere: origin });
    await page.goto(link);
    const pay = page.getByRole('button', { name: /^Pay \$[\d,.]+ by card$/ });
    await expect(pay).toBeVisible();
    await inspect(page);
    await pay.click();
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page.getByText('Nothing was charged.')).toBeVisible();
    await pay.click();
    await page.getByRole('button', { name: 'Pay now' }).click();
    await expect(page.getByText('Paid. Thank you.')).toBeVisible();
    await expect(page.getByText('Nothing is left to pay.')).toBeVisible();
    await inspect(page);
    // one page was opened for it, and money moved once
    expect(cards.sessions).toHaveLength(1);
  });

  await test.step('an admin gives a part of it back', async () => {
    const admin = await person();
    const { page } = admin;
    await signIn(admin, cast.admin, `/admin/invoices?organization=${cast.organization_id}`);
    await page.getByRole('button', { name: /^Refund: / }).click();
    await page.getByLabel('Reason').fill('The call was cut short.');
    await page.getByLabel('Amount').fill('25.00');
    await inspect(page);
    await page.getByRole('button', { name: /^Refund \$25\.00/ }).click();
    await expect(page.getByText(/refund of \$25\.00 is under way/)).toBeVisible();
    await server.settle();
    await page.reload();
    await expect(page.getByText('$25.00 of it went back')).toBeVisible();
    expect(cards.refunds).toMatchObject([{ cents: 2_500 }]);
  });
});

test('what arrived at the bank is booked for the invoices it pays, and the rest set aside', async ({
  person,
  server,
  passwordHash,
}) => {
  const { cast, id, number } = await invoiced(server, passwordHash);
  const { open_cents } = (await sender(server.url)(cast.admin, 'GET', `/api/v1/invoices/${id}`)).body as {
    open_cents: number;
  };
  const open = (open_cents / 100).toFixed(2);
  const csv = (text: string) => ({ name: 'November.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const admin = await person();
  const { page } = admin;
  await signIn(admin, cast.admin, '/admin/invoices?tab=bank');
  await expect(page.getByText('Nothing waits')).toBeVisible();
  const file = page.getByLabel('A bank statement');

  admin.allow(422);
  await file.setInputFiles(csv('one word'));
  await expect(page.getByText('No headings are in this file')).toBeVisible();
  await file.setInputFiles(
    csv(`Date,Description,Payer,Amount\n11/20/2026,Pays ${number},HARBORLINE,${open}\n11/21/2026,Interest,Bank,4.10\n`),
  );
  const form = page.getByRole('form', { name: 'This bank’s headings are new' });
  await expect(form.getByLabel('Reference')).toBeVisible();
  await inspect(page);
  await form.getByRole('button', { name: 'Take the statement' }).click();
  await expect(page.getByText('2 lines of money that arrived.')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await inspect(page);

  await page.getByRole('button', { name: /^Set aside: \$4\.10/ }).click();
  await expect(page.getByRole('button', { name: /^Set aside: \$4\.10/ })).toHaveCount(0);
  await page.getByRole('button', { name: /^Book it: / }).click();
  await expect(page.getByText('Nothing waits')).toBeVisible();
  await page.goto('/admin/invoices?tab=bank&state=aside');
  await expect(page.getByRole('button', { name: /^Put it back: \$4\.10/ })).toBeVisible();
  await page.goto('/admin/invoices?tab=bank&state=booked');
  await page
    .getByText(/^Booked for/)
    .getByRole('link')
    .click();
  await expect(page.getByText(number).first()).toBeVisible();
  await expect(page.getByText('Paid').first()).toBeVisible();
  await inspect(page);
});
