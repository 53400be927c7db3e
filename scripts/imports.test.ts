import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circlesOf } from './circles.ts';
import { mayImport, roomOf } from './imports.ts';

const room = (path: string) => {
  const found = roomOf(join(import.meta.dirname, '..', path));
  if (!found) throw new Error(`${path} stands nowhere.`);
  return found;
};

describe('the import law', () => {
  it.each([
    ['a feature below', 'src/features/files/server/x.ts', 'src/features/reviews/rules.ts'],
    ['a contract below', 'src/features/matching/web/x.tsx', 'src/features/reviews/contract.ts'],
    ['the ports of a feature below, from a server', 'src/features/files/server/x.ts', 'src/features/reviews/ports.ts'],
    ['itself', 'src/features/files/server/x.ts', 'src/features/files/rules.ts'],
    ['the demo world, where it is made', 'src/app/start.ts', 'demo/seed.ts'],
    ['a contract, as a client does', 'demo/seed.ts', 'src/features/reviews/contract.ts'],
  ])('lets through %s', (_what, from, to) => expect(mayImport(room(from), room(to))).toBe(true));

  it.each([
    ['a feature above', 'src/features/reviews/server/x.ts', 'src/features/files/rules.ts'],
    ['a feature beside', 'src/features/files/server/x.ts', 'src/features/scheduling/rules.ts'],
    ['the server of another', 'src/features/files/server/x.ts', 'src/features/reviews/server/load.ts'],
    ['ports, from a page', 'src/features/files/web/x.tsx', 'src/features/reviews/ports.ts'],
    ['a contract, from rules', 'src/features/files/rules/x.ts', 'src/features/reviews/contract.ts'],
    ['a feature, from the platform', 'src/platform/command.ts', 'src/features/reviews/rules.ts'],
    ['a feature, from the kit', 'src/ui/pdf-viewer/x.tsx', 'src/features/files/contract.ts'],
    ['the demo world, from elsewhere', 'src/app/server.ts', 'demo/seed.ts'],
    ['a server, from the demo world', 'demo/seed.ts', 'src/features/reviews/server/load.ts'],
  ])('refuses %s', (_what, from, to) => expect(mayImport(room(from), room(to))).toBe(false));

  it('knows no feature that has no floor', () =>
    expect(roomOf(join(import.meta.dirname, '../src/features/new/rules.ts'))).toBeNull());
});

describe('circles', () => {
  const graph = (arrows: Record<string, string[]>) => circlesOf(new Map(Object.entries(arrows)));
  it('are found over any number of files, and a file that imports itself is one', () => {
    expect(graph({ a: ['b'], b: ['c'], c: ['a'], d: ['a'] })).toEqual([['a', 'b', 'c']]);
    expect(graph({ a: ['a'] })).toEqual([['a']]);
    expect(graph({ a: ['b', 'c'], b: ['c'], c: [] })).toEqual([]);
  });
});
