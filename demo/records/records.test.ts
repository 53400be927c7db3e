import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_MATTERS, demoMatter } from '../matters/index.ts';
import type { DemoMatter } from '../matters/types.ts';
import { minutes, usDate } from './context.ts';
import { isChart, planRecord } from './plan.ts';
import { renderRecord } from './render.ts';
import type { RenderProgress } from './render-worker.ts';
import { PAGE } from './sheet.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'records-'));
});
afterAll(() => rm(folder, { recursive: true }));

const plain = (text: string): string => text.replace(/\s+/g, ' ');

async function render(matter: DemoMatter, at: number, name: string) {
  const record = matter.records[at];
  if (record === undefined) throw new Error('no such record');
  const path = join(folder, name);
  const rendered = await renderRecord(matter, record, createWriteStream(path));
  return { record, rendered, bytes: await readFile(path) };
}

async function textOf(bytes: Buffer, pages: readonly number[]): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const pdf = await task.promise;
  const texts: string[] = [];
  for (const number of pages) {
    const content = await (await pdf.getPage(number)).getTextContent();
    texts.push(plain(content.items.map((item) => ('str' in item ? item.str : '')).join(' ')));
  }
  await task.destroy();
  return texts;
}

describe('every page of every record', () => {
  test('can be written, carries the patient on charts, stays on the paper, and holds the cited words', () => {
    for (const matter of DEMO_MATTERS) {
      const { first_name, last_name, date_of_birth } = matter.claimant;
      const cites = matter.conclusion.answers.flatMap((answer) => answer.cites);
      matter.records.forEach((record, at) => {
        const plan = planRecord(matter, record);
        for (let page = 1; page <= record.pages; page += 1) {
          const sheet = plan.page(page);
          const text = plain(sheet.text());
          const where = `${matter.key} ${record.name} page ${page}`;
          if (isChart(record.category)) {
            expect(text.includes(`${last_name.toUpperCase()}, ${first_name}`), where).toBe(true);
            expect(text.includes(`DOB ${usDate(minutes(date_of_birth))}`), where).toBe(true);
            expect(text.includes(`MRN ${matter.clinical.mrn}`), where).toBe(true);
          }
          expect(text.includes(`Page ${page} of ${record.pages}`), where).toBe(true);
          expect(/undefined|NaN|\{\{|\}\}|[Ll]orem/.test(text), where).toBe(false);
          expect(
            sheet.ops.every((op) => op.kind !== 'text' || (op.y < PAGE.height - 20 && op.x < PAGE.width)),
            where,
          ).toBe(true);
          for (const cite of cites.filter((item) => item.record === at && item.page === page)) {
            expect(text, where).toContain(cite.quote);
          }
        }
      });
    }
  });
});

describe('rendered files', () => {
  const matter = demoMatter('vandermeer');

  test('are the same bytes for the same record, and differ between records', async () => {
    const first = await render(matter, 1, 'a.pdf');
    const second = await render(matter, 1, 'b.pdf');
    const other = await render(matter, 2, 'c.pdf');
    expect(first.rendered.sha256).toBe(createHash('sha256').update(first.bytes).digest('hex'));
    expect(second.rendered.sha256).toBe(first.rendered.sha256);
    expect(other.rendered.sha256).not.toBe(first.rendered.sha256);
    expect(first.rendered.bytes).toBe(first.bytes.length);
  });

  test.each(['ferrante', 'vandermeer', 'kessler', 'okafor-dale'])(
    '%s: a reader finds every cited quote on its page',
    async (key) => {
      const found = demoMatter(key);
      const cites = found.conclusion.answers.flatMap((answer) => answer.cites);
      for (const at of new Set(cites.map((cite) => cite.record))) {
        const { bytes } = await render(found, at, `${key}-${at}.pdf`);
        const here = cites.filter((cite) => cite.record === at);
        const texts = await textOf(
          bytes,
          here.map((cite) => cite.page),
        );
        here.forEach((cite, n) => expect(texts[n]).toContain(cite.quote));
      }
    },
  );

  test('a scan has its pages and no text layer', async () => {
    const iwan = demoMatter('iwan');
    const { bytes, record, rendered } = await render(iwan, 0, 'scan.pdf');
    expect(record.scan).toBe(true);
    expect(rendered.pages).toBe(record.pages);
    expect(rendered.bytes / rendered.pages).toBeLessThan(125_000);
    expect(rendered.bytes / rendered.pages).toBeGreaterThan(50_000);
    expect(await textOf(bytes, [1, 2, record.pages])).toEqual(['', '', '']);
    expect((await render(iwan, 0, 'again.pdf')).rendered.sha256).toBe(rendered.sha256);
  });

  test('a failing destination is reported', async () => {
    const record = matter.records[1];
    if (record === undefined) throw new Error('no such record');
    await expect(
      renderRecord(matter, record, createWriteStream(join(folder, 'no', 'such', 'folder.pdf'))),
    ).rejects.toThrow('ENOENT');
  });
});

test('the worker renders a list, reports each file and survives a bad job', async () => {
  const jobs = [
    { matterKey: 'vandermeer', recordIndex: 1, path: join(folder, 'w', 'one.pdf') },
    { matterKey: 'nobody', recordIndex: 0, path: join(folder, 'w', 'two.pdf') },
  ];
  const seen: RenderProgress[] = [];
  await new Promise<void>((resolve, reject) => {
    const worker = new Worker(new URL('render-worker.ts', import.meta.url), { workerData: jobs });
    worker.on('message', (message: RenderProgress) => seen.push(message));
    worker.on('error', reject);
    worker.on('exit', () => resolve());
  });
  expect(seen.map((progress) => progress.type)).toEqual(['rendered', 'failed', 'done']);
  const [one] = seen;
  const bytes = await readFile(join(folder, 'w', 'one.pdf'));
  expect(one).toMatchObject({
    pages: 40,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
});
