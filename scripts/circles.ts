/**
 * No file imports itself by way of others, also not by a type or by an `import()`: what belongs together stands in one
 * file, or both take it from a third.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { SPECIFIER } from './imports.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['src', 'demo', 'bench', 'scripts', 'tests'];

function sources(): string[] {
  return FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true }))
    .filter((e) => e.isFile() && /\.tsx?$/.test(e.name) && !e.name.endsWith('.d.ts'))
    .map((e) => join(e.parentPath, e.name));
}

/** The circles of a graph: each a group of nodes that all lead to each other (Tarjan). */
export function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const path: string[] = [];
  function visit(node: string): void {
    order.set(node, order.size);
    low.set(node, order.get(node) ?? 0);
    path.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (path.includes(next)) low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(node) !== order.get(node)) return;
    const group = path.splice(path.indexOf(node));
    if (group.length > 1 || (graph.get(node) ?? []).includes(node)) circles.push(group);
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return circles;
}

/** Every circle of files in the project, named from its root. */
function fileCircles(): string[][] {
  const files = sources();
  const known = new Set(files);
  const graph = new Map(
    files.map((file) => [
      file,
      [...readFileSync(file, 'utf8').matchAll(SPECIFIER)]
        .map((match) => resolve(dirname(file), match[1] ?? match[2] ?? ''))
        .filter((path) => known.has(path)),
    ]),
  );
  return circlesOf(graph).map((circle) => circle.map((file) => relative(ROOT, file)).toSorted());
}

if (import.meta.main) {
  const circles = fileCircles();
  for (const circle of circles) console.error(`These files import each other: ${circle.join(', ')}`);
  console.log(circles.length === 0 ? 'No file imports itself.' : `${circles.length} circles of files.`);
  process.exitCode = circles.length === 0 ? 0 : 1;
}
