import { trendsKind } from '../../../core/kinds.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Actor, isStaff } from '../../../core/actor.ts';
import { CHOICES_READ, showChoices } from '../../../core/choices.ts';
import type { In, Out } from '../../../core/endpoint.ts';
import { Refusal } from '../../../core/errors.ts';
import { dateIn } from '../../../core/time.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { usesKind } from '../../../platform/db/organization-kinds.ts';
import { asTyped } from '../../../platform/db/as-typed.ts';
import type { DB } from '../../../platform/db/types.ts';
import { PEER_REVIEW_TYPES } from '../../reviews/rules.ts';
import type { trendEndpoints, TrendQuery, TrendsView } from '../contract.ts';
import {
  agreementOf,
  changeOf,
  type FindingKind,
  type LevelCount,
  percentMet,
  quarterOf,
  quartersBetween,
  quarterWords,
  type Scale,
  SCALE_NAMES,
  SCALES,
  shareMet,
  shiftQuarter,
  spreadOf,
  tableOf,
} from '../rules.ts';

/** Quarters looked at when none are asked for, and at most. */
const USUAL_QUARTERS = 8;
const MOST_QUARTERS = 40;
/** Providers and facilities listed on the page; a file holds all. */
const MOST_GROUPS = 50;

export interface TrendParameters {
  from: string;
  to: string;
  query: TrendQuery;
}

/** The period asked for, in whole quarters; the last eight where none is. Refuses one that is too long or backwards. */
export function periodOf(query: TrendQuery, now: Date, zone: string): TrendParameters {
  const to = quarterOf(query.to ?? dateIn(now, zone));
  const from = query.from === undefined ? shiftQuarter(to, 1 - USUAL_QUARTERS) : quarterOf(query.from);
  const count = quartersBetween(from, to).length;
  if (count === 0 || count > MOST_QUARTERS) {
    throw new Refusal('invalid', undefined, {
      errors: [
        {
          path: 'from',
          message: count === 0 ? 'The first quarter is after the last.' : `At most ${MOST_QUARTERS} quarters at once.`,
        },
      ],
    });
  }
  return { from, to, query };
}

/** Organizations of the actor that order peer reviews. */
const organizationsOf = (actor: Actor): RawBuilder<unknown> =>
  sql`select o.id, o.name from organizations o where ${usesKind('o', trendsKind())}
    and ${isStaff(actor.kind) ? sql`true` : sql`o.id = any(${actor.organization_ids}::bigint[])`}`;

const USUAL_TYPES = '*';
/** Sums are kept of each type and of all. */
const typeOf = (query: TrendQuery): string => query.review_type ?? USUAL_TYPES;

/** What every question about trends asks: the reader's organizations, and the period. */
const withinOf = (
  actor: Actor,
  { from, to, query }: TrendParameters,
  of: 'c' | 'f',
): { join: RawBuilder<unknown>; where: RawBuilder<unknown> } => ({
  join: sql`join (${organizationsOf(actor)}) own on own.id = ${sql.ref(`${of}.organization_id`)}`,
  where: sql`${sql.ref(`${of}.quarter`)} between ${from}::date and ${to}::date
    ${query.organization_id === undefined ? sql`` : sql`and ${sql.ref(`${of}.organization_id`)} = ${query.organization_id}`}`,
});

/**
 * Cases reviewed, one row each, with the level that counts: the first opinion's, or what a third reviewer settled. The
 * second opinion of a case is no case of its own.
 */
function casesIn(actor: Actor, asked: TrendParameters, scale: Scale | null): RawBuilder<unknown> {
  const { query } = asked;
  const { join, where } = withinOf(actor, asked, 'c');
  const filters = [
    ...(query.facility === undefined ? [] : [sql`c.facility_key = ${query.facility}`]),
    ...(query.provider === undefined ? [] : [sql`c.provider_key = ${query.provider}`]),
    ...(query.review_type === undefined ? [] : [sql`c.review_type = ${query.review_type}`]),
    ...(scale === null ? [] : [sql`c.scale = ${scale}`]),
  ];
  return sql`select c.*, own.name as organization from trend_cases c ${join}
    where ${where} ${filters.length > 0 ? sql`and ${sql.join(filters, sql` and `)}` : sql``}`;
}

/**
 * The same as sums, a row for each quarter, group and level; what is not counted by level stands with those that have
 * none. One facility or provider is counted case by case: no sums are kept of both together.
 */
