import { bodyAsSent } from '../harness/mails.ts';
import { createCanvas } from '@napi-rs/canvas';
import PDFDocument from 'pdfkit';
import type { ServerProcess } from '../harness/server-process.ts';
import { expect, expectSound, PASSWORD, signIn, test } from './fixtures.ts';
import { linkFor } from './steps/mail.ts';

async function expert(server: ServerProcess, password_hash: string) {
  const made = await server.world.expert({ first_name: 'Ines', last_name: 'Falkenrath' });
  await server.database.systemDb.updateTable('users').set({ password_hash }).where('id', '=', made.user_id).execute();
  return made;
}

async function pdf(): Promise<Buffer> {
  const document = new PDFDocument({ info: { Title: 'CV' } });
  document.text('Ines Falkenrath, curriculum vitae');
  document.end();
  const chunks: Buffer[] = [];
  for await (const chunk of document) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

test('who one is: name, zone and picture are changed, and what was typed survives a reload', async ({
  person,
  server,
  passwordHash,
}) => {
  const ines = await expert(server, passwordHash);
  const browser = await person();
  await signIn(browser, ines);
  const { page } = browser;
  browser.allow(422);
  await page.goto('/account');
  await expect(page.getByRole('heading', { level: 1, name: 'Personal info' })).toBeVisible();
  await expectSound(browser);
  await page.getByLabel('First name').fill('');
  await page.getByRole('button', { name: 'Save name and zone' }).click();
  await expect(page.getByLabel('First name')).toBeFocused();
  await page.getByLabel('First name').fill('Inés');
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('Inés');
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('Ines');
  await expect(page.getByText('Not saved yet')).toBeHidden();
  await page.getByLabel('First name').fill('Inés');
  await page.getByRole('button', { name: 'Save name and zone' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByText('Not saved yet')).toBeHidden();
  await expect(page.getByRole('banner').getByRole('button', { name: /Inés Falkenrath/ })).toBeVisible();

  await page.getByLabel('Picture', { exact: true }).setInputFiles({
    name: 'me.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  });
  await expect(page.getByText('This is not a picture we can use.')).toBeVisible();
  const canvas = createCanvas(300, 200);
  canvas.getContext('2d').fillRect(0, 0, 300, 200);
  await page
    .getByLabel('Picture', { exact: true })
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: canvas.toBuffer('image/png') });
  await expect(page.getByText('Your picture is set.')).toBeVisible();
  await expect(page.getByRole('banner').locator('img[src^="/api/v1/avatars/"]')).toBeVisible();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('banner').locator('img[src^="/api/v1/avatars/"]')).toBeHidden();
});

test('a number is confirmed by the code texted to it', async ({ person, server, passwordHash }) => {
  const ines = await expert(server, passwordHash);
  const browser = await person();
  await signIn(browser, ines);
  const { page } = browser;
  browser.allow(422);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Add a number' }).click();
  await page.getByLabel('Mobile number').fill('12');
  await page.getByRole('button', { name: 'Text me a code' }).click();
  await expect(page.getByText(/not a phone number yet/)).toBeVisible();
  await page.getByLabel('Mobile number').fill('(312) 555-0142');
  await page.getByRole('button', { name: 'Text me a code' }).click();
  await expect(page.getByLabel('Six-digit code')).toBeVisible();
  const text = await server.database.systemDb
    .selectFrom('texts')
    .selectAll()
    .where('template', '=', 'verify_phone')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await page.getByLabel('Six-digit code').fill(/\d{6}/.exec(bodyAsSent(await server.keys(), text))?.[0] ?? '');
  await page.getByRole('button', { name: 'Confirm the number' }).click();
  await expect(page.getByText('+1 312 555 0142, confirmed')).toBeVisible();
});

test('the address changes once the new one is confirmed', async ({ person, server, passwordHash }) => {
  const ines = await expert(server, passwordHash);
  const moved = `moved.${ines.email}`;
  const browser = await person();
  await signIn(browser, ines);
  const { page } = browser;
  browser.allow(422);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Change e-mail' }).click();
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('This is not an e-mail address yet.').or(page.getByText(/Enter .*e-mail/))).toBeVisible();
  await page.getByLabel('New e-mail').fill(moved);
  await page.getByLabel('Your password').fill('not my password');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByLabel('Your password')).toBeFocused();
  await expect(page.getByLabel('New e-mail')).toHaveValue(moved);
  await expectSound(browser);
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(`We sent a link to ${moved}.`)).toBeVisible();
  await page.goto(await linkFor(server, moved));
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(page.getByRole('heading', { name: 'Your new address is set' })).toBeVisible();
  await page.goto('/account');
  await expect(page.getByText(moved)).toBeVisible();
});

