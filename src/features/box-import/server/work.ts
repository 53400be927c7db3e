import { Refusal } from '../../../core/errors.ts';
import { systemCommand } from '../../../platform/command.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { StorageFullError } from '../../../platform/storage.ts';
import { type Fault, FAULTS, isOpened, MOST_MISMATCHES, MOST_TRIES, waitFor } from '../rules.ts';
import { accessOf } from './access.ts';
import { contentAddress, readFile } from './box.ts';
import { fetchInto } from './stream.ts';

type Using = Pick<Ports, 'connectedAccounts' | 'fetchedRecords'>;

/** Files fetched side by side. */
const AT_ONCE = 3;
/** A content of which nothing comes for so long was cut off. */
const IDLE_MS = 30_000;

interface Due {
  id: number;
  import_id: number;
  review_id: number;
  user_id: number;
  connection_id: number;
  box_file_id: string;
  box_version_id: string;
  sha1: string;
  name: string;
  path: string | null;
  size_bytes: number;
  tries: number;
  mismatches: number;
  upload_id: string | null;
}

/** What is to be done about a file. */
type Outcome = { done: string } | { fault: string } | { later: number | null; came: number } | { again: true };

/**
 * Fetches what was chosen, some files side by side. What waits stands in the database and what arrived in the storage; only
 * what is in hand is this process's own to know, so that another one goes on where a killed one ended.
 */
export class Fetcher {
  readonly #services: Services;
  readonly #ports: Using;
  readonly #stopping = new AbortController();
  readonly #lanes = new Set<Promise<void>>();
  readonly #inHand = new Set<number>();
  #begun = 0;
  /** By file, how much is there. */
  readonly received = new Map<number, number>();

  constructor(services: Services, ports: Using) {
    this.#services = services;
    this.#ports = ports;
  }

  /** Breaks off what is under way; what arrived is kept. */
  stop(): void {
    this.#stopping.abort();
  }

