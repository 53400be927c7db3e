import { expect } from '../fixtures.ts';
import { inspect } from '../look.ts';
import { FIELD, type Review } from './people.ts';
import { CHART, NURSING, pdfOf } from './records.ts';

/** The requester's order: four steps with autosave, left and taken up again, records uploaded, price read, ordered. */
export async function order(j: Review): Promise<void> {
  const { page } = j.dana;
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  await page.goto('/cases');
  await expect(page.getByRole('heading', { name: 'Case Reviews', level: 1 })).toBeVisible();
  await inspect(page);
  await button('New case review').first().click();
  await expect(page).toHaveURL(/\/case\/\d+\/step-one$/);
  j.id = Number(/case\/(\d+)/.exec(page.url())?.[1]);
  j.base = `/case/${j.id}`;

  // step one: every starred field, leaving one for later
  await page.getByLabel('Claim or matter number').fill('HM-26-40213');
  await page.getByLabel('Claimant’s first name').fill('Ana');
  await page.getByLabel('Claimant’s last name').fill('Ferrante');
  await button('Add a provider').click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Brightwater Regional Hospital');
  await page.getByLabel('Venue state').fill('Illi');
  await page.getByRole('option', { name: 'Illinois' }).click();
  await page
    .getByRole('radiogroup', { name: /Claim stage/ })
    .getByRole('radio', { name: 'Pre-suit' })
    .check();
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await inspect(page);

  // left in the middle and taken up from the list of drafts: what was typed is there
  await button('Leave and finish later').click();
  await expect(page).toHaveURL(/\/cases/);
  await page.getByRole('link', { name: /Drafts/ }).click();
  await inspect(page);
  await page.getByRole('link', { name: /Ferrante v\. Brightwater/ }).click();
  await expect(
    page
      .getByText('This draft', { exact: false })
      .or(page.getByRole('heading', { level: 1 }))
      .first(),
  ).toBeVisible();
  if (!page.url().includes('step')) {
    await inspect(page);
    await page
      .getByRole('link', { name: /Edit draft|Continue/ })
      .first()
      .click();
  }
  await expect(page.getByLabel('Claim or matter number')).toHaveValue('HM-26-40213');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Brightwater Regional Hospital');
  await button('Continue to expert').click();

  // step two
  const specialty = page.getByRole('combobox', { name: 'Specialty', exact: true });
  const sub = page.getByLabel('Sub-specialty');
  // the only one of its specialty needs no choosing
  await specialty.fill('Endocrin');
  await page.getByRole('option', { name: 'Endocrinology' }).click();
  await expect(sub.locator('option:checked')).toHaveText('General');
  await specialty.fill(FIELD.specialty.slice(0, 8));
  await page.getByRole('option', { name: FIELD.specialty }).click();
  await expect(sub.locator('option:checked')).toHaveText('Choose');
  await sub.selectOption({ label: FIELD.sub_specialty });
  await inspect(page);
  await button('Continue to questions').click();

  // step three: the matter, the questions, the records
  await page
    .getByLabel('What happened')
    .fill(
      'Low anterior resection on March 9 with a stapled anastomosis. On March 12 fever, a fast pulse and feculent drain output. Imaging and return to the operating room followed on March 13.',
    );
  const scope = page.getByRole('group', { name: /The expert should address/ });
  await scope.getByLabel('Standard of care').check();
  await scope.getByLabel('Causation').check();
  await button('Add a question').click();
  await page.getByRole('textbox', { name: /question 1/i }).fill('Should imaging have been ordered on March 12?');
  await button('Take from question bank').click();
  await inspect(page);
  await page.getByRole('button', { name: /^Add: Would earlier recognition/ }).click();
  await button('Close the question bank').click();
  const records = page.getByRole('list', { name: 'Records' }).getByRole('listitem');
  for (const { name, pages } of [CHART, NURSING]) {
    const chooser = page.waitForEvent('filechooser');
    await button('choose files').click();
    const buffer = await pdfOf(name.replace('.pdf', ''), pages);
    await (await chooser).setFiles({ name, mimeType: 'application/pdf', buffer });
    const row = records.filter({ hasText: name });
    await expect(row).toBeVisible();
    await page.getByLabel(`Category of ${name}`).selectOption({ label: 'Hospital chart' });
    // sent, so that there is something to check
    await expect(row).toContainText('checked');
    await j.server.settle();
    await expect(row).toContainText(new RegExp(`(^|\\D)${pages.length}(\\D|$)`));
  }
  await expect(page.getByText('2 files, 6 pages so far')).toBeVisible();
  // one that cannot be opened counts for nothing
  const chooser = page.waitForEvent('filechooser');
  await button('choose files').click();
  await (
    await chooser
  ).setFiles({ name: 'Scan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 torn') });
  const torn = records.filter({ hasText: 'Scan.pdf' });
  await expect(torn).toBeVisible();
  await j.server.settle();
  await expect(torn.getByRole('button', { name: 'Replace' })).toBeVisible();
  await expect(page.getByText('2 files, 6 pages so far')).toBeVisible();
  // a name that does not tell its category: nothing is wrong with it, and it says so without alarm
  const unsorted = page.waitForEvent('filechooser');
  await button('choose files').click();
  await (
    await unsorted
  ).setFiles({ name: 'Part 7.pdf', mimeType: 'application/pdf', buffer: await pdfOf('Part 7', ['One page.']) });
  const part = records.filter({ hasText: 'Part 7.pdf' });
  await expect(part).toContainText('checked');
  await j.server.settle();
  await expect(part).toContainText('checked · no category yet');
  await expect(part.getByText('Choose a category')).toHaveCount(0);
  await inspect(page);
  await part.getByRole('button', { name: 'Remove Part 7.pdf' }).click();
  await part.getByRole('button', { name: 'Remove it' }).click();
  await expect(part).toBeHidden();
  // what the browser does not send stays in its list when the page is loaded anew, and counts for nothing
  const wrong = page.waitForEvent('filechooser');
  await button('choose files').click();
  await (
    await wrong
  ).setFiles([
    { name: 'Viewer.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
    { name: 'Letter.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
  ]);
  const viewer = records.filter({ hasText: 'Viewer.exe' });
  await expect(viewer).toContainText('This kind of file is not accepted.');
  await expect(records.filter({ hasText: 'Letter.pdf' })).toContainText('This file is empty.');
  await page.getByLabel('These are all the records').check();
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await page.reload();
  await expect(viewer).toContainText('This kind of file is not accepted.');
  await expect(page.getByText('2 files, 6 pages so far')).toBeVisible();
  await inspect(page);
  await button('Continue to delivery').click();

  // step four: each service with its price, the least of them beside; names are there already; ordering too early leads to what is missing
  const call = page.getByRole('radio', { name: 'Call, 45 minutes', exact: true });
  await expect(page.getByRole('complementary')).toContainText(/From \$\d/);
  await expect(call).toHaveAccessibleDescription(/by phone.*\$\d/);
  await call.check();
  await page.getByRole('textbox', { name: 'Needed by' }).fill('12/18/2026');
  const named = page.getByRole('group', { name: /Everyone named in the matter/ });
  await expect(named.getByRole('textbox', { name: 'Name' })).toHaveCount(2);
  // what a party is follows its name while it is typed, until somebody says otherwise; what tells nothing leaves it open
  await named.getByRole('button', { name: /^Add a/ }).click();
  const name = named.getByRole('textbox', { name: 'Name' }).last();
  const kind = named.getByRole('combobox', { name: 'Is a' }).last();
  for (const [typed, said] of [
    ['Sutter', ''],
    ['Sutter & Lowe LLP', 'firm'],
    ['Sutter Mutual Insurance', 'insurer'],
  ] as const) {
    await name.fill(typed);
    await expect(kind).toHaveValue(said);
  }
  await kind.selectOption('person');
  await name.fill('Sutter & Lowe LLP');
  await expect(kind).toHaveValue('person');
  await named.getByRole('button', { name: 'Delete name 3' }).last().click();
  await expect(named.getByRole('textbox', { name: 'Name' })).toHaveCount(2);
  // the files that failed are named before it is too late, whoever refused them, with what to do
  const notice = page.getByText(/not part of this order/);
  await expect(notice).toHaveText('3 files are not part of this order.');
  for (const name of ['Scan.pdf', 'Viewer.exe', 'Letter.pdf'])
    await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText(new RegExp(`${name}: .+`));
  await page.getByRole('link', { name: 'Take them out or send them again in the records' }).click();
  for (const name of ['Scan.pdf', 'Viewer.exe', 'Letter.pdf'])
    await page.getByRole('button', { name: `Remove ${name}` }).click();
  await expect(torn).toBeHidden();
  await expect(viewer).toBeHidden();
  await button('Continue to delivery').click();
  await expect(call).toBeChecked();
  await expect(notice).toBeHidden();
  await expect(page.getByRole('link', { name: 'terms', exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: 'I accept the terms' }).check();
  const price = page.getByRole('complementary');
  await expect(price).toContainText('Estimate');
  await inspect(page);
  j.dana.allow(422);
  await button(/^Order, \$/).click();
  await expect(page).toHaveURL(/step-one#/);
  await expect(page.getByRole('textbox', { name: 'Date of incident' })).toBeFocused();
  await inspect(page);
  await page.getByRole('textbox', { name: 'Date of incident' }).fill('03/12/2026');
  // nothing is missing any more: it is ordered where it was mended
  await button(/^Order, \$/).click();
  await expect(page).toHaveURL(new RegExp(`${j.base}$`));
  await j.server.settle();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ferrante v. Brightwater Regional Hospital');
  await inspect(page);
}