test('working hours and days off are set by weekday', async ({ person, server, passwordHash }) => {
  const ines = await expert(server, passwordHash);
  const browser = await person();
  await signIn(browser, ines);
  const { page } = browser;
  await page.goto('/account/working-hours');
  await page.getByRole('switch', { name: 'Use my own hours' }).check();
  await page.getByLabel('Monday from').selectOption('10:00');
  await page.getByLabel('Monday until').selectOption('09:00');
  await page.getByRole('button', { name: 'Add days off' }).click();
  await page.getByRole('textbox', { name: 'From', exact: true }).fill('12/24/2026');
  await page.getByRole('textbox', { name: 'Until, included' }).fill('12/26/2026');
  await expectSound(browser);
  await page.getByRole('button', { name: 'Save hours' }).click();
  await expect(page.getByText('The end is before the start.').first()).toBeVisible();
  await page.getByLabel('Monday until').selectOption('15:30');
  await page.getByRole('button', { name: 'Save hours' }).click();
  await expect(page.getByText('Your hours are saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Monday until')).toHaveValue('15:30');
  await expect(page.getByRole('textbox', { name: 'Until, included' })).toHaveValue('12/26/2026');
});

test('a CV is sent, read in the page and replaced', async ({ person, server, passwordHash }) => {
  const ines = await expert(server, passwordHash);
  const browser = await person();
  await signIn(browser, ines);
  const { page } = browser;
  await page.goto('/account/cv');
  const field = page.getByLabel('File of your CV');
  await field.setInputFiles({ name: 'cv.docx', mimeType: 'application/msword', buffer: Buffer.from('x') });
  await expect(page.getByText('This is not a PDF.')).toBeVisible();
  await field.setInputFiles({ name: 'Falkenrath CV.pdf', mimeType: 'application/pdf', buffer: await pdf() });
  await expect(page.getByText('Falkenrath CV.pdf')).toBeVisible();
  await expectSound(browser);
  await page.getByRole('button', { name: 'Read it' }).click();
  await expect(page.getByText('curriculum vitae')).toBeVisible();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Remove your CV?' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await expect(page.getByRole('button', { name: 'Send your CV' })).toBeVisible();
});

test('payment details are kept, and of numbers the last four digits shown', async ({
  person,
  server,
  passwordHash,
}) => {
  const ines = await expert(server, passwordHash);
  const browser = await person();
  await signIn(browser, ines);
  const { page } = browser;
  await page.goto('/account/vendor-info');
  await page.getByRole('button', { name: 'Save payment details' }).click();
  await expect(page.getByText('Enter the bank.').first()).toBeVisible();
  await expectSound(browser);
  await page.getByLabel('Name of the payee').fill('Ines Falkenrath');
  await page.getByLabel('SSN or ITIN').fill('219-09-9999');
  await page.getByLabel('Street').fill('120 Lake St');
  await page.getByLabel('City').fill('Chicago');
  await page.getByLabel('State').fill('Illinois');
  await page.getByRole('option', { name: 'Illinois' }).click();
  await page.getByLabel('ZIP code').fill('60601');
  await page.getByRole('textbox', { name: 'Bank', exact: true }).fill('First Harbor Bank');
  await page.getByLabel('Routing number').fill('071000013');
  await page.getByLabel('Account number').fill('0012345678');
  await page.getByRole('button', { name: 'Save payment details' }).click();
  await expect(page.getByText('Number ending in 9999')).toBeVisible();
  await expect(page.getByText('Account ending in 5678')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Street')).toHaveValue('120 Lake St');
  expect(await page.content()).not.toContain('219099999');
});

test('integrations say what is true today; whoever is not paid has no such page', async ({
  person,
  server,
  passwordHash,
}) => {
  const organization_id = await server.world.organization();
  const dana = await server.world.person({ profile: 'ClaimConsultant', organization_id, password_hash: passwordHash });
  const browser = await person();
  await signIn(browser, dana);
  const { page } = browser;
  await page.goto('/account/integrations');
  await expect(page.getByRole('heading', { level: 1, name: 'Integrations' })).toBeVisible();
  await expectSound(browser);
  await expect(page.getByRole('link', { name: 'Payment details' })).toBeHidden();
  await page.goto('/account/vendor-info');
  await expect(page).toHaveURL(/\/cases$/);
});
