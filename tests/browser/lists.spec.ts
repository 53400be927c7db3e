import { castFor } from '../harness/review-driver.ts';
import type { Page } from '@playwright/test';
import type { ServerProcess } from '../harness/server-process.ts';
import { expect, expectAccessible, expectFits, signIn, test, type Watched } from './fixtures.ts';

const KINDS_OF = [
  ['matching', 'staff'],
  ['expert_selection', 'requester'],
  ['awaiting_times', 'expert'],
] as const;

/** A person with reviews to list: claim numbers, states and due dates of all sorts. */
async function listed(server: ServerProcess, count: number) {
  const cast = await castFor(server.world);
  const now = server.world.clock.now().getTime();
  const { requester } = cast;
  const manager = await server.world.manager(cast.organization_id);
  const values = Array.from({ length: count }, (_, at) => {
    const [status, ball] = KINDS_OF[at % KINDS_OF.length] ?? KINDS_OF[0];
    return {
      kind: 'Case' as const,
      status,
      bucket: 'active' as const,
      ball,
      organization_id: requester.organization_id ?? 0,
      requester_id: requester.user_id,
      subject: `Matter ${String(at).padStart(2, '0')} v. Provider`,
      state: at % 2 === 0 ? 'IL' : 'OH',
      pages: 100 + at,
      total_cents: 45_000 + at,
      due_at: new Date(now + (at + 1) * 5 * 3_600_000),
      created_at: new Date(now),
      updated_at: new Date(now - at * 60_000),
    };
  });
  await server.world.db.insertInto('reviews').values(values).execute();
  return { requester, manager };
}

const rows = (page: Page) => page.locator('[data-row]');
const heads = (page: Page) => page.getByRole('columnheader');
const open = async ({ page }: Watched, path: string) => {
  await page.goto(path);
  await expect(
    page
      .getByRole('table')
      .or(page.getByRole('heading', { level: 2 }))
      .first(),
  ).toBeVisible();
};

test('columns, filters, orders and views by keyboard, kept in the address and for the person', async ({
  person,
  server,
}) => {
  const { manager } = await listed(server, 12);
  const owen = await person();
  await signIn(owen, manager);
  const { page } = owen;
  await open(owen, '/cases');
  await expect(rows(page)).toHaveCount(12);

  // columns: one more, moved to the left, one taken away
  const button = page.getByRole('button', { name: 'Columns' });
  await button.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Columns' });
  await panel.getByRole('checkbox', { name: 'Price' }).focus();
  await page.keyboard.press('Space');
  await expect(heads(page).filter({ hasText: 'Price' })).toBeVisible();
  await panel.getByRole('checkbox', { name: 'Price' }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(panel.getByRole('checkbox', { name: 'Price' })).toBeFocused();
  await expect(heads(page).last()).toContainText('Updated');
  await panel.getByRole('checkbox', { name: 'Specialty' }).focus();
  await page.keyboard.press('Space');
  await expect(heads(page).filter({ hasText: 'Specialty' })).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  const saved = page.waitForResponse(/list_settings/);
  await page.reload();
  await saved;
  await expect(heads(page).filter({ hasText: 'Price' })).toBeVisible();
  await expect(heads(page).filter({ hasText: 'Specialty' })).toHaveCount(0);
  await expect(rows(page).first()).toContainText('$450.01');

  // a filter beyond the usual ones, and an order
  await page.getByRole('search').getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog', { name: 'More filters' }).getByRole('button', { name: 'State' }).click();
  await page.getByRole('search').getByRole('button', { name: 'State' }).click();
  await page.getByRole('dialog', { name: 'Filter by state' }).getByLabel('Search state').fill('Ohio');
  await page.getByRole('dialog', { name: 'Filter by state' }).getByLabel('Ohio').check();
  await expect(page).toHaveURL(/state=OH/);
  await expect(rows(page)).toHaveCount(6);
  await page.keyboard.press('Escape');
  await heads(page).getByRole('button', { name: 'Updated' }).click();
  await expect(page).toHaveURL(/sort=-updated/);
  await heads(page).getByRole('button', { name: 'Updated' }).click();
  await expect(page).toHaveURL(/sort=updated/);
  await expect(rows(page).first()).toContainText('Matter 11');

  // the view is saved, left, and taken up again
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  // whoever types at once types the name; without one it says so where it is missing
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Give the view a name.');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Ohio, oldest first');
  // a press beside it loses nothing that was typed
  await page.mouse.click(5, 5);
  await dialog.getByLabel('Share it with colleagues').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(dialog).toBeHidden();
  await page.goto('/cases');
  await page.getByRole('link', { name: 'Ohio, oldest first' }).click();
  await expect(page).toHaveURL(/state=OH/);
  await expect(rows(page).first()).toContainText('Matter 11');
  await expect(page.getByRole('link', { name: 'Ohio, oldest first' })).toHaveAttribute('aria-current', 'true');
});

