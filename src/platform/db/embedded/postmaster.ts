import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { programEnvironment } from './cluster.ts';
import { damageIn, DamagedClusterError } from './damage.ts';
import { findTool } from './folder-lock.ts';
import { parseServerLine } from './log.ts';
import type { Log } from './log.ts';
import { isPostmasterOf, leftoversOf, readPidFile, signal } from './processes.ts';

const windows = process.platform === 'win32';

/** Everything needed to start the server of a cluster, the same for every restart. */
export interface LaunchPlan {
  binaries: Binaries;
  clusterDir: string;
  account: Account | undefined;
  settings: Record<string, string>;
  log: Log;
}

export interface ExitInfo {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A running server, our own child. */
export interface Postmaster {
  pid: number;
  exited: Promise<ExitInfo>;
  /** Signals the child, and nobody else who might carry its id after it is gone. On Windows this ends it at once. */
  kill(name: NodeJS.Signals): void;
}

/** How long a start is retried while remains of an earlier server are in the way, ms. */
const retryWindow = 20_000;
/** When processes that outlived their server are asked to leave, ms after the first refusal. */
const patience = 500;
/** Longest wait for recovery to end, ms. It is bounded by `max_wal_size` and takes seconds. */
const recoveryLimit = 600_000;

const remains = /lock file ".*" already exists|shared memory block .* still in use|is the database system.*running/i;

/**
 * Starts the server and waits until it accepts connections.
 *
 * After a hard kill, remains of the earlier server (processes that have not noticed yet, shared memory) make PostgreSQL
 * refuse; that is retried. Its pid files are never touched: PostgreSQL judges them itself.
 * @throws DamagedClusterError when it ended for its files.
 * @throws Error with the server's last words, or the reason of `abort`.
 */
export async function launch(plan: LaunchPlan, abort?: AbortSignal): Promise<Postmaster> {
  const began = performance.now();
  for (let attempt = 0; ; attempt++) {
    abort?.throwIfAborted();
    await stopOrphan(plan);
    const { postmaster, lastWords } = spawnServer(plan);
    const outcome = await untilReady(postmaster, plan, abort);
    if (outcome === 'ready') return postmaster;
    const lines = lastWords();
    const words = lines.join(' / ');
    const waited = performance.now() - began;
    const damage = damageIn(lines);
    if (damage.length > 0) throw new DamagedClusterError(plan.clusterDir, `PostgreSQL says "${damage.join(' / ')}"`);
    if (!remains.test(words) || waited > retryWindow) {
      throw new Error(`PostgreSQL did not start (${outcome.code ?? outcome.signal}). It said: ${words || 'nothing'}`);
    }
    plan.log('warn', 'Remains of an earlier PostgreSQL are in the way; trying again.', { attempt, reason: words });
    if (waited > patience) {
      // Their server is gone, so they can commit nothing more: as after any crash, leaving at once is safe.
      for (const pid of leftoversOf(plan.clusterDir)) signal(pid, 'SIGQUIT');
    }
    await delay(Math.min(100 * 2 ** attempt, 1_000), undefined, { signal: abort });
  }
}

/**
 * A server of this folder that outlived its supervisor is stopped (we hold the data folder, so nobody else looks after
 * it). Only a process verified to be this folder's server is signalled.
 */
async function stopOrphan(plan: LaunchPlan): Promise<void> {
  const pid = readPidFile(plan.clusterDir)?.pid;
  if (pid === undefined) return;
  if (windows) {
    // pg_ctl talks to a pipe named after the process, which only a PostgreSQL server has.
    await runPgCtlStop(plan);
    return;
  }
  if (!isPostmasterOf(pid, plan.clusterDir)) return;
  plan.log('warn', 'Stopping a PostgreSQL that outlived its supervisor.', { server_pid: pid });
  const gone = () => !isPostmasterOf(pid, plan.clusterDir);
  for (const [name, patienceMs] of stopSteps) {
    if (gone()) return;
    signal(pid, name);
    if (await until(gone, patienceMs)) return;
  }
  throw new Error(`The PostgreSQL with process id ${pid} on ${plan.clusterDir} cannot be stopped.`);
}

/** Fast stop, then an immediate one (the next start recovers), and only then the kernel's. */
const stopSteps: readonly (readonly [NodeJS.Signals, number])[] = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
];

