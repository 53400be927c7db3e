/**
 * A state that not every kind of review has is named in its kind's folder alone; everywhere else asks for what the state's
 * row says (`StateRow`). A name that is also a word of another list (a report's status, a bucket, a mail) is refused where
 * it is compared with a review's status.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { KIND_TABLES } from '../src/features/reviews/kinds/tables.ts';

const ROOT = join(import.meta.dirname, '..');
/** The kinds themselves; and the ratings, which stand on a floor below the reviews and cannot ask their tables. */
const MAY_NAME = /^src\/features\/(reviews\/kinds\/|ratings\/rules)/;
const ALSO_OTHERWISE = new Set([
  'completed',
  'delivered',
  'in_qa',
  'pre_ordered',
  'report_delivered',
  'report_requested',
  'report_submitted',
  'returned',
]);

const tables: readonly object[] = Object.values(KIND_TABLES).map(({ states }) => states);
/** States that some kind of the product has and some does not. */
export const OWN_STATES: readonly string[] = [...new Set(tables.flatMap((states) => Object.keys(states)))].filter(
  (state) => !tables.every((states) => Object.hasOwn(states, state)),
);

/** Lines of a file that name a kind's own state, as sentences. */
export function stateFaults(file: string, text: string): string[] {
  if (MAY_NAME.test(file)) return [];
  return text
    .split('\n')
    .flatMap((line, i) =>
      OWN_STATES.filter((state) =>
        ALSO_OTHERWISE.has(state)
          ? new RegExp(String.raw`\b(review|reviews|facts|first|r)\.status\b['"]?[^;:?]{0,12}['"]${state}['"]`).test(
              line,
            )
          : new RegExp(`['"]${state}['"]`).test(line),
      ).map((state) => `${file}:${i + 1} names “${state}”, which not every kind has: ask for what its row says`),
    );
}

if (import.meta.main) {
  const faults = readdirSync(join(ROOT, 'src'), { withFileTypes: true, recursive: true })
    .filter((e) => e.isFile() && /\.tsx?$/.test(e.name) && !/\.test\.tsx?$/.test(e.name))
    .map((e) => relative(ROOT, join(e.parentPath, e.name)).replaceAll('\\', '/'))
    .flatMap((file) => stateFaults(file, readFileSync(join(ROOT, file), 'utf8')));
  for (const fault of faults) console.error(fault);
  console.log(faults.length === 0 ? 'No state of one kind is named outside its folder.' : `${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