test('several rows at once by keyboard: followed, handed over; the file of the list', async ({ person, server }) => {
  const { manager, requester } = await listed(server, 3);
  const owen = await person();
  await signIn(owen, manager);
  const { page } = owen;
  await open(owen, '/cases');
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByRole('checkbox', { name: /^Choose CR-/ })).toHaveCount(3);
  await page.getByRole('checkbox', { name: 'Choose all rows shown' }).check();
  const bar = page.getByRole('region', { name: 'Chosen rows' });
  await expect(bar).toContainText('3 chosen');
  // done choosing, the focus is at the row where it began
  await bar.getByRole('button', { name: 'Done choosing' }).click();
  await expect(bar).toBeHidden();
  await expect(rows(page).first().getByRole('link').first()).toBeFocused();
  await page.keyboard.press('x');
  await page.getByRole('checkbox', { name: 'Choose all rows shown' }).check();
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(page.getByText('3 reviews followed.')).toBeVisible();
  const followed = await server.world.db
    .selectFrom('review_watchers')
    .select('review_id')
    .where('user_id', '=', manager.user_id)
    .execute();
  expect(followed).toHaveLength(3);
  await page.getByRole('checkbox', { name: 'Choose all rows shown' }).check();
  await bar.getByRole('button', { name: 'Hand to someone else' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand 3 reviews to whom?' });
  await dialog.getByLabel('New requester').selectOption(String(manager.user_id));
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect(dialog).toBeHidden();
  const handed = await server.world.db
    .selectFrom('reviews')
    .select('id')
    .where('requester_id', '=', manager.user_id)
    .execute();
  expect(handed).toHaveLength(3);
  expect(manager.user_id).not.toBe(requester.user_id);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toMatch(/^cases-active-\d{4}-\d{2}-\d{2}\.csv$/);
  await expect(page.getByText(/^cases-active-.*\.csv is saved: 3 rows\./)).toBeVisible();

  // said in the header, which gives it room: over no text and no control (watched on every page, toasts.ts), and nothing moves
  const toast = page.getByRole('region', { name: 'Done just now' }).getByRole('alert');
  const title = page.getByRole('heading', { level: 1 });
  for (const width of [1440, 1280, 1024, 720, 390, 320]) {
    // the one before has left
    await expect(toast).toHaveCount(1);
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    await expect(toast).toHaveCount(0);
    // the button is a sheet's on telephones
    await page.setViewportSize({ width: 1280, height: 900 });
    const before = await title.boundingBox();
    await page.getByRole('button', { name: 'Export' }).click();
    await expect(toast).toContainText('csv is saved');
    expect(await title.boundingBox()).toEqual(before);
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(async () => {
        const header = await page.getByRole('banner').boundingBox();
        const box = await toast.boundingBox();
        return box && header && box.y >= 0 && box.y + box.height <= header.height && box.x + box.width < width;
      })
      .toBe(true);
  }
});

test('what needs attention stands at the top, however late it is due', async ({ person, server }) => {
  const { requester } = await listed(server, 30);
  const last = await server.world.db
    .updateTable('reviews')
    .set({ attention: JSON.stringify({ reason: 'wrong_chart' }) as never })
    .where('requester_id', '=', requester.user_id)
    .where('subject', '=', 'Matter 29 v. Provider')
    .returning('id')
    .executeTakeFirstOrThrow();
  const dana = await person();
  await signIn(dana, requester);
  const { page } = dana;
  await open(dana, '/cases');
  const top = page.getByRole('rowgroup', { name: 'Needs attention' });
  await expect(top.getByRole('row', { name: /Matter 29/ })).toBeVisible();
  await expect(rows(page).first()).toHaveAttribute('data-row', String(last.id));
  await expectAccessible(page);
  // once only, and counted once
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows(page)).toHaveCount(30);
  await expect(page.getByRole('button', { name: /^With the expert/ })).toHaveText('With the expert9');
  // in another order it stands where that order puts it
  await heads(page).getByRole('button', { name: 'Updated' }).click();
  await expect(rows(page).first()).toContainText('Matter 00');
  await expect(top).toHaveCount(0);
});