/** Stops our server cleanly: sessions are ended, everything is written, and the process has exited when this answers. */
export async function stopServer(postmaster: Postmaster, plan: LaunchPlan): Promise<void> {
  const exited = postmaster.exited.then(() => true);
  if (windows) await runPgCtlStop(plan);
  for (const [name, patienceMs] of stopSteps) {
    if (!windows || name === 'SIGKILL') postmaster.kill(name);
    const timer = new AbortController();
    const late = delay(patienceMs, false, { signal: timer.signal }).catch(() => false);
    const done = await Promise.race([exited, late]);
    timer.abort();
    if (done) return;
    plan.log('warn', 'PostgreSQL is slow to stop.', { after: name, server_pid: postmaster.pid });
  }
  throw new Error(`PostgreSQL (process ${postmaster.pid}) does not stop.`);
}

async function runPgCtlStop(plan: LaunchPlan): Promise<void> {
  const child = spawn(plan.binaries.pgCtl, ['stop', '-D', plan.clusterDir, '-m', 'fast', '-w', '-t', '20'], {
    env: programEnvironment(),
    stdio: 'ignore',
    windowsHide: true,
  });
  await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
}

function spawnServer(plan: LaunchPlan): { postmaster: Postmaster; lastWords: () => readonly string[] } {
  const { binaries, clusterDir, account, settings, log } = plan;
  const env = programEnvironment();
  // The id in a pid file left by a crash may by now be another process of the same account (small containers reuse ids
  // quickly), and PostgreSQL would take it for a server. `stopOrphan` has shown that it is none of ours; this variable is
  // PostgreSQL's own way to be told so. Shared memory still keeps a second server out.
  const stale = readPidFile(clusterDir)?.pid;
  if (stale !== undefined) env['PG_GRANDPARENT_PID'] = String(stale);

  const server = [binaries.postgres, '-D', clusterDir];
  for (const [name, value] of Object.entries(settings)) server.push('-c', `${name}=${value}`);
  const [program = '', ...args] = [...dieWithParent(), ...server];
  const child = spawn(program, args, {
    ...account,
    cwd: clusterDir,
    env,
    // A session of its own: Ctrl-C in the terminal is for us, who stop the server when nobody needs it any more.
    detached: !windows,
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  });
  const words: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    const entry = parseServerLine(line);
    if (!entry) return;
    words.push(entry.message);
    if (words.length > 12) words.shift();
    log(entry.level, `PostgreSQL: ${entry.message}`, entry.fields);
  });
  const exited = new Promise<ExitInfo>((resolve) => {
    child.once('error', (error) => {
      words.push(error.message);
      resolve({ code: null, signal: null });
    });
    // `close` comes after the last line, unlike `exit`; but leftovers of a killed server can keep the pipe open.
    child.once('close', (code, name) => resolve({ code, signal: name }));
    child.once('exit', (code, name) => setTimeout(() => resolve({ code, signal: name }), 50));
  });
  const kill = (name: NodeJS.Signals) => void child.kill(name);
  return { postmaster: { pid: child.pid ?? 0, exited, kill }, lastWords: () => words };
}

let wrapper: string[] | undefined;

/** On Linux the kernel asks the server to stop (fast) when we die, however we die. Elsewhere `stopOrphan` has to do. */
function dieWithParent(): string[] {
  if (wrapper) return wrapper;
  const tool = process.platform === 'linux' ? findTool('setpriv') : undefined;
  const works = tool && spawnSync(tool, ['--pdeathsig', 'INT', tool, '--version'], { stdio: 'ignore' }).status === 0;
  return (wrapper = works ? [tool, '--pdeathsig', 'INT'] : []);
}

async function untilReady(
  postmaster: Postmaster,
  { clusterDir, log }: LaunchPlan,
  abort: AbortSignal | undefined,
): Promise<'ready' | ExitInfo> {
  let exit: ExitInfo | undefined;
  void postmaster.exited.then((info) => (exit = info));
  const ready = () => {
    const file = readPidFile(clusterDir);
    return file?.pid === postmaster.pid && file.status === 'ready';
  };
  const answered = await until(
    () => exit !== undefined || abort?.aborted === true || ready(),
    recoveryLimit,
    (ms) => log('info', 'PostgreSQL is recovering.', { waited_ms: ms }),
  );
  if (exit) return exit;
  if (answered && !abort?.aborted) return 'ready';
  postmaster.kill('SIGINT');
  return await postmaster.exited;
}

/** Looks again and again until `condition` holds; answers whether it did within `limit` ms. */
async function until(condition: () => boolean, limit: number, onWait?: (ms: number) => void): Promise<boolean> {
  const began = performance.now();
  let told = 5_000;
  while (!condition()) {
    const waited = performance.now() - began;
    if (waited > limit) return false;
    if (waited > told) {
      onWait?.(Math.round(waited));
      told += 5_000;
    }
    await delay(15);
  }
  return true;
}
