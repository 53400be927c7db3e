import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { giveTo } from './account.ts';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { Refusal } from '../../refusal.ts';
import { DamagedClusterError } from './damage.ts';
import { serverLinePrefix } from './log.ts';

export type Durability = 'full' | 'none';

/** Owns the cluster; used for set-up and maintenance only. */
export const superuser = 'postgres';
const windows = process.platform === 'win32';

/** Environment of every PostgreSQL program: no secret of ours, none of the operator's PG* variables, fixed language. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const base = windows ? { SystemRoot: process.env['SystemRoot'], TEMP: os.tmpdir() } : {};
  return { ...base, PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
}

interface Creating {
  durability: Durability;
  beforeCreating?: (() => Promise<void>) | undefined;
  whileCreating?: (() => void) | undefined;
}

/**
 * Makes sure a cluster is in `<dataDir>/postgres`; answers whether it was created now.
 *
 * initdb works in a folder of another name which is moved into place when complete, so a half-made cluster is never
 * mistaken for data and may be thrown away.
 * @throws Refusal when the folder holds something else, or data of another major version.
 * @throws DamagedClusterError when what is there lost its version.
 */
export async function ensureCluster(
  dataDir: string,
  binaries: Binaries,
  account: Account | undefined,
  { durability, beforeCreating, whileCreating }: Creating,
): Promise<boolean> {
  const clusterDir = path.join(dataDir, 'postgres');
  const draft = path.join(dataDir, 'postgres.initializing');
  fs.rmSync(draft, { recursive: true, force: true });
  if (fs.existsSync(clusterDir)) {
    if (fs.readdirSync(clusterDir).length > 0) {
      checkVersion(clusterDir, binaries);
      // Restored by root, for instance.
      if (account && fs.statSync(clusterDir).uid !== account.uid) giveTo(account, clusterDir);
      return false;
    }
  }
  await beforeCreating?.();
  if (fs.existsSync(clusterDir)) fs.rmdirSync(clusterDir);
  fs.mkdirSync(draft, { mode: 0o700 });
  const files: string[] = [];
  try {
    const auth = ['--auth-local=trust', '--auth-host=reject'];
    if (windows) {
      const secret = randomBytes(24).toString('hex');
      fs.writeFileSync(passwordFile(dataDir), secret, { mode: 0o600 });
      const handover = path.join(dataDir, 'postgres.pwfile');
      fs.writeFileSync(handover, `${secret}\n`, { mode: 0o600 });
      files.push(handover);
      auth.splice(0, 2, '--auth=scram-sha-256', `--pwfile=${handover}`);
    }
    giveTo(account, draft);
    const made = run(
      binaries.initdb,
      [
        `--pgdata=${draft}`,
        `--username=${superuser}`,
        '--no-instructions',
        '--encoding=UTF8',
        // Order by code point, letter case by Unicode, the same on every operating system and after its updates.
        '--no-locale',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        ...auth,
        ...(durability === 'none' ? ['--no-sync'] : []),
      ],
      account,
    );
    whileCreating?.();
    await made;
    fs.renameSync(draft, clusterDir);
    if (durability === 'full') syncFolder(dataDir);
    return true;
  } finally {
    for (const file of files) fs.rmSync(file, { force: true });
    fs.rmSync(draft, { recursive: true, force: true });
  }
}

function checkVersion(clusterDir: string, binaries: Binaries): void {
  const file = path.join(clusterDir, 'PG_VERSION');
  if (!fs.existsSync(file)) {
    const looksOurs = ['base', 'global'].some((name) => fs.existsSync(path.join(clusterDir, name)));
    if (looksOurs) throw new DamagedClusterError(clusterDir, 'its file PG_VERSION is missing');
    throw new Refusal(
      'stored',
      `${clusterDir} holds files but no database (PG_VERSION is missing). Nothing was changed there. ` +
        'Move them elsewhere, or set DATA_DIR to another folder.',
    );
  }
  const version = fs.readFileSync(file, 'utf8').trim();
  if (!/^\d+$/.test(version)) throw new DamagedClusterError(clusterDir, 'its file PG_VERSION names no version');
  if (version !== binaries.major) {
    throw new Refusal(
      'stored',
      `${clusterDir} was written by PostgreSQL ${version}; this release brings PostgreSQL ${binaries.major}. ` +
        'Start the release of Peritus that wrote it, or bring back a backup made with this one. Nothing was changed there.',
    );
  }
}

