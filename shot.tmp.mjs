// node shot.mjs EMAIL|- URL out.png W H light|dark [js]  env BASE PW FULL FORCED
import { chromium } from '@playwright/test';
const [email, url, out, w, h, scheme, js] = process.argv.slice(2);
const base = process.env.BASE ?? 'http://localhost:3000';
const exe = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';
const browser = await chromium.launch({ executablePath: exe, args: ['--no-sandbox', '--disable-gpu'] });
const context = await browser.newContext({
  viewport: { width: +w, height: +h },
  colorScheme: scheme,
  timezoneId: 'America/Chicago',
  locale: 'en-US',
  ...(process.env.FORCED ? { forcedColors: 'active' } : {}),
});
const page = await context.newPage();
page.on('console', (m) => m.type() === 'error' && console.log('console:', m.text()));
page.on('pageerror', (e) => console.log('pageerror:', e.message));
if (email !== '-') {
  await page.goto(base + '/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(process.env.PW ?? 'harbor-lantern-42');
  await page.keyboard.press('Enter');
  await page.waitForURL((u) => !u.pathname.startsWith('/login'), { timeout: 60000 });
}
await page.goto(base + url, { waitUntil: 'networkidle' });
await page.waitForTimeout(1500);
if (js) {
  await page.evaluate(js);
  await page.waitForTimeout(1500);
}
await page.screenshot({ path: out, fullPage: !!process.env.FULL });
console.log(page.url());
await browser.close();
