import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGE_ROUTES, pathsOf } from './routes.ts';

/** Files under the pages' folder that a page will need before its scripts can ask for them. */
export interface Ahead {
  fonts: readonly string[];
  styles: readonly string[];
  modules: readonly string[];
  /** What it draws second: fetched after the others. */
  second: { styles: readonly string[]; modules: readonly string[] };
  /** One works there. */
  work: boolean;
  /** It stands alone: neither the frame nor the program comes with it. */
  bare: boolean;
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

/** A row of the map of pages: the module its page is in, whether one works there, so that notes take no line, and whether it stands alone. */
interface PageRow {
  module: string;
  work: boolean;
  bare: boolean;
}

/** Of every route with a page of its own, its row: written at build time from the map of pages. */
export type PageRows = Readonly<Record<string, PageRow>>;

export const PAGE_ROWS = '.vite/pages.json';

/** Sign-in as it is first seen, drawn at build time: what goes into the head, as a script, and into the page's place. */
interface SignInPicture {
  head: string;
  body: string;
  /** Where the demo world is, whose accounts stand beside the form once they are known. */
  demo_body: string;
}

/** The frame of pages behind sign-in: besides, what runs at the end of the document. */
interface FramePicture {
  head: string;
  foot: string;
  body: string;
  /** Where one works, and notes take no line. */
  work_body: string;
  /** Around the head of a review's page, by whose move it is (`review-words.ts`). */
  reviews: Readonly<Record<string, string>>;
}

export interface Pictures {
  sign_in: SignInPicture;
  frame: FramePicture;
}
export const PICTURES = '.vite/pictures.json';

/** The pictures pages come with, or null where none were drawn. */
export const picturesOf = (root: string): Pictures | null => readJson<Pictures>(join(root, PICTURES));

/** Modules loaded on demand that stand in a group of vite.config.ts together with what they import. */
const GROUPED: Readonly<Record<string, string>> = {
  'app.tsx': 'program',
  '../../features/reviews/web/list-page.tsx': 'review-list',
  '../../features/files/web/file-list.tsx': 'files',
  '../../features/files/web/records-upload.tsx': 'files',
  '../../features/scheduling/web/time-choice.tsx': 'calls',
};

/** The key of the chunk a module is in: one of its own, or its group's. */
export function chunkKeyOf(manifest: Manifest, module: string): string {
  if (manifest[module]) return module;
  const group = GROUPED[module];
  return Object.keys(manifest).find((key) => group !== undefined && manifest[key]?.name === group) ?? module;
}

/**
 * Reads the map of pages, src/app/web/pages.tsx: rows of a path and the import that loads its component, written out or
 * made by a function of the same file. A row written otherwise is not in the answer; its page is then loaded when the
 * program asks for it.
 */
export function pageRows(source: string): PageRows {
  const rowOf = (text: string): PageRow | undefined => {
    const module = /load: \(\) => import\('(?:\.\/)?([^']+)'\)/.exec(text)?.[1];
    return module === undefined
      ? undefined
      : { module, work: /^ {4}(work|fixed): true,$/m.test(text), bare: /^ {4}bare: true,$/m.test(text) };
  };
  const made = new Map(
    [...source.matchAll(/^function (\w+)\([^)]*\): Page \{\n([\s\S]*?)^\}/gm)].map(([, name, text = '']) => [
      name,
      rowOf(text),
    ]),
  );
  const written = [...source.matchAll(/^ {2}'(\/[^']*)': (?:\{\n((?: {4}.*\n)*) {2}\}|(\w+)\()/gm)];
  return Object.fromEntries(
    written.flatMap(([, path = '', text, maker]) => {
      const row = maker === undefined ? rowOf(text ?? '') : made.get(maker);
      return row ? pathsOf(path).map((one) => [one, row]) : [];
    }),
  );
}

/**
 * Answers for an address what to load ahead: the program, the page's own part, and the typeface; and second what
 * further modules need that it will draw, as the builder names them.
 */
export function aheadOf(root: string): (path: string, further?: readonly string[]) => Ahead {
  const manifest = readJson<Manifest>(join(root, '.vite/manifest.json')) ?? {};
  const rows = readJson<PageRows>(join(root, PAGE_ROWS)) ?? {};
  const fonts = readdirSync(join(root, 'assets'))
    .filter((name) => /^hanken-grotesk-latin-wght-normal-.*\.woff2$/.test(name))
    .map((name) => `assets/${name}`);
  const none = { styles: [], modules: [] };
  const nothing: Ahead = { fonts, ...none, second: none, work: false, bare: false };
  const entries = new Set(Object.keys(manifest).filter((key) => manifest[key]?.isEntry));
  const known = new Set(closure(manifest, [...entries]));
  const needs = (modules: readonly string[]): Ahead['second'] => {
    const keys = closure(
      manifest,
      modules.map((module) => chunkKeyOf(manifest, module)),
    ).filter((k) => !known.has(k));
    const chunks = keys.flatMap((key) => manifest[key] ?? []);
    return {
      styles: [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))],
      modules: chunks.map((chunk) => chunk.file),
    };
  };
  const byRoute = PAGE_ROUTES.map(({ path }) => {
    const row = rows[path];
    const bare = row?.bare ?? false;
    const modules = [...(bare ? [] : ['app.tsx']), ...(row === undefined ? [] : [row.module])];
    return {
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
      ahead: { fonts, ...needs(modules), second: none, work: row?.work ?? false, bare },
    };
  });
  return (path, further = []) => {
    // home and sign-in are in the entry; the program follows once it is wanted
    if (path === '/' || path === '/login') return nothing;
    const route = byRoute.find(({ pattern }) => pattern.test(path));
    if (!route) return nothing;
    if (further.length === 0) return route.ahead;
    const { styles, modules } = needs(further);
    const second = {
      styles: styles.filter((file) => !route.ahead.styles.includes(file)),
      modules: modules.filter((file) => !route.ahead.modules.includes(file)),
    };
    return { ...route.ahead, second };
  };
}

/** Chunks with all they import, which stand before them: style sheets cascade in this order. */
function closure(manifest: Manifest, keys: readonly string[]): string[] {
  const seen = new Set<string>();
  const found: string[] = [];
  const add = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const next of chunk.imports ?? []) add(next);
    found.push(key);
  };
  for (const key of keys) add(key);
  return found;
}

function readJson<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    // built by hand, or before this was written: pages load all the same
    return null;
  }
}
