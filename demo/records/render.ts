import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { DemoMatter, DemoRecord } from '../matters/types.ts';
import { minutes } from './context.ts';
import { drawPage, openDocument } from './pdf.ts';
import { planRecord } from './plan.ts';
import { prng } from './prng.ts';
import { openScanner, scanPage } from './scan.ts';
import { PAGE } from './sheet.ts';

/** Pages drawn before the event loop and the reader get a turn. */
const TURN = 24;

export type Rendered = { pages: number; bytes: number; sha256: string };

/**
 * Writes a record as a PDF to `out` and ends it. The same matter and record give the same bytes.
 * Answers the page count, the size in bytes and the SHA-256 in hex. Rejects when `out` fails.
 */
export async function renderRecord(matter: DemoMatter, record: DemoRecord, out: Writable): Promise<Rendered> {
  const created = new Date((minutes(record.to) + 14 * 1440 + 600) * 60_000);
  const doc = openDocument(record.name.replace(/\.pdf$/, ''), record.source, created);
  const hash = createHash('sha256');
  let bytes = 0;
  const tap = new Transform({
    highWaterMark: 1 << 20,
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  doc.pipe(tap).pipe(out);
  const done = finished(out);
  // The failure is reported by the await below; without a handler here it would also count as unhandled.
  done.catch(() => undefined);
  const plan = planRecord(matter, record);
  const random = prng(`${matter.key}/${record.name}/scanner`);
  const scanner = record.scan ? openScanner(random) : null;
  for (let page = 1; page <= plan.pages; page += 1) {
    const { ops } = plan.page(page);
    if (scanner === null) drawPage(doc, ops);
    else {
      const jpeg = await scanPage(ops, scanner, random);
      doc.addPage({ size: [PAGE.width, PAGE.height], margin: 0 });
      doc.image(jpeg, 0, 0, { width: PAGE.width, height: PAGE.height });
    }
    if (page % TURN === 0) {
      await new Promise((resolve) => setImmediate(resolve));
      if (tap.writableNeedDrain) await Promise.race([new Promise((resolve) => tap.once('drain', resolve)), done]);
    }
  }
  doc.end();
  await done;
  return { pages: plan.pages, bytes, sha256: hash.digest('hex') };
}
