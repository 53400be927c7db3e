import { expect, test } from 'vitest';
import { capital, grouped, lower, plural, spelled, spelledPlural, withArticle } from './phrases.ts';

test('numbers are grouped from a thousand on', () => {
  expect([0, 999, 1000, 12_345, -4_000].map(grouped)).toEqual(['0', '999', '1,000', '12,345', '-4,000']);
});

test('a noun follows its number', () => {
  expect([0, 1, 2, 1204].map((n) => plural(n, 'file'))).toEqual(['0 files', '1 file', '2 files', '1,204 files']);
  expect([1, 2].map((n) => plural(n, 'goes', 'go'))).toEqual(['1 goes', '2 go']);
});

test('small numbers are spelled', () => {
  expect([0, 1, 12, 13, 2000].map(spelled)).toEqual(['no', 'one', 'twelve', '13', '2,000']);
  expect([0, 1, 3].map((n) => spelledPlural(n, 'time'))).toEqual(['no times', 'one time', 'three times']);
  expect(spelledPlural(2, 'time is', 'times are')).toBe('two times are');
});

test('a noun has its article', () => {
  expect(['team lead', 'examiner', 'Adjuster'].map(withArticle)).toEqual(['a team lead', 'an examiner', 'an Adjuster']);
});

test('a first letter large or small', () => {
  expect([capital('peer review'), capital(''), lower('The order'), lower('')]).toEqual([
    'Peer review',
    '',
    'the order',
    '',
  ]);
});
