import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './temporary.ts';

test('what a killed run left is removed, what others keep is not', () => {
  const parent = mkdtempSync(join(tmpdir(), 'peritus-temporary-'));
  try {
    const ended = spawnSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }).stdout.trim();
    mkdirSync(join(parent, `peritus-run-${ended}`));
    writeFileSync(join(parent, `peritus-run-${ended}`, 'left'), '');
    mkdirSync(join(parent, `peritus-run-${process.ppid}`));
    mkdirSync(join(parent, 'peritus-run-notes'));
    const folder = temporaryFolder(parent);
    expect(folder).toBe(join(parent, `peritus-run-${process.pid}`));
    expect(statSync(folder).mode & 0o777).toBe(0o711);
    expect(readdirSync(parent).sort()).toEqual(
      [`peritus-run-${process.pid}`, `peritus-run-${process.ppid}`, 'peritus-run-notes'].sort(),
    );
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
});