function syncFolder(folder: string): void {
  if (windows) return;
  const fd = fs.openSync(folder, 'r');
  fs.fsyncSync(fd);
  fs.closeSync(fd);
}

async function run(program: string, args: string[], account: Account | undefined): Promise<void> {
  const child = spawn(program, args, {
    ...account,
    cwd: path.dirname(program),
    env: programEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-4_000)));
  const [code, name] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, name) => resolve([code, name]));
  });
  if (code !== 0) {
    throw new Error(`${path.basename(program)} could not create the database (${code ?? name}): ${errors.trim()}`);
  }
}

/** Windows only, where the server listens on loopback and asks for a password. */
export function readPassword(dataDir: string): string | undefined {
  return windows ? fs.readFileSync(passwordFile(dataDir), 'utf8').trim() : undefined;
}

const passwordFile = (dataDir: string) => path.join(dataDir, 'postgres.password');

/** `sun_path` holds 104 bytes on macOS and 108 on Linux, with the closing zero. */
const longestSocketPath = 103;
const socketName = '.s.PGSQL.5432';

const fits = (folder: string) => Buffer.byteLength(path.join(folder, `${socketName}.lock`)) <= longestSocketPath;

/**
 * The private folder of the server's socket: `<dataDir>/run`, or for a long data folder one with a fixed name under the
 * temporary folder.
 *
 * Local connections are trusted, and this folder is why that is sound: mode 0700 and owned by the account the server runs
 * under, so the only ones who can reach the socket are that account, who could as well read the data files or edit
 * pg_hba.conf, and root. A password kept beside the data would be open to the same two and add a thing to lose.
 * @throws Error when somebody else's folder is in that place.
 */
export function prepareSocketDir(dataDir: string, account: Account | undefined): string {
  const ours = [process.getuid?.() ?? 0, account?.uid];
  let folder = path.join(dataDir, 'run');
  if (!fits(folder)) {
    const name = `peritus-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
    folder = [os.tmpdir(), '/tmp'].map((place) => path.join(place, name)).find(fits) ?? path.join('/tmp', name);
  }
  fs.mkdirSync(folder, { mode: 0o700, recursive: true });
  const stat = fs.lstatSync(folder);
  // In a folder open to everyone, somebody may have been here first.
  if (!stat.isDirectory() || !ours.includes(stat.uid)) {
    throw new Error(
      `${folder} belongs to somebody else (uid ${stat.uid}). Remove it; the database's socket goes there.`,
    );
  }
  fs.chmodSync(folder, 0o700);
  if (account) fs.chownSync(folder, account.uid, account.gid);
  return folder;
}

/** Settings of the server; `extra` wins over ours. Memory for a small machine that also runs the application. */
export function serverSettings(
  listen: { socketDir: string } | { port: number },
  durability: Durability,
  extra: Record<string, string> = {},
): Record<string, string> {
  const roomy = os.totalmem() >= 2 * 1024 ** 3;
  const settings: Record<string, string> = {
    ...('port' in listen
      ? { listen_addresses: '127.0.0.1', port: String(listen.port) }
      : {
          listen_addresses: '',
          port: '5432',
          unix_socket_directories: `"${listen.socketDir.replaceAll('"', '""')}"`,
          unix_socket_permissions: '0700',
        }),
    max_connections: '60',
    shared_buffers: roomy ? '256MB' : '128MB',
    effective_cache_size: roomy ? '1GB' : '256MB',
    work_mem: '8MB',
    maintenance_work_mem: '128MB',
    max_parallel_workers_per_gather: '1',
    jit: 'off',
    max_logical_replication_workers: '0',
    random_page_cost: '1.1',
    wal_compression: 'on',
    // Bounds the log to be replayed after a crash, and with it the time to be back.
    max_wal_size: '512MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_line_prefix: serverLinePrefix,
    log_checkpoints: 'off',
    // Statements and the details of errors quote values, which may be about a patient: neither leaves the server.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
  };
  if (process.platform === 'darwin') settings['wal_sync_method'] = 'fsync_writethrough';
  if (durability === 'none') {
    Object.assign(settings, {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      shared_buffers: '64MB',
    });
  }
  for (const name of Object.keys(extra)) {
    if (!/^[A-Za-z_][A-Za-z0-9_.]*$/.test(name)) throw new Error(`"${name}" is not the name of a PostgreSQL setting.`);
  }
  return { ...settings, ...extra };
}
