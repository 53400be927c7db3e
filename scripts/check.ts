/** The static checks: format, two type-checks, type-aware lint, the import law, circles of files, states, roles and kinds named outside their tables, phrases, casts, unused code, generated row types. */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';

const bin = (name: string): string => join(import.meta.dirname, '../node_modules/.bin', name);

interface Check {
  name: string;
  command: [string, ...string[]];
}

/** The longest first: begun last, it would run on beside an idle core. */
const CHECKS: Check[] = [
  { name: 'lint', command: [bin('oxlint'), '--type-aware', '--deny-warnings'] },
  { name: 'format', command: [bin('oxfmt'), '--check', '.'] },
  { name: 'types of the server', command: [bin('tsc'), '-p', 'tsconfig.server.json'] },
  { name: 'types of the browser', command: [bin('tsc'), '-p', 'tsconfig.web.json'] },
  { name: 'types of its tests', command: [bin('tsc'), '-p', 'tsconfig.web-tests.json'] },
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

interface Checked {
  name: string;
  ok: boolean;
  seconds: number;
  /** All it wrote. */
  said: string;
}

function check({ name, command: [file, ...args] }: Check): Promise<Checked> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: join(import.meta.dirname, '..') });
    const parts: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => parts.push(part));
    child.stderr.on('data', (part: Buffer) => parts.push(part));
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({
        name,
        ok: code === 0,
        seconds: (performance.now() - began) / 1000,
        said: Buffer.concat(parts).toString(),
      }),
    );
  });
}

/** Runs every check, two at a time, as most of them use one core; each is told whole once it has ended. */
export async function runChecks(tell: (checked: Checked) => void): Promise<void> {
  const left = [...CHECKS];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) tell(await check(next));
  };
  await Promise.all([work(), work()]);
}

if (import.meta.main)
  await runChecks(({ name, ok, said }) => {
    console.log(`\n> ${name}\n${said.trimEnd()}`);
    if (ok) return;
    console.error(`${name}: failed`);
    process.exitCode = 1;
  });
