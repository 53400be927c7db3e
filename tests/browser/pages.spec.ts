import { channelId } from '../../src/features/conversations/rules.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { atServer } from '../harness/sender.ts';
import { castFor } from '../harness/review-driver.ts';
import { acceptedCase } from './accepted-case.ts';
import { expectFitsBetween } from './look.ts';
import { pdfOf } from './steps/records.ts';
import type { Locator } from '@playwright/test';
import { expect, expectAccessible, expectFits, goWithin, signIn, test, type Watched } from './fixtures.ts';

/** Opens an address and waits until the page stands in the review's live room. */
async function opened({ page }: Watched, path: string, reviewId: number): Promise<void> {
  const joined = new Promise<void>((resolve) => {
    // any connection: the page before may still open one of its own
    page.on('websocket', (socket) => {
      let asked = false;
      socket.on('framesent', ({ payload }) => {
        const text = String(payload);
        if (text.includes('room.join') && text.includes(`"review:${reviewId}"`)) asked = true;
      });
      // the answer to it
      socket.on('framereceived', ({ payload }) => {
        if (asked && String(payload).startsWith('43')) resolve();
      });
    });
  });
  await page.goto(path);
  await joined;
}

const button = ({ page }: Watched, name: string | RegExp) => page.getByRole('button', { name });

test('filters of the list by keyboard, on a desk and on a phone', async ({ person, server }) => {
  const { cast } = await acceptedCase(server);
  const dana = await person();
  await signIn(dana, cast.requester);
  const { page } = dana;
  const choices = page.waitForResponse(/\/api\/v3\/specialties/);
  await page.goto('/cases');
  const chip = page.getByRole('search').getByRole('button', { name: 'Specialty' });
  await expect(chip).toBeVisible();
  await (await choices).finished();
  await chip.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Filter by specialty' });
  await expect(panel).toBeVisible();
  await expect(panel.getByRole('checkbox').or(panel.getByRole('textbox')).first()).toBeFocused();
  await expectAccessible(page);
  await panel.getByRole('checkbox').first().focus();
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/specialty=\d+/);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  const set = page.getByRole('search').getByRole('button', { name: /^Specialty: / });
  await expect(set).toBeFocused();
  // a press on the button closes what it opened
  await set.click();
  await expect(panel).toBeVisible();
  await set.click();
  await expect(panel).toBeHidden();

  const phone = await person({ viewport: { width: 390, height: 844 } });
  await signIn(phone, cast.requester);
  await phone.page.goto('/cases');
  await button(phone, 'Filters').click();
  const sheet = phone.page.getByRole('dialog', { name: 'Filters', exact: true });
  await sheet.getByRole('button', { name: 'Due' }).click();
  const due = phone.page.getByRole('dialog', { name: 'Filter by due' });
  await expect(due).toBeInViewport();
  await expectFits(phone.page);
  await expectAccessible(phone.page);
  await phone.page.keyboard.press('Escape');
  await expect(due).toBeHidden();
  await expect(sheet).toBeVisible();
  await sheet.getByRole('button', { name: 'Due' }).click();
  await due.getByText('Within 7 days').click();
  await expect(due).toBeHidden();
  await expect(sheet.getByRole('button', { name: 'Due: Within 7 days', exact: true })).toBeVisible();
  await button(phone, 'Close filters').click();
  await expect(sheet).toBeHidden();
  await expect(button(phone, 'Filters 1')).toBeFocused();
});

