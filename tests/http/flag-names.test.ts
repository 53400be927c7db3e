import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WAITING_FLAGS } from '../harness/waiting-flags.ts';
import { FLAG_ROWS } from '../../src/features/organizations/rules.ts';

/** What these switch is not built yet; of people's flags Box. */
const LATER: ReadonlySet<string> = new Set([...WAITING_FLAGS, 'box_folder_access']);

const TESTS = join(import.meta.dirname, '..');
const sources = ['http', 'browser'].flatMap((folder) =>
  readdirSync(join(TESTS, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && !import.meta.filename.endsWith(entry.name))
    .map((entry) => readFileSync(join(TESTS, folder, entry.name), 'utf8')),
);

test('every flag has a test with it on and one with it off, or waits for what it switches', () => {
  const named = (flag: string): boolean =>
    sources.some(
      (text) =>
        (text.includes('harness/flags.ts') && text.includes(`'${flag}'`)) ||
        text.includes(`flag ${flag} %s`) ||
        (text.includes(`flag ${flag} on`) && text.includes(`flag ${flag} off`)),
    );
  expect(FLAG_ROWS.map(({ name }) => name).filter((flag) => named(flag) === LATER.has(flag))).toEqual([]);
});
