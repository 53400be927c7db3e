import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** Keeps what went wrong beside the tests, which vitest's JSON does not hold. */
export default class StrayErrors implements Reporter {
  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const file = process.env.STRAY_ERRORS;
    if (file) writeFileSync(file, JSON.stringify(errors.map((e) => `Beside the tests: ${e.stack ?? e.message}`)));
  }
}
