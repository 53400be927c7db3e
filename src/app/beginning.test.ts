import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyFile } from '../platform/crypto.ts';
import { readEnv } from '../platform/env.ts';
import { assertNothingLeft, beginning, type Left, lookForLeft, nothingBeside, type Past } from './beginning.ts';

const NEW: Past = { people: false, key: false, audit: false, begun: null, halfMade: false };
const NOTHING: Left = { key: false, files: false };
const wish = (more: { demo?: boolean | undefined; newStart?: boolean; embedded?: boolean } = {}) => ({
  demo: more.demo,
  newStart: more.newStart ?? false,
  embedded: more.embedded ?? true,
});

test('a new database is begun: with the demo world where it is ours or asked for', () => {
  expect(beginning(NEW, NOTHING, wish())).toEqual({ how: 'begin', demo: true });
  expect(beginning(NEW, NOTHING, wish({ demo: false }))).toEqual({ how: 'begin', demo: false });
  expect(beginning(NEW, NOTHING, wish({ embedded: false }))).toEqual({ how: 'begin', demo: false });
  expect(beginning(NEW, NOTHING, wish({ embedded: false, demo: true }))).toEqual({ how: 'begin', demo: true });
});

test('a new one beside a key, files or an audit trail is refused, demo or not, unless a new start is said to be meant', () => {
  for (const demo of [undefined, true, false]) {
    expect(beginning(NEW, { key: true, files: false }, wish({ demo }))).toEqual({ how: 'refuse', traces: ['key'] });
    expect(beginning({ ...NEW, audit: true }, { key: true, files: true }, wish({ demo }))).toEqual({
      how: 'refuse',
      traces: ['key', 'files', 'audit'],
    });
    expect(beginning(NEW, { key: true, files: true }, wish({ demo, newStart: true }))).toMatchObject({ how: 'begin' });
  }
  // an account made beside it is no past
  expect(beginning({ ...NEW, people: true }, { key: true, files: false }, wish())).toMatchObject({ how: 'refuse' });
});

test('one that was used goes on; emptied of people, it becomes no demo world', () => {
  const used: Past = { ...NEW, people: true, key: true, audit: true };
  const left = { key: true, files: true };
  expect(beginning(used, left, wish())).toEqual({ how: 'continue' });
  expect(beginning({ ...used, begun: { demo: false } }, left, wish())).toEqual({ how: 'continue' });
  const emptied = { ...used, people: false };
  expect(beginning(emptied, left, wish())).toEqual({ how: 'refuse', traces: ['files'] });
  expect(beginning(emptied, { key: true, files: false }, wish({ demo: true }))).toEqual({
    how: 'refuse',
    traces: ['audit'],
  });
});

test('an installation begun without the demo stays without it when the setting is left out later', () => {
  const begun: Past = { ...NEW, key: true, begun: { demo: false } };
  expect(beginning(begun, { key: true, files: false }, wish())).toEqual({ how: 'continue' });
  expect(beginning({ ...begun, begun: null }, { key: true, files: false }, wish())).toEqual({ how: 'continue' });
  expect(beginning(begun, { key: true, files: false }, wish({ demo: true }))).toEqual({ how: 'begin', demo: true });
});

test('a demo world cut off at any point is made afresh', () => {
  const left = { key: true, files: true };
  for (const past of [
    { ...NEW, begun: { demo: true }, key: true, audit: true, halfMade: true },
    { ...NEW, key: true, people: true, audit: true, halfMade: true },
  ])
    expect(beginning(past, left, wish())).toEqual({ how: 'again', demo: true });
  // before anything of it was written there is nothing to take away
  for (const key of [true, false])
    expect(beginning({ ...NEW, begun: { demo: true }, key }, left, wish())).toEqual({ how: 'begin', demo: true });
});

test('nothing is ever filled or taken away where something says that people worked here', () => {
  const past = fc.record<Past>({
    people: fc.boolean(),
    key: fc.boolean(),
    audit: fc.boolean(),
    begun: fc.constantFrom(null, { demo: false }),
    halfMade: fc.constant(false),
  });
  const left = fc.record({ key: fc.boolean(), files: fc.boolean() });
  const wishes = fc.record({
    demo: fc.constantFrom(undefined, true, false),
    newStart: fc.constant(false),
    embedded: fc.boolean(),
  });
  fc.assert(
    fc.property(past, left, wishes, (past, left, wishes) => {
      const { how } = beginning(past, left, wishes);
      expect(how).not.toBe('again');
      const isUnknown = past.begun === null && left.files;
      if (past.people || (past.audit && wishes.demo !== false) || isUnknown) expect(how).not.toBe('begin');
    }),
  );
});

test('what is left is seen in the data folder and beside it, and the refusal names it and both ways on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'peritus-left-'));
  try {
    const env = readEnv({ DATA_DIR: join(folder, 'data') });
    expect(await lookForLeft(env)).toEqual(NOTHING);
    await assertNothingLeft(env);
    mkdirSync(join(env.data_dir, 'files', '.sealed', 'ab'), { recursive: true });
    expect(await lookForLeft(env)).toEqual(NOTHING);
    symlinkSync(folder, join(env.data_dir, 'files', '.elsewhere'));
    expect(await lookForLeft(env)).toEqual({ key: false, files: true });
    rmSync(join(env.data_dir, 'files', '.elsewhere'));
    writeFileSync(join(env.data_dir, 'files', '.sealed', 'ab', 'abc'), 'x');
    writeFileSync(keyFile(env.data_dir), 'x');
    expect(await lookForLeft(env)).toEqual({ key: true, files: true });
    await expect(assertNothingLeft(env)).rejects.toMatchObject({ reason: 'stored' });
    await assertNothingLeft({ ...env, NEW_START: true });
    const { message } = nothingBeside(env, ['key', 'files', 'audit']);
    expect(message).toContain(
      `left the encryption key ${keyFile(env.data_dir)}, files in ${join(env.data_dir, 'files')}, and an audit trail`,
    );
    expect(message).toMatch(/bring it back from your backup[^]+NEW_START=on/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
