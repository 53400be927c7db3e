import { type Browser, chromium, type Page } from '@playwright/test';
import { buildPages } from '../src/app/build-pages.ts';
import { ensureChromium } from '../scripts/chromium.ts';
import { hashToken } from '../src/platform/crypto.ts';
import { fill, readers } from './lib/data.ts';
import { atMost, type Benchmark, ms } from './lib/figures.ts';
import { START, startApp } from './lib/ground.ts';
import { median } from './lib/load.ts';

/** A telephone on a slow network, as Lighthouse's mobile preset: a quarter of the processor, 150 ms, 1.6 Mbit/s. */
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const SLOWER = 4;
/** An examinee's telephone can be older: a sixth of the processor, and the page may take so long, ms. */
const EXAMINEE = { slower: 6, lcp: 3000 };

interface Visit {
  /** Largest contentful paint, milliseconds after the address was entered. */
  lcp: number;
  /** Sum of the layout shifts nobody caused. */
  cls: number;
  /** The longest an interaction took until its next frame, milliseconds; 8 when all were faster than can be observed. */
  inp: number;
  /** Each that took longer than can be observed: when, what, and how long it waited, was worked on, was drawn. */
  acts: string[];
  /** What came over the network until the page rested, kilobytes. */
  kb: number;
}

const OBSERVE = `
  window.seen = { lcp: 0, cls: 0, inp: 8, acts: [] };
  new PerformanceObserver((list) => { for (const e of list.getEntries()) seen.lcp = e.startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) seen.cls += e.value; })
    .observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => { for (const e of list.getEntries()) if (e.interactionId) {
    const parts = [e.processingStart - e.startTime, e.processingEnd - e.processingStart, e.startTime + e.duration - e.processingEnd];
    seen.acts.push(Math.round(e.startTime) + ' ' + e.name + ' ' + parts.map(Math.round).join('+'));
    seen.inp = Math.max(seen.inp, e.duration);
  } }).observe({ type: 'event', buffered: true, durationThreshold: 16 });
`;

/** A first visit with an empty cache; what is seen is read after the page rested and was worked with. */
async function visit(
  browser: Browser,
  url: string,
  headers: Record<string, string>,
  work: (page: Page) => Promise<void>,
  slower = SLOWER,
): Promise<Visit> {
  const context = await browser.newContext({ ...PHONE, colorScheme: 'light', timezoneId: 'America/Chicago' });
  try {
    // the header carries the session under its names for both schemes; a browser takes the one of this address
    const [name = '', value = ''] = (headers.cookie ?? '').split(/[=;]/);
    if (value !== '') await context.addCookies([{ name, value, url: new URL(url).origin }]);
    const page = await context.newPage();
    await page.addInitScript({ content: OBSERVE });
    const cdp = await context.newCDPSession(page);
    let bytes = 0;
    cdp.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', NETWORK);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower });
    await page.goto(url, { waitUntil: 'networkidle' });
    // a slow processor paints after the network rests: what is not painted yet would count as nothing
    await page.locator('h1').first().waitFor();
    await page.waitForFunction('window.seen.lcp > 0');
    const loaded = await page.evaluate<{ lcp: number }>('window.seen');
    const kb = bytes / 1000;
    await work(page);
    // two frames on, what the last interaction took is known
    await page.evaluate(
      'new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(r, 100))))',
    );
    const seen = await page.evaluate<Omit<Visit, 'kb'>>('window.seen');
    return { ...seen, lcp: loaded.lcp, kb };
  } finally {
    await context.close();
  }
}

