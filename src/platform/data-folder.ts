import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Refusal } from './refusal.ts';

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const ADVICE: Readonly<Record<string, string>> = {
  EROFS: 'The disk is mounted read-only. Mount it for writing',
  ENOTDIR: 'Something on the way there is a file, not a folder. Move it away',
  EEXIST: 'It is a file, not a folder. Move it away',
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

/**
 * Makes the data folder, readable by us alone, where it is not there; folders on the way stay passable.
 * @throws Refusal when it cannot be made or written. A full disk is none: what is stored can be read on it.
 */
export function openDataFolder(folder: string): void {
  try {
    mkdirSync(dirname(folder), { recursive: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const probe = join(folder, `.writable-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    if (!['ENOSPC', 'EDQUOT'].includes(codeOf(error))) throw cannotWrite(error, `The data folder ${folder}`);
  }
}
