import type {
  DeleteQueryBuilder,
  InsertQueryBuilder,
  Kysely,
  RawBuilder,
  SelectQueryBuilder,
  UpdateQueryBuilder,
} from 'kysely';
import type { Actor } from '../../core/actor.ts';
import { type ScopedTable, scopeFor } from './scope.ts';
import type { DB } from './types.ts';

/**
 * The ordinary database handle: every select, update and delete started from it carries the actor's tenancy in its
 * WHERE clause. Joins and sub-selects may read any table; the row they hang on is scoped. Inserts hang on a row that
 * was loaded through this handle before.
 */
export class ActorDb {
  readonly actor: Actor;
  readonly #kysely: Kysely<DB>;

  constructor(kysely: Kysely<DB>, actor: Actor) {
    this.#kysely = kysely;
    this.actor = actor;
  }

  selectFrom<T extends ScopedTable>(table: T): SelectQueryBuilder<DB, T, object> {
    // why: Kysely’s types do not resolve a table that is a type parameter
    const query = this.#kysely.selectFrom(table) as unknown as SelectQueryBuilder<DB, T, object>;
    const scope = scopeFor(this.actor, table);
    return scope ? query.where(scope as RawBuilder<boolean>) : query;
  }

  updateTable<T extends ScopedTable>(table: T): UpdateQueryBuilder<DB, T, T, object> {
    // why: Kysely’s types do not resolve a table that is a type parameter
    const query = this.#kysely.updateTable(table) as unknown as UpdateQueryBuilder<DB, T, T, object>;
    const scope = scopeFor(this.actor, table);
    return scope ? query.where(scope as RawBuilder<boolean>) : query;
  }

  deleteFrom<T extends ScopedTable>(table: T): DeleteQueryBuilder<DB, T, object> {
    // why: Kysely’s types do not resolve a table that is a type parameter
    const query = this.#kysely.deleteFrom(table) as unknown as DeleteQueryBuilder<DB, T, object>;
    const scope = scopeFor(this.actor, table);
    return scope ? query.where(scope as RawBuilder<boolean>) : query;
  }

  insertInto<T extends ScopedTable>(table: T): InsertQueryBuilder<DB, T, object> {
    // why: Kysely’s types do not resolve a table that is a type parameter
    return this.#kysely.insertInto(table) as unknown as InsertQueryBuilder<DB, T, object>;
  }

  /** The handle sub-queries and expressions are compiled with; for `sql` fragments' execute only. */
  get executor(): Kysely<DB> {
    return this.#kysely;
  }
}
