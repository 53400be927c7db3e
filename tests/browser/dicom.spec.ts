import type { Page } from '@playwright/test';
import { CaseDriver } from '../harness/case-driver.ts';
import { dicomFile, PHANTOM, type Packed, phantom, SYNTAXES } from '../harness/dicom-phantom.ts';
import { castFor } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import { sampleZip } from '../../src/platform/inspect/samples.ts';
import { begin, send } from '../http/files-app.ts';
import { expect, expectAccessible, expectFits, signIn, test } from './fixtures.ts';

/* DICOM pictures by the pixels of a made slice: in six ways of packing, in windows, measured, of a review and of an archive. */

/** How bright the picture is at a point of the slice, as the screen has it. */
const brightness = (page: Page, x: number, y: number): Promise<number> =>
  page.evaluate<number>(`(() => {
    const canvas = document.querySelector('canvas');
    const fit = Math.min(canvas.width / ${PHANTOM.columns}, canvas.height / ${PHANTOM.rows});
    const at = (size, all, place) => Math.round((size - all * fit) / 2 + (place + 0.5) * fit);
    const x = at(canvas.width, ${PHANTOM.columns}, ${x});
    const y = at(canvas.height, ${PHANTOM.rows}, ${y});
    return canvas.getContext('2d').getImageData(x, y, 1, 1).data[0];
  })()`);
const seen = async (page: Page): Promise<number[]> =>
  Promise.all([brightness(page, 4, 4), brightness(page, 24, 22), brightness(page, 60, 47)]);
/** Air, water and bone in the window the file names. */
const AS_STORED = [0, 102, 255];
/** The same in the window for bone, of 1,800 about 400: by the formula of DICOM, PS3.3 C.11.2.1.2. */
const AS_BONE = [0, 71, 156];

/** Where a point of the slice stands on the page. */
async function placeOf(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = await page.getByRole('group', { name: 'Picture' }).boundingBox();
  if (!box) throw new Error('There is no picture.');
  const fit = Math.min(box.width / PHANTOM.columns, box.height / PHANTOM.rows);
  return {
    x: box.x + (box.width - PHANTOM.columns * fit) / 2 + x * fit,
    y: box.y + (box.height - PHANTOM.rows * fit) / 2 + y * fit,
  };
}

