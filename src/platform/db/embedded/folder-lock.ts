import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Instance, nameInstance, readInstance, thisInstance, writeInstance } from '../../instance.ts';
import { Refusal } from '../../refusal.ts';

/** Another process works on the same data folder; starting a second one on it is refused. */
export class DataFolderInUseError extends Refusal {
  readonly dataDir: string;
  readonly ownerPid: number | undefined;

  constructor(dataDir: string, owner: Instance | null) {
    super(
      'running',
      `The data folder ${dataDir} is already in use by ${nameInstance(owner)}. ` +
        'Stop that process first, or start this one with a data folder of its own.',
    );
    this.name = 'DataFolderInUseError';
    this.dataDir = dataDir;
    this.ownerPid = owner?.pid;
  }
}

export interface FolderLock {
  release(): void;
}

/**
 * Takes the data folder for this process, or refuses within a second.
 *
 * The lock belongs to an open file of this process and is kept by the operating system: it is gone the moment the process
 * is, however it dies, and there is no leftover to judge or to delete. Two processes that ask in the same instant get one
 * winner.
 * @throws DataFolderInUseError when another process (or this one, earlier) holds it.
 */
export async function lockFolder(dataDir: string): Promise<FolderLock> {
  const lock = () => (process.platform === 'linux' ? lockOnLinux(dataDir) : lockByOpening(dataDir));
  let unlock = await lock();
  // A process that was just killed holds its files for the moment it takes to be cleared away.
  for (let attempt = 0; !unlock && attempt < 10; attempt++) {
    await delay(50);
    unlock = await lock();
  }
  if (!unlock) throw new DataFolderInUseError(dataDir, await ownerOf(dataDir));
  // Only tells the loser whom to look for; nothing is decided by it.
  fs.writeFileSync(ownerFile(dataDir), `${writeInstance(thisInstance())}\n`, { mode: 0o600 });
  let held = true;
  return {
    release() {
      if (!held) return;
      held = false;
      fs.rmSync(ownerFile(dataDir), { force: true });
      unlock();
    },
  };
}

type Unlock = () => void;

/**
 * `flock` on the folder itself, so that there is no lock file somebody could remove. Node has no call for it, but such a
 * lock lives in the open file, which a child shares: flock(1) locks the descriptor it inherits, and the lock stays with us
 * when it exits. Our other children never get the descriptor (it is close-on-exec).
 */
async function lockOnLinux(dataDir: string): Promise<Unlock | undefined> {
  const tool = findTool('flock');
  if (!tool) return lockByAbstractSocket(dataDir);
  const fd = fs.openSync(dataDir, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY);
  const run = spawnSync(tool, ['-n', '-x', '3'], { stdio: ['ignore', 'ignore', 'pipe', fd], timeout: 10_000 });
  if (run.status === 0) return () => fs.closeSync(fd);
  fs.closeSync(fd);
  if (run.status === 1) return undefined;
  const reason = run.error?.message ?? (String(run.stderr).trim() || `flock ended with ${run.status ?? run.signal}`);
  throw new Error(`The data folder ${dataDir} cannot be locked: ${reason}. Use a folder on a local disk.`);
}

/** Without flock(1): a name in the kernel's socket table, freed with the process. It reaches only this network namespace. */
export async function lockByAbstractSocket(dataDir: string): Promise<Unlock | undefined> {
  const { dev, ino } = fs.statSync(dataDir);
  const server = net.createServer((socket) => socket.destroy());
  const outcome = await new Promise<'locked' | NodeJS.ErrnoException>((resolve) => {
    server.once('error', resolve);
    server.listen({ path: `\0peritus-data-${dev}-${ino}` }, () => resolve('locked'));
  });
  if (outcome !== 'locked') {
    if (outcome.code === 'EADDRINUSE') return undefined;
    throw outcome;
  }
  server.unref();
  return () => void server.close();
}

/** macOS locks within open(2) (`O_EXLOCK`); Windows refuses to share the open file (libuv's flag of the same name). */
function lockByOpening(dataDir: string): Unlock | undefined {
  const exclusive = process.platform === 'win32' ? 0x1000_0000 : 0x20 | fs.constants.O_NONBLOCK;
  try {
    const flags = fs.constants.O_RDWR | fs.constants.O_CREAT | exclusive;
    const fd = fs.openSync(path.join(dataDir, 'instance.lock'), flags, 0o600);
    return () => fs.closeSync(fd);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (['EAGAIN', 'EWOULDBLOCK', 'EBUSY'].includes(code)) return undefined;
    throw error;
  }
}

const ownerFile = (dataDir: string) => path.join(dataDir, 'instance.pid');

/** As it is written, which is what is read of another. */
const hostHere = (): string | undefined => readInstance(writeInstance(thisInstance()))?.host;

/** The winner writes its name just after it won: wait a moment for a process that is alive. */
async function ownerOf(dataDir: string): Promise<Instance | null> {
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      const owner = readInstance(fs.readFileSync(ownerFile(dataDir), 'utf8'));
      // of another machine or container only its own system knows
      if (owner && (isThere(owner.pid) || ![undefined, hostHere()].includes(owner.host))) return owner;
    } catch {
      // Not written yet.
    }
    await delay(25);
  }
  return null;
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Full path of a system program, looked up in the usual places before `PATH`. */
export function findTool(name: string): string | undefined {
  const places = ['/usr/bin', '/bin', ...(process.env['PATH'] ?? '').split(path.delimiter).filter(path.isAbsolute)];
  return places.map((place) => path.join(place, name)).find((file) => fs.existsSync(file));
}