test('menus by keyboard', async ({ person, server }) => {
  const { cast, d } = await acceptedCase(server);
  const dana = await person();
  await signIn(dana, cast.requester);
  const { page } = dana;
  await page.goto(`/case/${d.id}`);
  const more = button(dana, 'More actions');
  await more.focus();
  await page.keyboard.press('Enter');
  const items = page.getByRole('menu', { name: 'More actions' }).getByRole('menuitem');
  await expect(items.first()).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('ArrowUp');
  await expect(items.last()).toBeFocused();
  await page.keyboard.press('Home');
  await expect(items.first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(items).toHaveCount(0);
  await expect(more).toBeFocused();
});

test('a change reaches every page of the review while it is open', async ({ person, server }) => {
  const { cast, d, send } = await acceptedCase(server);
  const [dana, ines] = [await person(), await person({ zone: 'America/New_York' })];
  await signIn(dana, cast.requester);

  // the schedule
  await opened(dana, `/case/${d.id}/choose-call-time`, d.id);
  await expect(dana.page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(dana.page.getByRole('radio')).toHaveCount(0);
  await d.offered();
  await expect(dana.page.getByRole('radio').first()).toBeVisible();

  // the files
  await opened(dana, `/case/${d.id}`, d.id);
  await expect(dana.page.getByText('Chart.pdf').first()).toBeVisible();
  expect((await send(cast.requester, 'PATCH', `/api/v1/files/${d.fileId}`, { name: 'Chart, signed.pdf' })).status).toBe(
    200,
  );
  await expect(dana.page.getByText('Chart, signed.pdf').first()).toBeVisible();

  // the report
  await d.timeChosen();
  await server.advance({ days: 2 });
  await d.held();
  await d.reportRequested();
  await signIn(ines, cast.expert);
  // the record is a row without its content: it is told as damaged
  ines.allow(500);
  await opened(ines, `/case/${d.id}/report`, d.id);
  await expect(button(ines, 'Begin the report')).toBeVisible();
  await d.reportStarted();
  await expect(button(ines, 'Begin the report')).toHaveCount(0);
  await expect(ines.page.getByRole('textbox').first()).toBeVisible();
});

test('every address of conversations leads to them', async ({ person, server }) => {
  const { cast, d, withExpert } = await acceptedCase(server);
  const dana = await person();
  await signIn(dana, cast.requester);
  for (const path of ['/chats/open', '/chats-open']) {
    await dana.page.goto(path);
    await expect(dana.page.getByRole('navigation', { name: 'Conversations' }).getByRole('link').first()).toBeVisible();
    await expect(dana.page).toHaveURL(path);
    await expect(dana.page).toHaveTitle(/^Open conversations/);
  }
  await d.must(cast.expert, 'POST', `/api/v1/chat/channels/${withExpert}/messages`, {
    client_id: `newest-${d.id}`,
    body: 'The newest of all.',
  });
  await dana.page.goto('/chat');
  await expect(dana.page).toHaveURL(`/chat/${withExpert}`);
  await expect(dana.page.getByRole('log')).toContainText('The newest of all.');

  // on a wide screen the list opens what is unread, and going back leads to where one came from
  await d.must(cast.expert, 'POST', `/api/v1/chat/channels/${withExpert}/messages`, {
    client_id: `unread-${d.id}`,
    body: 'Not read yet.',
  });
  await dana.page.goto('/contact');
  const header = dana.page.getByRole('banner');
  await header.getByRole('link', { name: /Conversations/ }).click();
  await expect(dana.page).toHaveURL(`/chat/${withExpert}`);
  await expect(dana.page.getByRole('log')).toContainText('Not read yet.');
  await dana.page.goBack();
  await expect(dana.page).toHaveURL('/contact');
  // a choice in the address stays a list, and so does a narrow screen
  await dana.page.goto('/chats?filter=closed');
  await expect(dana.page.getByRole('heading', { name: 'Choose a conversation' })).toBeVisible();
  await expect(dana.page).toHaveURL('/chats?filter=closed');
  await dana.page.setViewportSize({ width: 390, height: 844 });
  await dana.page.goto('/chats');
  await expect(dana.page.getByRole('navigation', { name: 'Conversations' }).getByRole('link').first()).toBeVisible();
  await expect(dana.page).toHaveURL('/chats');
});

test('nothing of one person is left for the next one on the same browser', async ({ person, server }) => {
  const { cast, withExpert } = await acceptedCase(server);
  const browser = await person();
  const { page } = browser;
  const writer = page.getByRole('textbox', { name: /^Write to/ });
  await signIn(browser, cast.requester);
  browser.allow(401);
  await page.goto(`/chat/${withExpert}`);
  await writer.fill('Half a thought of Dana’s');
  await expect
    .poll(() => page.evaluate<string[]>("Object.keys(localStorage).filter((k) => k.startsWith('peritus:draft:'))"))
    .toHaveLength(1);
  // kept for its writer, through a reload
  await page.reload();
  await expect(writer).toHaveValue('Half a thought of Dana’s');
  await page.getByRole('banner').getByRole('button').last().click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('Half a thought');

  await signIn(browser, cast.expert);
  await page.goto(`/chat/${withExpert}`);
  await expect(writer).toHaveValue('');
  await expect(page.getByText('Half a thought')).toHaveCount(0);
});

test('a review and a conversation on their way stand in the columns they will have', async ({ person, server }) => {
  const { cast, d, withExpert } = await acceptedCase(server);
  const dana = await person();
  const { page } = dana;
  await signIn(dana, cast.requester, '/account');
  // what would show them is held back until it was looked at
  const gate = { release: (): void => undefined };
  const hold = async () => {
    const opened = new Promise<void>((resolve) => (gate.release = resolve));
    await page.route(/\/api\/v1\/(cases\/\d+|chat\/channels\/[^/?]+)(\?|$)/, async (route) => {
      await opened;
      await route.continue();
    });
  };
  const sides = async (box: Locator) => {
    const { x = 0, width = 0 } = (await box.boundingBox()) ?? {};
    return [Math.round(x), Math.round(x + width)];
  };
  await hold();
  await goWithin(page, `/case/${d.id}`);
  const beside = page.getByRole('complementary', { name: 'Conversation' });
  const waits = (words: string) => page.locator('main [data-skeleton]').filter({ hasText: words });
  await expect(waits('Loading the review')).toBeVisible();
  const [head, panel] = [await sides(waits('Loading the review')), await sides(beside)];
  gate.release();
  await expect(page.getByRole('list', { name: 'Progress' }).first()).toBeVisible();
  expect(await sides(page.getByRole('list', { name: 'Progress' }).first())).toEqual(head);
  expect(await sides(beside)).toEqual(panel);

  await page.unrouteAll();
  await hold();
  await goWithin(page, `/chat/${withExpert}`);
  await expect(waits('Loading the conversation')).toBeVisible();
  const middle = ([from = 0, to = 0]: number[]): number => (from + to) / 2;
  const arriving = middle(await sides(waits('Loading the conversation')));
  gate.release();
  await expect(page.getByRole('log')).toBeVisible();
  expect(middle(await sides(page.getByRole('log').locator('> div')))).toBe(arriving);
});

/** Low windows: 200 % and 400 % of a small desk, a telephone on its side, and a wide one. */
const LOW = [
  { width: 1280, height: 500 },
  { width: 640, height: 360 },
  { width: 720, height: 450 },
  { width: 320, height: 256 },
] as const;

/**
 * What stays in a window or scrolls by itself, and whether the page scrolls as one. Only records beside a report keep a
 * window of their own, tall enough to read in.
 */
const STAYS = `(() => {
  const seen = (one) => one.checkVisibility({ visibilityProperty: true });
  const all = [...document.querySelectorAll('#page *')].filter(seen);
  const name = (one) => one.tagName + ' ' + one.className;
  const stuck = all.filter((one) => /sticky|fixed/.test(getComputedStyle(one).position)).map(name);
  const narrow = all
    .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY) && one.tagName !== 'TEXTAREA')
    .filter((one) => one.scrollHeight > one.clientHeight + 1)
    .filter((one) => one.clientHeight < 160 || !location.pathname.endsWith('/report'))
    .map((one) => name(one) + ' ' + one.clientHeight);
  const root = document.documentElement;
  return { stuck, narrow, scrolls: root.scrollHeight > root.clientHeight, sideways: root.scrollWidth > root.clientWidth };
})()`;

test('every width between a telephone and a wide desk fits, and in a low window nothing sticks and the page scrolls as one', async ({
  person,
  server,
}) => {
  const cast = await castFor(server.world);
  const d = await new CaseDriver(atServer(server, cast)).to('reportStarted', { service: 'report_only' });
  const draft = await new CaseDriver(atServer(server, cast)).draft();
  const { cast: others, d: accepted } = await acceptedCase(server);
  const { cast: choosers, d: offered } = await acceptedCase(server);
  await offered.offered();
  // a conversation and a file longer than any of these windows
  const long = channelId('Case', d.id, 'requester_expert');
  for (let at = 1; at <= 24; at += 1)
    await d.must(cast.expert, 'POST', `/api/v1/chat/channels/${long}/messages`, {
      client_id: `long-thread-${at}`,
      body: `Message ${at}. The chart was read page by page; what is not in it was asked for.`,
    });
  const sender = await person();
  await signIn(sender, cast.requester, `/case/${draft.id}/step-three`);
  const chooser = sender.page.waitForEvent('filechooser');
  await button(sender, 'choose files').click();
  const buffer = await pdfOf('Chart', ['One.', 'Two.', 'Three.', 'Four.', 'Five.', 'Six.']);
  await (await chooser).setFiles({ name: 'Long chart.pdf', mimeType: 'application/pdf', buffer });
  await expect(sender.page.getByRole('listitem').filter({ hasText: 'Long chart.pdf' })).toContainText('checked');
  await server.settle();
  const sent = await server.world.db
    .selectFrom('files')
    .where('review_id', '=', draft.id)
    .where('name', '=', 'Long chart.pdf')
    .select('id')
    .executeTakeFirstOrThrow();
  const visits = [
    [cast.expert, [`/case/${d.id}/report`, '/chats', `/case/${d.id}`]],
    [others.expert, [`/case/${accepted.id}/choose-available-times`]],
    [choosers.requester, [`/case/${offered.id}/choose-call-time`]],
    [
      cast.requester,
      [
        `/chat/${long}`,
        `/preview-file/${sent.id}?reviewId=${draft.id}&reviewProductType=Case`,
        `/case/${draft.id}/step-one`,
        '/cases',
        '/cases?look=board',
        '/imes',
        '/account',
        '/contact',
      ],
    ],
    [cast.matching, [`/case/${d.id}/matching`, '/admin-active-reviews', '/admin/outbox']],
    [cast.admin, ['/admin/applications', '/admin/applications?view=board', '/admin/queues']],
    [null, ['/login']],
  ] as const;
  for (const [who, paths] of visits) {
    const browser = await person();
    if (who) await signIn(browser, who);
    else browser.allow(401);
    // the record of these tests has no bytes: it is told as damaged
    browser.allow(500);
    const { page } = browser;
    for (const path of paths) {
      await page.goto(path);
      await expect(page.locator('h1').first()).toBeVisible();
      await expect(page.locator('[data-skeleton]')).toHaveCount(0);
      await expectFitsBetween(page, path);
      for (const size of LOW) {
        await page.setViewportSize(size);
        await expect
          .poll(() => page.evaluate(STAYS), { message: `${path} at ${size.width} x ${size.height}` })
          .toEqual({
            stuck: [],
            narrow: [],
            sideways: false,
            scrolls: /\/(report|chat\/.*|preview-file\/.*)$/.test(path) || expect.any(Boolean),
          });
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    }
  }
});

/** What is told by a fill alone, as the browser draws it: of a stage done and its track, of a chosen tab and view and others. */
const TOLD = `(() => {
  const of = (selector, property) => {
    const one = document.querySelector(selector);
    return one && getComputedStyle(one)[property];
  };
  const chosen = '[aria-label="Looks"] [aria-pressed=true], .tools [aria-pressed=true], [aria-pressed=true]';
  return {
    done: of('[aria-label=Progress] li:first-child span span', 'backgroundColor'),
    track: of('[aria-label=Progress] li:last-child > span', 'backgroundColor'),
    tab: of('nav [aria-current=page]', 'backgroundColor'),
    otherTab: of('nav a:not([aria-current])', 'backgroundColor'),
    pressed: of(chosen, 'backgroundColor'),
    notPressed: of('[aria-pressed=false]', 'backgroundColor'),
    filled: of('[data-kind=primary]', 'backgroundColor'),
    used: of('div[style*=scaleX]', 'backgroundColor'),
    left: of('div:has(> div[style*=scaleX])', 'backgroundColor'),
    on: of('[role=switch]:checked', 'backgroundColor'),
    off: of('[role=switch]:not(:checked)', 'backgroundColor'),
    step: of('li[aria-current=step]', 'borderTopColor'),
    otherStep: of('li[aria-current=step] ~ li', 'borderTopColor'),
    page: getComputedStyle(document.body).backgroundColor,
  };
})()`;

test('after an act the focus is at what is next; keys print the document; what is chosen shows in forced colors', async ({
  person,
  server,
}) => {
  const cast = await castFor(server.world);
  const d = await new CaseDriver(atServer(server, cast)).to('submitted');
  const clara = await person();
  const { page } = clara;
  await signIn(clara, cast.clinOps, `/case/${d.id}`);
  // a part of its own, which comes after the page's first draw
  await expect(page.locator('div[style*=scaleX]').first()).toBeAttached();
  await page.emulateMedia({ forcedColors: 'active' });
  const told = await page.evaluate<Record<string, string | null>>(TOLD);
  expect(told['done'], 'a stage that is done').not.toBe(told['track']);
  expect(told['filled'], 'the filled button').not.toBe(told['page']);
  expect(told['used'], 'time that is used').toMatch(/^rgb/);
  expect(told['used'], 'time that is used').not.toBe(told['left']);
  await page.emulateMedia({ forcedColors: 'none' });

  await button(clara, 'Release to matching').press('Enter');
  await expect(page.getByText('Released. Matching looks for experts now.')).toBeVisible();
  await expect(page.locator('h2:focus')).toHaveText('Present candidates');

  // what the dialog would print is on the page for as long as it is open; here it is closed at once
  await page.evaluate(`window.printed = []; window.print = () => {
    printed.push(document.querySelector('[data-ready]')?.textContent ?? '');
    dispatchEvent(new Event('afterprint'));
  }`);
  await page.keyboard.press('Control+p');
  await expect.poll(() => page.evaluate<string[]>('printed')).toEqual([expect.stringContaining(`CR-${d.id}`)]);
  await expect(button(clara, 'More actions')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const part of ['banner', 'contentinfo'] as const) await expect(page.getByRole(part)).toBeHidden();
  // printed by the browser's own menu the page goes without what one presses
  await expect(page.locator('#main').getByRole('button', { name: 'More actions' })).toBeHidden();
  await expect(page.locator('h1')).toBeVisible();
  await page.emulateMedia({ media: 'screen', forcedColors: 'active' });
  await page.goto('/cases');
  await expect(page.getByRole('button', { name: 'Calendar by due date' })).toBeVisible();
  const list = await page.evaluate<Record<string, string | null>>(TOLD);
  expect(list['pressed'], 'the chosen view').not.toBe(list['notPressed']);
  expect(list['tab'], 'the chosen place').not.toBe(list['otherTab']);
  await page.goto('/account/notifications');
  await page.getByRole('switch', { name: 'Orders' }).click();
  await expect(page.getByRole('switch', { name: 'Orders', checked: false })).toBeVisible();
  const { on, off, page: beside } = await page.evaluate<Record<string, string | null>>(TOLD);
  expect(on, 'what is switched on').toMatch(/^rgb/);
  expect(on, 'what is switched on').not.toBe(off);
  expect(on, 'what is switched on').not.toBe(beside);

  const draft = await new CaseDriver(atServer(server, cast)).draft();
  const dana = await person();
  await signIn(dana, cast.requester, `/case/${draft.id}/step-two`);
  await dana.page.emulateMedia({ forcedColors: 'active' });
  await expect(dana.page.locator('li[aria-current=step]')).toContainText('2');
  const { step, otherStep } = await dana.page.evaluate<Record<string, string | null>>(TOLD);
  expect(step, 'the step one is at').toMatch(/^rgb/);
  expect(step, 'the step one is at').not.toBe(otherStep);
});
