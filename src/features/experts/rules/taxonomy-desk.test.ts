import { expect, it } from 'vitest';
import { specialtyFaults } from './taxonomy-desk.ts';

it('a name stands once, whatever its case, and a code is one of the NUCC', () => {
  const paths = (value: { name?: string; nucc_code?: string | null }) =>
    specialtyFaults(value, ['Neurosurgery']).map(({ path }) => path);
  expect(paths({ name: ' neurosurgery ' })).toEqual(['name']);
  expect(paths({ name: 'Neurology', nucc_code: '207T00000X' })).toEqual([]);
  expect(paths({ nucc_code: '207t00000x' })).toEqual(['nucc_code']);
  expect(paths({ nucc_code: null })).toEqual([]);
});
