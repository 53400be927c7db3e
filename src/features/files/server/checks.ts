import { sql } from 'kysely';
import { failed, type Inspector, TOO_LONG } from '../../../platform/inspect/inspector.ts';
import { LongTries, nextTurn, Served, type Turn } from '../../../platform/inspect/turns.ts';
import type { InspectRequest, InspectResult } from '../../../platform/inspect/types.ts';
import type { Source } from '../../../platform/storage.ts';
import type { Services } from '../../../platform/services.ts';

/** Looks into a stored file; null when it needs longer than this look may take. */
export type Look = (request: InspectRequest, content: Source) => Promise<InspectResult | null>;
/** Checks one file by a look; false when it needs longer. */
type Check = (fileId: number, look: Look) => Promise<boolean>;

interface WaitingFile extends Turn {
  id: number;
}

/**
 * The files that wait to be checked, and whose turn it is. What waits stands in the database; what took long before, and
 * who was served when, is this process's own to know.
 */
export class Checks {
  readonly #services: Services;
  readonly #inspector: Inspector;
  readonly #check: Check;
  readonly #running = new Map<number, Turn>();
  readonly #costly = new Set<number>();
  readonly #served = new Served();
  readonly #long = new LongTries();

  constructor(services: Services, inspector: Inspector, check: Check) {
    this.#services = services;
    this.#inspector = inspector;
    this.#check = check;
  }

  /**
   * Checks what waits, one file after the other, until nothing may begin: what is left then is under way, or waits for a
   * round that is. Throws a fault of ours once all other files are done, so that the round is tried again.
   */
  async round(): Promise<void> {
    const faults = new Map<number, unknown>();
    for (let turn = await this.#take(faults); turn !== null; turn = await this.#take(faults)) {
      try {
        await this.#attend(turn);
      } catch (error) {
        faults.set(turn.id, error);
        if (this.#inspector.closed) break;
      } finally {
        this.#running.delete(turn.id);
      }
    }
    for (const fault of faults.values()) throw fault;
  }

  async #attend(turn: WaitingFile): Promise<void> {
    const { id, costly } = turn;
    const look: Look = !costly
      ? (request, content) => this.#inspector.glance(request, content)
      : this.#long.take(turn, this.#services.clock.now())
        ? (request, content) => this.#inspector.inspect(request, content)
        : async () => failed(TOO_LONG);
    if (await this.#check(id, look)) this.#costly.delete(id);
    else this.#costly.add(id);
  }

  /** The next file, from now on under way; null when none may begin. */
  async #take(faults: ReadonlyMap<number, unknown>): Promise<WaitingFile | null> {
    for (;;) {
      const found = await this.#waiting([...this.#running.keys(), ...faults.keys()]);
      // another round may have begun one meanwhile
      const free = found.filter((turn) => !this.#running.has(turn.id));
      const next = nextTurn(free, [...this.#running.values()], this.#served, this.#inspector.places);
      if (next) {
        this.#running.set(next.id, next);
        this.#served.note(next);
        return next;
      }
      if (free.length === found.length) return null;
    }
  }

  /** Of each person's waiting files, in each organization, the first cheap one and the first costly one. */
  async #waiting(but: readonly number[]): Promise<WaitingFile[]> {
    const { rows } = await sql<WaitingFile>`
      select id, organization, person, size_bytes, costly, id as order from (
        select w.*, row_number() over (partition by organization, person, costly order by size_bytes, id) as place from (
          select f.id, r.organization_id::text as organization, f.size_bytes,
            coalesce(f.uploaded_by::text, 'review ' || f.review_id) as person,
            f.id = any(${[...this.#costly]}::bigint[]) as costly
          from files f join reviews r on r.id = f.review_id
          where f.status = 'processing' and f.deleted_at is null and f.id <> all(${but}::bigint[])) w) x
      where place = 1`.execute(this.#services.database.systemDb);
    return rows;
  }
}
