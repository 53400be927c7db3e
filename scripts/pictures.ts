/**
 * Takes the pictures of the public home from a running demo, in light and dark, wide and for telephones, and those of the
 * console, of exams and of a matter's candidates for the documentation: `npm run pictures -- http://localhost:3000`. To be
 * taken anew when what they show has changed. `-- http://localhost:3000 docs` takes those for the documentation alone.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../demo/people.ts';
import { findChromium } from './chromium.ts';

const HOME = join(import.meta.dirname, '../src/features/accounts/web/pictures');
const DOCS = join(import.meta.dirname, '../docs/images');
const base = process.argv[2] ?? 'http://localhost:3000';

/** The first link of a page that ends so. */
async function follow(page: Page, list: string, ending: string): Promise<void> {
  await page.goto(list);
  const link = page.locator(`main a[href$="${ending}"]`).first();
  await page.goto((await link.getAttribute('href')) ?? list);
}

/** A report being written, at findings that cite their pages. */
async function cited(page: Page): Promise<void> {
  await follow(page, '/up-next', '/report');
  const sections = page.getByRole('navigation', { name: 'Sections of the report' });
  await sections.getByRole('button', { name: /^Standard of care/ }).click();
}

interface Scene {
  who: string;
  go: (page: Page) => Promise<unknown>;
  /** In the documentation; wide where it is not given. */
  size?: keyof typeof WIDTHS;
}

/** What is pictured of the product, and as whom. */
const SCENES: Record<string, Scene> = {
  list: { who: 'dana.whitlock@harborline.example', go: (page) => page.goto('/cases') },
  experts: { who: 'dana.whitlock@harborline.example', go: (page) => follow(page, '/cases', '/experts') },
  times: { who: 'dana.whitlock@harborline.example', go: (page) => follow(page, '/cases', '/choose-call-time') },
  report: { who: 'ines.falkenrath@experts.example', go: cited },
};
const STAFF = 'alex.dunmore@peritus.example';

/** The row of a list of the console that says this. */
async function openRow(page: Page, list: string, words: string): Promise<void> {
  await page.goto(list);
  await page.locator('main').getByRole('link', { name: words }).first().click();
  await page.locator('main h1').waitFor();
}

/** The console, wide and in light: as the documentation shows it. */
const CONSOLE: Record<string, Scene> = {
  'console-organization': { who: STAFF, go: (page) => openRow(page, '/admin/organizations', 'Harborline Mutual') },
  'console-person': { who: STAFF, go: (page) => openRow(page, '/admin/people?q=Whitlock', 'Dana Whitlock') },
  'console-applications': { who: STAFF, go: (page) => page.goto('/admin/applications') },
  'console-queues': { who: STAFF, go: (page) => page.goto('/admin/queues') },
  'console-audit': { who: STAFF, go: (page) => page.goto('/admin/audit?organization=Harborline') },
};

/** An exam of the demo, by its examinee. */
const openExam = (page: Page, examinee: string): Promise<void> => openRow(page, '/imes', examinee);

/** Where a form or a part of the page begins. */
const from = (page: Page, name: string | RegExp): Promise<void> =>
  page
    .getByRole('form', { name })
    .first()
    .evaluate((form) => form.scrollIntoView({ block: 'start' }));

/** What the examinee sees, by a link made for the picture. */
async function visit(page: Page): Promise<void> {
  await openExam(page, 'Lucía Ferrer');
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const made = await page.request.post(`/api/v1/imes/${id}/examinee/link`, { data: {}, headers: { origin: base } });
  const { address } = (await made.json()) as { address: string };
  await page.goto(new URL(address).pathname);
}

const CLIN_OPS = 'clara.ojukwu@peritus.example';
/** An exam: its page, choosing place and time, its notice, and what the examinee sees. */
const EXAMS: Record<string, Scene> = {
  'exam-detail': { who: 'dana.whitlock@harborline.example', go: (page) => openExam(page, 'Linh Tran') },
  'exam-place-and-time': { who: 'dana.whitlock@harborline.example', go: (page) => openExam(page, 'Carol Hutchins') },
  'exam-notice': {
    who: CLIN_OPS,
    go: async (page) => {
      await openExam(page, 'Desmond Achebe');
      await from(page, 'Record the service of the notice');
    },
  },
  'exam-visit': { who: CLIN_OPS, go: visit, size: 'phone' },
};

/** A matter of a firm: its candidates side by side, with what each asks. */
const LEGAL: Record<string, Scene> = {
  'legal-candidates': {
    who: 'marcus.thiel@calder-rowe.example',
    go: async (page) => {
      await openRow(page, '/legal-cases', 'Estate of Purcell');
      await page.goto(`${new URL(page.url()).pathname}/experts`);
    },
  },
};

const WIDTHS = { wide: { width: 1180, height: 738 }, phone: { width: 390, height: 640 } } as const;

const executablePath = findChromium();
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] });

async function take(
  { who, go }: Scene,
  file: string,
  { size, colorScheme }: { size: keyof typeof WIDTHS; colorScheme: 'light' | 'dark' },
): Promise<void> {
  const context = await browser.newContext({
    viewport: WIDTHS.wide,
    colorScheme,
    baseURL: base,
    deviceScaleFactor: size === 'wide' ? 1.5 : 2,
    locale: 'en-US',
    timezoneId: 'America/Chicago',
  });
  const page = await context.newPage();
  const answer = await context.request.post('/api/v1/user/login', {
    data: { email: who, password: DEMO_PASSWORD },
    headers: { origin: base },
  });
  if (!answer.ok()) throw new Error(`${who} could not sign in: ${answer.status()}`);
  // a narrow list may not show the link there is
  await go(page);
  await page.setViewportSize(WIDTHS[size]);
  await page.waitForLoadState('networkidle');
  // a record's small pages are drawn one after the other
  await page.waitForTimeout(1500);
  const cdp = await context.newCDPSession(page);
  const { data } = await cdp.send('Page.captureScreenshot', { format: 'webp', quality: 72 });
  writeFileSync(file, Buffer.from(data, 'base64'));
  console.log(file);
  await context.close();
}

try {
  for (const [scene, of] of Object.entries({ ...CONSOLE, ...EXAMS, ...LEGAL }))
    await take(of, join(DOCS, `${scene}.webp`), { size: of.size ?? 'wide', colorScheme: 'light' });
  if (process.argv[3] !== 'docs') {
    mkdirSync(HOME, { recursive: true });
    for (const [scene, of] of Object.entries(SCENES))
      for (const colorScheme of ['light', 'dark'] as const)
        for (const size of ['wide', 'phone'] as const)
          await take(of, join(HOME, `${scene}-${size}-${colorScheme}.webp`), { size, colorScheme });
  }
} finally {
  await browser.close();
}
