import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { standInClamd, VIRUS } from '../../../tests/harness/clamd.ts';
import { HOUR, MINUTE } from '../../core/durations.ts';
import type { Source } from '../storage.ts';
import { clamd, NotScannedError } from './clamd.ts';
import { scanAgainIn } from './retry.ts';

let daemon: Awaited<ReturnType<typeof standInClamd>>;
beforeAll(async () => {
  daemon = await standInClamd();
});
afterAll(() => daemon.close());

const holds = (content: Buffer): Source => ({
  size: content.length,
  bytes: async (start, length) => content.subarray(start, start + length),
});
const why = (address: string, content = Buffer.alloc(3_000_000, 7)): Promise<string> =>
  clamd(address, { silence_ms: 200 })
    .scan(holds(content))
    .then(
      (verdict) => verdict.is,
      (error: unknown) => (error instanceof NotScannedError ? error.why : String(error)),
    );

test('a content of any length arrives byte for byte, and the answer is what was found', async () => {
  daemon.behave('well');
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 700_000 }), fc.boolean(), async (length, bad) => {
      const content = Buffer.concat([Buffer.alloc(length, 3), Buffer.from(bad ? VIRUS : '')]);
      const verdict = await clamd(daemon.address).scan(holds(content));
      expect(verdict).toEqual(bad ? { is: 'infected', signature: 'Test.Nothing-1' } : { is: 'clean' });
      expect(daemon.seen.pop()?.equals(content)).toBe(true);
    }),
    { numRuns: 12 },
  );
  expect(await clamd(daemon.address).answers()).toBe(true);
});

test('what says nothing clear clears nothing', async () => {
  for (const [manner, expected] of [
    ['away', 'away'],
    ['cut off', 'away'],
    ['silent', 'away'],
    ['malformed', 'away'],
    ['too large', 'too_large'],
    ['skips', 'too_large'],
    ['well', 'clean'],
  ] as const) {
    daemon.behave(manner);
    expect(await why(daemon.address, Buffer.alloc(1_000, 7)), manner).toBe(expected);
  }
  const gone = await standInClamd();
  await gone.close();
  expect(await why(gone.address)).toBe('away');
  expect(await clamd(gone.address).answers()).toBe(false);
  const unreadable: Source = { size: 9, bytes: () => Promise.reject(new Error('a broken disk')) };
  await expect(clamd(daemon.address).scan(unreadable)).rejects.toThrow('a broken disk');
});

test('what it clears before it was given all of it is not cleared; what it finds by then is found', async () => {
  daemon.behave('hasty');
  const piece = Buffer.alloc(256 * 1024, 7);
  // more than a line takes that nobody reads from
  const large: Source = { size: 512 * piece.length, bytes: () => Promise.resolve(piece) };
  await expect(clamd(daemon.address).scan(large)).rejects.toMatchObject({ name: 'NotScannedError', why: 'away' });
  daemon.behave('well');
  // it ends before its size
  const short: Source = { size: 9, bytes: (start) => Promise.resolve(Buffer.alloc(start === 0 ? 3 : 0)) };
  await expect(clamd(daemon.address).scan(short)).rejects.toMatchObject({ name: 'NotScannedError', why: 'away' });
});

test('by the path of a socket, too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'peritus-clamd-'));
  const local = await standInClamd(join(folder, 'clamd.ctl'));
  expect(await why(local.address)).toBe('clean');
  await local.close();
  rmSync(folder, { recursive: true });
});

test('it is asked again after a minute, then ever less often, and for what is too large four times a day', () => {
  expect([1, 2, 3].map((tries) => scanAgainIn('away', tries))).toEqual([MINUTE, 2 * MINUTE, 4 * MINUTE]);
  expect(scanAgainIn('away', 1_000)).toBe(HOUR);
  expect(scanAgainIn('too_large', 1)).toBe(6 * HOUR);
});
