import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

/* What is looked at on a page beside what it does, and why that is enough: docs/decisions/0064. */

type Scheme = 'light' | 'dark';

const WIDE = 1440;
const NARROW = 320;
/** A window is no taller, whatever the page. */
const TALLEST = 12_000;

/** What axe looks for: WCAG 2.2 AA and what it holds to be good practice. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const OPTIONS = JSON.stringify({ runOnly: { type: 'tag', values: RULES }, resultTypes: ['violations'] });

/** The short form: each page that is looked at reads it anew. The markup of each element it looks at is not kept: none is told. */
const AXE = `${readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')}
axe.configure({ noHtml: true });`;

/** LOOK=all looks at every screen in light and in dark, LOOK=none at nothing, while steps are being written. */
const LOOK = process.env.LOOK ?? 'pairs';

/** What axe reports about the page as it stands: rule and places. */
async function accessibilityFaults(page: Page): Promise<string[]> {
  // read once a page: it is half a megabyte; nothing of ours is in frames of another origin
  if (!(await page.evaluate<boolean>("typeof axe !== 'undefined'"))) await page.evaluate<void>(AXE);
  const { violations } = await page.evaluate<Pick<axe.AxeResults, 'violations'>>(`axe.run(document, ${OPTIONS})`);
  return violations.map(
    (v) =>
      `${v.id}: ${v.nodes.map((n) => [n.target.join(' '), n.any[0]?.message].filter(Boolean).join(', ')).join(' | ')}`,
  );
}

/** Nothing for axe to report on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityFaults(page)).toEqual([]);
}

/** By then a page has followed a change of its window: two seconds, and as many frames, which are longer where much runs. */
const FOLLOWED = { ms: 2_000, frames: 120 };

/** Looks until it is well, or what follows a change of the window has had its time; answers what was seen last. */
const FOLLOW = `const followed = async (look, isWell) => {
    const began = performance.now();
    let seen = look();
    for (let frame = 0; !isWell(seen); frame += 1) {
      if (frame >= ${FOLLOWED.frames} && performance.now() - began >= ${FOLLOWED.ms}) break;
      await new Promise(requestAnimationFrame);
      seen = look();
    }
    return seen;
  };`;

/** What is wider than the window once what follows a resize by a script has arrived and nothing moves: how much, and what. */
const MEASURE = `(async () => {
  ${FOLLOW}
  const root = document.documentElement;
  const beyond = () => root.scrollWidth - root.clientWidth;
  await followed(beyond, (by) => by <= 0);
  const ending = document
    .getAnimations()
    .filter((one) => one.playState === 'running' && Number.isFinite(one.effect?.getComputedTiming().endTime));
  await Promise.all(ending.map((one) => one.finished.catch(() => undefined)));
  const out = beyond() <= 0 ? [] : [...document.querySelectorAll('body *')]
    .filter((one) => one.getBoundingClientRect().right > root.clientWidth)
    .slice(-5)
    .map((one) => one.tagName + ' ' + one.className + ': ' + one.textContent.slice(0, 60));
  return { beyond: beyond(), out, height: root.scrollHeight };
})()`;

const measure = (page: Page) => page.evaluate<{ beyond: number; out: string[]; height: number }>(MEASURE);

/** No sideways scrolling at this width, once what follows a resize by a script has arrived. */
export async function expectFits(page: Page): Promise<void> {
  const { beyond, out } = await measure(page);
  expect(beyond, `pixels the page is wider than its window (${out.join('; ')})`).toBeLessThanOrEqual(0);
}

/**
 * What may be wider than its place and slides in it, its cut edge shaded: on a telephone a row of tabs or of places, and
 * the tabs of a list, which come and go with what there is, at every width.
 */
const SLIDES = (width: number): string =>
  width < 704 ? '[data-slides]' : 'nav[aria-label="Which reviews"][data-slides]';

/** What slides sideways in the page, stands out of the window or is cut at an edge without three dots saying so, and stays so. */
const cut = (width: number): string => `(async () => {
  ${FOLLOW}
  const look = () => {
  const width = document.documentElement.clientWidth;
  const all = [...document.querySelectorAll('#page *')].filter((one) =>
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !(one instanceof SVGElement));
  const name = (one) => one.tagName + ' ' + one.className + ': ' + one.textContent.slice(0, 40);
  const wide = (one) => one.scrollWidth > one.clientWidth + 2 && one.clientWidth > 8;
  const styles = new Map(all.map((one) => [one, getComputedStyle(one)]));
  const sliding = all.filter((one) => /auto|scroll/.test(styles.get(one).overflowX) && wide(one));
  const may = sliding.filter((one) => one.matches(${JSON.stringify(SLIDES(width))}));
  const within = (one) => may.some((other) => other.contains(one));
  // what is clipped to nothing is for the ear: the heads of a table whose rows are cards
  const heard = all.filter((one) => styles.get(one).clipPath !== 'none');
  const out = all.filter((one) => {
    if (heard.some((other) => other.contains(one))) return false;
    const { left, right, height } = one.getBoundingClientRect();
    return height > 1 && right - left > 1 && (right > width + 1 || left < -1) && !within(one);
  });
  // a field shows a part of what is longer
  const cut = all.filter((one) => /hidden|clip/.test(styles.get(one).overflowX) && styles.get(one).textOverflow !== 'ellipsis'
    && styles.get(one).clipPath === 'none' && one.tagName !== 'INPUT' && wide(one) && !within(one));
  return [
    ...sliding.filter((one) => !may.includes(one)).map((one) => 'slides: ' + name(one)),
    ...out.slice(-3).map((one) => 'out of the window: ' + name(one)),
    ...cut.map((one) => 'cut: ' + name(one)),
  ];
  };
  return followed(look, (found) => found.length === 0);
})()`;

