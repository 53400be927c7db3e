import { sql, type Updateable } from 'kysely';
import type { Kind } from '../../../core/kinds.ts';
import { MINUTE } from '../../../core/time.ts';
import { Refusal } from '../../../core/errors.ts';
import { ActorDb } from '../../../platform/db/actor-db.ts';
import { systemCommand } from '../../../platform/command.ts';
import type { DB } from '../../../platform/db/types.ts';
import { createOutgoingStream, isOnThisMachine, type OutgoingStream } from '../../../platform/http/outgoing.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { StorageFullError } from '../../../platform/storage.ts';
import { type Fault, FAULTS, isOpened, MOST_MISMATCHES, MOST_TRIES, waitFor } from '../rules.ts';
import { accessFor } from './access.ts';
import { contentAddress, readFile } from './box.ts';
import { tellEnd } from './ending.ts';
import { fetchInto } from './stream.ts';

type Using = Pick<Ports, 'connectedAccounts' | 'fetchedRecords' | 'mail' | 'personActor'>;

/** Files fetched side by side. */
const AT_ONCE = 3;
/** A content of which nothing comes for so long was cut off. */
const IDLE_MS = 30_000;
/** So long a file is this process's own, unless it says again that it is. */
const OWN_MS = 5 * MINUTE;
const SAY_AGAIN_MS = MINUTE;

interface Due {
  id: number;
  import_id: number;
  review_id: number;
  kind: Kind;
  organization_id: number;
  user_id: number;
  profile_id: number | null;
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
  held_until: Date;
  /** Where its bytes go, once that is known. */
  storage_key?: string;
}

/** What is to be done about a file. */
type Outcome = { done: string } | { fault: string } | { later: number | null; came: number } | { again: true };

/**
 * Fetches what was chosen, some files side by side. What waits stands in the database, with who has it in hand, and what arrived
 * in the storage, so that another process goes on where a killed one ended.
 */
export class Fetcher {
  readonly #services: Services;
  readonly #ports: Using;
  readonly #open: OutgoingStream;
  readonly #idleMs: number;
  readonly #stopping = new AbortController();
  readonly #lanes = new Set<Promise<void>>();
  #begun = 0;
  /** By file, how much is there. */
  readonly received = new Map<number, number>();

