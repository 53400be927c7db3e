import { samplePdf, samplePng } from '../../src/platform/inspect/samples.ts';
import { LegalDriver } from '../harness/legal-driver.ts';
import { castFor } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, signIn, test } from './fixtures.ts';
import { inspect } from './look.ts';

/*
 * Expenses of a legal case: a receipt photographed on a telephone, the firm's question, the correction, what is above the
 * budget.
 */
test('expenses with their receipts', async ({ person, server, passwordHash }) => {
  const cast = await castFor(server.world, passwordHash);
  const d = await new LegalDriver(atServer(server, cast)).to('accepted');
  await d.agreementProposed(cast.requester, {
    retainer_cents: 0,
    replenish_below_cents: 0,
    holds_when_used_up: false,
    budget_cents: 50_000,
  });
  await d.agreementSigned();
  const firm = await person();
  const expert = await person();
  const work = (of: typeof firm) => of.page.getByRole('region', { name: 'Work' });
  const press = (of: typeof firm, name: string) => work(of).getByRole('button', { name, exact: true }).click();
  const LODGING = /: Lodging, \$[\d.]+, [A-Z][a-z]+ \d+, \d{4}$/;
  /** A button of an expense's row, which is named by what it is of. */
  const pressOf = (of: typeof firm, name: string) =>
    work(of)
      .getByRole('button', { name: new RegExp(`^${name}${LODGING.source}`) })
      .click();
  const pick = (of: typeof firm, label: string, name: string, mimeType: string, buffer: Buffer) =>
    work(of).getByLabel(label, { exact: true }).setInputFiles({ name, mimeType, buffer });

  await test.step('the expert records one on a telephone; what is no receipt is refused in place', async () => {
    await expert.page.setViewportSize({ width: 390, height: 844 });
    await signIn(expert, cast.expert, `/legal-case/${d.id}`);
    await press(expert, 'Record an expense');
    // the keyboard is in the form, and back on its button once it is left
    await expect(work(expert).getByLabel('Day', { exact: true })).toBeFocused();
    await press(expert, 'Leave it as it is');
    await expect(work(expert).getByRole('button', { name: 'Record an expense' })).toBeFocused();
    await press(expert, 'Record an expense');
    // what is missing is said, and the first of it reached
    await press(expert, 'Record the expense');
    for (const says of ['Choose what it was.', 'Enter the amount.', /^Add the receipt/])
      await expect(work(expert).getByText(says)).toBeVisible();
    await expect(work(expert).getByLabel('What it was', { exact: true })).toBeFocused();
    await work(expert).getByLabel('What it was', { exact: true }).selectOption({ label: 'Lodging' });
    await work(expert).getByLabel('What for').fill('One night before the inspection of the ward.');
    await work(expert).getByLabel('Amount').fill('918');
    await pick(expert, 'File of the receipt', 'Hotel.txt', 'text/plain', Buffer.from('189.00'));
    await expect(work(expert).getByText('A receipt is a PDF or a photo (JPEG or PNG).')).toBeVisible();
    await expect(work(expert).getByLabel('Photo of the receipt', { exact: true })).toHaveAttribute(
      'capture',
      'environment',
    );
    await pick(expert, 'Photo of the receipt', 'image.png', 'image/png', samplePng(60, 90));
    await expect(work(expert).getByText('Receipt: image.png')).toBeVisible();
    await inspect(expert.page);
  });

  await test.step('what was written stays over a reload, its receipt too', async () => {
    await expert.page.reload();
    await press(expert, 'Record an expense');
    await expect(work(expert).getByLabel('What for')).toHaveValue('One night before the inspection of the ward.');
    await expect(work(expert).getByText('Receipt: image.png')).toBeVisible();
    await press(expert, 'Record the expense');
    // 918.00 is more than the matter may cost
    await expect(work(expert).getByText('Above the budget: held until the firm grants it')).toBeVisible();
    await inspect(expert.page);
  });

  await test.step('the firm opens the receipt and questions it', async () => {
    await signIn(firm, cast.requester, `/legal-case/${d.id}`);
    await expect(work(firm).getByText('1 expense waits for the firm.')).toBeVisible();
    const href = await work(firm)
      .getByRole('link', { name: /^Open the receipt: Lodging/ })
      .getAttribute('href');
    const paper = await firm.page.request.get(href ?? '');
    expect([paper.status(), paper.headers()['content-type']]).toEqual([200, 'image/png']);
    await inspect(firm.page);
    await pressOf(firm, 'Question it');
    await work(firm).getByLabel('What is not clear, or not right?').fill('The photo says 189.00.');
    await pressOf(firm, 'Question the expense');
    await expect(work(firm).getByText('Questioned by the firm: The photo says 189.00.')).toBeVisible();
  });

  await test.step('the expert corrects it with a better receipt; the firm approves', async () => {
    await expect(work(expert).getByText('Questioned by the firm: The photo says 189.00.')).toBeVisible();
    await expect(work(firm).getByRole('button', { name: /^Approve it after all: Lodging/ })).toBeVisible();
    await pressOf(expert, 'Correct it');
    await expect(work(expert).getByLabel('Day', { exact: true })).toBeFocused();
    await press(expert, 'Leave it as it is');
    await expect(work(expert).getByRole('button', { name: /^Correct it: Lodging/ })).toBeFocused();
    await pressOf(expert, 'Correct it');
    await work(expert).getByLabel('Amount').fill('189');
    await pick(expert, 'File of the receipt', 'Hotel.pdf', 'application/pdf', await samplePdf(1));
    await expect(work(expert).getByText('Receipt: Hotel.pdf')).toBeVisible();
    await work(expert).getByLabel('What was wrong?').fill('The digits were turned.');
    await expert.page.emulateMedia({ colorScheme: 'dark' });
    await inspect(expert.page);
    await press(expert, 'Record the expense');
    await pressOf(firm, 'Approve the expense');
    await expect(work(firm).getByText('$189.00 approved')).toBeVisible();
    await expect(work(firm).getByText('$311.00 of $500.00 left')).toBeVisible();
    await work(firm).getByText('Expenses (2)').click();
    await work(firm).getByText('Statements by month (1)').click();
    await expect(work(firm).getByText('Expenses in it: $189.00')).toBeVisible();
    await inspect(firm.page);
  });

  await test.step('miles come to what the setting says', async () => {
    await press(expert, 'Record an expense');
    await work(expert).getByLabel('What it was', { exact: true }).selectOption({ label: 'Mileage' });
    await work(expert).getByLabel('What for').fill('To the inspection of the ward and back.');
    await work(expert).getByLabel('Distance').fill('12.4');
    await expect(work(expert).getByText('12.4 miles at 72.5 cents a mile: $8.99.')).toBeVisible();
    await press(expert, 'Record the expense');
    await expect(work(firm).getByText('Mileage, $8.99')).toBeVisible();
  });
});
