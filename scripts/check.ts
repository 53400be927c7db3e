/** The static checks: format, two type-checks, type-aware lint, the import law, circles of files, states, roles and kinds named outside their tables, phrases, casts, unused code, generated row types. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const bin = (name: string): string => join(import.meta.dirname, '../node_modules/.bin', name);

export interface Check {
  name: string;
  command: [string, ...string[]];
}

export const CHECKS: Check[] = [
  { name: 'format', command: [bin('oxfmt'), '--check', '.'] },
  { name: 'types of the server', command: [bin('tsc'), '-p', 'tsconfig.server.json'] },
  { name: 'types of the browser', command: [bin('tsc'), '-p', 'tsconfig.web.json'] },
  { name: 'types of its tests', command: [bin('tsc'), '-p', 'tsconfig.web-tests.json'] },
  { name: 'lint', command: [bin('oxlint'), '--type-aware', '--deny-warnings'] },
  { name: 'import law', command: [process.execPath, 'scripts/imports.ts'] },
  { name: 'circles of files', command: [process.execPath, 'scripts/circles.ts'] },
  { name: 'states of a kind', command: [process.execPath, 'scripts/states.ts'] },
  { name: 'roles and kinds', command: [process.execPath, 'scripts/names.ts'] },
  { name: 'phrases', command: [process.execPath, 'scripts/phrases.ts'] },
  { name: 'casts', command: [process.execPath, 'scripts/casts.ts'] },
  { name: 'unused code', command: [process.execPath, 'scripts/unused.ts'] },
  { name: 'row types', command: [process.execPath, 'scripts/db-types.ts', '--check'] },
];

/** Runs a command with its output shown; answers whether it succeeded. */
export function runStep(command: [string, ...string[]], env: Record<string, string> = {}): boolean {
  const [file, ...args] = command;
  return (
    spawnSync(file, args, { stdio: 'inherit', cwd: join(import.meta.dirname, '..'), env: { ...process.env, ...env } })
      .status === 0
  );
}

if (import.meta.main) {
  let failed = 0;
  for (const check of CHECKS) {
    console.log(`\n> ${check.name}`);
    if (!runStep(check.command)) {
      failed += 1;
      console.error(`${check.name}: failed`);
    }
  }
  process.exitCode = failed === 0 ? 0 : 1;
}