function sumsIn(
  actor: Actor,
  asked: TrendParameters,
  scale: Scale,
  by: 'all' | 'facility' | 'provider',
): RawBuilder<unknown> {
  if (asked.query.facility !== undefined || asked.query.provider !== undefined) {
    const [key, label] = by === 'all' ? [sql`''`, sql`''`] : [sql.ref(`${by}_key`), sql.ref(by)];
    return sql`select organization_id, organization, quarter, ${key} as key, ${label} as label, level, 1 as n,
        needs_attention::int as attention, asked, met from (${casesIn(actor, asked, scale)}) cases`;
  }
  return sql`select s.organization_id, s.organization, s.quarter, s.key, s.label, v.* from (${cellsIn(actor, asked, scale, by)}) s,
    lateral (values (null::int, s.n - s.level_1 - s.level_2 - s.level_3 - s.level_4, s.attention, s.asked, s.met),
      (1, s.level_1, 0, 0, 0), (2, s.level_2, 0, 0, 0), (3, s.level_3, 0, 0, 0), (4, s.level_4, 0, 0, 0))
      v (level, n, attention, asked, met)`;
}

/** The kept sums a question is about. */
function cellsIn(
  actor: Actor,
  asked: TrendParameters,
  scale: Scale | null,
  by: 'all' | 'facility' | 'provider',
): RawBuilder<unknown> {
  const { join, where } = withinOf(actor, asked, 'c');
  return sql`select c.*, own.name as organization from trend_cells c ${join} where c.by = ${sql.lit(by)}
    and c.review_type = ${typeOf(asked.query)} and ${scale === null ? sql`true` : sql`c.scale = ${scale}`} and ${where}`;
}

interface Counted extends LevelCount {
  asked: number;
  met: number;
}
const SUMS = sql`sum(n)::int as n, sum(attention)::int as attention, sum(asked)::int as asked, sum(met)::int as met`;

const rowsOf = async <T>(db: Kysely<DB>, query: RawBuilder<unknown>): Promise<T[]> =>
  (await sql<T>`${query}`.execute(db)).rows;

const sumOf = (rows: readonly Counted[], of: 'asked' | 'met'): number => rows.reduce((sum, one) => sum + one[of], 0);
const percent = (rows: readonly Counted[]): number | null => percentMet(sumOf(rows, 'met'), sumOf(rows, 'asked'));

