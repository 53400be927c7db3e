import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Account } from './account.ts';
import { assertReachable } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { Log } from './log.ts';

const HOME = '/var/lib/peritus';
const NOTE = 'POSTGRES-IS-ELSEWHERE.txt';

/**
 * Where the cluster goes. Ordinarily the data folder; when we are root and the account PostgreSQL runs under cannot get
 * there (a checkout below /root), a folder of its own under /var/lib, named by the data folder's path, with a note in
 * the data folder that says so. Throws what to do where that is not possible either.
 */
export function clusterHome(dataDir: string, account: Account | undefined, log: Log): string {
  if (isReachable(dataDir, account)) return dataDir;
  const home = path.join(HOME, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  try {
    fs.mkdirSync(home, { recursive: true, mode: 0o711 });
  } catch {
    assertReachable(dataDir, account, 'the data folder');
  }
  const note = path.join(dataDir, NOTE);
  if (!fs.existsSync(note)) {
    fs.writeFileSync(
      note,
      `PostgreSQL does not run as root, and its account cannot enter this folder.\nThe database of this data folder is in ${home}\n`,
    );
    log('info', `The database stands in ${home}: its account cannot enter ${dataDir}.`);
  }
  return home;
}

/** The programs where the account can reach them: as installed, or copied once beside the cluster. */
export function reachableBinaries(binaries: Binaries, account: Account | undefined): Binaries {
  if (isReachable(path.dirname(binaries.postgres), account)) return binaries;
  const { version } = JSON.parse(fs.readFileSync(path.join(binaries.root, 'package.json'), 'utf8')) as {
    version: string;
  };
  const root = path.join(HOME, `programs-${version}`);
  if (!fs.existsSync(root)) {
    const draft = `${root}.${process.pid}`;
    fs.cpSync(binaries.root, draft, { recursive: true, verbatimSymlinks: true });
    try {
      fs.renameSync(draft, root);
    } catch (error) {
      fs.rmSync(draft, { recursive: true, force: true });
      if (!fs.existsSync(root)) throw error;
    }
  }
  const moved = (file: string) => path.join(root, path.relative(binaries.root, file));
  return {
    ...binaries,
    root,
    initdb: moved(binaries.initdb),
    pgCtl: moved(binaries.pgCtl),
    postgres: moved(binaries.postgres),
  };
}

function isReachable(folder: string, account: Account | undefined): boolean {
  try {
    assertReachable(folder, account, 'a folder');
    return true;
  } catch {
    return false;
  }
}
