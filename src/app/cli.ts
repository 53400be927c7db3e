/**
 * The commands of the product: `start`, `dev`, `routes`, `openapi`, `flags`, `settings`, `audit-verify`, `export-verify`,
 * `create-admin`, `break-glass`, `deadlines`, `ledger`.
 * Everything is set by environment variables; see docs/settings.md.
 */
import { Refusal } from '../platform/refusal.ts';

const [name = 'start', ...args] = process.argv.slice(2);

const COMMANDS: Record<string, () => Promise<void>> = {
  start: async () => (await import('./start.ts')).start({ watch: false }),
  dev: async () => (await import('./start.ts')).start({ watch: true }),
  routes: async () => {
    const { PAGE_ROUTES } = await import('./routes.ts');
    // of its status there is nothing to say: each has its page
    if (!args.includes('--status')) for (const { path } of PAGE_ROUTES) console.log(path);
  },
  openapi: async () => (await import('./openapi.ts')).printOpenApi(),
  flags: async () => (await import('./flags.ts')).printFlags(),
  settings: async () => {
    const { settingsTable } = await import('./settings.ts');
    process.stdout.write(settingsTable());
  },
  'audit-verify': async () => (await import('./audit-verify.ts')).verify(args),
  'export-verify': async () => (await import('./export-verify.ts')).verifyArchive(args),
  deadlines: async () => (await import('./held-deadlines.ts')).heldDeadlinesCommand(args),
  ledger: async () => (await import('./ledger.ts')).ledgerCommand(args),
  'break-glass': async () => (await import('./break-glass.ts')).breakGlass(args),
  'create-admin': async () => (await import('./create-admin.ts')).createAdmin(args),
};

const run = COMMANDS[name];
if (!run) {
  console.error(`There is no command "${name}". There are: ${Object.keys(COMMANDS).join(', ')}.`);
  process.exitCode = 2;
} else {
  try {
    await run();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    if (process.env.LOG_LEVEL === 'debug') console.error(error);
    process.exitCode = error instanceof Refusal ? error.exitCode : 1;
  }
}