test('a series is looked through, windowed and measured, by mouse and by keys', async ({
  person,
  server,
  passwordHash,
}) => {
  const cast = await castFor(server.world, passwordHash);
  const d = new CaseDriver(atServer(server, cast));
  await d.to('accepted');
  const upload = async (name: string, content: Buffer): Promise<number> => {
    const at = { base: server.url };
    const begun = await begin(at, cast.requester, {
      review_id: d.id,
      name,
      size: content.length,
      category: 'imaging',
      visible: true,
    });
    return (await send(at, cast.requester, begun.location, 0, content)).file_id;
  };
  const ids: number[] = [];
  for (const [i, packed] of (Object.keys(SYNTAXES) as Packed[]).entries())
    ids.push(await upload(`IM${i}.dcm`, await phantom(packed, { at: i * 2, instance: i + 1 })));
  // of the same series: one without a size, and one that is cut short
  const whole = await phantom('raw', { at: 40, instance: 9 });
  const broken = await upload('Broken.dcm', dicomFile(SYNTAXES.raw, Buffer.alloc(8), []));
  await upload('Cut.dcm', whole.subarray(0, whole.length - 9_000));
  const deep = (n: number) => phantom('raw', { at: n, instance: n, series: 7 });
  const archive = await upload(
    'Disc.zip',
    sampleZip({
      'DICOM/S1/I1': await deep(1),
      'DICOM/S1/I2': await deep(2),
      'DICOM/S2/I1': await phantom('jpeg_ls', { series: 8 }),
      'README.TXT': 'Open the viewer.',
    }),
  );
  await server.settle();

  const examiner = await person();
  const { page } = examiner;
  await signIn(examiner, cast.expert, `/preview-file/${ids[1]}`);
  const picture = page.getByRole('group', { name: 'Picture' });
  const slider = page.getByRole('slider', { name: 'Picture of the series' });
  await expect(slider).toHaveAttribute('aria-valuetext', '2 of 7');
  await expect(picture).toContainText('Édouard Phantom');
  await expect(picture).toContainText('MRN-0042 · born 1970-01-02 · O');
  await expect(picture).toContainText('C 40 W 400');

  const { bar, water } = PHANTOM;
  const windows = page.getByLabel('Window', { exact: true });
  const measured = page.getByRole('list', { name: 'Measured in this picture' });
  const drag = async (from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 5 });
    await page.mouse.up();
  };

  // each is packed in another way: in the window it names and in another, and the bar is 64 pixels of half a millimeter
  const [from, to] = [await placeOf(page, bar.x, bar.y + 8), await placeOf(page, bar.x + bar.width, bar.y + 8)];
  await picture.focus();
  await page.keyboard.press('Home');
  await page.getByRole('button', { name: 'Length' }).click();
  for (let i = 1; i <= ids.length; i += 1) {
    await expect(slider).toHaveAttribute('aria-valuetext', `${i} of 7`);
    await expect(picture).toHaveAttribute('aria-busy', 'false');
    await windows.selectOption('As stored');
    await expect.poll(() => seen(page), { message: `picture ${i}` }).toEqual(AS_STORED);
    await windows.selectOption('Bone');
    await expect.poll(() => seen(page), { message: `picture ${i}` }).toEqual(AS_BONE);
    await drag(from, to);
    await expect(measured).toContainText(/Length (31\.[89]|32\.[0-2]) mm/);
    await measured.getByRole('button', { name: 'Remove' }).click();
    await picture.focus();
    await page.keyboard.press('PageDown');
  }
  await page.getByRole('button', { name: 'Reset' }).click();
  // the last one is cut short, which is said where it would be
  await expect(slider).toHaveAttribute('aria-valuetext', '7 of 7');
  await expect(page.getByText('This DICOM file is cut short.')).toBeVisible();
  await expect(page.getByText('One file is not shown: it is no picture, or it is damaged.')).toBeVisible();
  await picture.hover();
  await page.mouse.wheel(0, -120);
  await expect(slider).toHaveAttribute('aria-valuetext', '6 of 7');

  await windows.selectOption('Bone');
  await expect.poll(() => seen(page)).toEqual(AS_BONE);
  await page.getByRole('button', { name: 'Invert' }).click();
  await expect.poll(() => seen(page)).toEqual(AS_BONE.map((one) => 255 - one));
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => seen(page)).toEqual(AS_STORED);

  // larger about the middle, half as large again and more: the water stands further out
  await page.getByRole('button', { name: 'Larger' }).click();
  await page.getByRole('button', { name: 'Larger' }).click();
  await expect(picture).toContainText('156%');
  await expect.poll(() => brightness(page, 2, 8)).toBe(AS_STORED[1]);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => brightness(page, 2, 8)).toBe(AS_STORED[0]);
  // moved by mouse: what stood in the water stands where it is let go; by keys it moves on
  await page.getByRole('button', { name: 'Move' }).click();
  await drag(await placeOf(page, water.x + 8, water.y + 6), await placeOf(page, 100, 80));
  await expect.poll(() => brightness(page, 100, 80)).toBe(AS_STORED[1]);
  await expect.poll(() => brightness(page, water.x + 8, water.y + 6)).toBe(AS_STORED[0]);
  await picture.focus();
  for (let n = 0; n < 12; n += 1) await page.keyboard.press('ArrowLeft');
  await expect.poll(() => brightness(page, 100, 80)).toBe(AS_STORED[0]);
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('button', { name: 'Window' }).click();

  // dragged, a window is as it was set by hand
  const middle = await placeOf(page, 64, 70);
  await drag(middle, { x: middle.x + 50, y: middle.y });
  await expect(windows).toHaveValue('hand');
  await page.getByRole('button', { name: 'Reset' }).click();

  // an angle by keys alone: one to the right of the middle, the middle, one below it
  await page.getByRole('button', { name: 'Angle' }).click();
  await picture.focus();
  for (const key of ['ArrowRight', 'Enter', 'ArrowLeft', 'Enter', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(measured).toContainText('Angle 90.0°');
  await expectAccessible(page);
  await expectFits(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(picture).toBeInViewport();
  await expectAccessible(page);
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.goto(`/preview-file/${broken}`);
  await expect(page.getByText('Broken.dcm is not shown.')).toBeVisible();
  await expect(page.getByText('This DICOM file holds no picture.')).toBeVisible();
  await expect(slider).toHaveAttribute('aria-valuetext', '1 of 7');
  await expect.poll(() => seen(page)).toEqual(AS_STORED);
  await expectAccessible(page);

  await page.goto(`/preview-file/${archive}`);
  const series = page.getByLabel('Series', { exact: true });
  await expect(series.getByRole('option')).toHaveText([/CT 7 · Axial 7 \(2\)/, /CT 8 · Axial 8 \(1\)/]);
  await series.selectOption({ index: 1 });
  await expect.poll(() => seen(page)).toEqual(AS_STORED);
});
