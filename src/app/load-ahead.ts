import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGE_ROUTES, pathsOf } from './routes.ts';

/** Files under the pages' folder that a page will need before its scripts can ask for them. */
export interface Ahead {
  fonts: readonly string[];
  styles: readonly string[];
  modules: readonly string[];
}

interface Chunk {
  file: string;
  name?: string;
  src?: string;
  isEntry?: boolean;
  imports?: readonly string[];
  css?: readonly string[];
}
export type Manifest = Readonly<Record<string, Chunk>>;

/** Of every route with a page of its own, the module the page is in: written at build time from the map of pages. */
export type PageModules = Readonly<Record<string, string>>;

export const PAGE_MODULES = '.vite/pages.json';

/** Sign-in as it is first seen, drawn at build time: what goes into the head, as a script, and into the page's place. */
export interface Picture {
  head: string;
  body: string;
  /** Where the demo world is, whose accounts stand beside the form once they are known. */
  demo_body: string;
}
export const PICTURE = '.vite/picture.json';

/** The picture of sign-in, or null where none was drawn. */
export const pictureOf = (root: string): Picture | null => readJson<Picture>(join(root, PICTURE));

/** Modules loaded on demand that stand in a group of vite.config.ts together with what they import. */
const GROUPED: Readonly<Record<string, string>> = {
  'app.tsx': 'program',
  '../../features/reviews/web/list-page.tsx': 'review-list',
};

/** The key of the chunk a module is in: one of its own, or its group's. */
export function chunkKeyOf(manifest: Manifest, module: string): string {
  if (manifest[module]) return module;
  const group = GROUPED[module];
  return Object.keys(manifest).find((key) => group !== undefined && manifest[key]?.name === group) ?? module;
}

/**
 * Reads the map of pages, src/app/web/pages.tsx: rows of a path and the import that loads its component. A row written
 * otherwise has no module here; its page is then loaded when the program asks for it.
 */
export function pageModules(source: string): PageModules {
  const rows = source.matchAll(/^ {2}'(\/[^']*)': \{\n(?: {4}.*\n)*? {4}load: \(\) => import\('(?:\.\/)?([^']+)'\)/gm);
  return Object.fromEntries(
    [...rows].flatMap(([, path, file]) => (path && file ? pathsOf(path).map((one) => [one, file]) : [])),
  );
}

/** Answers for an address what to load ahead: the program, the page's own part, and the typeface. */
export function aheadOf(root: string): (path: string) => Ahead {
  const manifest = readJson<Manifest>(join(root, '.vite/manifest.json')) ?? {};
  const modules = readJson<PageModules>(join(root, PAGE_MODULES)) ?? {};
  const fonts = readdirSync(join(root, 'assets'))
    .filter((name) => /^hanken-grotesk-latin-wght-normal-.*\.woff2$/.test(name))
    .map((name) => `assets/${name}`);
  const nothing: Ahead = { fonts, styles: [], modules: [] };
  const entries = new Set(Object.keys(manifest).filter((key) => manifest[key]?.isEntry));
  const known = closure(manifest, [...entries]);
  const byRoute = PAGE_ROUTES.map(({ path }) => {
    const page = modules[path];
    const keys = closure(
      manifest,
      ['app.tsx', ...(page === undefined ? [] : [page])].map((module) => chunkKeyOf(manifest, module)),
    ).filter((k) => !known.includes(k));
    const chunks = keys.flatMap((key) => manifest[key] ?? []);
    return {
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
      ahead: {
        fonts,
        styles: [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))],
        modules: chunks.map((chunk) => chunk.file),
      },
    };
  });
  return (path) => {
    // home and sign-in are in the entry; the program follows once it is wanted
    if (path === '/' || path === '/login') return nothing;
    return byRoute.find(({ pattern }) => pattern.test(path))?.ahead ?? nothing;
  };
}

function closure(manifest: Manifest, keys: readonly string[]): string[] {
  const seen = new Set<string>();
  const add = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const next of chunk.imports ?? []) add(next);
  };
  for (const key of keys) add(key);
  return [...seen];
}

function readJson<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    // built by hand, or before this was written: pages load all the same
    return null;
  }
}
