import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Page } from '@playwright/test';
import { expect, PASSWORD } from '../fixtures.ts';
import { inspect } from '../look.ts';
import type { Journey, Review } from './people.ts';
import { CITED } from './records.ts';

const OPINION = 'The leak was recognizable on the third day, and imaging should have been ordered that morning.';
const REASONS =
  'Fever, a fast pulse and the drain together call for imaging within hours; none was ordered for more than a day.';

/** The requester asks for the report at the price shown; the expert writes, cites and signs; it is checked, delivered. */
export async function report(j: Journey): Promise<void> {
  await askAndWrite(j);
  await sign(j);
}

/** The requester asks for the report at the price shown; the expert writes and cites. */
export async function askAndWrite(j: Review): Promise<void> {
  const { dana, ines, server } = j;
  await dana.page.goto(j.base);
  await ask(j);
  await server.settle();

  await ines.page
    .getByRole('link', { name: /Begin the report|report/i })
    .first()
    .click();
  await expect(ines.page).toHaveURL(new RegExp(`${j.base}/report$`));
  await expect(ines.page.getByRole('button', { name: 'Begin the report' })).toBeVisible();
  await inspect(ines.page);
  await ines.page.getByRole('button', { name: 'Begin the report' }).click();
  await write(ines.page);
}

/** From the menu of the review, with what it costs said before. */
async function ask({ dana: { page } }: Review): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Ask for a written report' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('It costs $1,200.00 on top of the order.');
  await inspect(page);
  await dialog.getByRole('button', { name: 'Ask for it, $1,200.00' }).click();
  await expect(page.getByText('Asked for. The expert starts the report.')).toBeVisible();
}

const question = (page: Page, name: string | RegExp) =>
  page
    .locator('[data-question]')
    .filter({ has: page.getByRole('textbox', { name }) })
    .last();

async function type(page: Page, name: string | RegExp, words: string): Promise<void> {
  await page.getByRole('textbox', { name }).click();
  await page.keyboard.insertText(words);
}

/** Finds the passage in the records, marks it, and cites it in an answer. */
async function cite(page: Page, name: string | RegExp): Promise<void> {
  const search = page.getByRole('textbox', { name: 'Search this file' });
  if (!(await search.isVisible())) await page.getByRole('button', { name: 'Search this file' }).click();
  await search.fill(CITED);
  await expect(page.getByText(/^1 of 1$|^1 found$/)).toBeVisible();
  await search.press('Enter');
  await page.getByRole('button', { name: 'Select this hit' }).click();
  await page.getByRole('button', { name: /^Mark this passage/ }).click();
  await question(page, name).getByRole('button', { name: 'Cite the marked passage, p. 3' }).last().click();
  await expect(page.getByRole('textbox', { name }).getByRole('img')).toHaveText('p. 3');
}

