import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** Looks through the sources in these folders, tests apart: prints each fault, or `fine`, and ends with 1 where there is any. */
export function checkSources(
  folders: readonly string[],
  faultsOf: (file: string, text: string) => string[],
  fine: string,
): void {
  const faults = folders
    .flatMap((folder) => readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true }))
    .filter((e) => e.isFile() && /\.tsx?$/.test(e.name) && !/\.test\.tsx?$/.test(e.name))
    .map((e) => relative(ROOT, join(e.parentPath, e.name)).replaceAll('\\', '/'))
    .flatMap((file) => faultsOf(file, readFileSync(join(ROOT, file), 'utf8')));
  for (const fault of faults) console.error(fault);
  console.log(faults.length === 0 ? fine : `${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
