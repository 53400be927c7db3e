import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const TESTS = ['src/**/*.test.ts', 'demo/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'];

/** Tests that stand on a database say so by what they import; those under `tests` all do. */
const onDatabase = globSync(TESTS, { cwd: import.meta.dirname }).filter(
  (file) =>
    file.startsWith('tests/') ||
    /tests\/harness\/(app|cluster|platform)\.ts'|startEmbeddedPostgres/.test(
      readFileSync(join(import.meta.dirname, file), 'utf8'),
    ),
);

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'database',
          include: onDatabase,
          globalSetup: ['tests/harness/global-setup.ts'],
        },
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
    testTimeout: 300_000,
    hookTimeout: 300_000,
    restoreMocks: true,
  },
});
