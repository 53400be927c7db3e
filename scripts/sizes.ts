/**
 * Gzipped JavaScript a first visit loads, against the budget: the sign-in page, the first list, each further route; and
 * in how many files the first list and a review's page come, each of which waits its turn on a slow network.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CHOICE_MODULES } from '../src/app/choices.ts';
import { chunkKeyOf, type Manifest } from '../src/app/load-ahead.ts';

/** Above it, vite.config.ts lacks a module of these pages in its groups. */
const FILES = { list: 7, review: 16, later: 34 };
/** What a review's page draws once it stands, asked for part by part. */
const LATER = [
  'files/web/records-upload',
  'files/web/file-list',
  'conversations/web/conversation-panel',
  'scheduling/web/call-card',
];
/** Viewers of the preview, KB; their workers and decoders are asked for with the first picture that needs them. */
const VIEWERS = { 'dicom-desk': 20, 'text-desk': 6, 'word-desk': 6, 'tiff-desk': 6, 'recording-desk': 4 };
const DIST = join(import.meta.dirname, '../dist/web');
const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Manifest;

const sizes = new Map<string, number>();
function gzipped(file: string): number {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const size = gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length;
  sizes.set(file, size);
  return size;
}

/** All JavaScript files a chunk needs, itself included. */
function closure(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return seen;
  seen.add(key);
  for (const next of chunk.imports ?? []) closure(next, seen);
  return seen;
}

function total(keys: Iterable<string>): number {
  let sum = 0;
  for (const key of keys) {
    const file = manifest[key]?.file;
    if (file?.endsWith('.js')) sum += gzipped(file);
  }
  return sum;
}

const entry = Object.keys(manifest).find((k) => manifest[k]?.isEntry);
if (!entry) throw new Error('No entry in the manifest: run vite build.');
const chunk = (module: string): string => {
  const key = chunkKeyOf(manifest, module);
  if (!manifest[key]) throw new Error(`No chunk for ${module}`);
  return key;
};
const base = closure(entry);
// the program comes with the first page behind sign-in
const program = closure(chunk('app.tsx'));
const list = new Set([...base, ...program, ...closure(chunk('../../features/reviews/web/list-page.tsx'))]);
const rows: [string, number, number][] = [
  // home and sign-in are in the entry itself
  ['sign-in', total(base), 100],
  ['first list', total(list), 180],
];
for (const key of Object.keys(manifest)
  .filter((k) => manifest[k]?.src?.endsWith('-page.tsx'))
  .toSorted()) {
  const further = [...closure(key)].filter((k) => !list.has(k));
  rows.push([`further: ${manifest[key]?.src?.split('/').slice(-3).join('/')}`, total(further), 60]);
}
// what a preview loads once a file of its kind is opened: by itself, and further than the page has it
const preview = new Set([...list, ...closure(chunk('../../features/files/web/preview-page.tsx'))]);
for (const [part, limit] of Object.entries(VIEWERS)) {
  const further = [...closure(chunk(`../../features/files/web/${part}.tsx`))].filter((key) => !preview.has(key));
  rows.push([`viewer: ${part}`, total(further), limit]);
}
let over = 0;
for (const [name, size, limit] of rows) {
  const kb = size / 1000;
  if (kb > limit) over += 1;
  console.log(`${kb > limit ? 'OVER' : 'ok  '} ${name}: ${kb.toFixed(1)} KB of ${limit} KB`);
}
const review = new Set([...base, ...program, ...closure(chunk('../../features/reviews/web/detail-page.tsx'))]);
// each stands in a file that is known: one moved into a group must be named in load-ahead.ts
for (const module of CHOICE_MODULES) chunk(module);
const later = LATER.flatMap((part) => [...closure(chunk(`../../features/${part}.tsx`))]);
for (const [name, keys, most] of [
  ['first list', list, FILES.list],
  ['a review’s page', review, FILES.review],
  ['a review’s page with its parts', new Set([...review, ...later]), FILES.later],
] as const) {
  const files = [...keys].filter((key) => manifest[key]?.file.endsWith('.js')).length;
  if (files > most) over += 1;
  console.log(`${files > most ? 'OVER' : 'ok  '} ${name}: ${files} files of ${most}`);
}
process.exitCode = over === 0 ? 0 : 1;
