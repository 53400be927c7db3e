import { createCanvas } from '@napi-rs/canvas';
import { castFor } from '../harness/review-driver.ts';
import type { MatchingBoard } from '../../src/features/matching/contract.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, expectFits, expectSound, test } from './fixtures.ts';
import { pdfOf } from './steps/records.ts';

test('what an expert keeps: the assistant adds a license and a site, the expert a rate and an affiliation, staff verify and return', async ({
  person,
  server,
}) => {
  const { world } = server;
  const cast = await castFor(world);
  const { profile_id } = cast.expert;
  const helper = await world.assistantOf(profile_id);
  const assistant = await person();
  assistant.allow(422);
  await assistant.enter(helper);
  const { page } = assistant;
  await page.goto('/account/credentials');
  await expect(page.getByRole('navigation', { name: 'My account' }).getByRole('link', { name: 'Rates' })).toBeHidden();
  await page.getByRole('button', { name: 'Add a license' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send it' }).click();
  await expect(dialog.getByText('Enter the license number.').first()).toBeVisible();
  await expectSound(assistant);
  await dialog.getByRole('combobox', { name: /^License/ }).fill('MD');
  await page.getByRole('option', { name: 'MD, Doctor of Medicine' }).click();
  await dialog.getByRole('combobox', { name: /^State/ }).fill('Tex');
  await page.getByRole('option', { name: 'Texas' }).click();
  await dialog.getByLabel('License number').fill('T-4711');
  await dialog.getByRole('textbox', { name: 'Last day' }).fill('05/31/2035');
  await dialog.getByLabel('License or letter', { exact: true }).setInputFiles({
    name: 'license.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(await pdfOf('License', ['Texas Medical Board'])),
  });
  await expect(dialog.getByRole('link', { name: /license\.pdf/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Send it' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('MD license in TX')).toBeVisible();
  await expect(page.getByText('To verify')).toBeVisible();
  await expectSound(assistant);

  await page.getByRole('link', { name: 'Practice sites' }).click();
  await page.getByRole('button', { name: 'Add a site' }).click();
  await dialog.getByLabel('Name of the site').fill('Lakeview Clinic');
  await dialog.getByLabel('Street').fill('12 Harbor Road');
  await dialog.getByLabel('City').fill('Austin');
  await dialog.getByRole('combobox', { name: /^State/ }).fill('Tex');
  await page.getByRole('option', { name: 'Texas' }).click();
  await dialog.getByLabel('ZIP code').fill('78701');
  await dialog.getByLabel('Time zone').selectOption({ label: 'Central' });
  await dialog.getByLabel('Exam rooms').fill('2');
  await dialog.getByText('Step-free entrance').click();
  await dialog.getByRole('checkbox', { name: 'Mon' }).check();
  // a map of the way there: what is no picture says so, one is shown as examinees have it
  const map = dialog.getByRole('group', { name: /^Map of the way there/ });
  const choose = (name: string, buffer: Buffer) =>
    map.getByLabel('Map of the way there', { exact: true }).setInputFiles({ name, mimeType: 'image/png', buffer });
  await choose('map.png', Buffer.from(await pdfOf('Map', ['Harbor Road'])));
  await expect(map.getByText('This is not a picture we can use.')).toBeVisible();
  await choose('map.png', createCanvas(900, 600).toBuffer('image/png'));
  await expect(map.getByRole('img', { name: 'Map of the way there' })).toBeVisible();
  await expect(map.getByText('This is not a picture we can use.')).toBeHidden();
  await map.getByRole('button', { name: 'Remove the map' }).click();
  await expect(map.getByRole('img', { name: 'Map of the way there' })).toHaveCount(0);
  await choose('map.png', createCanvas(900, 600).toBuffer('image/png'));
  await expect(map.getByRole('img', { name: 'Map of the way there' })).toBeVisible();
  await expectSound(assistant);
  await dialog.getByRole('button', { name: 'Send it' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/12 Harbor Road/)).toBeVisible();
  await expect(page.getByRole('img', { name: 'Map of the way there' })).toBeVisible();

  // the expert, on a telephone
  const expert = await person({ viewport: { width: 390, height: 844 } });
  await expert.enter(cast.expert);
  const own = expert.page;
  await own.goto('/account/rates');
  await own.getByRole('button', { name: 'Add a rate' }).click();
  await own.getByRole('dialog').getByLabel('Amount').fill('650');
  await own
    .getByRole('dialog')
    .getByLabel(/^For\b/)
    .selectOption({ label: 'An hour' });
  await own.getByRole('dialog').getByRole('textbox', { name: 'From' }).fill('12/01/2026');
  await expectSound(expert);
  await own.getByRole('dialog').getByRole('button', { name: 'Send it' }).click();
  await expect(own.getByText('$650.00 an hour')).toBeVisible();
  await expectFits(own);
  // the matter of a hospital: once the expert says to be of it, they are not asked about it any more
  const d = new CaseDriver(atServer(server, cast));
  await d.to('released', { facility: 'Thornbury General Hospital' });
  const ranked = async () =>
    (await d.must<MatchingBoard>(cast.matching, 'GET', d.url('/matching'))).ranking.candidates.some(
      (one) => one.profile_id === profile_id,
    );
  expect(await ranked()).toBe(true);
  await own.goto('/account/affiliations');
  await own.getByRole('button', { name: 'Add an affiliation' }).click();
  await own.getByRole('dialog').getByLabel('Name').fill('Thornbury General Hospital');
  await own.getByRole('dialog').getByLabel('What it is').selectOption({ label: 'Hospital or facility' });
  await own.getByRole('dialog').getByRole('button', { name: 'Send it' }).click();
  await expect(own.getByText('Thornbury General Hospital')).toBeVisible();
  await expectSound(expert);
  expect(await ranked()).toBe(false);

  const desk = await person();
  desk.allow(422);
  await desk.enter(cast.clinOps);
  const console = desk.page;
  await console.goto('/admin/experts');
  await console.getByLabel('To verify').selectOption({ label: 'Something to verify' });
  await expect(console).toHaveURL(/waiting=1/);
  await console.getByRole('row').filter({ hasText: '4 to verify' }).getByRole('link').click();
  const said = console.getByRole('listitem').filter({ has: console.getByText('To verify') });
  await expect(said).toHaveCount(4);
  await expect(said.getByRole('img', { name: 'Map of the way there' })).toBeVisible();
  await expectSound(desk);
  await console.getByRole('button', { name: 'Verify: MD license in TX' }).click();
  const asked = console.getByRole('dialog');
  await asked.getByRole('button', { name: 'Verify it' }).click();
  await expect(asked.getByText('Say where this was looked up, or who confirmed it.').first()).toBeVisible();
  await asked.getByLabel('Source').fill('Texas Medical Board');
  await expectSound(desk);
  await asked.getByRole('button', { name: 'Verify it' }).click();
  await expect(said).toHaveCount(3);
  await expect(console.getByText(/T-4711/)).toBeVisible();
  await console.getByRole('button', { name: 'Return: Lakeview Clinic' }).click();
  await asked.getByLabel('Reason').fill('How many of the rooms have a scale?');
  await expectSound(desk);
  await asked.getByRole('button', { name: 'Return it' }).click();
  await expect(console.getByText('With the expert')).toBeVisible();

  // the assistant reads why, and corrects it
  await page.goto('/account/sites');
  await expect(page.getByText('How many of the rooms have a scale?')).toBeVisible();
  await page.getByRole('button', { name: 'Correct what you said: Lakeview Clinic' }).click();
  await dialog.getByLabel('More about getting in').fill('Both rooms have a scale.');
  await dialog.getByRole('button', { name: 'Send it' }).click();
  await expect(page.getByText('Came back to you')).toBeHidden();
  await expect(page.getByText('To verify')).toBeVisible();
});
