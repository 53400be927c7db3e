import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { KIND_NAMES, type Kind, KINDS } from '../../../core/kinds.ts';
import { fullName } from '../../../core/names.ts';
import { type BookLevel, type BookTerms, type ExpertTerms, mergedTerms } from '../../../core/price-books.ts';
import { US_STATES } from '../../../core/us-states.ts';
import { dateIn } from '../../../core/time.ts';
import { Refusal } from '../../../core/errors.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { meetingRows } from '../../../platform/db/meeting-rows.ts';
import { organizationPath } from '../../../platform/db/organization-facts.ts';
import type { DB } from '../../../platform/db/types.ts';
import { priceBook } from '../../billing/rules.ts';
import { resolveSettings } from '../../organizations/rules.ts';
import { baseNear, formOf, pricesWith, servicesFor } from '../../reviews/rules.ts';
import type { BookVersion, BooksView, BookView } from '../contract.ts';
import { versionStates, whyFixed } from '../rules.ts';
import { keepsBooks } from '../rules/place.ts';

/** Versions of a book that are shown. */
const SHOWN = 100;
const KEPT_BY_US = 'Peritus keeps price books.';

/** A version as it is stored, not withdrawn. */
export interface StoredVersion {
  id: number;
  organization_id: number | null;
  kind: Kind;
  effective_from: string;
  note: string;
  terms: BookTerms;
  expert_terms: ExpertTerms;
  lock_version: number;
  updated_at: Date;
  first_name: string | null;
  last_name: string | null;
}

/** Versions that were not withdrawn, the latest to begin first. */
export const versionsWhere = (db: Kysely<DB>) =>
  db
    .selectFrom('price_books')
    .leftJoin('users', 'users.id', 'price_books.updated_by')
    .select(['price_books.id', 'price_books.organization_id', 'price_books.kind', 'price_books.effective_from'])
    .select(['price_books.note', 'price_books.terms', 'price_books.expert_terms', 'price_books.lock_version'])
    .select(['price_books.updated_at', 'users.first_name', 'users.last_name'])
    .where('price_books.withdrawn_at', 'is', null)
    .orderBy('price_books.effective_from', 'desc');

/**
 * The organization whose book is named; null, where none is, the platform's. A customer reads their own organization's where
 * none is named. Refuses `not_found` to who does not see it.
 */
export async function bookOwner(db: ActorDb, named: number | null): Promise<{ id: number; name: string } | null> {
  const keeps = keepsBooks(db.actor.kind);
  const id = named ?? (keeps ? null : db.actor.organization_id);
  if (id === null) {
    if (!keeps) throw new Refusal('not_found');
    return null;
  }
  if (!keeps && !db.actor.organization_ids.includes(id)) throw new Refusal('not_found');
  const found = await db
    .selectFrom('organizations')
    .select(['organizations.id', 'organizations.name'])
    .where('organizations.id', '=', id)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  return found;
}

/** The latest day that has begun where a book holds: a version that begins on it has taken effect somewhere. */
export async function begunDay(db: Kysely<DB>, organizationId: number | null, now: Date): Promise<string> {
  const { rows } = await sql<{ time_zone: string }>`
    select distinct o.time_zone from organizations o
    ${organizationId === null ? sql`` : sql`join organization_tree(${organizationId}) t on t.id = o.id`}`.execute(db);
  const days = rows.map(({ time_zone }) => dateIn(now, time_zone)).toSorted();
  return days.at(-1) ?? now.toISOString().slice(0, 10);
}

const ableTo = (reason: string | null) => ({ allowed: reason === null, reason });

/** A version as a reader sees it. */
export function presentVersion(
  actor: Actor,
  row: StoredVersion & { state: BookVersion['state'] },
  today: string,
): BookVersion {
  const keeps = keepsBooks(actor.kind);
  return {
    id: row.id,
    effective_from: row.effective_from,
    state: row.state,
    note: row.note,
    terms: row.terms,
    experts: keeps ? row.expert_terms : null,
    written_by:
      keeps && row.last_name !== null
        ? fullName({ first_name: row.first_name ?? '', last_name: row.last_name })
        : 'Peritus',
    written_at: row.updated_at.toISOString(),
    lock_version: row.lock_version,
    change: ableTo(keeps ? whyFixed(row.effective_from, today) : KEPT_BY_US),
  };
}

/**
 * What a kind's services cost an organization by these books, and where no book says it: by its setting, its types of calls, or as
 * the product comes.
 */
export async function servicesOf(
  db: Kysely<DB>,
  organizationId: number | null,
  kind: Kind,
  books: readonly BookLevel<BookTerms>[] = [],
) {
  const form = formOf(kind);
  const path = organizationId === null ? [] : await organizationPath(db, organizationId);
  const settings = resolveSettings(path);
  return servicesFor(form, await meetingRows(db, organizationId, kind))
    .filter(({ retired }) => !retired)
    .map((service) => {
      const prices = pricesWith(form.prices, service);
      const book = priceBook(prices, service.value, settings);
      const base_near = baseNear(path, settings, prices.services[service.value]?.own_price, service);
      const now = priceBook(prices, service.value, settings, { books, base_near });
      return {
        now_cents: now.base_cents[service.value] ?? 0,
        now_pages: now.included_pages,
        key: service.value,
        label: service.label,
        base_cents: book.base_cents[service.value] ?? 0,
        included_pages: book.included_pages,
      };
    });
}

