import { expect, test } from 'vitest';
import { linesOf } from './download.ts';

test('lines of a file for spreadsheets: a break inside quotes begins no row', () => {
  expect(linesOf('')).toBe(0);
  expect(linesOf('a,b\r\n')).toBe(1);
  expect(linesOf('a,b\r\n1,2\r\n3,4\r\n')).toBe(3);
  expect(linesOf('a\n"one\ntwo ""quoted"" three",2\n3')).toBe(3);
});
