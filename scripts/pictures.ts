/**
 * Takes the pictures of the public home from a running demo, in light and dark, wide and for telephones:
 * `npm run pictures -- http://localhost:3000`. To be taken anew when what they show has changed.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../demo/people.ts';
import { findChromium } from './chromium.ts';

const OUT = join(import.meta.dirname, '../src/features/accounts/web/pictures');
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

/** What is pictured, and as whom. */
const SCENES: Record<string, { who: string; go: (page: Page) => Promise<unknown> }> = {
  list: { who: 'dana.whitlock@harborline.example', go: (page) => page.goto('/cases') },
  experts: { who: 'dana.whitlock@harborline.example', go: (page) => follow(page, '/cases', '/experts') },
  times: { who: 'dana.whitlock@harborline.example', go: (page) => follow(page, '/cases', '/choose-call-time') },
  report: { who: 'ines.falkenrath@experts.example', go: cited },
};
const WIDTHS = { wide: { width: 1180, height: 738 }, phone: { width: 390, height: 640 } } as const;

mkdirSync(OUT, { recursive: true });
const executablePath = findChromium();
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] });
try {
  for (const [scene, { who, go }] of Object.entries(SCENES)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [size, viewport] of Object.entries(WIDTHS)) {
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
        await page.setViewportSize(viewport);
        await page.waitForLoadState('networkidle');
        // a record's small pages are drawn one after the other
        await page.waitForTimeout(1500);
        const cdp = await context.newCDPSession(page);
        const { data } = await cdp.send('Page.captureScreenshot', { format: 'webp', quality: 72 });
        const name = `${scene}-${size}-${colorScheme}.webp`;
        writeFileSync(join(OUT, name), Buffer.from(data, 'base64'));
        console.log(name);
        await context.close();
      }
    }
  }
} finally {
  await browser.close();
}