/** Trends as the page shows them. Refuses `not_found` for an organization that is not the actor's. */
export async function readTrends(db: ActorDb, query: TrendQuery, now: Date): Promise<TrendsView> {
  const { actor, executor } = db;
  await refuseForeign(executor, actor, query.organization_id);
  const asked = periodOf(query, now, actor.time_zone);
  const narrow = asked.query.facility !== undefined || asked.query.provider !== undefined;
  const scales = await rowsOf<{ scale: Scale | null; n: number }>(
    executor,
    narrow
      ? sql`with cases as (${casesIn(actor, asked, null)})
          select nullif(scale, '') as scale, count(*)::int as n from cases group by scale`
      : sql`select nullif(scale, '') as scale, sum(n)::int as n from (${cellsIn(actor, asked, null, 'all')}) c group by scale`,
  );
  const ofScale = (one: Scale): number => scales.find((s) => s.scale === one)?.n ?? 0;
  const scale = query.scale ?? SCALE_NAMES.toSorted((a, b) => ofScale(b) - ofScale(a))[0] ?? 'care';
  const quarters = quartersBetween(asked.from, asked.to);
  const within = withinOf(actor, asked, 'f');
  // each on a connection of its own: none waits for another
  const [counts, categories, pairs, providers, facilities, organizations] = await Promise.all([
    rowsOf<Counted>(
      executor,
      sql`select quarter, level, ${SUMS} from (${sumsIn(actor, asked, scale, 'all')}) s group by quarter, level having sum(n) <> 0
        or sum(attention) <> 0 or sum(asked) <> 0`,
    ),
    rowsOf<Category>(
      executor,
      narrow
        ? sql`with cases as (${casesIn(actor, asked, scale)})
            select f.kind, f.category, max(f.label) as label, count(*)::int as reviews, sum(f.asked)::int as asked,
              sum(f.met)::int as met, sum(f.deficiencies)::int as deficiencies
            from cases join opinion_findings f on f.review_id = cases.review_id
            group by f.kind, f.category order by sum(f.deficiencies) desc, f.kind, max(f.label)`
        : sql`select f.kind, f.category, max(f.label) as label, sum(f.reviews)::int as reviews, sum(f.asked)::int as asked,
              sum(f.met)::int as met, sum(f.deficiencies)::int as deficiencies
            from trend_findings f ${within.join} where f.scale = ${scale} and f.review_type = ${typeOf(query)} and ${within.where}
            group by f.kind, f.category order by sum(f.deficiencies) desc, f.kind, max(f.label)`,
    ),
    rowsOf<{ first: number; second: number; n: number }>(
      executor,
      sql`with cases as (${casesIn(actor, asked, null)})
        select own_level as first, second, count(*)::int as n from cases, unnest(second_levels) second
        where own_scale = ${scale} and second_levels is not null group by own_level, second`,
    ),
    groupsOf(executor, actor, asked, 'provider', scale, quarters),
    groupsOf(executor, actor, asked, 'facility', scale, quarters),
    rowsOf(executor, sql`${organizationsOf(actor)} limit 2`),
  ]);
  const table = tableOf(
    pairs.flatMap(({ first, second, n }) => Array.from({ length: n }, () => [first, second] as const)),
    SCALES[scale].levels.length,
  );
  const agreement = agreementOf(table);
  return {
    scale,
    from: asked.from,
    to: asked.to,
    total: spreadOf(scale, counts),
    change: changeOf(quarters, counts),
    quarters: quarters.map((quarter) => {
      const own = counts.filter((one) => one.quarter === quarter);
      return { quarter, label: quarterWords(quarter), spread: spreadOf(scale, own), percent_met: percent(own) };
    }),
    providers: providers.data,
    more_providers: providers.more,
    facilities: facilities.data,
    more_facilities: facilities.more,
    categories: categories.map(({ met, ...one }) => ({
      ...one,
      // a factor is named or not; nothing of it is met
      met: one.kind === 'aspect' || one.kind === 'audit' ? shareMet(met, one.asked) : null,
    })),
    agreement: { ...agreement, table },
    options: { of_several: organizations.length > 1, scales: scaleOptions(ofScale) },
  };
}

interface Category {
  kind: FindingKind;
  category: string;
  label: string;
  reviews: number;
  asked: number;
  met: number;
  deficiencies: number;
}

const scaleOptions = (count: (scale: Scale) => number) =>
  SCALE_NAMES.map((value) => ({ value, label: SCALES[value].label, n: count(value) }));

async function refuseForeign(db: Kysely<DB>, actor: Actor, organizationId: number | undefined): Promise<void> {
  if (organizationId === undefined) return;
  const own = await rowsOf<{ id: number }>(
    db,
    sql`select id from (${organizationsOf(actor)}) own where id = ${organizationId}`,
  );
  if (own.length === 0) throw new Refusal('not_found');
}

/** Providers or facilities over the period, those with most reviews first. Nobody's are left out. */
async function groupsOf(
  db: Kysely<DB>,
  actor: Actor,
  asked: TrendParameters,
  by: 'provider' | 'facility',
  scale: Scale,
  quarters: readonly string[],
) {
  const rows = await rowsOf<
    Counted & { key: string; label: string; organization_id: number; organization: string; all: number }
  >(
    db,
    sql`with sums as (${sumsIn(actor, asked, scale, by)}),
      named as (select organization_id, key, max(label) as label, sum(n) as n, count(*) over () as all
        from ${ranked(actor, asked, scale, by)} where key <> '' group by organization_id, key
        order by sum(n) desc, max(label) limit ${MOST_GROUPS})
      select named.key, named.label, named.organization_id, max(c.organization) as organization, max(named.all)::int as all,
        c.quarter, c.level, sum(c.n)::int as n, sum(c.attention)::int as attention, sum(c.asked)::int as asked, sum(c.met)::int as met
      from named join sums c on c.organization_id = named.organization_id and c.key = named.key
      group by named.key, named.label, named.organization_id, named.n, c.quarter, c.level
      order by named.n desc, named.label`,
  );
  const groups = new Map<string, typeof rows>();
  for (const row of rows) {
    const id = `${row.organization_id}:${row.key}`;
    groups.set(id, [...(groups.get(id) ?? []), row]);
  }
  const data = [...groups.values()].flatMap((own) => {
    const [one] = own;
    if (!one) return [];
    return {
      key: one.key,
      label: one.label,
      organization_id: one.organization_id,
      organization: one.organization,
      spread: spreadOf(scale, own),
      change: changeOf(quarters, own),
      percent_met: percent(own),
    };
  });
  return { data, more: Math.max(0, (rows[0]?.all ?? 0) - data.length) };
}