/** Sign-in, and for somebody signed in the list and a review, with every note shown, as the first thing a telephone ever sees of the product. */
export const firstVisit: Benchmark = async ({ ground, quick, say }) => {
  const found = ensureChromium();
  await buildPages(say);
  const connection = await ground.database('bench_first_visit');
  const app = await startApp(ground, connection);
  const browser = await chromium.launch({
    ...(found ? { executablePath: found } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    await fill(app, 2000);
    const { manager } = await readers(app);
    // as a first-time person finds it: with what staff announced, and a review whose next step is hers
    await app.database.pool.query(
      `insert into announcements (text, audience, starts_at, ends_at, published_by, created_at)
        select 'Our records desk is closed on Thanksgiving Day and the Friday after. Uploads and calls continue as usual.',
          'everyone', $1::timestamptz, $1::timestamptz + interval '14 days', (select min(id) from users), $1::timestamptz`,
      [START],
    );
    const { rows } = await app.database.pool.query<{ id: number }>(
      `select min(id)::int as id from reviews where organization_id = 100000 and kind = 'Case' and status = 'expert_selection'`,
    );
    const token = await examineeToken(app);
    type Work = (page: Page) => Promise<void>;
    const pages: [string, Record<string, string>, Work, typeof EXAMINEE?][] = [
      [
        `/exam-visit/${token}`,
        {},
        async (page) => {
          await page.getByRole('button', { name: 'Necesito otra fecha' }).tap();
          await page.getByRole('form', { name: 'Necesito otra fecha' }).getByRole('textbox').tap();
          await page.keyboard.type('Trabajo ese día');
        },
        EXAMINEE,
      ],
      [
        '/login',
        {},
        async (page) => {
          await page.getByLabel('E-mail').tap();
          await page.keyboard.type('dana@insurer.example');
          await page.getByLabel('Password', { exact: true }).tap();
          await page.keyboard.type('quiet-river');
        },
      ],
      [
        '/cases',
        manager.headers,
        async (page) => {
          await page.getByRole('button', { name: 'Filters' }).tap();
          const sheet = page.getByRole('dialog', { name: 'Filters', exact: true });
          await sheet.getByRole('button', { name: 'Due' }).tap();
          await page.getByText('Within 30 days').tap();
          await page.getByRole('button', { name: 'Close filters' }).tap();
          await page.getByRole('searchbox').tap();
          await page.keyboard.type('knee');
        },
      ],
      [
        `/case/${rows[0]?.id}`,
        manager.headers,
        async (page) => {
          await page.getByRole('tab', { name: 'People' }).tap();
          await page.getByRole('tab', { name: 'Timeline' }).tap();
        },
      ],
    ];
    const figures = [];
    for (const [address, headers, work, bar] of pages) {
      const path = address.replace(token, '{token}').replace(/\d+$/, '{id}');
      const once = () => visit(browser, app.url + address, headers, work, bar?.slower);
      await once();
      const visits: Visit[] = [];
      for (let n = 0; n < (quick ? 3 : 7); n += 1) visits.push(await once());
      const middle = (by: 'lcp' | 'cls' | 'inp' | 'kb'): number => median(visits, (one) => one[by])[by];
      say(`${path}: ${Math.round(middle('kb'))} kB; ${median(visits, (one) => one.inp).acts.join(', ')}`);
      figures.push(
        atMost(`first visit of ${path}, LCP`, middle('lcp'), bar?.lcp ?? (path === '/login' ? 1200 : 1600), ms),
        atMost(`first visit of ${path}, interaction to the next frame`, middle('inp'), 100, ms),
        atMost(`first visit of ${path}, CLS`, middle('cls'), 0.02, (n) => n.toFixed(3)),
      );
    }
    return figures;
  } finally {
    await browser.close();
    await app.stop();
  }
};

/** The link of an examinee whose exam is set. */
async function examineeToken({ database }: Awaited<ReturnType<typeof startApp>>): Promise<string> {
  const token = 'bench'.padEnd(43, 'A');
  await database.pool.query(
    `insert into examinee_links (review_id, appointment_id, language, seed, token_hash, created_by, created_at)
      select e.review_id, e.appointment_id, 'es', 'seed', $2, (select min(id) from users), $1
      from exams e join appointments a on a.id = e.appointment_id where a.status = 'scheduled' order by a.id limit 1`,
    [START, hashToken(token)],
  );
  return token;
}
