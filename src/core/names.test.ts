import { expect, test } from 'vitest';
import { fullName, initialsOf, titleOf } from './names.ts';

test('a name in full', () => {
  expect(fullName({ first_name: 'Ines', last_name: 'Falkenrath' })).toBe('Ines Falkenrath');
  expect(fullName({ first_name: '', last_name: 'Falkenrath' })).toBe('Falkenrath');
});

test('doctors are spoken of by their title', () => {
  expect(['MD', 'MD, FAANS', 'DO FACS', 'RN', '', null].map(titleOf)).toEqual(['Dr. ', 'Dr. ', 'Dr. ', '', '', '']);
});

test.for([
  ['Dr. Ines Falkenrath', 'IF'],
  ['Ruth Sandoval-Pike', 'RS'],
  ['Ines van der Falk, MD', 'IF'],
  ['Dr. Falkenrath', 'F'],
  ['Expert R-118', 'R'],
  ['The reviewer', 'R'],
  ['Experta Crane', 'EC'],
  ['Peritus', 'PE'],
  ['Öz', 'ÖZ'],
  ['', '?'],
] as const)('the initials of %s are %s wherever they are shown', ([name, letters]) => {
  expect(initialsOf(name)).toBe(letters);
});
