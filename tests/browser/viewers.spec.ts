import { readFileSync } from 'node:fs';
import { createCanvas } from '@napi-rs/canvas';
import { CaseDriver } from '../harness/case-driver.ts';
import { castFor } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import { sampleLetter } from '../harness/word-sample.ts';
import { sampleWav, sampleWebm } from '../../src/platform/inspect/samples-audio.ts';
import { sampleDocx } from '../../src/platform/inspect/samples.ts';
import { begin, send } from '../http/files-app.ts';
import { expect, expectAccessible, expectFits, signIn, test } from './fixtures.ts';

/* Texts, Word documents, scans and recordings, each in its viewer. */

const picture = (): Buffer => {
  const canvas = createCanvas(20, 10);
  const context = canvas.getContext('2d');
  context.fillStyle = '#306';
  context.fillRect(0, 0, 20, 10);
  return canvas.toBuffer('image/png');
};
/** 150,000 lines as an older Windows writes them, the last one of its own. */
const longText = (): Buffer =>
  Buffer.concat([
    Buffer.from('Gr\u00fc\u00dfe aus der Klinik\r\n', 'latin1'),
    Buffer.from('Nursing note, vital signs stable, pain 4 of 10.\r\n'.repeat(150_000)),
    Buffer.from('The needle was removed.\r\n'),
  ]);

test('texts are read and searched, documents read, scans turned over, recordings played', async ({
  person,
  server,
  passwordHash,
}) => {
  const cast = await castFor(server.world, passwordHash);
  const d = new CaseDriver(atServer(server, cast));
  await d.to('accepted');
  const upload = async (name: string, content: Buffer): Promise<number> => {
    const at = { base: server.url };
    const begun = await begin(at, cast.requester, { review_id: d.id, name, size: content.length, visible: true });
    return (await send(at, cast.requester, begun.location, 0, content)).file_id;
  };
  const note = await upload('Notes.txt', longText());
  const letter = await upload('Letter.docx', sampleLetter(picture(), { paragraphs: 60 }));
  const bomb = await upload('Bomb.docx', sampleDocx({ 'word/document.xml': Buffer.alloc(40_000_000, 32) }));
  const fax = await upload('Fax.tif', readFileSync(new URL('../harness/many-ways.tif', import.meta.url)));
  const call = await upload('Call.wav', sampleWav(60));
  const scene = await upload('Scene.webm', sampleWebm('V_VP9'));
  await server.settle();

  const examiner = await person();
  const { page } = examiner;
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url) && !/^(blob|data):/.test(request.url())) elsewhere.push(request.url());
  });
  await signIn(examiner, cast.expert, `/preview-file/${note}`);

  // a text of 7 MB: what is in view is drawn, and what is looked for is found at its end
  const text = page.getByRole('region', { name: 'Text of the file' });
  await expect(text).toContainText('Grüße aus der Klinik');
  await expect(page.getByText('150,002 lines')).toBeVisible();
  await page.getByLabel('Written in').selectOption('UTF-16');
  await expect(text).not.toContainText('Klinik');
  await page.getByLabel('Written in').selectOption('Western (Windows)');
  await page.getByLabel('Find in the text').fill('NEEDLE');
  await expect(page.getByText('1 of 1')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(text.getByText('needle')).toBeInViewport();
  await expect(text).toContainText('150002');
  expect(await text.locator('mark').count()).toBe(1);
  expect(
    await page.evaluate<number>('document.querySelectorAll("[aria-label=\'Text of the file\'] *").length'),
  ).toBeLessThan(600);
  await expectAccessible(page);
  await expectFits(page);

  // a document: its text, its picture from the file alone, and no link that leads away
  await page.goto(`/preview-file/${letter}`);
  const document = page.getByRole('region', { name: 'Text of the document' });
  await expect(document.getByRole('heading', { name: 'Letter of the surgeon' })).toBeVisible();
  await expect(document.getByRole('cell', { name: '120 degrees' })).toBeVisible();
  await expect(document).toContainText('<img src=x onerror=');
  await expect(document).not.toContainText('struck out');
  const shown = document.getByRole('img', { name: 'A shoulder' });
  await expect(shown).toBeVisible();
  await expect
    .poll(() => page.evaluate<number>('document.querySelector("[alt=\'A shoulder\']").naturalWidth'))
    .toBe(20);
  await expect(document).toContainText('[A drawing]');
  await expect(document.locator('a[href]:not([href^="#word-"])')).toHaveCount(0);
  await expect(document).toContainText('the guideline (https://guideline.example/a)');
  await expect(document).not.toContainText('javascript:');
  await document.locator('a[href^="#word-"]').first().click();
  await expect(document.getByText('Seen on March 4.')).toBeInViewport();
  expect(page.url()).not.toContain('#');
  await expectAccessible(page);
  await expectFits(page);

  // one that would unpack to more than a browser bears is not unpacked
  await page.goto(`/preview-file/${bomb}`);
  await expect(page.getByText('larger than can be shown here. Download it.')).toBeVisible();
  await expectAccessible(page);

  // a scan: by keys from page to page, turned, by the points on the screen
  await page.goto(`/preview-file/${fax}?page=7`);
  const sheet = page.getByRole('img', { name: 'Page 7 of 13' });
  await expect(sheet).toHaveAttribute('data-drawn', 'true');
  const point = (x: number, y: number) =>
    page.evaluate<number[]>(`(() => {
      const canvas = document.querySelector('canvas');
      return [...canvas.getContext('2d').getImageData(canvas.width * ${x}, canvas.height * ${y}, 1, 1).data].slice(0, 3);
    })()`);
  await expect.poll(() => point(0.75, 0.7)).toEqual([200, 30, 40]);
  const desk = page.getByRole('region', { name: 'Page', exact: true });
  await desk.focus();
  await page.keyboard.press('r');
  // what was below is at the left
  await expect.poll(() => point(0.3, 0.75)).toEqual([200, 30, 40]);
  await page.keyboard.press('Home');
  await page.keyboard.press('PageUp');
  await expect(page.getByRole('img', { name: 'Page 6 of 13' })).toHaveAttribute('data-drawn', 'true');
  await expect.poll(() => point(0.75, 0.7)).toEqual([128, 128, 128]);
  await page.getByRole('spinbutton', { name: 'Page' }).fill('13');
  await expect(page.getByRole('img', { name: 'Page 13 of 13' })).toHaveAttribute('data-drawn', 'true');
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await expectAccessible(page);
  await expectFits(page);

  // a recording: played by the space bar, and from its middle
  await page.goto(`/preview-file/${call}`);
  const player = page.locator('audio');
  const audio = (of: string) => page.evaluate<unknown>(`document.querySelector('audio').${of}`);
  await expect(player).toBeVisible();
  await expect.poll(() => audio('duration')).toBe(60);
  await expect(page.getByText('This recording has no captions.')).toBeVisible();
  await player.focus();
  await page.keyboard.press('Space');
  await expect.poll(() => audio('paused')).toBe(false);
  await audio('currentTime = 40');
  await expect.poll(() => audio('currentTime')).toBeGreaterThanOrEqual(40);
  await expectAccessible(page);
  await expectFits(page);

  await page.goto(`/preview-file/${scene}`);
  await expect(page.getByText('Your browser cannot play this recording')).toBeVisible();
  expect(elsewhere).toEqual([]);
});
