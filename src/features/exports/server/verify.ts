import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { BlobReader, configure, type Entry, ZipReader } from '@zip.js/zip.js';
import { CsvRows } from '../rules/csv-rows.ts';
import { type Manifest, MANIFEST_FORMAT, MANIFEST_PATH, type Part, partsOf } from '../rules/archive.ts';

configure({ useWebWorkers: false });

export interface Verification {
  faults: string[];
  /** The manifest's own hash, which the export's page and the audit trail show. */
  manifest_sha256: string | null;
  organization: string | null;
  tables: number;
  rows: number;
  files: number;
  missing: number;
}

/**
 * Reads an archive from beginning to end: every part is there, unchanged and of its size, nothing else is there, and each
 * table has as many rows as it says, in both forms.
 */
export async function verifyExport(path: string): Promise<Verification> {
  const reader = new ZipReader(new BlobReader(await openAsBlob(path)), { checkSignature: false });
  const entries = new Map((await reader.getEntries()).map((entry) => [entry.filename, entry]));
  const found = entries.get(MANIFEST_PATH);
  const nothing = { manifest_sha256: null, organization: null, tables: 0, rows: 0, files: 0, missing: 0 };
  if (!found) return { ...nothing, faults: [`${MANIFEST_PATH} is not there. This is no whole export.`] };
  const texts: Buffer[] = [];
  const own = await readPart(found, (piece) => texts.push(Buffer.from(piece)));
  let manifest: Manifest;
  try {
    manifest = JSON.parse(Buffer.concat(texts).toString('utf8')) as Manifest;
  } catch {
    return { ...nothing, faults: [`${MANIFEST_PATH} cannot be read.`] };
  }
  if (manifest.format !== MANIFEST_FORMAT)
    return { ...nothing, faults: [`${MANIFEST_PATH} is of another format: ${String(manifest.format)}.`] };
  const faults: string[] = [];
  const counts = new Map<string, () => string | null>();
  const readers = new Map<string, (piece: Uint8Array) => void>();
  for (const { table, rows, json, csv } of manifest.tables) {
    const inCsv = rowsInCsv();
    const inJson = rowsInJson();
    readers.set(csv.path, inCsv.read).set(json.path, inJson.read);
    const told = (what: string, count: number | null) => () =>
      count === null || count !== rows
        ? `${what}: ${count ?? 'unreadable'} rows where the manifest says ${rows}`
        : null;
    counts.set(csv.path, () => told(`${table}.csv`, inCsv.rows())());
    counts.set(json.path, () => told(`${table}.json`, inJson.rows())());
  }
  for (const part of partsOf(manifest)) {
    const entry = entries.get(part.path);
    entries.delete(part.path);
    if (!entry) {
      faults.push(`${part.path} is not there.`);
      continue;
    }
    const is = await readPart(entry, readers.get(part.path)).catch(() => null);
    const fault =
      is === null ? `${part.path} cannot be read.` : (differs(part, is) ?? counts.get(part.path)?.() ?? null);
    if (fault) faults.push(fault);
  }
  entries.delete(MANIFEST_PATH);
  for (const name of entries.keys()) faults.push(`${name} is not in the manifest.`);
  await reader.close();
  return {
    faults,
    manifest_sha256: own.sha256,
    organization: manifest.organization.name,
    tables: manifest.tables.length,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    files: manifest.contents.length,
    missing: manifest.missing.length,
  };
}

const differs = (part: Part, is: Omit<Part, 'path'>): string | null =>
  is.bytes !== part.bytes
    ? `${part.path} has ${is.bytes} bytes, not ${part.bytes}.`
    : is.sha256 !== part.sha256
      ? `${part.path} is not what the manifest names: its SHA-256 is ${is.sha256}.`
      : null;

async function readPart(
  entry: Entry,
  read: (piece: Uint8Array) => void = () => undefined,
): Promise<{ bytes: number; sha256: string }> {
  if (entry.directory) throw new Error('A folder is no part.');
  const hash = createHash('sha256');
  let bytes = 0;
  await entry.getData(
    new WritableStream<Uint8Array>({
      write(piece) {
        hash.update(piece);
        bytes += piece.length;
        read(piece);
      },
    }),
  );
  return { bytes, sha256: hash.digest('hex') };
}

function rowsInCsv() {
  const decoder = new TextDecoder();
  const counter = new CsvRows();
  return {
    read: (piece: Uint8Array): void => counter.read(decoder.decode(piece, { stream: true })),
    // the first record is the head
    rows: (): number | null => (counter.whole ? counter.ended - 1 : null),
  };
}

/** Each row stands on a line of its own between the brackets, and each is read. */
function rowsInJson() {
  const decoder = new TextDecoder();
  let rest = '';
  let rows = 0;
  let broken = false;
  const line = (text: string): void => {
    if (text === '[' || text === ']' || text === '') return;
    try {
      JSON.parse(text.replace(/,$/, ''));
      rows += 1;
    } catch {
      broken = true;
    }
  };
  return {
    read(piece: Uint8Array): void {
      const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const one of lines) line(one);
    },
    rows: (): number | null => (broken || rest !== '' ? null : rows),
  };
}
