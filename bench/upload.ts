import { castFor } from '../tests/harness/review-driver.ts';
import { randomBytes } from 'node:crypto';
import { closeSync, createReadStream, openSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Person } from '../tests/harness/world.ts';
import { driver } from './lib/cast.ts';
import { atMost, type Benchmark, mb, times } from './lib/figures.ts';
import { startApp, startBare } from './lib/ground.ts';
import { median } from './lib/load.ts';

interface Sent {
  status: number;
  headers: Record<string, string | string[] | undefined>;
}

/** Streams a file, or nothing, as a request's body. */
function send(
  url: string,
  method: string,
  headers: Record<string, string | number>,
  file: string | null,
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }));
    });
    asked.on('error', reject);
    if (file === null) asked.end();
    else createReadStream(file, { highWaterMark: 256 * 1024 }).pipe(asked);
  });
}

async function resumable(url: string, who: Person, review_id: number, file: string, size: number): Promise<void> {
  const encode = (text: string): string => Buffer.from(text).toString('base64');
  const begun = await send(
    `${url}/api/v1/uploads`,
    'POST',
    {
      ...who.headers,
      'tus-resumable': '1.0.0',
      'upload-length': size,
      'content-length': 0,
      'upload-metadata': `review_id ${encode(String(review_id))},filename ${encode(`${Date.now()}.pdf`)}`,
    },
    null,
  );
  const location = begun.headers['location'];
  if (begun.status !== 201 || typeof location !== 'string') throw new Error(`No upload: ${begun.status}`);
  const done = await send(
    new URL(location, url).href,
    'PATCH',
    {
      ...who.headers,
      'tus-resumable': '1.0.0',
      'upload-offset': 0,
      'content-type': 'application/offset+octet-stream',
      'content-length': size,
    },
    file,
  );
  if (done.status !== 204 || !done.headers['peritus-file-id']) throw new Error(`Not uploaded: ${done.status}`);
}

/**
 * One large record, resumable, hashed, encrypted and forced to the disk, beside the same bytes put into a file, and beside
 * the same product without the encryption.
 */
export const upload: Benchmark = async ({ ground, quick, say }) => {
  const connection = await ground.database('bench_upload');
  const app = await startApp(ground, connection);
  const plain = await startApp(ground, await ground.database('bench_upload_plain'), { plain_files: true });
  const bare = await startBare(connection, ground.folder);
  const size = quick ? 128 * 1024 ** 2 : 1024 ** 3;
  const file = join(ground.folder, 'large.bin');
  try {
    const [sealedTo, plainTo] = await Promise.all(
      [app, plain].map(async (to) => {
        const cast = await castFor(to.world);
        const one = await driver(to, cast);
        await one.draft();
        return () => resumable(to.url, cast.requester, one.id, file, size);
      }),
    );
    if (!sealedTo || !plainTo) throw new Error('There are two applications.');
    const to = openSync(file, 'w');
    for (let written = 0; written < size; written += 4 * 1024 ** 2) writeSync(to, randomBytes(4 * 1024 ** 2));
    closeSync(to);
    if (statSync(file).size !== size) throw new Error('The file to send is not whole.');

    const idle = await app.ask<number>({ do: 'collect' });
    let most = idle;
    const timed = async (work: () => Promise<unknown>): Promise<number> => {
      const began = performance.now();
      await work();
      return (performance.now() - began) / 1_000;
    };
    const raw: number[] = [];
    const ours: number[] = [];
    const unsealed: number[] = [];
    for (let round = 0; round < (quick ? 1 : 5); round += 1) {
      raw.push(await timed(() => send(`${bare.url}/file`, 'PUT', { 'content-length': size }, file)));
      const watch = setInterval(() => {
        void app.ask<number>({ do: 'memory' }).then((rss) => (most = Math.max(most, rss)));
      }, 100);
      try {
        ours.push(await timed(sealedTo));
      } finally {
        clearInterval(watch);
      }
      await app.settle();
      unsealed.push(await timed(plainTo));
      await plain.settle();
    }
    const limit = median(raw, (s) => s);
    const seen = median(ours, (s) => s);
    const seconds = (s: number): string => `${s.toFixed(2)} s`;
    const before = median(unsealed, (s) => s);
    say(`raw ${raw.map(seconds).join(', ')}; resumable ${ours.map(seconds).join(', ')}`);
    say(`without encryption ${unsealed.map(seconds).join(', ')}`);
    return [
      {
        name: `upload ${mb(size)}, resumable, sha256, encrypted, fsync`,
        limit: seconds(limit),
        ours: seconds(seen),
        ratio: times(seen / limit),
        bar: '≤1.50×',
        met: seen <= 1.5 * limit,
      },
      {
        name: `upload ${mb(size)}, encrypted, beside the same without`,
        limit: seconds(before),
        ours: seconds(seen),
        ratio: times(seen / before),
        bar: '≤1.25×',
        met: seen <= 1.25 * before,
      },
      atMost('upload, memory over idle', most - idle, 150 * 1024 ** 2, mb),
    ];
  } finally {
    await app.stop();
    await plain.stop();
    await bare.stop();
    unlinkSync(file);
  }
};