  /** Fetches what is due, a few at once, until nothing is; answers whether anything was. */
  async next(): Promise<boolean> {
    const before = this.#begun;
    this.more();
    while (this.#lanes.size > 0) await Promise.all(this.#lanes);
    return this.#begun > before;
  }

  /** Something is due: a lane that is free takes it, whatever takes long in the others. */
  more(): void {
    while (this.#lanes.size < AT_ONCE) {
      const lane: Promise<void> = this.#lane().finally(() => this.#lanes.delete(lane));
      this.#lanes.add(lane);
    }
  }

  async #lane(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const due = (await this.#due()).find(({ id }) => !this.#inHand.has(id));
      if (!due) return;
      this.#inHand.add(due.id);
      this.#begun += 1;
      try {
        await this.#attend(due);
      } finally {
        this.#inHand.delete(due.id);
      }
    }
  }

  /** As many as are in hand, and one. */
  async #due(): Promise<Due[]> {
    return this.#services.database.systemDb
      .selectFrom('box_import_files as b')
      .innerJoin('box_imports as i', 'i.id', 'b.import_id')
      .select([
        'b.id',
        'b.import_id',
        'b.review_id',
        'i.user_id',
        'i.connection_id',
        'b.box_file_id',
        'b.box_version_id',
      ])
      .select(['b.sha1', 'b.name', 'b.path', 'b.size_bytes', 'b.tries', 'b.mismatches', 'b.upload_id'])
      .where('b.state', '=', 'waiting')
      .where('b.next_at', '<=', this.#services.clock.now())
      .orderBy('b.next_at')
      .orderBy('b.id')
      .limit(AT_ONCE + 1)
      .execute();
  }

  async #attend(one: Due): Promise<void> {
    try {
      await this.#settle(one, await this.#fetch(one));
    } catch (error) {
      // ours to mend: it waits as what Box does not give, so that it does not come around at once
      this.#services.log.warn({ err: error, box_import_file: one.id }, 'box import: a file was not fetched');
      await this.#settle(one, { later: null, came: 0 });
    } finally {
      this.received.delete(one.id);
    }
  }

  async #fetch(one: Due): Promise<Outcome> {
    const { storage, clock, database } = this.#services;
    const db = database.systemDb;
    const now = clock.now();
    const access = await accessOf(db, this.#ports, one.user_id);
    if (!access.is_on) return { fault: FAULTS.off };
    if (!(await this.#ports.fetchedRecords.isOpen(db, one.review_id))) return { fault: FAULTS.ended };
    // what was chosen is fetched by the connection of now: another account does not have it
    const connection_id = access.connection_id ?? one.connection_id;
    const file = await readFile(this.#ports, connection_id, one.box_file_id, now);
    if (!('is' in file)) return whatNow(file);
    if (file.is.trashed_at) return { fault: FAULTS.missing };
    const parents = file.is.path_collection.entries.map(({ id }) => id);
    if (!isOpened({ id: null, parents }, access.opened)) return { fault: FAULTS.not_yours };

    const place = await this.#place(one);
    if (place === null) return { again: true };
    if ('fault' in place) return place;
    let got: Awaited<ReturnType<typeof fetchInto>>;
    try {
      got = await fetchInto({
        storage,
        key: place.storage_key,
        size: one.size_bytes,
        address: () =>
          contentAddress(this.#ports, connection_id, { file_id: one.box_file_id, version_id: one.box_version_id }, now),
        idle_ms: IDLE_MS,
        signal: this.#stopping.signal,
        now,
        received: (bytes) => this.received.set(one.id, bytes),
      });
    } catch (error) {
      if (error instanceof StorageFullError) return { later: null, came: 0 };
      throw error;
    }
    if ('sha1' in got && got.sha1 === one.sha1) return { done: got.sha256 };
    if ('sha1' in got || ('fault' in got && got.fault === 'other_bytes')) {
      await storage.remove(place.storage_key);
      return this.#otherBytes(one);
    }
    return whatNow(got);
  }

  /** Where its bytes go: where an earlier try began, or anew. Null: somebody left it out meanwhile. */
  async #place(one: Due): Promise<{ storage_key: string } | { fault: string } | null> {
    const begun =
      one.upload_id === null
        ? null
        : await this.#ports.fetchedRecords.placeOf(this.#services.database.systemDb, one.upload_id);
    if (begun !== null) return { storage_key: begun };
    try {
      return await systemCommand(this.#services, this.#as(one), async (tx) => {
        const row = await tx.system
          .selectFrom('box_import_files')
          .select('state')
          .where('id', '=', one.id)
          .forUpdate()
          .executeTakeFirst();
        if (row?.state !== 'waiting') return null;
        const { upload_id, storage_key } = await this.#ports.fetchedRecords.begin(tx, { ...one, source: 'box' });
        await tx.system.updateTable('box_import_files').set({ upload_id }).where('id', '=', one.id).execute();
        one.upload_id = upload_id;
        return { storage_key };
      });
    } catch (error) {
      // no room in the review or its organization
      if (error instanceof Refusal && error.code === 'too_large') return { fault: error.message };
      throw error;
    }
  }

  async #otherBytes({ id, mismatches }: Due): Promise<Outcome> {
    if (mismatches + 1 >= MOST_MISMATCHES) return { fault: FAULTS.other_bytes };
    await this.#services.database.systemDb
      .updateTable('box_import_files')
      .set({ mismatches: mismatches + 1 })
      .where('id', '=', id)
      .execute();
    return { again: true };
  }

  async #settle(one: Due, outcome: Outcome): Promise<void> {
    if ('again' in outcome) return;
    await systemCommand(this.#services, this.#as(one), async (tx) => {
      const row = await tx.system
        .selectFrom('box_import_files')
        .select(['state', 'tries', 'upload_id'])
        .where('id', '=', one.id)
        .forUpdate()
        .executeTakeFirst();
      // left out while it came, or purged with its review
      if (row?.state !== 'waiting') return;
      const set = (values: object) =>
        tx.system.updateTable('box_import_files').set(values).where('id', '=', one.id).execute();
      if ('done' in outcome && row.upload_id !== null) {
        const data = { source: 'box', import_id: one.import_id, chosen_by: one.user_id };
        const file_id = await this.#ports.fetchedRecords.finish(tx, row.upload_id, outcome.done, data);
        await set({ state: 'done', file_id, done_at: tx.now });
        return;
      }
      const stopped = this.#stopping.signal.aborted;
      const tries = 'came' in outcome && (outcome.came > 0 || stopped) ? 0 : row.tries + 1;
      const fault = 'fault' in outcome ? outcome.fault : tries >= MOST_TRIES ? FAULTS.away : null;
      if (fault === null) {
        const wait = 'later' in outcome ? outcome.later : null;
        await set({ tries, next_at: new Date(tx.now.getTime() + waitFor(tries, wait)) });
        return;
      }
      await set({ state: 'failed', fault, upload_id: null });
      if (row.upload_id !== null) await this.#ports.fetchedRecords.drop(tx, row.upload_id);
      await tx.audit({
        action: 'box_import.failed',
        review_id: one.review_id,
        subject: `box_import_file:${one.id}`,
        data: { import_id: one.import_id, chosen_by: one.user_id },
      });
    });
  }

  #as = ({ id }: Due) => ({ kind: 'system', request_id: `box-import-${id}` }) as const;
}

const whatNow = (
  said: { fault: Fault } | { later: number | null; came?: number },
): { fault: string } | { later: number | null; came: number } =>
  'fault' in said ? { fault: FAULTS[said.fault] } : { later: said.later, came: said.came ?? 0 };
