import { CaseDriver } from '../harness/case-driver.ts';
import { castFor } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, signIn, test } from './fixtures.ts';
import { inspect } from './look.ts';

/*
 * From a call that was held to money that arrived: an admin sets the terms, issues, writes down a payment and takes a line back; whoever
 * pays reads the invoice by its link, signed out, on a telephone; the organization's manager finds it in their list.
 */
test('an invoice from the ledger to its payment', async ({ person, server, passwordHash }) => {
  const cast = await castFor(server.world, passwordHash);
  const d = await new CaseDriver(atServer(server, cast)).to('timeChosen');
  await server.advance({ days: 4 });
  await d.must(cast.expert, 'POST', d.url('/call/held'), { minutes: 40, prep_minutes: 60 });
  await server.settle();
  const { name } = await server.world.db
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', cast.organization_id)
    .executeTakeFirstOrThrow();
  const admin = await person();
  const { page } = admin;

  await test.step('an admin finds what is to be invoiced, and says to whom', async () => {
    await signIn(admin, cast.admin, '/admin/invoices');
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.getByRole('button', { name: 'Change the terms' }).click();
    await page.getByLabel('Sent to').fill('nowhere');
    await page.getByRole('button', { name: 'Save the terms' }).click();
    await expect(page.getByText('Enter a whole e-mail address.')).toBeVisible();
    await expect(page.getByLabel('Sent to')).toBeFocused();
    await page.getByLabel('Sent to').fill('ap@harborline.example');
    await page.getByLabel('Addressed to').fill('Harborline Mutual\n12 Quay Street');
    await page.getByRole('button', { name: 'Save the terms' }).click();
    await expect(page.getByText('ap@harborline.example')).toBeVisible();
    await inspect(page);
  });

  let number = '';
  await test.step('what is looked at is issued, once', async () => {
    await page.getByRole('button', { name: /^Issue 1 invoice, \$/ }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('An e-mail with the link goes to ap@harborline.example.')).toBeVisible();
    await dialog.getByRole('button', { name: /^Issue 1 invoice, \$/ }).click();
    await expect(page.getByText(/^Nothing to invoice before/)).toBeVisible();
    await page.getByRole('link', { name: `Invoices of ${name}` }).click();
    const row = page.getByRole('link', { name: /^INV-/ });
    number = (await row.textContent()) ?? '';
    await row.click();
    await expect(page.getByRole('heading', { level: 1, name: `Invoice ${number}` })).toBeVisible();
    // its lines lead to the review
    await expect(page.getByRole('link', { name: `CR-${d.id}` })).toHaveAttribute('href', `/case/${d.id}`);
    await inspect(page);
  });

  let link = '';
  await test.step('whoever pays reads it by its link, signed out, on a telephone', async () => {
    const id = new URL(page.url()).searchParams.get('invoice');
    link = ((await (await page.request.get(`/api/v1/invoices/${id}`)).json()) as { link: string }).link;
    const payer = await person({ viewport: { width: 390, height: 844 }, dark: true });
    await payer.page.goto(link);
    await expect(payer.page.getByRole('heading', { level: 1, name: `Invoice ${number}` })).toBeVisible();
    await expect(payer.page.getByText(/^To be paid by/)).toBeVisible();
    const href = await payer.page.getByRole('link', { name: 'Open as PDF' }).getAttribute('href');
    const pdf = await payer.page.request.get(href ?? '');
    expect([pdf.status(), (await pdf.body()).subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    await inspect(payer.page);
    // a question begins with its number, and is answered by whoever keeps the books
    await payer.page.getByRole('link', { name: 'Ask about it' }).click();
    await expect(payer.page.getByRole('textbox', { name: 'Message' })).toHaveValue(`About invoice ${number}: `);
    await payer.page.goto(link);
    // without a whole link nothing is told of it
    payer.allow(404);
    await payer.page.goto(`${link.slice(0, -3)}xyz`);
    await expect(payer.page.getByRole('heading', { name: 'No invoice is found by this link' })).toBeVisible();
    await payer.page.goto('/invoice');
    await expect(payer.page.getByRole('link', { name: 'Sign in' }).last()).toBeVisible();
    await inspect(payer.page);
  });

  await test.step('a line is taken back with its reason, and the rest is paid', async () => {
    await page.getByRole('button', { name: 'Issue a credit note' }).click();
    const form = page.getByRole('form', { name: 'Issue a credit note' });
    await expect(form.getByLabel('Reason')).toBeFocused();
    await form.getByRole('button', { name: 'Issue the credit note' }).click();
    await expect(form.getByText('Say why, in a sentence.')).toBeVisible();
    await form.getByLabel('Reason').fill('The call lasted ten minutes.');
    await form.getByLabel(/, Call, 45 minutes$/).fill('25.00');
    await inspect(page);
    await form.getByRole('button', { name: 'Credit $25.00' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Credit note INV-/ })).toBeVisible();
    await page.getByRole('link', { name: number, exact: true }).click();
    await expect(page.getByText(/Credit note INV-.*$/).first()).toBeVisible();
    await page.getByRole('link', { name: 'Record a payment' }).click();
    await page.getByRole('button', { name: 'Record it' }).click();
    await expect(page.getByText('Enter what arrived.')).toBeVisible();
    const open = (await page.getByText(/\$[\d,.]+ is open/).textContent()) ?? '';
    await page.getByLabel('Amount').fill(/\$([\d,.]+) is open/.exec(open)?.[1] ?? '');
    await page.getByRole('textbox', { name: 'Arrived on' }).fill(dayText(server.now()));
    await page.getByRole('button', { name: /^Record \$/ }).click();
    await expect(page.getByText('It settles this invoice first, then the oldest.')).toBeHidden();
  });

  await test.step('the organization’s manager finds it paid', async () => {
    const manager = await person({ viewport: { width: 390, height: 844 } });
    const who = await server.world.manager(cast.organization_id);
    await server.world.db
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', who.user_id)
      .execute();
    await signIn(manager, who, '/invoice');
    await expect(manager.page.getByRole('link', { name: number, exact: true })).toBeVisible();
    await expect(
      manager.page.getByRole('table', { name: 'Invoices' }).getByText('Paid', { exact: true }),
    ).toBeVisible();
    await inspect(manager.page);
    await manager.page.getByRole('link', { name: number, exact: true }).click();
    await expect(manager.page.getByText('Paid and credited')).toBeVisible();
    await expect(manager.page.getByRole('button', { name: 'Issue a credit note' })).toHaveCount(0);
    await inspect(manager.page);
    // and what was spent beside it, and which budgets hold; admins keep those
    await manager.page.goto('/invoice');
    await manager.page.getByRole('link', { name: 'Spend', exact: true }).click();
    await expect(manager.page.getByRole('heading', { level: 1, name: 'Spend' })).toBeVisible();
    await expect(manager.page.getByRole('table', { name: 'Spend by kind' })).toBeVisible();
    await inspect(manager.page);
    await manager.page.getByRole('link', { name: 'Invoices', exact: true }).click();
    await manager.page.getByRole('link', { name: 'Budgets', exact: true }).click();
    await expect(manager.page.getByText('No budgets yet')).toBeVisible();
    await expect(manager.page.getByRole('button', { name: 'Add a budget' })).toHaveCount(0);
    await inspect(manager.page);
  });

  await test.step('the ledger has all of it, and agrees', async () => {
    await page.goto('/admin/ledger');
    await expect(page.getByText('Debits and credits agree to the cent.')).toBeVisible();
    await page.getByRole('combobox', { name: 'What it comes from' }).click();
    await page.getByRole('option', { name: 'A payment', exact: true }).click();
    await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible();
    await inspect(page);
  });
});

/** mm/dd/yyyy, in UTC. */
const dayText = (at: Date): string => {
  const [year, month, day] = at.toISOString().slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
};
