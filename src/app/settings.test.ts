import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SETTINGS } from '../platform/env.ts';
import { settingsTable } from './settings.ts';

test('docs/settings.md is what `npm run settings` prints', () => {
  expect(readFileSync('docs/settings.md', 'utf8')).toBe(settingsTable());
});

test('every setting has one row and a sentence', () => {
  const table = settingsTable();
  for (const [name, [, , explanation]] of Object.entries(SETTINGS)) {
    expect(table.split(`| \`${name}\` |`)).toHaveLength(2);
    expect(explanation).toMatch(/\.$/);
  }
});
