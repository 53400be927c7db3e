import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const linux = process.platform === 'linux';

/** Whether a process still runs. A zombie does not: it holds nothing and only waits for its parent to take note. */
export function isRunning(pid: number): boolean {
  if (linux) {
    try {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
      return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
    } catch {
      return false;
    }
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export interface PidFile {
  pid: number;
  /** What the postmaster says of itself, such as `starting` or `ready`. */
  status: string;
  /** Where it listens: a port, and the folder of its socket (empty on Windows). */
  port: number;
  socketDir: string;
}

/** Reads `postmaster.pid` of a cluster; it is PostgreSQL's file and only ever read here. */
export function readPidFile(clusterDir: string): PidFile | undefined {
  try {
    const lines = fs.readFileSync(path.join(clusterDir, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Math.abs(Number(lines[0]));
    if (!Number.isInteger(pid) || pid <= 0) return undefined;
    return { pid, status: (lines[7] ?? '').trim(), port: Number(lines[3]), socketDir: (lines[4] ?? '').trim() };
  } catch {
    return undefined;
  }
}

/**
 * Whether a process is the postmaster of this cluster, by what it was started with. Process ids are reused: nothing may
 * be signalled on the word of a pid file alone. `clusterDir` is a real path.
 */
export function isPostmasterOf(pid: number, clusterDir: string): boolean {
  if (!isRunning(pid)) return false;
  if (linux) {
    try {
      const args = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      if (path.basename(args[0] ?? '') !== 'postgres') return false;
      return args[args.indexOf('-D') + 1] === clusterDir || fs.readlinkSync(`/proc/${pid}/cwd`) === clusterDir;
    } catch {
      return false;
    }
  }
  if (process.platform === 'win32') return false;
  const ps = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8', timeout: 5_000 });
  const command = ` ${(ps.stdout ?? '').trim()} `;
  return command.includes('/bin/postgres ') && command.includes(` -D ${clusterDir} `);
}

/**
 * Server processes that outlived their postmaster (a busy query does not look up): they work in the cluster's folder and
 * run a PostgreSQL program. Known on Linux only; elsewhere waiting has to do.
 */
export function leftoversOf(clusterDir: string): number[] {
  if (!linux) return [];
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          fs.readlinkSync(`/proc/${pid}/cwd`) === clusterDir &&
          path.basename(fs.readlinkSync(`/proc/${pid}/exe`)).startsWith('postgres') &&
          isRunning(pid)
        );
      } catch {
        return false;
      }
    });
}

/** Sends a signal; a process that is already gone is no error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