/** What groups are ranked by: the sums before they are taken apart by level. */
const ranked = (actor: Actor, asked: TrendParameters, scale: Scale, by: 'provider' | 'facility'): RawBuilder<unknown> =>
  asked.query.facility !== undefined || asked.query.provider !== undefined
    ? sql`sums`
    : sql`(${cellsIn(actor, asked, scale, by)}) cells`;

/**
 * What trends can be narrowed to by a name, of everything the actor sees or of one organization, as far as it is shown.
 * Refuses `not_found`.
 */
export async function chooseTrend(
  { executor: db, actor }: ActorDb,
  { by, organization_id, q, id }: In<typeof trendEndpoints.choices, 'query'>,
): Promise<Out<typeof trendEndpoints.choices>> {
  await refuseForeign(db, actor, organization_id);
  const own = sql`trend_cells c join (${organizationsOf(actor)}) own on own.id = c.organization_id
    ${organization_id === undefined ? sql`` : sql`and own.id = ${organization_id}`}`;
  const named =
    by === 'review_type'
      ? sql`select found.id, coalesce(usual.label, of_own.name, found.id) as name
          from (select distinct c.review_type as id from ${own} where c.by = 'all' and c.review_type not in ('', ${USUAL_TYPES})) found
          left join unnest(${PEER_REVIEW_TYPES.map(({ value }) => value)}::text[], ${PEER_REVIEW_TYPES.map(({ label }) => label)}::text[])
            as usual (value, label) on usual.value = found.id
          left join lateral (select t.name from peer_review_types t where t.value = found.id limit 1) of_own on true`
      : sql`select c.key as id, max(c.label) as name from ${own}
          where c.by = ${by} and c.review_type = ${USUAL_TYPES} and c.key <> '' group by c.key`;
  return showChoices(
    await rowsOf<{ id: string; name: string }>(
      db,
      sql`select id, name from (${named}) named
        where ${id === undefined ? sql`name ilike ${`%${asTyped(q ?? '')}%`}` : sql`id = ${id}`}
        order by name, id limit ${CHOICES_READ}`,
    ),
  );
}

/** One line of the file: a provider at a facility in a quarter, on one scale. */
export interface TrendLine {
  quarter: string;
  organization: string;
  facility: string;
  provider: string;
  scale: Scale | null;
  n: number;
  undetermined: number;
  levels: [number, number, number, number];
  attention: number;
  asked: number;
  met: number;
}

/**
 * Everything the filters leave, by quarter, organization, facility and provider: a quarter of an organization at a time,
 * so that the first lines leave at once and none waits in memory. Refuses before the first.
 */
export async function trendLines(db: ActorDb, asked: TrendParameters): Promise<() => AsyncGenerator<TrendLine[]>> {
  const { actor, executor } = db;
  await refuseForeign(executor, actor, asked.query.organization_id);
  const parts = await rowsOf<{ quarter: string; organization_id: number }>(
    executor,
    sql`select c.quarter, c.organization_id from (${cellsIn(actor, asked, asked.query.scale ?? null, 'all')}) c
      group by c.quarter, c.organization_id, c.organization order by c.quarter, c.organization, c.organization_id`,
  );
  const level = (n: number): RawBuilder<unknown> => sql`(count(*) filter (where level = ${sql.lit(n)}))::int`;
  return async function* lines() {
    for (const { quarter, organization_id } of parts) {
      const part = { from: quarter, to: quarter, query: { ...asked.query, organization_id } };
      yield await rowsOf<TrendLine>(
        executor,
        sql`with cases as (${casesIn(actor, part, asked.query.scale ?? null)})
          select quarter, organization, max(facility) as facility, max(provider) as provider, nullif(scale, '') as scale,
            count(*)::int as n, (count(*) filter (where needs_attention))::int as attention, sum(asked)::int as asked, sum(met)::int as met,
            (count(*) filter (where level is null))::int as undetermined,
            array[${level(1)}, ${level(2)}, ${level(3)}, ${level(4)}] as levels
          from cases group by quarter, organization_id, organization, facility_key, provider_key, scale
          order by max(facility), max(provider), scale`,
      );
    }
  };
}
