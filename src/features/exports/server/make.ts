import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { reviewNumber } from '../../../core/kinds.ts';
import { systemCommand, type Tx } from '../../../platform/command.ts';
import { chunksOf } from '../../../platform/content-stream.ts';
import { isDatabaseAway } from '../../../platform/db/away.ts';
import { mailUser } from '../../../platform/mail/mail-user.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { StorageFullError } from '../../../platform/storage.ts';
import { damageIn, readStored } from '../../../platform/stored-content.ts';
import { type JobHandler, onJob } from '../../../platform/workers.ts';
import { csvLine } from '../../reviews/rules.ts';
import { EXPORT_KEPT_MS, MOST_ATTEMPTS } from '../rules.ts';
import {
  filePath,
  guide,
  GUIDE_PATH,
  type Manifest,
  MANIFEST_FORMAT,
  MANIFEST_PATH,
  disclosurePath,
  reportPath,
  tablePaths,
  type TablePart,
} from '../rules/archive.ts';
import { EXPORT_TABLES } from '../rules/tables.ts';
import { Archive, pieces } from './archive.ts';
import { type Content, contentsOf, linesOf, readingsOf } from './source.ts';

const NO_ROOM = 'There was no room left for the archive. Peritus has been notified; ask again once there is.';
const NOT_MADE = 'It could not be made after several tries. Peritus has been notified; ask again later.';
/** The mark lets spreadsheets read a file as UTF-8. */
const UTF8 = '\u{FEFF}';

/** Somebody ended it, or another try took it over. */
class Overtaken extends Error {}

interface Making {
  id: number;
  attempt: string;
  organization_id: number;
  requested_at: Date;
  requested_by: number;
}

/**
 * Makes an organization's export. A process that dies takes its try with it: the next one begins anew, and whatever the
 * dead one had written belongs to nobody and is swept away. Who asked hears of how it ended.
 */
export function makeExports(services: Services, ports: Ports): JobHandler {
  return onJob({
    name: 'exports.make',
    topics: ['export.asked'],
    async run({ payload: { export_id } }) {
      const making = await begin(services, ports, export_id);
      if (!making) return;
      const key = `exports/${making.id}-${making.attempt}`;
      try {
        const made = await write(services, making, key);
        if (!(await finish(services, ports, making, key, made))) await services.storage.remove(key);
      } catch (error) {
        await services.storage.remove(key).catch(() => undefined);
        if (error instanceof Overtaken) return;
        if (error instanceof StorageFullError) {
          services.log.error({ err: error, export_id }, 'an export found no room');
          return fail(services, ports, making, NO_ROOM);
        }
        if (isDatabaseAway(error)) throw error;
        services.log.error({ err: error, export_id }, 'an export could not be made');
        throw error;
      }
    },
  });
}

/** Takes it over for a try of its own; nothing where it is over. */
async function begin(services: Services, ports: Ports, id: number): Promise<Making | null> {
  const db = services.database.systemDb;
  const attempt = randomUUID();
  const row = await db
    .updateTable('tenant_exports')
    .set((e) => ({
      status: 'running',
      attempt,
      attempts: e('attempts', '+', 1),
      parts_done: 0,
      parts_total: 0,
      row_count: 0,
      file_count: 0,
      missing_count: 0,
    }))
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'running'])
    .returning(['id', 'organization_id', 'requested_at', 'requested_by', 'attempts'])
    .executeTakeFirst();
  if (!row) return null;
  const { attempts, ...asked } = row;
  const making = { ...asked, attempt };
  if (attempts <= MOST_ATTEMPTS) return making;
  await fail(services, ports, making, NOT_MADE);
  return null;
}

interface Made {
  manifest: Manifest;
  manifest_sha256: string;
  size: number;
  sha256: string;
}