  constructor(services: Services, ports: Using, { idle_ms = IDLE_MS }: { idle_ms?: number } = {}) {
    this.#services = services;
    this.#ports = ports;
    this.#idleMs = idle_ms;
    this.#open = createOutgoingStream({ allowLoopback: isOnThisMachine(services.env.BOX_API_URL) });
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
      const due = await this.#take();
      if (!due) return;
      this.#begun += 1;
      await this.#attend(due);
    }
  }

  /** The next that is due, as this process's own. */
  async #take(): Promise<Due | undefined> {
    const now = this.#services.clock.now();
    const { rows } = await sql<Due>`
      update box_import_files b set held_until = ${new Date(now.getTime() + OWN_MS)}
      from box_imports i, reviews r
      where b.id = (select id from box_import_files where state = 'waiting' and next_at <= ${now}
          and (held_until is null or held_until <= ${now}) order by next_at, id limit 1 for update skip locked)
        and i.id = b.import_id and r.id = b.review_id
      returning b.id, b.import_id, b.review_id, r.kind, r.organization_id, i.user_id, i.profile_id, i.connection_id, b.box_file_id,
        b.box_version_id, b.sha1, b.name, b.path, b.size_bytes, b.tries, b.mismatches, b.upload_id, b.held_until`.execute(
      this.#services.database.systemDb,
    );
    return rows[0];
  }

  /** Keeps a file this process's own while it comes; what was left out or came into other hands meanwhile is broken off. */
  #keepHold(one: Due): { lost: AbortSignal; end: () => Promise<void> } {
    const lost = new AbortController();
    let saying = Promise.resolve();
    const say = async (): Promise<void> => {
      const until = new Date(this.#services.clock.now().getTime() + OWN_MS);
      const { numUpdatedRows } = await this.#services.database.systemDb
        .updateTable('box_import_files')
        .set({ held_until: until })
        .where('id', '=', one.id)
        .where('held_until', '=', one.held_until)
        .where('state', '=', 'waiting')
        .executeTakeFirst();
      if (numUpdatedRows === 0n) lost.abort();
      else one.held_until = until;
    };
    // where the database is away for a moment, the next time will do
    const timer = setInterval(() => (saying = saying.then(say).catch(() => undefined)), SAY_AGAIN_MS);
    return {
      lost: lost.signal,
      end: () => {
        clearInterval(timer);
        return saying;
      },
    };
  }

  async #attend(one: Due): Promise<void> {
    const hold = this.#keepHold(one);
    try {
      await this.#settle(one, await this.#fetch(one, hold.lost));
    } catch (error) {
      // ours to mend: it waits as what Box does not give, so that it does not come around at once
      this.#services.log.warn({ err: error, box_import_file: one.id }, 'box import: a file was not fetched');
      await this.#settle(one, { later: null, came: 0 });
    } finally {
      await hold.end();
      this.received.delete(one.id);
      await this.#removeOrphan(one);
    }
  }

  /** What was stored while its upload was dropped, or purged with its review, is nobody's: it goes. */
  async #removeOrphan({ storage_key }: Due): Promise<void> {
    if (storage_key === undefined) return;
    const { rows } = await sql`select from uploads where storage_key = ${storage_key}
      union all select from files where storage_key = ${storage_key}`.execute(this.#services.database.systemDb);
    if (rows.length === 0) await this.#services.storage.remove(storage_key);
  }

  /** Why who chose it may not add to the review now; null where they may. */
  async #whyNot({ user_id, profile_id, review_id, kind, id }: Due): Promise<string | null> {
    const person = await this.#ports.personActor(user_id, profile_id);
    if (!person) return FAULTS.no_right;
    const actor = { ...person, session_id: 0, ip: null, request_id: `box-import-${id}` };
    try {
      await this.#ports.fetchedRecords.admit(
        new ActorDb(this.#services.database.systemDb, actor),
        actor,
        review_id,
        kind,
      );
      return null;
    } catch (error) {
      if (error instanceof Refusal) return error.code === 'wrong_state' ? FAULTS.ended : FAULTS.no_right;
      throw error;
    }
  }

  async #fetch(one: Due, lost: AbortSignal): Promise<Outcome> {
    const { storage, clock, database } = this.#services;
    const db = database.systemDb;
    const now = clock.now();
    const access = await accessFor(db, this.#ports, one.user_id, one.organization_id);
    if (!access.is_on) return { fault: FAULTS.off };
    const whyNot = await this.#whyNot(one);
    if (whyNot !== null) return { fault: whyNot };
    // what was chosen is fetched by the connection of now: another account does not have it
    const connection_id = access.connection_id ?? one.connection_id;
    const file = await readFile(this.#ports, connection_id, one.box_file_id, now);
    if (!('is' in file)) return whatNow(file);
    if (file.is.trashed_at) return { fault: FAULTS.missing };
    const parents = file.is.path_collection.entries.map(({ id }) => id);
    if (!isOpened({ id: null, parents }, access.opened)) return { fault: FAULTS.not_yours };

    const place = await this.#place(one);
    if (place !== null && 'storage_key' in place) one.storage_key = place.storage_key;
    if (place === null) return { again: true };
    if ('fault' in place) return place;
    let got: Awaited<ReturnType<typeof fetchInto>>;
    try {
      got = await fetchInto({
        storage,
        open: this.#open,
        key: place.storage_key,
        size: one.size_bytes,
        address: () =>
          contentAddress(this.#ports, connection_id, { file_id: one.box_file_id, version_id: one.box_version_id }, now),
        idle_ms: this.#idleMs,
        signal: AbortSignal.any([this.#stopping.signal, lost]),
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
      .set({ mismatches: mismatches + 1, came_bytes: 0 })
      .where('id', '=', id)
      .execute();
    return { again: true };
  }

  async #settle(one: Due, outcome: Outcome): Promise<void> {
    await systemCommand(this.#services, this.#as(one), async (tx) => {
      const row = await tx.system
        .selectFrom('box_import_files')
        .select(['state', 'tries', 'upload_id', 'held_until'])
        .where('id', '=', one.id)
        .forUpdate()
        .executeTakeFirst();
      // left out while it came, purged with its review, or in other hands since
      if (row?.state !== 'waiting' || row.held_until?.getTime() !== one.held_until.getTime()) return;
      const set = (values: Updateable<DB['box_import_files']>) =>
        tx.system
          .updateTable('box_import_files')
          .set({ held_until: null, ...values })
          .where('id', '=', one.id)
          .execute();
      if ('again' in outcome) {
        await set({});
        return;
      }
      if ('done' in outcome && row.upload_id !== null) {
        const data = { source: 'box', import_id: one.import_id, chosen_by: one.user_id };
        const file_id = await this.#ports.fetchedRecords.finish(tx, row.upload_id, outcome.done, data);
        await set({ state: 'done', file_id, done_at: tx.now });
        await tellEnd(tx, this.#ports, one.import_id);
        return;
      }
      const stopped = this.#stopping.signal.aborted;
      const tries = 'came' in outcome && (outcome.came > 0 || stopped) ? 0 : row.tries + 1;
      const fault = 'fault' in outcome ? outcome.fault : tries >= MOST_TRIES ? FAULTS.away : null;
      if (fault === null) {
        const wait = 'later' in outcome ? outcome.later : null;
        const came_bytes = this.received.get(one.id);
        const so_far = came_bytes === undefined ? {} : { came_bytes };
        await set({ tries, next_at: new Date(tx.now.getTime() + waitFor(tries, wait)), ...so_far });
        return;
      }
      await set({ state: 'failed', fault, upload_id: null, came_bytes: 0 });
      if (row.upload_id !== null) await this.#ports.fetchedRecords.drop(tx, row.upload_id);
      await tx.audit({
        action: 'box_import.failed',
        review_id: one.review_id,
        subject: `box_import_file:${one.id}`,
        data: { import_id: one.import_id, chosen_by: one.user_id },
      });
      await tellEnd(tx, this.#ports, one.import_id);
    });
  }

  #as = ({ id }: Due) => ({ kind: 'system', request_id: `box-import-${id}` }) as const;
}

const whatNow = (
  said: { fault: Fault } | { later: number | null; came?: number },
): { fault: string } | { later: number | null; came: number } =>
  'fault' in said ? { fault: FAULTS[said.fault] } : { later: said.later, came: said.came ?? 0 };
