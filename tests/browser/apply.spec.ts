import PDFDocument from 'pdfkit';
import { choose, expect, expectFits, expectSound, test } from './fixtures.ts';
import { codeFor } from './steps/mail.ts';

const EMAIL = 'ines.falkenrath@example.test';
const PASSWORD = 'seven grey herons';

async function pdf(): Promise<Buffer> {
  const document = new PDFDocument();
  document.text('Curriculum vitae');
  document.end();
  const chunks: Buffer[] = [];
  for await (const chunk of document) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

test('a visitor applies: account, five parts on two devices, sent, and where it stands', async ({ person, server }) => {
  await server.world.specialty('Neurosurgery', 'Spine');
  const browser = await person();
  browser.allow(401, 404, 422);
  const { page } = browser;
  await page.goto('/apply');
  await expect(page.getByRole('heading', { level: 1, name: 'Review as a medical expert' })).toBeVisible();
  await expectSound(browser);
  await page.getByRole('link', { name: 'Create an account first' }).click();
  await page.getByLabel('First name').fill('Ines');
  await page.getByLabel('Last name').fill('Falkenrath');
  await page.getByLabel('E-mail').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: /Register|Create|Send/ }).click();
  await expect(page).toHaveURL(/\/verify/);
  await page.getByLabel('Six-digit code').fill(await codeFor(server, EMAIL, 'registration_code'));
  await page.locator('form button[type=submit]').click();
  await expect(page).toHaveURL(/\/apply/);
  await expect(page.getByRole('heading', { level: 1, name: 'Who you are' })).toBeVisible();

  // what is missing is shown once, at its field
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Full name')).toBeFocused();
  await expectSound(browser);
  await page.getByLabel('Full name').fill('Ines Falkenrath');
  await choose(page.getByLabel('Profession'), 'Doctor of Medicine');
  await page.getByLabel('Telephone').fill('312 555 0142');
  await page.getByLabel('City').fill('Chicago');
  await page.getByRole('combobox', { name: 'State' }).fill('Illinois');
  await page.getByRole('option', { name: 'Illinois' }).click();
  await page.getByRole('checkbox', { name: 'English' }).check();
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Credentials and licenses' })).toBeVisible();
  await page.getByLabel(/NPI/).fill('1234567890');
  await expect(page.getByText('A digit is wrong or two are swapped.')).toBeVisible();
  await page.getByLabel(/NPI/).fill('1234567893');
  await page.getByRole('button', { name: 'Look it up' }).click();
  await expect(page.getByText('The number is well formed.')).toBeVisible();
  await page.getByRole('button', { name: 'Add a license' }).click();
  await page.getByRole('combobox', { name: 'State' }).fill('Illinois');
  await page.getByRole('option', { name: 'Illinois' }).click();
  await page.getByLabel('License number').fill('036-123456');
  await page.getByRole('textbox', { name: 'Valid until' }).fill('07/31/2028');
  await page.getByRole('button', { name: 'Add a degree' }).click();
  await page.getByLabel('Degree, residency or fellowship').fill('MD');
  await page.getByRole('textbox', { name: 'Where', exact: true }).fill('Northwestern');
  await page.getByLabel('Completed').fill('2004');
  await expectSound(browser);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Practice, availability and rates' })).toBeVisible();

  // another day, another machine: it goes on where it was left
  const other = await person({ viewport: { width: 390, height: 844 } });
  other.allow(401, 422);
  const { page: phone } = other;
  await phone.goto('/apply');
  await phone.getByRole('link', { name: 'Continue with mine' }).click();
  await phone.getByLabel('E-mail').fill(EMAIL);
  await phone.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(phone.getByRole('heading', { level: 1, name: 'Practice, availability and rates' })).toBeVisible();
  await phone.getByRole('button', { name: 'Add a specialty' }).click();
  await phone.getByRole('combobox', { name: 'Specialty', exact: true }).fill('Neurosurgery');
  await phone.getByRole('option', { name: 'Neurosurgery' }).click();
  await phone.getByLabel('Sub-specialty').selectOption({ label: 'Spine' });
  await phone.getByLabel('Where you practice').selectOption('Academic center');
  await phone.getByLabel('Years of full-time direct care').fill('14');
  await phone.getByLabel('Share of your time with patients today').fill('80');
  await phone.getByRole('textbox', { name: 'Last day with patients' }).fill('11/02/2026');
  await phone.getByRole('checkbox', { name: 'Calls' }).check();
  await phone.getByLabel('Reviews open at the same time, at most').fill('4');
  await phone.getByLabel('Your usual rate').fill('600');
  await phone.getByRole('button', { name: 'Continue' }).click();

  await expect(phone.getByRole('heading', { level: 1, name: 'CV and disclosures' })).toBeVisible();
  await phone
    .getByLabel('File of your CV')
    .setInputFiles({ name: 'CV.pdf', mimeType: 'application/pdf', buffer: await pdf() });
  await expect(phone.getByText('CV.pdf')).toBeVisible();
  for (const group of await phone.getByRole('radiogroup').all()) await group.getByRole('radio', { name: 'No' }).check();
  await phone.getByRole('radiogroup').first().getByRole('radio', { name: 'Yes' }).check();
  await phone.getByLabel('What happened, when, and how it ended').fill('Settled in 2019.');
  await expectFits(phone);
  await phone.getByRole('button', { name: 'Continue' }).click();

  await expect(phone.getByRole('heading', { level: 1, name: 'Attestations' })).toBeVisible();
  for (const box of await phone.getByRole('checkbox').all()) await box.check();
  await phone.getByLabel('Your full name').fill('Somebody Else');
  await phone.getByRole('button', { name: 'Send application' }).click();
  await expect(phone.getByText('Write it as in part one: Ines Falkenrath.').first()).toBeVisible();
  await phone.getByLabel('Your full name').fill('Ines Falkenrath');
  await phone.getByRole('button', { name: 'Send application' }).click();
  await expect(phone.getByRole('heading', { level: 1, name: /^Application AP-\d+$/ })).toBeVisible();
  await expect(phone.getByText('Your application is with us')).toBeVisible();
  await expectSound(other);

  await page.reload();
  await expect(page.getByText('Your application is with us')).toBeVisible();
  await page.goto('/up-next');
  await page.getByRole('link', { name: 'Open your application' }).click();
  await expect(page).toHaveURL(/\/apply$/);
});
