import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { FileChooser, Locator } from '@playwright/test';
import type { SubscriptionView } from '../../src/features/subscriptions/contract.ts';
import { expect, expectFits, expectSound, signIn, test } from './fixtures.ts';
import { pdfOf } from './steps/records.ts';

const FIELD = ['Hospital medicine', 'Nights'] as const;

/**
 * Hands a page the files of a folder with their paths in it, as a browser does once one is chosen. Chromium's own reading
 * of a folder, when it is steered, has been seen never to end.
 */
async function giveFolder(chooser: FileChooser, folder: string): Promise<void> {
  expect(await chooser.element().getAttribute('webkitdirectory')).not.toBeNull();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => ({
      name,
      path: join(basename(folder), relative(folder, join(parentPath, name))),
      content: readFileSync(join(parentPath, name)).toString('base64'),
    }));
  await chooser.page().evaluate(`((files) => {
    const input = document.querySelector('input[webkitdirectory]');
    const value = files.map(({ name, path, content }) => {
      const file = new File([Uint8Array.from(atob(content), (c) => c.charCodeAt(0))], name);
      Object.defineProperty(file, 'webkitRelativePath', { value: path });
      return file;
    });
    Object.defineProperty(input, 'files', { value, configurable: true });
    input.dispatchEvent(new Event('change', { bubbles: true }));
    delete input.files;
  })(${JSON.stringify(files)})`);
}

