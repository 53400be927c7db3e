import { sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import type { In } from '../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import type { Kind } from '../../../core/kinds.ts';
import type { Tx } from '../../../platform/command.ts';
import { json } from '../../../platform/db/json.ts';
import type { BookVersion, priceBookEndpoints } from '../contract.ts';
import { versionStates, whyFixed, whyNotFrom } from '../rules.ts';
import { bookFaults } from '../rules/faults.ts';
import {
  begunDay,
  bookOwner,
  presentVersion,
  servicesOf,
  type StoredVersion,
  subSpecialtiesOf,
  versionsWhere,
} from './read.ts';

type Added = In<typeof priceBookEndpoints.add, 'body'>;
type Said = Pick<Added, 'effective_from' | 'note' | 'terms' | 'experts'>;
type Level = { organization_id: number | null; kind: Kind };

/** The versions of a book, held so that two who write it come after each other. Refuses `not_found`. */
async function holdBook(tx: Tx<Actor>, { organization_id, kind }: Level): Promise<StoredVersion[]> {
  await bookOwner(tx.db, organization_id);
  await sql`select pg_advisory_xact_lock(hashtext(${`price_books:${organization_id ?? 'all'}:${kind}`}))`.execute(
    tx.system,
  );
  return versionsWhere(tx.system)
    .where(sql<boolean>`price_books.organization_id is not distinct from ${organization_id}::bigint`)
    .where('price_books.kind', '=', kind)
    .execute();
}

async function refuseFaults(
  tx: Tx<Actor>,
  { organization_id, kind }: Level,
  { effective_from, terms, experts }: Said,
  { today, others }: { today: string; others: readonly StoredVersion[] },
): Promise<void> {
  const message = whyNotFrom(
    effective_from,
    today,
    others.map((one) => one.effective_from),
  );
  refuseFields([
    ...(message === null ? [] : [{ path: 'effective_from', message }]),
    ...bookFaults(terms, experts, {
      services: (await servicesOf(tx.system, organization_id, kind)).map(({ key }) => key),
      sub_specialties: new Set((await subSpecialtiesOf(tx.system)).map(({ id }) => String(id))),
    }),
  ]);
}

const record = (tx: Tx<Actor>, what: 'added' | 'changed' | 'withdrawn', level: Level, effective_from: string) =>
  tx.audit({
    action: `price_book.${what}`,
    organization_id: level.organization_id,
    subject: `price_book:${level.organization_id ?? 'all'}:${level.kind}`,
    // what is agreed with experts is not in the trail that customers read
    data: { kind: level.kind, effective_from },
  });

/** The version as it stands now. */
async function presented(tx: Tx<Actor>, level: Level, id: number, today: string): Promise<BookVersion> {
  const rows = versionStates(await holdBook(tx, level), today);
  const row = rows.find((one) => one.id === id);
  if (!row) throw new Refusal('not_found');
  return presentVersion(tx.actor, row, today);
}

/** Writes a version that begins today or later. Refuses `not_found`, `invalid`. */
export async function addVersion(tx: Tx<Actor>, { organization_id, kind, ...said }: Added): Promise<BookVersion> {
  const level = { organization_id, kind };
  const others = await holdBook(tx, level);
  const today = await begunDay(tx.system, organization_id, tx.now);
  await refuseFaults(tx, level, said, { today, others });
  const { id } = await tx.system
    .insertInto('price_books')
    .values({
      ...level,
      ...stored(said),
      created_by: tx.actor.user_id,
      created_at: tx.now,
      updated_by: tx.actor.user_id,
      updated_at: tx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await record(tx, 'added', level, said.effective_from);
  return presented(tx, level, id, today);
}

const stored = ({ effective_from, note, terms, experts }: Said) => ({
  effective_from,
  note,
  terms: json(terms),
  expert_terms: json(experts),
});

/** A version that has not begun, with the others of its book. Refuses `not_found`, `stale`, `wrong_state`. */
async function holdNext(tx: Tx<Actor>, id: number, lock_version: number) {
  const found = await versionsWhere(tx.system).where('price_books.id', '=', id).executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  const level: Level = { organization_id: found.organization_id, kind: found.kind };
  const all = await holdBook(tx, level);
  const row = all.find((one) => one.id === id);
  if (!row) throw new Refusal('not_found');
  const today = await begunDay(tx.system, level.organization_id, tx.now);
  const reason = whyFixed(row.effective_from, today);
  if (reason !== null) throw new Refusal('wrong_state', reason);
  if (row.lock_version !== lock_version)
    throw new Refusal('stale', undefined, { current: await presented(tx, level, id, today) });
  return { level, row, today, others: all.filter((one) => one.id !== id) };
}

/** Changes a version that has not begun. */
export async function changeVersion(
  tx: Tx<Actor>,
  id: number,
  { lock_version, ...said }: Said & { lock_version: number },
): Promise<BookVersion> {
  const { level, today, others } = await holdNext(tx, id, lock_version);
  await refuseFaults(tx, level, said, { today, others });
  await tx.system
    .updateTable('price_books')
    .set({ ...stored(said), lock_version: lock_version + 1, updated_by: tx.actor.user_id, updated_at: tx.now })
    .where('id', '=', id)
    .execute();
  await record(tx, 'changed', level, said.effective_from);
  return presented(tx, level, id, today);
}

/** Withdraws a version that has not begun. */
export async function withdrawVersion(tx: Tx<Actor>, id: number, lock_version: number): Promise<{ id: number }> {
  const { level, row } = await holdNext(tx, id, lock_version);
  await tx.system
    .updateTable('price_books')
    .set({ withdrawn_at: tx.now, withdrawn_by: tx.actor.user_id, lock_version: lock_version + 1 })
    .where('id', '=', id)
    .execute();
  await record(tx, 'withdrawn', level, row.effective_from);
  return { id };
}
