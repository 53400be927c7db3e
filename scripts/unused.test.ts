import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unusedIn } from './unused.ts';

let folder: string;

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const manifest = (dependencies: object): string =>
  JSON.stringify({ type: 'module', scripts: { start: 'node src/app/cli.ts' }, dependencies });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'unused-'));
  copyFileSync(join(import.meta.dirname, '../knip.jsonc'), join(folder, 'knip.jsonc'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('an unused export, type, file or package is refused, what is used is let be', () => {
  write('package.json', manifest({}));
  write('src/app/cli.ts', "import { told } from '../core/told.ts';\ntold();\n");
  write('src/core/told.ts', 'export const told = (): void => {};\n');
  expect(unusedIn(folder, '--no-config-hints')).toBe('');

  write('src/core/told.ts', 'export const told = (): void => {};\nexport const kept = 1;\nexport type Kept = 1;\n');
  expect(unusedIn(folder, '--no-config-hints')).toMatch(
    /Unused exports \(1\)\nkept [^]*Unused exported types \(1\)\nKept /,
  );

  write('src/core/told.ts', 'export const told = (): void => {};\n');
  write('src/core/forgotten.ts', 'export const told = (): void => {};\n');
  expect(unusedIn(folder, '--no-config-hints')).toMatch(/Unused files \(1\)\nsrc\/core\/forgotten.ts/);

  rmSync(join(folder, 'src/core/forgotten.ts'));
  write('package.json', manifest({ zod: '4.6.7' }));
  expect(unusedIn(folder, '--no-config-hints')).toMatch(/Unused dependencies \(1\)\nzod /);
});
