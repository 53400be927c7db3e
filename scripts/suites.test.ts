import { expect, test } from 'vitest';
import { type FileResult, readPlaywright, readVitest, settle } from './suites.ts';

const file = (name: string, passed: number, ...faults: string[]): FileResult => ({
  file: name,
  passed,
  failed: faults.length,
  faults,
});
const suite = (...files: FileResult[]) => ({ stray: [], files });

test('a file that failed is run again, alone; what passes then is counted and named', () => {
  const asked: string[] = [];
  const settled = settle(suite(file('a', 3), file('b', 1, 'b waits: too long')), (name) => {
    asked.push(name);
    return suite(file(name, 2));
  });
  expect(asked).toEqual(['b']);
  expect(settled).toEqual({ passed: 5, failed: 0, faults: [], unsteady: ['b waits: too long'] });
});

test('what fails twice has failed, and is told as it failed last', () => {
  expect(settle(suite(file('b', 0, 'first', 'other')), () => suite(file('b', 1, 'second')))).toEqual({
    passed: 1,
    failed: 1,
    faults: ['second'],
    unsteady: [],
  });
});

test('a second run that does not reach the file, or fails beside it, changes nothing for the better', () => {
  expect(settle(suite(file('b', 0, 'first')), () => ({ stray: ['ended'], files: [] })).failed).toBe(2);
  const beside = settle(suite(file('b', 0, 'first')), () => ({ stray: ['a promise'], files: [file('b', 1)] }));
  expect(beside).toEqual({ passed: 1, failed: 1, faults: ['a promise'], unsteady: [] });
});

test('what fails beside the tests is never run again', () => {
  expect(settle({ stray: ['a promise'], files: [file('a', 1)] }, () => suite())).toEqual({
    passed: 1,
    failed: 1,
    faults: ['a promise'],
    unsteady: [],
  });
});

test('where many files fail, none is unsteady', () => {
  const many = Array.from({ length: 9 }, (_, n) => file(`f${n}`, 0, 'broken'));
  const settled = settle(suite(...many), () => {
    throw new Error('run again');
  });
  expect(settled.failed).toBe(9);
});

test('reads the reports of both, a file that could not be loaded among them', () => {
  const root = import.meta.dirname.replace(/scripts$/, '');
  const one = (fullName: string, status: string, ...failureMessages: string[]) => ({
    fullName,
    status,
    failureMessages,
  });
  expect(
    readVitest({
      testResults: [
        {
          name: `${root}src/a.test.ts`,
          status: 'failed',
          message: '',
          assertionResults: [
            one('it is', 'passed'),
            one('it goes', 'failed', '\u001b[31mno\u001b[39m'),
            one('later', 'pending'),
          ],
        },
        { name: `${root}src/b.test.ts`, status: 'failed', message: 'no such import', assertionResults: [] },
      ],
    }),
  ).toEqual([
    file('src/a.test.ts', 1, 'src/a.test.ts it goes\n    no'),
    file('src/b.test.ts', 0, 'src/b.test.ts\n    no such import'),
  ]);
  const spec = (title: string, status: string, ...errors: { message: string }[]) => ({
    title,
    line: 7,
    tests: [{ status, results: [{ errors }] }],
  });
  expect(
    readPlaywright({
      errors: [],
      suites: [
        {
          file: 'a.spec.ts',
          specs: [spec('opens', 'expected'), spec('waits', 'skipped')],
          suites: [{ file: 'a.spec.ts', specs: [spec('closes', 'unexpected', { message: 'it stayed' })] }],
        },
      ],
    }),
  ).toEqual([file('tests/browser/a.spec.ts', 1, 'a.spec.ts:7 closes\n    it stayed')]);
});
