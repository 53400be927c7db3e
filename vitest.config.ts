import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tests/http/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['tests/harness/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 120_000,
    restoreMocks: true,
  },
});
