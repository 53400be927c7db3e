import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** The unprivileged account that PostgreSQL runs under when we are root. */
export interface Account {
  uid: number;
  gid: number;
}

/** In order of preference. initdb insists on a name in the account database, a bare number would not do. */
const candidates = ['peritus', 'postgres', '_postgres', 'nobody'];

/**
 * PostgreSQL refuses to run as root. Answers the account to run it under, or `undefined` when we are not root and it runs
 * as ourselves. An existing cluster keeps its owner.
 * @throws Error when root has no account to choose from.
 */
export function chooseAccount(clusterDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = fs.statSync(clusterDir, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const accounts = new Map<string, Account>();
  for (const line of fs.readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [name = '', , uid, gid] = line.split(':');
    if (uid && gid && Number(uid) !== 0) accounts.set(name, { uid: Number(uid), gid: Number(gid) });
  }
  for (const name of candidates) {
    const account = accounts.get(name);
    if (account) return account;
  }
  throw new Error(
    'PostgreSQL does not run as root and there is no account to run it under. Create one with ' +
      '"useradd --system peritus", start as an ordinary user, or set DATABASE_URL.',
  );
}

/**
 * A data folder that only root may enter is opened to the account's group, for passing through and nothing else. A folder
 * with wider or foreign permissions is the operator's choice and stays as it is.
 */
export function letThrough(dataDir: string, account: Account | undefined): void {
  if (!account) return;
  const { uid, mode } = fs.statSync(dataDir);
  if (uid !== 0 || (mode & 0o077) !== 0) return;
  fs.chownSync(dataDir, 0, account.gid);
  fs.chmodSync(dataDir, 0o710);
}

/**
 * Makes sure the account can get to a folder.
 * @throws Error naming the folder on the way that blocks it, and what to do.
 */
export function assertReachable(folder: string, account: Account | undefined, what: string): void {
  if (!account) return;
  const blocking = ancestors(folder).find((dir) => !mayEnter(fs.statSync(dir), account));
  if (!blocking) return;
  // Access control lists can allow what the mode bits do not: ask the system before refusing.
  const probe = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
    timeout: 10_000,
  });
  if (probe.status === 0) return;
  throw new Error(
    `PostgreSQL runs under the account with uid ${account.uid} because it refuses root, but that account cannot reach ` +
      `${what} ${folder}: the folder ${blocking} does not let it through. Allow it with "chmod o+x ${blocking}", ` +
      'move to a place everyone may enter (such as /srv or /var/lib), start as the owner of that folder, or set DATABASE_URL.',
  );
}

function ancestors(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [...ancestors(parent), folder];
}

function mayEnter(stat: fs.Stats, account: Account): boolean {
  if (stat.uid === account.uid) return (stat.mode & 0o100) !== 0;
  if (stat.gid === account.gid) return (stat.mode & 0o010) !== 0;
  return (stat.mode & 0o001) !== 0;
}

/** Gives a folder and all it holds to the account; the top comes last, so that an interrupted run is done again. */
export function giveTo(account: Account | undefined, folder: string): void {
  if (!account) return;
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) giveTo(account, full);
    else fs.lchownSync(full, account.uid, account.gid);
  }
  fs.lchownSync(folder, account.uid, account.gid);
}
