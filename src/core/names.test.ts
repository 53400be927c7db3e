import { expect, test } from 'vitest';
import { fullName, titleOf } from './names.ts';

test('a name in full', () => {
  expect(fullName({ first_name: 'Ines', last_name: 'Falkenrath' })).toBe('Ines Falkenrath');
  expect(fullName({ first_name: '', last_name: 'Falkenrath' })).toBe('Falkenrath');
});

test('doctors are spoken of by their title', () => {
  expect(['MD', 'MD, FAANS', 'DO FACS', 'RN', '', null].map(titleOf)).toEqual(['Dr. ', 'Dr. ', 'Dr. ', '', '', '']);
});
