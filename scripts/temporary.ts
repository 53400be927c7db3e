/** Where a run of the tests puts what it throws away. */
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** What Linux says a file system held in memory is (statfs(2), TMPFS_MAGIC). */
const TMPFS = 0x01021994;
/** A whole run takes less than half of it at its fullest. */
const ROOM_BYTES = 4 * 1024 ** 3;

/** Whether memory can take the files: on others than Linux, in a small container or on a small machine it can't. */
function memoryHasRoom(): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY);
    return type === TMPFS && bavail * bsize >= ROOM_BYTES && freemem() >= 2 * ROOM_BYTES;
  } catch {
    return false;
  }
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/**
 * An empty folder for this process's temporary files, which it removes at the end; one that a killed run left is removed
 * now. In memory where there is room: the databases of the tests are copied hundreds of times, and on a disk that is a
 * third of all the processor's work.
 */
export function temporaryFolder(parent = memoryHasRoom() ? MEMORY : tmpdir()): string {
  for (const name of readdirSync(parent)) {
    const pid = /^peritus-run-(\d+)$/.exec(name)?.[1];
    if (pid && !isRunning(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
  }
  const folder = join(parent, `peritus-run-${process.pid}`);
  mkdirSync(folder);
  // PostgreSQL runs as somebody else where the tests are run by root, and passes through
  chmodSync(folder, 0o711);
  return folder;
}
