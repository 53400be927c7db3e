import type { MeritView } from '../../src/features/disclosure/contract/merit.ts';
import { agreed } from '../harness/disclosure.ts';
import { LegalDriver } from '../harness/legal-driver.ts';
import { castFor } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, signIn, test } from './fixtures.ts';
import { inspect } from './look.ts';

/* A certificate of merit: staff enter a state's own template, the expert writes on it on a telephone and signs, the firm opens it. */
test('a template of a state is entered, written on, signed and opened', async ({ person, server, passwordHash }) => {
  const cast = await castFor(server.world, passwordHash);
  const d = await agreed(new LegalDriver(atServer(server, cast)));
  const ruth = await person();
  const expert = await person({ viewport: { width: 390, height: 844 } });
  const firm = await person({ dark: true });
  let signed: Buffer = Buffer.of();
  // what a template lacks is said at its field
  ruth.allow(422);

  await test.step('clinical operations enter what Illinois asks for, with its source', async () => {
    await signIn(ruth, cast.clinOps, '/admin/merit-templates');
    await expect(ruth.page.getByText('Nobody has reviewed it yet.')).toHaveCount(2);
    await ruth.page.getByRole('button', { name: 'Write a new template' }).click();
    const form = ruth.page.getByRole('form', { name: 'Write a new template' });
    await form.getByLabel('State', { exact: true }).click();
    await ruth.page.getByRole('option', { name: 'Illinois' }).click();
    await form.getByLabel('Title').fill('Report of the reviewing professional');
    await form.getByLabel('Words').fill('In {caption}, I, {expert}, state:');
    await form.getByRole('button', { name: 'Save the template' }).click();
    await expect(form.getByText('Say why, in a sentence.')).toBeVisible();
    await expect(form.getByLabel('Why it is written')).toBeFocused();
    await form.getByLabel('Why it is written').fill('Entered for our matters in Illinois.');
    await form.getByRole('button', { name: 'Save the template' }).click();
    await expect(form.getByText('Say where it is written.')).toBeVisible();
    await inspect(ruth.page);
    await form.getByLabel('Words').fill('In {caption}, I, {expert}, state:\n\n{opinions}');
    await form.getByLabel('A notary has to act on it').check();
    await form.getByLabel('Source').fill('Entered by the operator for this test');
    const [year, month, date] = server.world.clock.now().toISOString().slice(0, 10).split('-');
    await form.getByRole('textbox', { name: 'Read there on' }).fill(`${month}/${date}/${year}`);
    await form.getByRole('button', { name: 'Save the template' }).click();
    await expect(ruth.page.getByText('Illinois: Report of the reviewing professional')).toBeVisible();
    await inspect(ruth.page);
  });

  await test.step('the firm asks for one, by a day and with why', async () => {
    await signIn(firm, cast.requester, `/legal-case/${d.id}`);
    const card = firm.page.getByRole('region', { name: 'Certificates and affidavits' });
    await card.getByRole('button', { name: 'Ask the expert for a certificate' }).click();
    const form = card.getByRole('form', { name: 'Ask the expert for a certificate' });
    await form.getByRole('button', { name: 'Ask for it' }).click();
    await expect(form.getByText('Enter the day it is needed by.')).toBeVisible();
    await expect(form.getByText('Say why, in a sentence or two.')).toBeVisible();
    await inspect(firm.page);
    const due = new Date(server.world.clock.now().getTime() + 20 * 86_400_000).toISOString().slice(0, 10);
    const [year, month, date] = due.split('-');
    await form.getByRole('textbox', { name: 'Needed by' }).fill(`${month}/${date}/${year}`);
    await form.getByLabel('What it is for').fill('The statute asks for one with the complaint.');
    await form.getByRole('button', { name: 'Ask for it' }).click();
    await expect(card.getByRole('button', { name: 'Take the request back' })).toBeVisible();
    await inspect(firm.page);
  });

  await test.step('the expert finds it under Up next', async () => {
    await signIn(expert, cast.expert, '/up-next');
    await expect(expert.page.getByText('Sign a certificate, or decline')).toBeVisible();
    await inspect(expert.page);
  });

  await test.step('the expert writes on it, reads it as a whole, and signs', async () => {
    await d.freshProof(cast.expert);
    await expert.page.goto(`/legal-case/${d.id}`);
    const card = expert.page.getByRole('region', { name: 'Certificates and affidavits' });
    await card.getByRole('button', { name: 'Write a certificate or affidavit' }).click();
    await expect(card.getByText(/^Source: Entered by the operator for this test/)).toBeVisible();
    await card.getByRole('button', { name: 'Sign the statement' }).click();
    await expect(card.getByText('Write what you state.')).toBeVisible();
    await card.getByLabel('What you state').fill('The delay fell below the standard of care.');
    await expect(card.getByText(/^In Ferrante v\. Brightwater Regional, I, /)).toBeVisible();
    await expect(card.getByText('The delay fell below the standard of care.').last()).toBeVisible();
    const { own_name } = await d.must<MeritView>(cast.expert, 'GET', d.url('/merit'));
    await card.getByLabel('Your name').fill(own_name);
    await card.getByLabel('I have read it as a whole').check();
    await inspect(expert.page);
    await card.getByRole('button', { name: 'Sign the statement' }).click();
    await expect(card.getByText(new RegExp(`^Signed by ${own_name}`))).toBeVisible();
  });

  await test.step('the firm opens it', async () => {
    // where it cannot be loaded it says so, and is asked for again
    await firm.page.route('**/merit', (route) => route.fulfill({ status: 500, body: '' }));
    firm.allow(500);
    await firm.page.goto(`/legal-case/${d.id}`);
    const card = firm.page.getByRole('region', { name: 'Certificates and affidavits' });
    await expect(card.getByText('The certificates could not be loaded.')).toBeVisible({ timeout: 30_000 });
    await firm.page.unroute('**/merit');
    await card.getByRole('button', { name: 'Try again' }).click();
    const link = card.getByRole('link', { name: 'Open as PDF: Report of the reviewing professional' });
    await expect(link).toBeVisible();
    const file = await firm.page.request.get((await link.getAttribute('href')) ?? '');
    expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-');
    await expect(card.getByText('Its form: Entered by the operator for this test')).toBeVisible();
    await card.getByRole('button', { name: /^Record that it was used/ }).click();
    await expect(card.getByText(/^Recorded as used, /)).toBeVisible();
    // a notary acted on it, and the copy is kept
    await expect(card.getByText(/^A notary’s act is still needed/)).toBeVisible();
    await card.getByRole('button', { name: /^Record the notary’s act/ }).click();
    const act = card.getByRole('form', { name: 'Record the notary’s act' });
    await act.getByRole('button', { name: 'Record it' }).click();
    await expect(act.getByText('Enter the notary’s name.')).toBeVisible();
    await expect(act.getByLabel('Notary', { exact: true })).toBeFocused();
    await inspect(firm.page);
    await act.getByLabel('Notary', { exact: true }).fill('Ada Rowe');
    await act.getByLabel('State of the commission').click();
    await firm.page.getByRole('option', { name: 'Illinois' }).click();
    await act.getByLabel('Number of the commission').fill('IL-20931');
    const [year, month, date] = server.world.clock.now().toISOString().slice(0, 10).split('-');
    await act.getByRole('textbox', { name: 'Notarized on' }).fill(`${month}/${date}/${year}`);
    await act.getByRole('button', { name: 'Record it' }).click();
    await expect(card.getByText(/by Ada Rowe, commission IL-20931 of Illinois/)).toBeVisible();
    const bytes = await file.body();
    await card
      .getByLabel(/^Notarized copy/)
      .setInputFiles({ name: 'notarized.pdf', mimeType: 'application/pdf', buffer: bytes });
    await expect(card.getByRole('link', { name: /^Open the notarized copy/ })).toBeVisible();
    await inspect(firm.page);
    signed = await file.body();
    await card.getByRole('link', { name: 'Check a signed PDF' }).first().click();
  });

  await test.step('and sees on the page whose signature it carries, and that another byte would show', async () => {
    const { page } = firm;
    const choose = (buffer: Buffer) =>
      page.getByLabel('Choose the PDF').setInputFiles({ name: 'statement.pdf', mimeType: 'application/pdf', buffer });
    await expect(page.getByRole('heading', { name: 'Check a signed PDF' })).toBeVisible();
    await choose(signed);
    await expect(page.getByText('Its signature is valid, and this installation’s.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Certificates of this installation' }).getByRole('link')).toHaveCount(
      1,
    );
    await inspect(page);
    const changed = Buffer.from(signed);
    changed[200] = (changed[200] ?? 0) ^ 1;
    await choose(changed);
    await expect(page.getByText('It was changed after it was signed.')).toBeVisible();
    await choose(Buffer.concat([signed, Buffer.from('\n%more')]));
    await expect(page.getByText('Something was added after it was signed.')).toBeVisible();
    await choose(Buffer.from('%PDF-1.7'));
    await expect(page.getByText('It carries no signature of its own.')).toBeVisible();
    await inspect(page);
  });
});