/** Answers every required question, section by section; what is written is kept without a word. */
async function write(page: Page): Promise<void> {
  const pick = (group: string, option: string) =>
    page.getByRole('radiogroup', { name: group }).getByRole('radio', { name: option, exact: true }).check();
  const next = async (section: string) => {
    await page.getByRole('contentinfo').or(page.locator('footer')).getByRole('button', { name: section }).click();
    await expect(page.getByRole('heading', { name: section, level: 2 })).toBeVisible();
  };
  await expect(page.getByRole('heading', { name: 'Summary of the case' })).toBeVisible();
  await type(
    page,
    'Course of events',
    `After a low anterior resection the drain turned feculent on the third day. ${REASONS} `,
  );
  await cite(page, 'Course of events');
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await inspect(page);

  await next('Records reviewed');
  await type(page, 'Records and other materials reviewed', 'Brightwater chart, 4 pages. Nursing notes, 2 pages.');
  await pick('Are the records sufficient for the opinions in this report?', 'Sufficient');

  await next('Standard of care');
  await type(
    page,
    'The standard that applies, and its basis',
    `A colorectal surgeon in a hospital in 2026. ${REASONS}`,
  );
  await pick('Monitoring and response to change', 'Not met');
  const monitoring = /^Monitoring and response to change/;
  await type(page, monitoring, `${REASONS} `);
  await cite(page, monitoring);
  for (const domain of [
    'History, examination and assessment',
    'Testing and interpretation',
    'Diagnosis',
    'Treatment and procedures',
    'Informed consent',
    'Communication, consultation and handoff',
    'Discharge and follow-up',
    'Documentation',
  ])
    await pick(domain, 'Not at issue');
  await pick('Overall opinion on the standard of care', 'The standard of care was not met');
  await type(page, /^Overall opinion on the standard of care/, REASONS);
  await inspect(page);

  await next('Causation');
  await pick('Did the care at issue cause or contribute to the injury?', 'Yes, more likely than not');
  await type(page, /^Did the care at issue cause/, `A day of contamination made the colostomy necessary. ${REASONS} `);
  await cite(page, /^Did the care at issue cause/);
  await type(page, 'Other causes considered', 'A leak occurs without fault; its late recognition does not.');

  await next('Answers to the questions asked');
  await type(page, /Should imaging have been ordered/, `Yes. ${OPINION}`);
  await type(page, /Would earlier recognition/, `Yes. ${REASONS}`);
  await next('Limits and further records');
  await type(page, 'Limits of this review', 'The films themselves were not among the records.');
  await next('Conclusion');
  await type(page, 'Summary of opinions', OPINION);
  await pick(
    'Degree of certainty',
    'These opinions are held to a reasonable degree of medical probability (more likely than not)',
  );
  await next('Attestation and signature');
  // what was written elsewhere is there after a reload, too
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Attestation and signature' })).toBeVisible();
}

/** The signature, the check, the delivery; looked at the first time, a second looks the same. */
export async function sign(j: Journey, again = false): Promise<void> {
  const look = (at: Page) => (again ? Promise.resolve() : inspect(at));
  const { page } = j.ines;
  await signByHand(j, look);
  await expect(page.getByRole('heading', { name: 'Signed. In check at Peritus.' })).toBeVisible();
  await j.server.settle();
  await look(page);

  const { page: check } = j.clara;
  await check.goto(`${j.base}/report`);
  await expect(check.getByRole('article', { name: 'Case review report' })).toContainText(OPINION);
  await look(check);
  await check.getByRole('button', { name: 'Deliver' }).click();
  await expect(check.getByText('Delivered. The requester has been notified.')).toBeVisible();
  await j.server.settle();
}

/** Every statement confirmed, and the signature with the password again. */
export async function signByHand({ ines: { page } }: Review, look = inspect): Promise<void> {
  for (const statement of await page.getByRole('group', { name: 'I confirm' }).getByRole('checkbox').all())
    await statement.check();
  await look(page);
  await page.getByRole('button', { name: 'Sign the report' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Your password/).fill(PASSWORD);
  await look(page);
  await dialog.getByRole('button', { name: 'Sign it' }).click();
  await expect(dialog).toBeHidden();
}

/** The delivered report as the requester reads it, and its PDF with the passage on the page cited. */
export async function readReport(j: Review, version: number, cited = 'HM000003'): Promise<void> {
  const { page } = j.dana;
  await page.goto(j.base);
  await page.getByRole('link', { name: 'Read the report' }).first().click();
  await expect(page.getByRole('heading', { name: `Version ${version}` })).toBeVisible();
  await expect(page.getByRole('article', { name: 'Case review report' })).toContainText(OPINION);
  await expect(page.getByRole('region', { name: 'Passages cited' })).toContainText(`(${cited})`);
  await inspect(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download PDF' }).click();
  const bytes = await readFile(await (await downloading).path());
  // what proves it genuine is folded until somebody wants it, and is that of the very file
  const fingerprint = page.getByText('Its SHA-256 fingerprint is');
  await expect(fingerprint).toBeHidden();
  await page.getByText('Check that it is genuine').click();
  await expect(fingerprint).toContainText(createHash('sha256').update(bytes).digest('hex'));
  const reading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await reading.promise;
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, at) => {
      const { items } = await (await document.getPage(at + 1)).getTextContent();
      return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join('');
    }),
  );
  await reading.destroy();
  const words = pages.join(' ').replaceAll(/\s+/g, ' ');
  expect(words).toContain(CITED);
  expect(words).toContain(OPINION);
  expect(words).toContain(cited);
  expect(words).toContain('Ines Falkenrath');
}