async function write(services: Services, making: Making, key: string): Promise<Made> {
  const db = services.database.systemDb;
  const at = services.clock.now();
  const archive = new Archive(at);
  const { rows: organizations } = await sql<{ id: number; name: string }>`
    select o.id, o.name from organization_tree(${making.organization_id}) t join organizations o on o.id = t.id
    order by t.depth, o.id`.execute(db);
  const ids = organizations.map(({ id }) => id);
  const own = organizations.find(({ id }) => id === making.organization_id);
  if (!own) throw new Error('An organization’s tree holds at least itself.');
  const packed = Readable.fromWeb(archive.readable as never); // why: Node types its own web streams apart
  // one that cannot be stored ends what is still written to it
  const storing = services.storage.put(key, packed);
  storing.catch(() => undefined);
  const making_ = async (): Promise<Made> => {
    // one snapshot for all tables and the list of contents: what happens meanwhile is in none of them
    const { tables, contents } = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        const readings = await readingsOf(trx, ids);
        const listed = await contentsOf(trx, ids);
        const total = readings.length + listed.length;
        const done: TablePart[] = [];
        for (const reading of readings) {
          const paths = tablePaths(reading.table);
          let rows = 0;
          async function* asJson(): AsyncGenerator<string> {
            yield '[';
            for await (const lines of linesOf(trx, reading)) {
              yield `${rows === 0 ? '\n' : ',\n'}${lines.join(',\n')}`;
              rows += lines.length;
            }
            yield '\n]\n';
          }
          async function* asCsv(): AsyncGenerator<string> {
            yield UTF8 + csvLine(reading.columns);
            for await (const lines of linesOf(trx, reading))
              yield lines.map((line) => csvLine(cellsOf(line, reading.columns))).join('');
          }
          const json = await archive.add(paths.json, pieces(asJson()));
          const csv = await archive.add(paths.csv, pieces(asCsv()));
          done.push({ table: reading.table, rows, columns: reading.columns, json, csv });
          await progress(services, making, { parts_done: done.length, parts_total: total, row_count: rows });
        }
        return { tables: done, contents: listed };
      });
    const manifest: Manifest = {
      format: MANIFEST_FORMAT,
      made_at: at.toISOString(),
      organization: own,
      organizations,
      guide: await archive.addText(
        GUIDE_PATH,
        guide({
          organization: own.name,
          organizations,
          made_at: at.toISOString(),
          tables: tables.map(({ table }) => table),
          left_out: Object.entries(EXPORT_TABLES).flatMap(([table, decision]) => ('by' in decision ? [] : [table])),
        }),
      ),
      tables,
      contents: [],
      missing: [],
    };
    for (const content of contents) await addContent(services, archive, manifest, making, content);
    const text = `${JSON.stringify(manifest, null, 1)}\n`;
    await archive.addText(MANIFEST_PATH, text);
    await archive.close();
    return {
      manifest,
      manifest_sha256: createHash('sha256').update(text).digest('hex'),
      ...(await storing),
    };
  };
  // whichever fails first ends both, and what was written of it is gone before anybody hears
  try {
    return await Promise.race([making_(), storing.then(() => new Promise<never>(() => undefined))]);
  } catch (error) {
    packed.destroy(error instanceof Error ? error : new Error(String(error)));
    await storing.catch(() => undefined);
    throw error;
  }
}

/** A file as it was uploaded, a report or a disclosure; what cannot be read is named instead, and holds up nothing else. */
async function addContent(
  services: Services,
  archive: Archive,
  manifest: Manifest,
  making: Making,
  content: Content,
): Promise<void> {
  const number = reviewNumber(content.kind, content.review_id);
  const { id, name, version, former } = content;
  const path =
    version === null
      ? filePath(number, id, name)
      : content.of.startsWith('disclosures/')
        ? disclosurePath(number, version)
        : reportPath(number, version, former ? id : undefined);
  const stored = await openContent(services, content).catch((error: unknown) => {
    const damage = damageIn(error);
    if (damage === null && !(error instanceof Error && error.name === 'Refusal')) throw error;
    return null;
  });
  if (stored) {
    const part = await archive.add(path, chunksOf(stored), { size: content.size_bytes, packed: false });
    manifest.contents.push({ ...part, of: content.of });
  } else manifest.missing.push({ of: content.of, name: path, why: 'It could not be read where it is stored.' });
  await progress(services, making, {
    parts_done: manifest.tables.length + manifest.contents.length + manifest.missing.length,
    file_count: manifest.contents.length,
    missing_count: manifest.missing.length,
  });
}