test('records of several pre-orders: one folder, matched by name, corrected, sent, and one review’s own files', async ({
  person,
  server,
}, info) => {
  const { world } = server;
  const organization_id = await world.organization({ name: 'Brackwater Programme' });
  const field = await world.specialty(...FIELD, 1);
  const manager = await world.person({
    profile: 'ClaimConsultant',
    is_review_manager: true,
    organization_id,
    first_name: 'Nell',
    last_name: 'Farrow',
  });
  const post = async <T>(url: string, body: unknown): Promise<T> => {
    const answer = await fetch(`${server.url}/api/v1${url}`, {
      method: 'POST',
      headers: { ...manager.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const today = new Date(server.now()).toISOString().slice(0, 10);
  const plan = await post<SubscriptionView>('/subscriptions', {
    name: 'Night medicine',
    facility: 'Brackwater General',
    review_type: 'chart_audit',
    service: 'standard',
    period: 'month',
    reviews_per_seat: 2,
    charts_per_review: 2,
    carry_over_days: 30,
    starts_on: `${today.slice(0, 7)}-01`,
    ends_on: null,
    contact_id: manager.user_id,
  });
  await server.settle();
  for (const provider_name of ['Dr. Lowell Pike', 'Dr. Ada Moss'])
    await post(`/subscriptions/${plan.id}/seats`, {
      provider_name,
      license_type: 'MD',
      state: 'IL',
      ...field,
      starts_on: `${today.slice(0, 7)}-01`,
    });
  await server.settle();
  const ahead = await world.db
    .selectFrom('reviews')
    .select(['id', 'subject'])
    .where('organization_id', '=', organization_id)
    .where('status', '=', 'pre_ordered')
    .orderBy('id')
    .execute();
  const [pike, otherPike] = ahead.filter((r) => r.subject.includes('Pike')).map((r) => r.id);
  const [moss, otherMoss] = ahead.filter((r) => r.subject.includes('Moss')).map((r) => r.id);

  const folder = info.outputPath('Audit');
  const lay = (path: string, content: Buffer | string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  lay(`PR-${pike}/Chart 1.pdf`, await pdfOf('One', ['Night of the third.']));
  lay('Lowell Pike/Chart 1.pdf', await pdfOf('Two', ['Night of the fourth.']));
  lay('Lowell Pike/Chart 2.pdf', await pdfOf('Three', ['Night of the fifth.']));
  lay(`PR-${moss}/scan.pdf`, await pdfOf('Four', ['Night of the sixth.']));
  lay(`PR-${otherMoss} Chart 1.pdf`, 'This is no PDF, whatever its name says.');
  lay('cover sheet.pdf', await pdfOf('Five', ['A cover sheet.']));

  const nell = await person();
  const { page } = nell;
  const row = (path: string) => page.getByRole('listitem').filter({ hasText: `Audit/${path}` });
  /** Sent, so that there is something to check. */
  const arrived = (one: Locator) => expect(one).toContainText(/Being checked|In PR-/);
  await signIn(nell, manager);
  await page.goto('/pre-order-peer-reviews');
  await expect(page.getByRole('link', { name: 'Upload records' })).toBeVisible();
  await expectSound(nell);
  await page.getByRole('link', { name: 'Upload records' }).click();
  await expect(page.getByRole('heading', { name: 'Records of several reviews', level: 1 })).toBeVisible();
  await expect(page.getByText('2 of 2 charts without records')).toHaveCount(4);

  await test.step('matched by name, what is not sure first', async () => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'choose a folder' }).click();
    await giveFolder(await chooser, folder);
    await expect(page.getByRole('status').filter({ hasText: '6 files to look over.' })).toContainText(
      '3 have no pre-order yet. 1 has no chart yet',
    );
    await expect(row('Lowell Pike/Chart 1.pdf')).toContainText('Its name fits 2 pre-orders alike.');
    await expect(row('cover sheet.pdf')).toContainText('Nothing in its name points to a pre-order.');
    await expect(row(`PR-${pike}/Chart 1.pdf`)).toContainText(`Sure. Its folder has PR-${pike}.`);
    const paths = await page
      .getByRole('listitem')
      .filter({ hasText: 'Audit/' })
      .locator('p:first-child')
      .allInnerTexts();
    expect(paths.slice(0, 3).toSorted()).toEqual([
      'Audit/Lowell Pike/Chart 1.pdf',
      'Audit/Lowell Pike/Chart 2.pdf',
      'Audit/cover sheet.pdf',
    ]);
    await expectSound(nell);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFits(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('corrected by hand, by keyboard too', async () => {
    await page
      .getByLabel('Pre-order of Audit/Lowell Pike/Chart 1.pdf')
      .selectOption({ label: `PR-${otherPike}, Dr. Lowell Pike, Brackwater General` });
    await expect(page.getByLabel('Chart of Audit/Lowell Pike/Chart 1.pdf')).toHaveValue('chart_1');
    await page.getByRole('button', { name: /Put the other file of “Audit\/Lowell Pike” there/ }).press('Enter');
    await expect(page.getByLabel('Pre-order of Audit/Lowell Pike/Chart 2.pdf')).toHaveValue(String(otherPike));
    await expect(page.getByLabel('Chart of Audit/Lowell Pike/Chart 2.pdf')).toHaveValue('chart_2');
    await page.getByLabel(`Chart of Audit/PR-${moss}/scan.pdf`).selectOption({ label: 'All charts' });
    await page.getByRole('button', { name: 'Leave out Audit/cover sheet.pdf' }).press('Enter');
    await expect(page.getByText('Each has its pre-order and chart.')).toBeVisible();
  });

  await test.step('sent; what fails stays and can be tried again', async () => {
    // the first one finds no room
    nell.allow(507);
    await page.route(
      '**/api/v1/uploads',
      (route) => route.fulfill({ status: 507, contentType: 'application/problem+json', body: '{"status":507}' }),
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Upload 5 files' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Sent' })).toBeFocused();
    await expect(page.getByText('The server has no room left for this.', { exact: false })).toBeVisible();
    await expect(page.getByText('1 needs your attention.', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(page.getByText('The server has no room left for this.', { exact: false })).toHaveCount(0);
    for (const path of [
      `PR-${pike}/Chart 1.pdf`,
      'Lowell Pike/Chart 1.pdf',
      'Lowell Pike/Chart 2.pdf',
      `PR-${moss}/scan.pdf`,
    ])
      await arrived(row(path));
    await server.settle();
    await expect(page.getByText('4 of 5 are there. 1 needs your attention.', { exact: false })).toBeVisible();
    await expect(row(`PR-${otherMoss} Chart 1.pdf`)).toContainText('This is not a PDF');
    await expect(row('Lowell Pike/Chart 2.pdf')).toContainText(`In PR-${otherPike}, Chart 2`);
    await expect(page.getByText('2 of 4 have records for each chart.', { exact: false })).toBeVisible();
    await expectSound(nell);
    await page.getByRole('button', { name: `Take it out: Audit/PR-${otherMoss} Chart 1.pdf` }).click();
    await expect(page.getByText('4 of 4 are there.', { exact: false })).toBeVisible();
    const stored = await world.db
      .selectFrom('files')
      .select(['review_id', 'chart_key'])
      .where('review_id', 'in', [pike, otherPike, moss, otherMoss].map(Number))
      .where('deleted_at', 'is', null)
      .orderBy('review_id')
      .orderBy('chart_key')
      .execute();
    expect(stored).toEqual(
      [
        { review_id: pike, chart_key: 'chart_1' },
        { review_id: otherPike, chart_key: 'chart_1' },
        { review_id: otherPike, chart_key: 'chart_2' },
        { review_id: moss, chart_key: '*' },
      ].toSorted((a, b) => Number(a.review_id) - Number(b.review_id)),
    );
  });

  await test.step('what somebody removes elsewhere is told, and can be added again', async () => {
    const scan = row(`PR-${moss}/scan.pdf`);
    await expect(scan).toContainText(`In PR-${moss}, all charts`);
    const { id } = await world.db
      .selectFrom('files')
      .select('id')
      .where('review_id', 'in', [moss, otherMoss].map(Number))
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    const removed = await fetch(`${server.url}/api/v1/files/${id}`, { method: 'DELETE', headers: manager.headers });
    expect(removed.status).toBe(204);
    // another one arrives, with which the page asks again
    await page.locator('input[type=file]').first().setInputFiles(join(folder, 'cover sheet.pdf'));
    await page.getByLabel('Pre-order of cover sheet.pdf').selectOption(String(moss));
    await page.getByRole('button', { name: 'Upload 1 file' }).press('Enter');
    await expect(scan).toContainText('Someone removed it after it arrived.');
    await expect(scan).toContainText(`No longer in PR-${moss}`);
    await arrived(page.getByRole('listitem').filter({ hasText: 'cover sheet.pdf' }));
    await server.settle();
    await expect(page.getByText('4 of 5 are there. 1 was removed since.', { exact: false })).toBeVisible();
    await expectSound(nell);
    await page.getByRole('button', { name: `Add it again: Audit/PR-${moss}/scan.pdf` }).click();
    await expect(page.getByLabel(`Pre-order of Audit/PR-${moss}/scan.pdf`)).toHaveValue(String(moss));
    await page.getByRole('button', { name: 'Upload 1 file' }).click();
    await arrived(scan);
    await server.settle();
    await expect(scan).toContainText(`In PR-${moss}, all charts`);
  });

  await test.step('on one review: its files matched to its charts in their panel', async () => {
    await page.goto(`/peer-review/${otherMoss}`);
    await page.getByRole('button', { name: 'Add files' }).first().click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'choose files' }).click();
    await (
      await chooser
    ).setFiles([
      { name: 'Chart 2.pdf', mimeType: 'application/pdf', buffer: await pdfOf('Six', ['Night of the seventh.']) },
      { name: 'labs.pdf', mimeType: 'application/pdf', buffer: await pdfOf('Seven', ['Night of the eighth.']) },
    ]);
    await server.settle();
    await expect(page.getByText('2 of 2 charts still without records. 2 files belong to no chart yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Match files to charts' }).click();
    const panel = page.getByRole('region', { name: 'Match files to charts' });
    await expect(panel.getByRole('listitem').first()).toContainText('labs.pdf');
    await expect(panel.getByRole('listitem').last()).toContainText('Sure. Its name has “Chart 2”.');
    await panel.getByLabel('Chart of labs.pdf').selectOption({ label: 'Chart 1' });
    // a correction outlives a reload until it is applied
    await page.reload();
    await page.getByRole('button', { name: 'Add files' }).first().click();
    await page.getByRole('button', { name: 'Match files to charts' }).click();
    await expect(panel.getByLabel('Chart of labs.pdf')).toHaveValue('chart_1');
    await panel.getByRole('button', { name: 'Apply to 2 files' }).click();
    await expect(page.getByText('Each of the 2 charts has records.')).toBeVisible();
    await expectSound(nell);
  });
});