/** Every sub-specialty that is offered, by the name of its specialty. */
export const subSpecialtiesOf = (db: Kysely<DB>) =>
  db
    .selectFrom('sub_specialties')
    .innerJoin('specialties', 'specialties.id', 'sub_specialties.specialty_id')
    .select(['sub_specialties.id', 'sub_specialties.name', 'specialties.name as specialty'])
    .where('sub_specialties.active', '=', true)
    .orderBy('specialties.name')
    .orderBy('sub_specialties.name')
    .execute();

/** What the books in effect on a day say, nearest first. */
async function levelsOn(db: Kysely<DB>, organizationId: number | null, kind: Kind, day: string) {
  const { rows } = await sql<BookLevel<BookTerms> & { organization_id: number | null; expert_terms: ExpertTerms }>`
    select b.organization_id, b.depth, b.terms, b.expert_terms
    from organization_price_books(${organizationId}::bigint, ${kind}, ${day}::date) b order by b.depth`.execute(db);
  return rows;
}

/** A book with its versions. Refuses `not_found`. */
export async function readBook(db: ActorDb, named: number | null, kind: Kind, now: Date): Promise<BookView> {
  const organization = await bookOwner(db, named);
  const organizationId = organization?.id ?? null;
  const { executor, actor } = db;
  const today = await begunDay(executor, organizationId, now);
  const rows: StoredVersion[] = await versionsWhere(executor)
    .where(sql<boolean>`price_books.organization_id is not distinct from ${organizationId}::bigint`)
    .where('price_books.kind', '=', kind)
    .limit(SHOWN)
    .execute();
  const levels = await levelsOn(executor, organizationId, kind, today);
  const above = levels.filter((level) => level.organization_id !== organizationId);
  const { expedited_percent, expedited_min_cents, composition, services } = formOf(kind).prices;
  const keeps = keepsBooks(actor.kind);
  return {
    organization,
    kind,
    today,
    services: await servicesOf(executor, organizationId, kind, levels),
    factors: [...new Set(Object.values(services).map(({ factor }) => factor))],
    usual: { expedited_percent, expedited_min_cents, composition },
    sub_specialties: await subSpecialtiesOf(executor),
    states: US_STATES.map(([value, label]) => ({ value, label })),
    above: {
      terms: mergedTerms(above.map(({ terms }) => terms)),
      experts: keeps ? mergedExperts(above.map(({ expert_terms }) => expert_terms)) : null,
    },
    versions: versionStates(rows, today).map((row) => presentVersion(actor, row, today)),
    write: ableTo(keeps ? null : KEPT_BY_US),
  };
}

/** What books above say of experts, nearest first; what none says is left out. */
function mergedExperts(levels: readonly ExpertTerms[]): ExpertTerms {
  const merged: ExpertTerms = Object.assign({}, ...levels.toReversed());
  const fees_cents = Object.assign({}, ...levels.map((one) => one.fees_cents ?? {}).toReversed());
  return Object.keys(fees_cents).length > 0 ? { ...merged, fees_cents } : merged;
}

/** What prices are by, kind by kind; for admins with everybody who has books of their own. Refuses `not_found`. */
export async function listBooks(db: ActorDb, named: number | null, now: Date): Promise<BooksView> {
  const organization = await bookOwner(db, named);
  const organizationId = organization?.id ?? null;
  const { executor, actor } = db;
  const keeps = keepsBooks(actor.kind);
  const today = await begunDay(executor, organizationId, now);
  const { rows } = await sql<{
    kind: Kind;
    id: number | null;
    name: string | null;
    effective_from: string;
    depth: number;
  }>`
    select k.kind, b.organization_id as id, o.name, b.effective_from::text, b.depth
    from unnest(${[...KIND_NAMES]}::text[]) k (kind)
    cross join lateral organization_price_books(${organizationId}::bigint, k.kind, ${today}::date) b
    left join organizations o on o.id = b.organization_id order by b.depth`.execute(executor);
  const own = await versionsWhere(executor)
    .where(sql<boolean>`price_books.organization_id is not distinct from ${organizationId}::bigint`)
    .execute();
  const { rows: others } = keeps
    ? await sql<{ id: number; name: string; kinds: Kind[]; next_from: string | null }>`
        select o.id, o.name, array_agg(distinct b.kind order by b.kind) as kinds,
          min(b.effective_from) filter (where b.effective_from > ${today}::date)::text as next_from
        from price_books b join organizations o on o.id = b.organization_id
        where b.withdrawn_at is null group by o.id, o.name order by o.name, o.id`.execute(executor)
    : { rows: [] };
  return {
    organization,
    kinds: KIND_NAMES.map((kind) => {
      const found = rows.find((row) => row.kind === kind);
      const mine = own.filter((row) => row.kind === kind);
      return {
        kind,
        label: KINDS[kind].label,
        in_effect: found
          ? {
              organization: found.id === null ? null : { id: found.id, name: found.name ?? '' },
              effective_from: found.effective_from,
            }
          : null,
        next_from:
          mine
            .map(({ effective_from }) => effective_from)
            .filter((day) => day > today)
            .toSorted()[0] ?? null,
        versions: mine.length,
      };
    }),
    others,
    write: ableTo(keeps ? null : KEPT_BY_US),
  };
}
