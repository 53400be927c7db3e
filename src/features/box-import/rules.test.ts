import fc from 'fast-check';
import { expect, test } from 'vitest';
import { folderId } from '../accounts/rules.ts';
import { retryAfterMs } from '../../platform/http/retry-after.ts';
import { isOpened, rangeStart, waitFor } from './rules.ts';

const NOW = new Date('2026-11-28T12:00:00Z');

test('something is open that was opened, or lies below what was', () => {
  expect(isOpened({ id: '5', parents: ['0'] }, ['5'])).toBe(true);
  expect(isOpened({ id: '9', parents: ['0', '5', '7'] }, ['5'])).toBe(true);
  expect(isOpened({ id: null, parents: ['0', '5'] }, ['6'])).toBe(false);
  expect(isOpened({ id: '0', parents: [] }, [])).toBe(false);
});

test('a wait grows up to an hour, and is never shorter than Box asks for', () => {
  fc.assert(
    fc.property(fc.nat(40), fc.option(fc.nat(5 * 3_600_000)), (tries, asked) => {
      const wait = waitFor(tries, asked);
      expect(wait).toBeGreaterThanOrEqual(asked ?? 5000);
      expect(wait).toBeLessThanOrEqual(Math.max(3_600_000, asked ?? 0));
      expect(waitFor(tries + 1, asked)).toBeGreaterThanOrEqual(wait);
    }),
  );
});

test('Retry-After is read as seconds or as an instant', () => {
  expect(retryAfterMs('120', NOW)).toBe(120_000);
  expect(retryAfterMs('Sat, 28 Nov 2026 12:01:00 GMT', NOW)).toBe(60_000);
  expect([retryAfterMs(null, NOW), retryAfterMs('soon', NOW)]).toEqual([null, null]);
});

test('a part says where it begins', () => {
  expect(rangeStart('bytes 500-999/1000')).toBe(500);
  expect([rangeStart('bytes */1000'), rangeStart('500-999'), rangeStart(null)]).toEqual([null, null, null]);
});

test('a folder is named by its number or by its address in Box, and everything is none', () => {
  expect(folderId(' 8125340012 ')).toBe('8125340012');
  expect(folderId('https://acme.app.box.com/folder/8125340012?s=1')).toBe('8125340012');
  for (const wrong of ['0', '', 'Claims', 'https://box.com.example/folder/12', 'https://app.box.com/file/12'])
    expect(folderId(wrong)).toBeNull();
});