/**
 * At every width from a telephone's to a wide desk's, in steps of 40 px, nothing slides sideways and nothing is cut; the
 * window is then as before.
 */
export async function expectFitsBetween(page: Page, what: string): Promise<void> {
  const before = page.viewportSize();
  const found: string[] = [];
  for (let width = 320; width <= 1600; width += 40) {
    await page.setViewportSize({ width, height: 800 });
    const { beyond, out } = await measure(page);
    if (beyond > 0) found.push(`${width}: ${beyond} px too wide (${out.join('; ')})`);
    found.push(...(await page.evaluate<string[]>(cut(width))).map((fault) => `${width}: ${fault}`));
  }
  if (before) await page.setViewportSize(before);
  expect.soft(found, what).toEqual([]);
}

async function wear(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await expect(page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`)).toBeAttached();
}

/** The page of an address, whichever review, person or link it is about. */
const pageOf = (page: Page): string => new URL(page.url()).pathname.replaceAll(/\/[\w-]*\d[\w-]*/g, '/1');

/**
 * In which schemes axe looks: at a page seen for the first time in a run at the widest in light and at the narrowest in dark;
 * at each further state of it at one of the four, which what it is made of chooses: the same one wherever it is met.
 */
function schemesOf(isFirst: boolean, screen: Buffer): { wide: readonly Scheme[]; narrow: readonly Scheme[] } {
  if (LOOK === 'all') return { wide: ['light', 'dark'], narrow: ['dark', 'light'] };
  if (isFirst) return { wide: ['light'], narrow: ['dark'] };
  const chosen = screen.readUInt8(0) % 4;
  const one: readonly Scheme[] = [chosen < 2 ? 'light' : 'dark'];
  return chosen % 2 === 0 ? { wide: one, narrow: [] } : { wide: [], narrow: one };
}

/**
 * What a screen is made of, whatever its texts say, and the scheme it wears: elements, their classes, roles and states, which of
 * them have a name or a text; rows that are alike count once. Numbers are left out: ids, and lengths that follow a text.
 */
const TREE = `(() => {
  const REFERENCES = new Set(['for', 'list', 'form', 'headers', 'aria-labelledby', 'aria-describedby', 'aria-controls',
    'aria-owns', 'aria-activedescendant', 'aria-details', 'aria-errormessage', 'aria-flowto']);
  const SAID = new Set(['id', 'name', 'value', 'href', 'src', 'srcset', 'alt', 'title', 'placeholder', 'datetime', 'd',
    'min', 'max', 'action', 'download', 'content', 'aria-label', 'aria-description', 'aria-valuetext', 'aria-roledescription']);
  // whose name tells it from others of its kind
  const PLACES = 'nav, aside, main, header, footer, section, form, [role=region], [role=navigation], [role=search], [role=dialog]';
  const ids = new Map();
  for (const { id } of document.querySelectorAll('[id]')) ids.set(id, (ids.get(id) ?? 0) + 1);
  const target = (id) => {
    const one = document.getElementById(id);
    return one === null ? '-' : one.localName + (one.textContent.trim() === '' ? '' : '.');
  };
  const plain = (value) => value
    .replaceAll(/__m__-\\S+/g, '__m__')
    .replaceAll(/-?[\\d.]+(?:px|%|rem|em|ch|ms|s|vh|vw|dvh|deg)(?![\\w])/g, '1');
  const attribute = (one, { name, value }) => {
    if (REFERENCES.has(name)) return name + '=' + value.split(' ').map(target).join(' ');
    if (name === 'id') return ids.get(value) > 1 ? 'id twice' : 'id';
    if (name === 'aria-label' && one.matches(PLACES)) return name + '=' + value.replaceAll(/\\d+/g, '1');
    if (SAID.has(name)) return name + (value.trim() === '' ? '' : '.');
    if (name.startsWith('data-') || name.startsWith('aria-value')) return name + '=' + value.replaceAll(/\\d+/g, '1');
    return name + '=' + plain(value);
  };
  const state = (one) =>
    (one.checked ? 'checked ' : '') + (one.indeterminate ? 'mixed ' : '') + (one.disabled ? 'off ' : '') +
    (typeof one.value === 'string' && one.localName !== 'button' && one.value !== '' ? 'filled ' : '') +
    (one === document.activeElement && one.matches(':focus-visible') ? 'focus' : '');
  const tree = (one) => {
    const within = [];
    for (const child of one.childNodes) {
      const seen = child instanceof Element ? tree(child) : child.nodeType === 3 && child.nodeValue.trim() !== '' ? '.' : '';
      if (seen === '') continue;
      if (within.at(-1) === seen) within.push('+');
      else if (within.at(-1) !== '+' || within.at(-2) !== seen) within.push(seen);
    }
    const attributes = [...one.attributes].map((attr) => attribute(one, attr)).sort().join(' ');
    return '<' + one.localName + ' ' + attributes + ' ' + state(one) + '>' + within.join('') + '</>';
  };
  const { lang, dataset } = document.documentElement;
  return { tree: lang + (document.title === '' ? '' : '.') + tree(document.body), scheme: dataset.mantineColorScheme };
})()`;

/** What axe found nothing at, and which pages it saw, told by every worker of a run to all others: see global-setup.ts. */
const CLEAN = process.env.PERITUS_LOOKED;
const readClean = (): ReadonlySet<string> =>
  new Set(CLEAN !== undefined && existsSync(CLEAN) ? readFileSync(CLEAN, 'utf8').split('\n') : []);
const tellClean = (what: string): void => {
  if (CLEAN !== undefined) appendFileSync(CLEAN, `${what}\n`);
};

const passing = new WeakSet<Page>();

/** This page goes where another journey looks at every screen: it only passes through. */
export function passThrough(page: Page): void {
  passing.add(page);
}

/** What follows the window by a script has followed. */
const drawn = (page: Page) =>
  page.evaluate<void>('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');

/**
 * What is wrong with the page as it stands: it fits three widths, and axe looks at the widest, the narrowest or
 * both, in light or in dark, unless a screen made alike was clean there before. The window is then as tall as the page, so that nothing is half under a bar that stays in view.
 * Afterwards the page is as before, in light.
 */
async function faults(page: Page, between: number): Promise<string[]> {
  if (LOOK === 'none' || passing.has(page)) return [];
  const before = page.viewportSize() ?? { width: WIDE, height: 900 };
  const path = pageOf(page);
  const found: string[] = [];
  // a toast that is pointed at stays where it is, also where the window becomes another
  if (await page.evaluate<boolean>("document.querySelector('[role=alert]:hover') !== null"))
    await page.mouse.move(0, 0);
  const shown = { ...before };
  const resize = async (width: number, height: number) => {
    if (shown.width === width && shown.height === height) return;
    Object.assign(shown, { width, height });
    await page.setViewportSize(shown);
  };
  // the widest first: it leaves a page at its top, which a narrower one would keep where it was scrolled to
  await resize(WIDE, 900);
  await expect(page.locator('h1').first()).toBeAttached();
  await measure(page);
  const { tree, scheme: wornBefore } = await page.evaluate<{ tree: string; scheme?: string }>(TREE);
  let worn = wornBefore;
  const screen = createHash('sha256').update(`${path} ${tree}`).digest();
  // a screen of this page that is made alike was looked at already, by whomever: it is not looked at so again
  const clean = readClean();
  const { wide, narrow } = schemesOf(!clean.has(path), screen);
  const name = (width: number, scheme: Scheme) => `${screen.toString('base64url')} ${width} ${scheme}`;
  for (const [width, schemes] of [
    [WIDE, wide],
    [between, []],
    [NARROW, narrow],
  ] as const) {
    const least = width === WIDE ? 900 : 844;
    await resize(width, least);
    // where another layout is another tree, its heading may come a moment later
    await expect(page.locator('h1').first()).toBeAttached();
    const { beyond, out, height } = await measure(page);
    if (beyond > 0) found.push(`${width}: ${beyond} px too wide (${out.join('; ')})`);
    let tall = height;
    for (const scheme of schemes.filter((one) => !clean.has(name(width, one)))) {
      if (worn !== scheme) await wear(page, scheme);
      worn = scheme;
      // again where what came meanwhile made the page taller
      for (let again = 0; again < 3; again += 1) {
        await resize(width, Math.min(tall, TALLEST));
        tall = (await measure(page)).height;
        if (tall <= shown.height) break;
      }
      // what made it so tall may be the window itself: a page is never shorter than that, with its foot below
      await page.evaluate<void>('scrollTo(0, 0)');
      const reported = await accessibilityFaults(page);
      found.push(...reported.map((fault) => `${width} ${scheme}: ${fault}`));
      if (reported.length === 0) tellClean(name(width, scheme));
    }
  }
  if (!clean.has(path)) tellClean(path);
  await resize(before.width, before.height);
  if (worn !== 'light') await wear(page, 'light');
  // a press that begins on a button and ends beside it is none
  await drawn(page);
  return found;
}

/** The page as it stands fits every width, and axe finds nothing. */
export async function expectSound({ page }: { page: Page }): Promise<void> {
  expect(await faults(page, 768), new URL(page.url()).pathname).toEqual([]);
}

/** The same on the way: what is wrong fails the test at its end, so that one run tells all of it. */
export async function inspect(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  expect.soft(await faults(page, 390), new URL(page.url()).pathname).toEqual([]);
}
