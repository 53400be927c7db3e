import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// programs and threads that tests start find what Node made of the sources before, types stripped, as `npm start` does
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/node-compile');

const TESTS = ['src/**/*.test.ts', 'demo/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'];

/** Tests that stand on a database say so by what they import; those under `tests` all do. */
const onDatabase = globSync(TESTS, { cwd: import.meta.dirname }).filter(
  (file) =>
    file.startsWith('tests/') ||
    /tests\/harness\/(app|cluster|platform)\.ts'|startEmbeddedPostgres/.test(
      readFileSync(join(import.meta.dirname, file), 'utf8'),
    ),
);

/** A kind joins the process for good: who brings one has a process of its own. */
const OWN_PROCESS = ['tests/http/fifth-kind.test.ts'];

/** Files that take long though they are short, the longest last: begun at the end, one would run on beside an idle core. */
const LONGEST = [
  'src/platform/inspect/inspect.test.ts',
  'src/platform/pdf/pool.test.ts',
  'tests/http/database-frozen.test.ts',
  'tests/http/walks.test.ts',
  'tests/http/cli.test.ts',
  'tests/http/second-reviewer.test.ts',
  'tests/http/lifecycle.test.ts',
  'tests/http/matrix.test.ts',
  'tests/http/refusals.test.ts',
  'tests/http/opinions.test.ts',
  'tests/http/peer-review.test.ts',
  'src/platform/worker-set.test.ts',
  'tests/http/abilities.test.ts',
  'tests/http/kill.test.ts',
  'src/platform/db/embedded.test.ts',
  'tests/http/demo.test.ts',
].map((file) => `/${file}`);

/** The longest first, then as Vitest has it: by what they took the last time, or by size. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => LONGEST.findLastIndex((end) => moduleId.endsWith(end));
    return (await super.sort(files)).sort((a, b) => place(b) - place(a));
  }
}

export default defineConfig({
  test: {
    // one more than cores: tests on a database, and those of time that passes, wait about a third of the time
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'database',
          include: onDatabase,
          exclude: OWN_PROCESS,
          // each application has a database and a folder of its own; a process loaded and warmed for each file cost minutes
          isolate: false,
          globalSetup: ['tests/harness/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'own process', include: OWN_PROCESS, globalSetup: ['tests/harness/global-setup.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'rules',
          include: TESTS,
          exclude: onDatabase,
          // what is pure leaves nothing behind: files share a process
          isolate: false,
        },
      },
    ],
    environment: 'node',
    pool: 'forks',
    // says that a test hangs, not that it is slow: what takes seconds takes minutes on a busy machine
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // says so, too: a second passes on a busy machine before what is asked once has answered
    expect: { poll: { timeout: 90_000 } },
    restoreMocks: true,
  },
});