const openContent = (services: Services, { storage_key, size_bytes, sha256 }: Content): Promise<Readable> =>
  readStored(services, { storage_key, size_bytes, sha256, isWanted: () => Promise.resolve(true) });

/** How far it is; a try that another took over, or that somebody ended, ends here. */
async function progress(
  services: Services,
  { id, attempt }: Making,
  {
    row_count,
    ...set
  }: { parts_done: number; parts_total?: number; row_count?: number; file_count?: number; missing_count?: number },
): Promise<void> {
  const changed = await services.database.systemDb
    .updateTable('tenant_exports')
    .set((e) => ({ ...set, ...(row_count === undefined ? {} : { row_count: e('row_count', '+', row_count) }) }))
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'running')
    .executeTakeFirst();
  if (changed.numUpdatedRows !== 1n) throw new Overtaken();
}

/** Says that it can be downloaded, and until when; false where it was ended or overtaken meanwhile. */
function finish(services: Services, ports: Ports, making: Making, storage_key: string, made: Made): Promise<boolean> {
  const { manifest, manifest_sha256, size, sha256 } = made;
  return systemCommand(services, { kind: 'system', request_id: `export:${making.id}` }, async (tx) => {
    const ends_at = new Date(tx.now.getTime() + EXPORT_KEPT_MS);
    const changed = await tx.system
      .updateTable('tenant_exports')
      .set({ status: 'ready', storage_key, size_bytes: size, sha256, manifest_sha256, ready_at: tx.now, ends_at })
      .where('id', '=', making.id)
      .where('attempt', '=', making.attempt)
      .where('status', '=', 'running')
      .executeTakeFirst();
    if (changed.numUpdatedRows !== 1n) return false;
    await tx.setTimer({ kind: 'export_ends', key: String(making.id), due_at: ends_at });
    await tx.audit({
      action: 'organization.export_made',
      organization_id: making.organization_id,
      subject: `organization:${making.organization_id}`,
      data: {
        export_id: making.id,
        manifest_sha256,
        sha256,
        size_bytes: size,
        tables: manifest.tables.length,
        files: manifest.contents.length,
        missing: manifest.missing.length,
      },
    });
    await tell(tx, ports, making, 'ready', ends_at);
    return true;
  });
}

async function fail(services: Services, ports: Ports, making: Making, failure: string): Promise<void> {
  await systemCommand(services, { kind: 'system', request_id: `export:${making.id}` }, async (tx) => {
    const failed = await tx.system
      .updateTable('tenant_exports')
      .set({ status: 'failed', failure, ended_at: tx.now })
      .where('id', '=', making.id)
      .where('attempt', '=', making.attempt)
      .where('status', '=', 'running')
      .executeTakeFirst();
    if (failed.numUpdatedRows !== 1n) return;
    await tx.audit({
      action: 'organization.export_failed',
      organization_id: making.organization_id,
      subject: `organization:${making.organization_id}`,
      data: { export_id: making.id, failure },
    });
    await tell(tx, ports, making, 'failed', null);
  });
}

/** Tells who asked, by mail and bell. */
const tell = (
  tx: Tx,
  ports: Ports,
  { id, organization_id, requested_by }: Making,
  outcome: 'ready' | 'failed',
  until: Date | null,
): Promise<void> =>
  mailUser(tx, ports, requested_by, {
    template: 'export_made',
    data: {
      outcome,
      until: until?.toISOString() ?? null,
      link: `/admin/organizations/${organization_id}?tab=data`,
    },
    side: 'staff',
    dedupe_key: `export_made:${id}`,
  });

/** A row's values as cells; what has parts stays JSON. */
function cellsOf(line: string, columns: readonly string[]): (string | number | null)[] {
  const row = JSON.parse(line) as Record<string, unknown>;
  return columns.map((column) => {
    const value = row[column];
    if (value === null || value === undefined) return null;
    if (typeof value === 'string' || typeof value === 'number') return value;
    return JSON.stringify(value);
  });
}
