import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Refusal } from './refusal.ts';

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const ADVICE: Readonly<Record<string, string>> = {
  EROFS: 'The disk is mounted read-only. Mount it for writing',
  ENOTDIR: 'Something on the way there is a file, not a folder. Move it away',
  EEXIST: 'It is a file, not a folder. Move it away',
  ENOENT: 'No folder can be made there. Make it, where that is possible',
  ENAMETOOLONG: 'Its name is too long. Choose a shorter one',
};

/** Why something in or beside the data folder cannot be made, and what to do. `what` is its name with its place. */
export function cannotWrite(error: unknown, what: string): Refusal {
  const code = codeOf(error);
  const may = 'This account may not write there. Give it the right (chown or chmod)';
  const why = ['EACCES', 'EPERM'].includes(code) ? may : ADVICE[code];
  return new Refusal(
    'folder',
    `${what} cannot be written${why === undefined ? ` (${error instanceof Error ? error.message : code}). See to it` : `. ${why}`}, or set DATA_DIR to another place.`,
    { cause: error },
  );
}

/** Writes a file into a folder and takes it away again; throws what the system says where it cannot. */
export async function tryWriting(folder: string): Promise<void> {
  const probe = join(folder, `.writable-${randomUUID()}`);
  try {
    await writeFile(probe, 'ready');
  } finally {
    await rm(probe, { force: true });
  }
}

/** Makes a folder and those on the way. Node's own `recursive` never ends where the system makes none, as below /proc. */
async function makeFolder(folder: string, mode?: number): Promise<void> {
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    const isThere = codeOf(error) === 'EEXIST' && (await stat(folder)).isDirectory();
    if (isThere) return;
    if (codeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder, { mode });
  }
}

/**
 * Makes the data folder, readable by us alone, where it is not there; folders on the way stay passable.
 * @throws Refusal when it cannot be made or written. A full disk is none: what is stored can be read on it.
 */
export async function openDataFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder, 0o700);
    await tryWriting(folder);
  } catch (error) {
    if (!['ENOSPC', 'EDQUOT'].includes(codeOf(error))) throw cannotWrite(error, `The data folder ${folder}`);
  }
}