test('the same reviews as a board and a calendar, on a desk and on a phone', async ({ person, server }) => {
  const { requester } = await listed(server, 30);
  const dana = await person();
  await signIn(dana, requester);
  const { page } = dana;
  await open(dana, '/cases');
  await page.getByRole('button', { name: 'Board by whose move it is' }).click();
  await expect(page).toHaveURL(/look=board/);
  // lanes by whose move it is, the reader's own first, the status on each card
  const lanes = page.getByRole('region', { name: /^(Your move|With |Resting)/ });
  await expect(lanes).toHaveCount(3);
  await expect(lanes.first().getByRole('heading')).toHaveText(/^Your move\d+$/);
  const lane = page.getByRole('region', { name: 'With Peritus' });
  await expect(lane.getByRole('listitem')).not.toHaveCount(0);
  await expect(lane.getByRole('listitem').first()).toContainText('Matching');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Calendar by due date' }).click();
  await expect(
    page
      .getByRole('region', { name: /^Due in / })
      .getByRole('link')
      .first(),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'The month after' }).click();
  await expect(page).toHaveURL(/month=2\d{3}-\d{2}/);

  const phone = await person({ viewport: { width: 390, height: 844 } });
  await signIn(phone, requester);
  for (const path of ['/cases', '/cases?look=board', '/cases?look=calendar']) {
    await open(phone, path);
    await expect(phone.page.getByRole('link', { name: /^Matter/ }).first()).toBeVisible();
    await expectFits(phone.page);
    await expectAccessible(phone.page);
  }
  await open(phone, '/cases?look=calendar&month=2031-01');
  await expect(phone.page.getByText('Nothing on this list is due in January 2031.')).toBeVisible();
  // of more tabs than fit the present one is in sight
  await open(phone, '/completed-cases');
  await expect(
    phone.page.getByRole('navigation', { name: 'Which reviews' }).locator('[aria-current]'),
  ).toBeInViewport();
});

for (const [screen, options] of [
  ['desk', {}],
  ['telephone', { viewport: { width: 412, height: 823 }, touch: true }],
] as const)
  test(`nothing on the list page moves while it loads: ${screen}`, async ({ person, server }) => {
    const { requester } = await listed(server, 8);
    const dana = await person(options);
    await signIn(dana, requester);
    const { page } = dana;
    await page.addInitScript(`
    globalThis.moved = [];
    new PerformanceObserver((list) => {
      for (const { value, startTime, sources, hadRecentInput } of list.getEntries())
        if (!hadRecentInput) globalThis.moved.push({ value, at: startTime, what: sources.map(({ node, previousRect, currentRect }) =>
          [node?.nodeName, node?.className, node?.textContent?.slice(0, 40), previousRect, currentRect]) });
    }).observe({ type: 'layout-shift', buffered: true });`);
    // on a slow network the parts that are drawn last come when the rows are there already
    const drawn = Promise.withResolvers<void>();
    await page.route(/\/assets\/list-later-/, async (route) => {
      await drawn.promise;
      await route.continue();
    });
    await open(dana, '/cases');
    await expect(page.getByRole('link', { name: /^Matter/ }).first()).toBeVisible();
    const board = page.getByRole('button', { name: 'Board by whose move it is' });
    await expect(board).toHaveCount(0);
    drawn.resolve();
    await expect(page.getByText(/^8 of 8 active cases/)).toBeVisible();
    await expect(board).toBeVisible();
    await page.waitForLoadState('networkidle');
    const moved = await page.evaluate<{ value: number; at: number; what: unknown[] }[]>('globalThis.moved');
    expect(
      moved.reduce((sum, { value }) => sum + value, 0),
      JSON.stringify(moved),
    ).toBeLessThan(0.02);
  });

test('an empty list says the three steps and where to begin; one that filters emptied says which', async ({
  person,
  server,
}) => {
  const { requester } = await castFor(server.world);
  const one = await person({ viewport: { width: 390, height: 844 } });
  await signIn(one, requester);
  const { page } = one;
  await page.goto('/cases');
  await expect(page.getByRole('heading', { name: 'Nothing under way' })).toBeVisible();
  await expect(page.locator('main').getByRole('list').last().getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'New case review' }).first()).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await page.goto('/cases?q=nothing-of-the-kind');
  await expect(page.getByText('nothing-of-the-kind')).toBeVisible();
  await page
    .getByRole('button', { name: /^Clear/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Nothing under way' })).toBeVisible();
});
