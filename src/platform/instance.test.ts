import { expect, test } from 'vitest';
import { nameInstance, readInstance, thisInstance, writeInstance } from './instance.ts';

test('a process is read as it was written, and told by process, host and time', () => {
  const one = { pid: 4711, host: 'web-1.example.org', since: new Date('2026-11-23T14:40:30Z') };
  expect(writeInstance(one)).toBe('peritus 4711 2026-11-23T14:40:30Z web-1.example.org');
  expect(readInstance(writeInstance(one))).toEqual(one);
  expect(nameInstance(one)).toBe('process 4711 on web-1.example.org, running since 2026-11-23 14:40 UTC');
  expect(readInstance(writeInstance(thisInstance()))).toMatchObject({ pid: process.pid });
});

test('what a session is called fits, and strange names of hosts are still one word', () => {
  const long = writeInstance({ pid: 4_194_304, host: 'ä b'.repeat(60), since: new Date('2026-11-23T14:40:30Z') });
  expect(long).toMatch(/^[ -~]{63}$/);
  expect(readInstance(long)).toMatchObject({ pid: 4_194_304, since: new Date('2026-11-23T14:40:30Z') });
});

test('of an earlier version the process alone is known; anything else is nobody', () => {
  expect(nameInstance(readInstance('4711\n'))).toBe('process 4711');
  for (const text of ['', 'psql', 'peritus', 'peritus x y z']) expect(readInstance(text)).toBeNull();
  expect(nameInstance(null)).toBe('another process');
});
