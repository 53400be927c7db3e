import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSystemFile } from './drop-entries.ts';
import { fingerprint } from './fingerprint.ts';
import { Speed, timeLeft } from './speed.ts';

describe('time left', () => {
  test.each([
    [3, 'a few seconds'],
    [34, '40 s'],
    [70, '2 min'],
    [3599, '60 min'],
    [3700, '1 h 2 min'],
  ])('%d s reads %s', (seconds, text) => {
    expect(timeLeft(seconds)).toBe(text);
  });

  test('follows what went lately, and is unknown at first', () => {
    const speed = new Speed();
    speed.note(0, 0);
    expect(speed.secondsFor(1000)).toBeNull();
    speed.note(1000, 500);
    expect(speed.secondsFor(1000)).toBeNull();
    for (let s = 1; s <= 30; s += 1) speed.note(1000 + s * 100, 500 + s * 1000);
    expect(speed.secondsFor(1000)).toBeCloseTo(10, 5);
    speed.reset();
    expect(speed.secondsFor(1000)).toBeNull();
  });
});

test.each([
  ['.DS_Store', true],
  ['records/Thumbs.db', true],
  ['__MACOSX/chart.pdf', true],
  ['records/.git/config', true],
  ['~$letter.docx', true],
  ['records/chart.pdf', false],
  ['IM0001.dcm', false],
])('%s is a system file: %s', (path, system) => {
  expect(isSystemFile(path)).toBe(system);
});

test('what the browser remembers of a file tells files apart and holds nothing of its name', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 4 }),
      fc.string({ minLength: 4 }),
      fc.nat(),
      fc.nat(),
      (a, b, size, modified) => {
        const print = fingerprint(20_001, a, size, modified);
        expect(print).toMatch(/^peritus\.upload\.20001\.\d+\.[0-9a-z]+$/);
        expect(print).toBe(fingerprint(20_001, a, size, modified));
        expect(print === fingerprint(20_001, b, size, modified)).toBe(a === b);
        expect(print).not.toBe(fingerprint(20_002, a, size, modified));
      },
    ),
  );
});
