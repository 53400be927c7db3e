import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cannotWrite, openDataFolder } from './data-folder.ts';

test.each([
  ['EACCES', 'This account may not write there. Give it the right (chown or chmod), or set'],
  ['EPERM', 'This account may not write there. Give it the right (chown or chmod), or set'],
  ['EROFS', 'The disk is mounted read-only. Mount it for writing, or set'],
  ['ENOTDIR', 'Something on the way there is a file, not a folder. Move it away, or set'],
  ['EEXIST', 'It is a file, not a folder. Move it away, or set'],
  ['EIO', 'cannot be written (i/o error). See to it, or set'],
])('%s is told in words, with what to do', (code, words) => {
  const refusal = cannotWrite(Object.assign(new Error('i/o error'), { code }), 'The data folder /srv/data');
  expect(refusal).toMatchObject({ reason: 'folder', exitCode: 73 });
  expect(refusal.message).toMatch(/^The data folder \/srv\/data cannot be written.+ DATA_DIR to another place\.$/);
  expect(refusal.message).toContain(words);
});

// Node's recursive mkdir turns in a circle for good there, and so did the start, without a word.
test.runIf(process.platform === 'linux')('a place where the system makes no folders is refused, in words', async () => {
  await expect(openDataFolder('/proc/peritus/data')).rejects.toThrow(/cannot be written\. No folder can be made there/);
});

test('the folder is made for us alone, with those on the way, and nothing stays of the trial', async () => {
  const base = mkdtempSync(join(tmpdir(), 'peritus-folder-'));
  try {
    const folder = join(base, 'a', 'data');
    await openDataFolder(folder);
    await openDataFolder(folder);
    expect(readdirSync(folder)).toEqual([]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    writeFileSync(join(base, 'file'), '');
    await expect(openDataFolder(join(base, 'file', 'data'))).rejects.toThrow(/is a file, not a folder/);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
});
