import { buildPages } from '../../src/app/build-pages.ts';
import { KIND_NAMES } from '../../src/core/kinds.ts';
import type { ClusterConnection } from '../harness/cluster.ts';
import { castFor } from '../harness/review-driver.ts';
import { ScreeningDriver } from '../harness/screening-driver.ts';
import { atServer } from '../harness/sender.ts';
import { type ServerProcess, startServer } from '../harness/server-process.ts';
import { test as base, expect, signIn } from './fixtures.ts';
import { inspect } from './look.ts';
import { pdfOf } from './steps/records.ts';

/*
 * A kind is a folder of tables in the browser, too: the program and its pages are built with one more than the product
 * has, and nothing else changed.
 */

const test = base.extend<object, { server: ServerProcess }>({
  server: [
    async ({}, use) => {
      const fifth_kind_pages = await buildPages(() => undefined, {
        pages: {
          out: 'dist/web-fifth-kind',
          config: 'tests/harness/fifth-kind.vite.ts',
          sources: ['vite.config.ts', 'tests/harness/screening.ts', 'tests/harness/screening-pages.ts'],
        },
      });
      const cluster = JSON.parse(process.env.PERITUS_TEST_CLUSTER ?? '{}') as ClusterConnection;
      const server = await startServer(cluster, { fifth_kind_pages });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

test('a kind that is only tables: list, wizard, order, detail, invitation, delivery', async ({
  person,
  server,
  passwordHash,
}) => {
  const { world } = server;
  const cast = await castFor(world, passwordHash);
  await world.db
    .updateTable('expert_profiles')
    .set({ accepts_kinds: [...KIND_NAMES, 'Screening' as never] })
    .where('profile_id', '=', cast.expert.profile_id)
    .execute();
  const { specialty_id } = await world.specialty();
  const specialty = await world.db
    .selectFrom('specialties')
    .select('name')
    .where('id', '=', specialty_id)
    .executeTakeFirstOrThrow();

  const dana = await person();
  const { page } = dana;
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const d = new ScreeningDriver(atServer(server, cast));

  await test.step('list and wizard', async () => {
    await signIn(dana, cast.requester, '/screenings');
    await expect(page.getByRole('heading', { name: 'Screenings', level: 1 })).toBeVisible();
    await button('New screening').first().click();
    await expect(page).toHaveURL(/\/screening\/\d+\/step-one$/);
    d.id = Number(/screening\/(\d+)/.exec(page.url())?.[1]);
    await page.getByLabel('Name of the matter').fill('Aldous v. Harrow Clinic');
    await page.getByLabel('Matter number').fill('AH-7');
    await page.getByRole('radio', { name: /Written answer/ }).check();
    await expect(page.getByText(/^Saved/)).toBeVisible();
    await inspect(page);
    await button(/^Continue/).click();

    await page.getByRole('combobox', { name: 'Specialty', exact: true }).fill(specialty.name);
    await page.getByRole('option', { name: specialty.name, exact: true }).click();
    await page.getByLabel('Sub-specialty').selectOption({ index: 1 });
    await button('Add a name').click();
    await page
      .getByRole('group', { name: /Parties/ })
      .getByRole('textbox', { name: 'Name' })
      .fill('Harrow Clinic');
    await page
      .getByRole('group', { name: /Parties/ })
      .getByLabel('Role')
      .selectOption({ index: 1 });
    await button(/^Continue/).click();

    await button('Add a question').click();
    await page.getByRole('textbox', { name: /question 1/i }).fill('Was the delay of any consequence?');
    const chooser = page.waitForEvent('filechooser');
    await button('choose files').click();
    await (
      await chooser
    ).setFiles({ name: 'Chart.pdf', mimeType: 'application/pdf', buffer: await pdfOf('Chart', ['Seen March 3.']) });
    const category = page.getByLabel('Category of Chart.pdf');
    // of its own kind's categories
    await expect(category.getByRole('option')).toHaveText(['Medical records', 'Imaging report', 'Other']);
    await server.settle();
    await button(/^Continue/).click();

    await page.getByRole('textbox', { name: 'Needed by' }).fill('12/18/2026');
    await expect(page.getByText(/^Saved/)).toBeVisible();
    await inspect(page);
    await button(/^Order, \$/).click();
    await expect(page).toHaveURL(new RegExp(`/screening/${d.id}$`));
    await server.settle();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Aldous v. Harrow Clinic');
    await inspect(page);
  });

  await test.step('invitation, report, delivery', async () => {
    const sent = await world.db
      .selectFrom('files')
      .select('id')
      .where('review_id', '=', d.id)
      .executeTakeFirstOrThrow();
    d.fileId = sent.id;
    await d.to('invited');
    const erin = await person();
    await signIn(erin, cast.expert, `/screening-invite/review-${d.id}`);
    await inspect(erin.page);
    await d.to('signed');
    await erin.page.goto('/active-reviews');
    await expect(erin.page.getByRole('link', { name: /Aldous v\. Harrow Clinic/ })).toBeVisible();
    await d.to('delivered');
    await page.goto(`/screening/${d.id}`);
    await expect(page.getByText('Read the answer').first()).toBeVisible();
    await inspect(page);
  });
});
