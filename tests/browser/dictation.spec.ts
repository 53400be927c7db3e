import { chromium } from '@playwright/test';
import { castFor } from '../harness/review-driver.ts';
import { ImeDriver } from '../harness/ime-driver.ts';
import { atServer } from '../harness/sender.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { sampleWav } from '../../src/platform/inspect/samples-audio.ts';
import { test as base, enter, expect, signIn, withServer } from './fixtures.ts';
import { inspect } from './look.ts';

/* A dictation beside the report’s form: uploaded, recorded in the page by keyboard alone, kept until it is sent, and played. */

// weeks pass until the day of the exam
const test = base.extend<object, { server: ServerProcess }>({
  server: [async ({}, use) => withServer(use), { scope: 'worker' }],
});

/** A player of the page, as far as these look at it. */
interface Sound {
  duration: number;
  playbackRate: number;
  currentTime: number;
  muted: boolean;
  ended: boolean;
  play(): Promise<void>;
}

async function writing(server: ServerProcess, passwordHash: string) {
  const cast = await castFor(server.world, passwordHash);
  const d = new ImeDriver(atServer(server, cast));
  await d.to('served');
  const { starts_at } = await server.database.systemDb
    .selectFrom('appointments')
    .select('starts_at')
    .where('review_id', '=', d.id)
    .where('sort', '=', 'exam')
    .executeTakeFirstOrThrow();
  await server.advance({ minutes: Math.ceil((starts_at.getTime() - server.now().getTime()) / 60_000) + 5 });
  await server.settle();
  await d.held();
  await d.reportStarted();
  return { cast, d };
}

test('is uploaded and played beside the form, and heard in the check', async ({ person, server, passwordHash }) => {
  const { cast, d } = await writing(server, passwordHash);
  const ines = await person();
  // the records of the driver have no bytes
  ines.allow(500);
  const { page } = ines;
  await signIn(ines, cast.expert, `/ime/${d.id}/report`);
  await page.getByText('Dictation none yet').click();
  await page.getByLabel('Recording to upload').setInputFiles({
    name: 'Solis.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4'),
  });
  await expect(page.getByText(/Upload an MP3, M4A, WAV, Ogg or WebM recording/)).toBeVisible();
  await page.getByLabel('Recording to upload').setInputFiles({
    name: 'Solis, first part.wav',
    mimeType: 'audio/wav',
    buffer: sampleWav(3),
  });
  const player = page.locator('audio[aria-label="Solis, first part.wav"]');
  await expect(player).toBeVisible();
  await expect.poll(() => player.evaluate((node: Sound) => node.duration)).toBeCloseTo(3, 1);
  await page.getByLabel('Speed').selectOption('1.5');
  expect(await player.evaluate((node: Sound) => node.playbackRate)).toBe(1.5);
  // it is heard from where one jumps to
  await player.evaluate((node: Sound) => {
    node.currentTime = 2;
    node.muted = true;
    return node.play();
  });
  await expect.poll(() => player.evaluate((node: Sound) => node.ended)).toBe(true);
  await inspect(page);

  await d.to('signed');
  const clara = await person({ dark: true });
  clara.allow(500);
  await signIn(clara, cast.clinOps, `/ime/${d.id}/report`);
  await clara.page.getByText('Dictation 1 recording').click();
  await expect(clara.page.locator('audio[aria-label="Solis, first part.wav"]')).toBeVisible();
  await expect(clara.page.getByRole('button', { name: 'Record here' })).toHaveCount(0);
  await inspect(clara.page);
});

test('is recorded in the page by keyboard, kept when the page breaks, and uploaded then', async ({
  server,
  passwordHash,
  launchOptions,
}) => {
  const { cast, d } = await writing(server, passwordHash);
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  });
  try {
    const context = await browser.newContext({ baseURL: server.url, permissions: ['microphone'] });
    await enter(context, server, cast.expert);
    const page = await context.newPage();
    await page.goto(`/ime/${d.id}/report`);
    await page.getByText('Dictation none yet').focus();
    await page.getByText('Dictation none yet').click();
    await page.getByRole('button', { name: 'Record here' }).focus();
    await page.keyboard.press('Enter');
    const recorder = page.getByRole('group', { name: 'Recording' });
    await expect(recorder.getByRole('timer')).toHaveText('0:04');
    await recorder.getByRole('button', { name: 'Pause' }).press('Enter');
    await expect(recorder.getByText('Paused')).toBeVisible();
    await recorder.getByRole('button', { name: 'Continue' }).press('Enter');
    await expect(recorder.getByText('Recording', { exact: true })).toBeVisible();
    // the page breaks in the midst of it
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('Dictation none yet').click();
    const kept = page.getByRole('list', { name: 'Recorded here, not uploaded yet' });
    await expect(kept.getByText('Only in this browser so far.')).toBeVisible();
    await kept.getByRole('button', { name: 'Upload it' }).press('Enter');
    await expect(kept).toHaveCount(0);
    const player = page.locator('audio[aria-label^="Dictation 20"]');
    await expect(player).toBeVisible();
    await expect.poll(() => player.evaluate((node: Sound) => node.duration)).toBeGreaterThan(1);

    // stopped by hand, it is heard before it is sent, and can be discarded
    await page.getByRole('button', { name: 'Record here' }).press('Enter');
    await expect(recorder.getByRole('timer')).toHaveText('0:01');
    await recorder.getByRole('button', { name: 'Stop' }).press('Enter');
    await expect(kept.locator('audio')).toBeVisible();
    await kept.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Discard it' }).click();
    await expect(kept).toHaveCount(0);
    await context.close();
  } finally {
    await browser.close();
  }
});

test('where the microphone is refused the page says what to do', async ({ person, server, passwordHash }) => {
  const { cast, d } = await writing(server, passwordHash);
  const ines = await person({ viewport: { width: 390, height: 844 }, dark: true });
  ines.allow(500);
  const { page } = ines;
  await signIn(ines, cast.expert, `/ime/${d.id}/report`);
  await page.getByText('Dictation none yet').click();
  await page.getByRole('button', { name: 'Record here' }).click();
  await expect(page.getByText(/upload a recording from another device/)).toBeVisible();
  await inspect(page);
});
