import { asSent } from '../harness/mails.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { PeerDriver, peerCast } from '../harness/peer-driver.ts';
import { atServer } from '../harness/sender.ts';
import { pdfOf } from './steps/records.ts';
import { presentedCase } from './accepted-case.ts';
import { expect, expectAccessible, expectFits, expectSound, signIn, test } from './fixtures.ts';

/** The path in the newest mail of a template about a review. */
async function linkOf(server: ServerProcess, reviewId: number, template: string): Promise<string> {
  const mail = await server.database.systemDb
    .selectFrom('mails')
    .selectAll()
    .where('review_id', '=', reviewId)
    .where('template', '=', template)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return /\/(?:records-upload|provider-statement)\/[\w-]{43}/.exec(asSent(await server.keys(), mail).text)?.[0] ?? '';
}

test('a custodian without an account sends what was asked for', async ({ person, server }) => {
  const { cast, d } = await presentedCase(server);
  await d.to('accepted');
  await d.must(cast.clinOps, 'POST', d.url('/file_requests'), {
    items: [{ label: 'Operative note' }, { label: 'Anesthesia record' }],
    due_on: new Date(server.world.clock.now().getTime() + 10 * 86_400_000).toISOString().slice(0, 10),
  });
  await server.settle();

  const dana = await person();
  await signIn(dana, cast.requester);
  await dana.page.goto(`/case/${d.id}/file-request`);
  await dana.page.getByRole('button', { name: 'Ask a custodian by link' }).click();
  const form = dana.page.getByRole('form', { name: 'Ask a custodian by link' });
  await form.getByLabel('Who keeps the records').fill('Mercy General, records');
  await form.getByLabel('Their e-mail').fill('records@mercy.example');
  await expectAccessible(dana.page);
  await form.getByRole('button', { name: 'Send the link' }).click();
  await expect(dana.page.getByText('Mercy General, records')).toBeVisible();
  await expect(dana.page.getByText(/Not opened yet/)).toBeVisible();

  const custodian = await person({ viewport: { width: 390, height: 844 } });
  const { page } = custodian;
  custodian.allow(401);
  await page.goto(await linkOf(server, d.id, 'outside_records'));
  await expect(page.getByRole('heading', { name: 'Records requested' })).toBeVisible();
  const first = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Operative note' }) });
  await first
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'op-note.pdf',
      mimeType: 'application/pdf',
      buffer: await pdfOf('Operative note', ['An operative note.']),
    });
  await expect(first.getByText('op-note.pdf')).toBeVisible();
  await server.settle();
  await expect(first.getByText(/Arrived/)).toBeVisible();
  const second = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Anesthesia record' }) });
  await second.getByRole('radio', { name: 'Not available' }).check();
  await second.getByLabel('Not available, because').fill('Kept by the surgery center.');
  await expectSound(custodian);
  await page.getByRole('button', { name: 'I am done' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you, it is sent' })).toBeFocused();
  // the same link shows nothing more
  custodian.allow(410);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This was already sent' })).toBeVisible();
  await server.settle();
  await dana.page.reload();
  await expect(dana.page.getByText('Not available: Kept by the surgery center.')).toBeVisible();
  await expect(dana.page.getByRole('link', { name: 'op-note.pdf' })).toBeVisible();
});

test('a provider under review gives a statement by a link', async ({ person, server }) => {
  const cast = await peerCast(server.world);
  const d = new PeerDriver(atServer(server, cast));
  await d.to('accepted');
  const dana = await person();
  await signIn(dana, cast.requester);
  await dana.page.goto(`/peer-review/${d.id}`);
  await dana.page.getByRole('button', { name: 'Ask for a statement' }).click();
  const form = dana.page.getByRole('form', { name: 'Ask for a statement' });
  await expect(form.getByLabel('The provider’s name')).toBeVisible();
  await expectAccessible(dana.page);
  await d.must(cast.requester, 'POST', d.url('/outside_links/statement'), {
    name: 'Dr. Lowell Pike',
    email: 'pike@saltmarsh.example',
    due_on: new Date(server.world.clock.now().getTime() + 7 * 86_400_000).toISOString().slice(0, 10),
  });

  const provider = await person({ viewport: { width: 390, height: 844 } });
  provider.allow(401);
  const { page } = provider;
  await page.goto(await linkOf(server, d.id, 'outside_statement'));
  const text = page.getByLabel('What should the reviewer know?');
  await text.fill('I called the patient on the same afternoon.');
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await expect(page.getByText(/protected under each state's peer review statutes/)).toBeVisible();
  await expectSound(provider);
  await page.reload();
  await expect(text).toHaveValue('I called the patient on the same afternoon.');
  await page.getByLabel('Your full name, as a signature').fill('Lowell Pike');
  await page.getByRole('button', { name: 'Send my statement' }).click();
  await expect(page.getByRole('heading', { name: 'Your statement is sent' })).toBeFocused();

  await server.settle();
  await dana.page.reload();
  await expect(dana.page.getByText(/Statement by Lowell Pike/)).toBeVisible();
  await dana.page.getByRole('link', { name: 'Read the statement' }).click();
  await expect(dana.page).toHaveURL(/\/preview-file\//);
  await expectFits(dana.page);
});
