import { samplePdf } from '../../src/platform/inspect/samples.ts';
import { type LocalBox, startBox } from '../harness/box.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { json } from '../../src/platform/db/json.ts';
import { castFor } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { test as base, expect, signIn, withServer } from './fixtures.ts';
import { inspect } from './look.ts';

/* Somebody connects Box, imports a folder into a draft’s records, and has a delivered report put there, on a telephone. */
const test = base.extend<object, { box: LocalBox; server: ServerProcess }>({
  box: [
    async ({}, use) => {
      const box = await startBox();
      await use(box);
      await box.close();
    },
    { scope: 'worker' },
  ],
  server: [async ({ box }, use) => withServer(use, { env: box.env }), { scope: 'worker' }],
});

test('records are imported from Box, and a report goes back', async ({ person, server, box, passwordHash }) => {
  const claims = box.folder('Claims');
  const chart = box.folder('Chart', claims);
  box.file('Operative report.pdf', chart, await samplePdf(2));
  box.file('Viewer.exe', chart, Buffer.from('MZ'));
  const cast = await castFor(server.world, passwordHash);
  const { db } = server.world;
  const { requester, organization_id } = cast;
  await db
    .updateTable('users')
    .set({ feature_flags: json({ box_folder_access: true }), box_folder_ids: json([claims]) })
    .where('id', '=', requester.user_id)
    .execute();
  await db
    .updateTable('organizations')
    .set({ flags: json({ enable_box_api_integration: true }) })
    .where('id', '=', organization_id)
    .execute();
  const d = await new CaseDriver(atServer(server, cast)).draft();
  const browser = await person({
    viewport: { width: 390, height: 844 },
    dark: true,
    elsewhere: new URL(box.env['BOX_API_URL'] ?? '').origin,
  });
  const { page } = browser;
  await signIn(browser, requester, '/account/integrations');
  await page.getByRole('button', { name: 'Connect: Box' }).click();
  await expect(page.getByText('Connected as dana@box.test')).toBeVisible();
  await inspect(page);
  await page.goto(`${server.url}/case/${d.id}/step-three`);
  await page.getByRole('button', { name: 'Import from Box' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import from Box' });
  await dialog.getByRole('button', { name: 'Claims' }).click();
  await expect(dialog.getByText('Folder', { exact: true })).toBeVisible();
  await inspect(page);
  await dialog.getByRole('checkbox', { name: 'Choose Chart' }).check();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByText('1 file,')).toBeVisible();
  await expect(dialog.getByText('This kind of file is not accepted')).toBeVisible();
  await inspect(page);
  await dialog.getByRole('button', { name: 'Import 1 file' }).click();
  await expect(dialog).toBeHidden();
  await expect(
    page.getByRole('list', { name: 'Records' }).getByText('Operative report.pdf', { exact: true }),
  ).toBeVisible();

  const other = new CaseDriver(atServer(server, cast));
  const needed = new Date(Date.now() + 21 * 86_400_000).toISOString().slice(0, 10);
  await other.to('accepted', { service: 'report_only', needed_by: needed });
  await other.reportStarted();
  await other.reportWritten();
  await other.signed();
  await other.delivered();
  await page.goto(`${server.url}/case/${other.id}/report`);
  const inBox = page.getByRole('region', { name: 'In Box' });
  await inBox.getByRole('button', { name: 'Put it into Box' }).click();
  await inBox.getByRole('combobox', { name: 'Folder in Box' }).selectOption('Claims');
  await inspect(page);
  await inBox.getByRole('button', { name: 'Put it there' }).click();
  await expect(inBox.getByText('In “Claims” since')).toBeVisible();
  expect(box.filesIn(claims).map(({ name }) => name)).toEqual([`CR-${other.id} report.pdf`]);
  await inspect(page);
});
