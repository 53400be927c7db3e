import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Actor, isStaff } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { dateIn } from '../../../core/time.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { reviewScope } from '../../../platform/db/scope.ts';
import type { DB } from '../../../platform/db/types.ts';
import { PEER_REVIEW_TYPES } from '../../reviews/rules.ts';
import type { TrendQuery, TrendsView } from '../contract.ts';
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
  sql`select o.id, o.name from organizations o where organization_flag(o.id, 'peer_reviews_enabled')
    and ${isStaff(actor.kind) ? sql`true` : sql`o.id = any(${actor.organization_ids}::bigint[])`}`;

/**
 * Cases reviewed, one row each, with the level that counts: the first opinion's, or what a third reviewer settled. The
 * second opinion of a case is no case of its own.
 */
function casesIn(actor: Actor, { from, to, query }: TrendParameters, scale: Scale | null): RawBuilder<unknown> {
  const scope = reviewScope(actor, 'r') ?? sql<boolean>`true`;
  const filters = [
    ...(query.organization_id === undefined ? [] : [sql`o.organization_id = ${query.organization_id}`]),
    ...(query.facility === undefined ? [] : [sql`o.facility_key = ${query.facility}`]),
    ...(query.provider === undefined ? [] : [sql`o.provider_key = ${query.provider}`]),
    ...(query.review_type === undefined ? [] : [sql`o.review_type = ${query.review_type}`]),
    ...(scale === null ? [] : [sql`coalesce(a.scale, o.scale) = ${scale}`]),
  ];
  return sql`select o.review_id, o.organization_id, own.name as organization, o.quarter, o.needs_attention,
      coalesce(a.scale, o.scale) as scale, case when a.scale is null then o.level else a.level end as level,
      o.facility, o.facility_key, o.provider, o.provider_key, o.review_type,
      coalesce(f.asked, 0) as asked, coalesce(f.met, 0) as met
    from opinions o
    join (${organizationsOf(actor)}) own on own.id = o.organization_id
    join reviews r on r.id = o.review_id and ${scope}
    left join lateral (select x.scale, x.level from linked_reviews l join opinions x on x.review_id = l.review_id
      where l.original_id = o.review_id and l.role = 'adjudication' order by l.review_id desc limit 1) a on true
    left join lateral (select sum(c.asked)::int as asked, sum(c.met)::int as met from opinion_findings c
      where c.review_id = o.review_id and c.kind = 'audit') f on true
    where o.role = 'first' and o.quarter between ${from}::date and ${to}::date
      ${filters.length > 0 ? sql`and ${sql.join(filters, sql` and `)}` : sql``}`;
}

interface Counted extends LevelCount {
  asked: number;
  met: number;
}
const COUNTS = sql`count(*)::int as n, (count(*) filter (where needs_attention))::int as attention,
  sum(asked)::int as asked, sum(met)::int as met`;

const rowsOf = async <T>(db: Kysely<DB>, query: RawBuilder<unknown>): Promise<T[]> =>
  (await sql<T>`${query}`.execute(db)).rows;

const sumOf = (rows: readonly Counted[], of: 'asked' | 'met'): number => rows.reduce((sum, one) => sum + one[of], 0);
const percent = (rows: readonly Counted[]): number | null => percentMet(sumOf(rows, 'met'), sumOf(rows, 'asked'));

/** Trends as the page shows them. Refuses `not_found` for an organization that is not the actor's. */
export async function readTrends(db: ActorDb, query: TrendQuery, now: Date): Promise<TrendsView> {
  const { actor, executor } = db;
  await refuseForeign(executor, actor, query.organization_id);
  const asked = periodOf(query, now, actor.time_zone);
  const scales = await rowsOf<{ scale: Scale | null; n: number }>(
    executor,
    sql`with cases as (${casesIn(actor, asked, null)}) select scale, count(*)::int as n from cases group by scale`,
  );
  const ofScale = (one: Scale): number => scales.find((s) => s.scale === one)?.n ?? 0;
  const scale = query.scale ?? SCALE_NAMES.toSorted((a, b) => ofScale(b) - ofScale(a))[0] ?? 'care';
  const cases = casesIn(actor, asked, scale);
  const quarters = quartersBetween(asked.from, asked.to);
  const counts = await rowsOf<Counted>(
    executor,
    sql`with cases as (${cases}) select quarter, level, ${COUNTS} from cases group by quarter, level`,
  );
  const categories = await rowsOf<Category>(
    executor,
    sql`with cases as (${cases})
      select f.kind, f.category, max(f.label) as label, count(*)::int as reviews, sum(f.asked)::int as asked,
        sum(f.met)::int as met, sum(f.deficiencies)::int as deficiencies
      from cases join opinion_findings f on f.review_id = cases.review_id
      group by f.kind, f.category order by sum(f.deficiencies) desc, f.kind, max(f.label)`,
  );
  const pairs = await rowsOf<{ first: number; second: number; n: number }>(
    executor,
    sql`with cases as (${casesIn(actor, asked, null)})
      select a.level as first, b.level as second, count(*)::int as n from cases
      join opinions a on a.review_id = cases.review_id
      join linked_reviews l on l.original_id = a.review_id and l.role = 'second'
      join opinions b on b.review_id = l.review_id and b.scale = a.scale
      where a.scale = ${scale} and a.level is not null and b.level is not null group by a.level, b.level`,
  );
  const table = tableOf(
    pairs.flatMap(({ first, second, n }) => Array.from({ length: n }, () => [first, second] as const)),
    SCALES[scale].levels.length,
  );
  const agreement = agreementOf(table);
  const providers = await groupsOf(executor, cases, 'provider', scale, quarters);
  const facilities = await groupsOf(executor, cases, 'facility', scale, quarters);
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
    options: { ...(await optionsOf(executor, actor)), scales: scaleOptions(ofScale) },
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
  cases: RawBuilder<unknown>,
  by: 'provider' | 'facility',
  scale: Scale,
  quarters: readonly string[],
) {
  const key = sql.ref(`${by}_key`);
  const rows = await rowsOf<
    Counted & { key: string; label: string; organization_id: number; organization: string; all: number }
  >(
    db,
    sql`with cases as (${cases}),
      named as (select organization_id, ${key} as key, max(${sql.ref(by)}) as label, count(*) as n,
          count(*) over () as all from cases where ${key} <> '' group by organization_id, ${key}
        order by count(*) desc, max(${sql.ref(by)}) limit ${MOST_GROUPS})
      select named.key, named.label, named.organization_id, max(c.organization) as organization, max(named.all)::int as all,
        c.quarter, c.level, ${COUNTS}
      from named join cases c on c.organization_id = named.organization_id and c.${key} = named.key
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

/** What the filters offer, of everything the actor sees. */
async function optionsOf(db: Kysely<DB>, actor: Actor) {
  const scope = reviewScope(actor, 'r') ?? sql<boolean>`true`;
  const of = (key: string, label: string): RawBuilder<unknown> =>
    sql`select ${sql.ref(key)} as value, max(${sql.ref(label)}) as label from opinions o
      join (${organizationsOf(actor)}) own on own.id = o.organization_id join reviews r on r.id = o.review_id and ${scope}
      where o.role = 'first' and ${sql.ref(key)} <> '' group by 1 order by 2 limit 500`;
  type Option = { value: string; label: string };
  const types = await rowsOf<Option>(db, of('o.review_type', 'o.review_type'));
  return {
    organizations: (
      await rowsOf<{ id: number; name: string }>(db, sql`${organizationsOf(actor)} order by o.name limit 500`)
    ).map(({ id, name }) => ({ value: String(id), label: name })),
    facilities: await rowsOf<Option>(db, of('o.facility_key', 'o.facility')),
    providers: await rowsOf<Option>(db, of('o.provider_key', 'o.provider')),
    review_types: types.map(({ value }) => ({
      value,
      label: PEER_REVIEW_TYPES.find((type) => type.value === value)?.label ?? value,
    })),
  };
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

/** Everything the filters leave, by quarter, organization, facility and provider. */
export async function trendLines(db: ActorDb, asked: TrendParameters): Promise<TrendLine[]> {
  const { actor, executor } = db;
  await refuseForeign(executor, actor, asked.query.organization_id);
  const level = (n: number): RawBuilder<unknown> => sql`(count(*) filter (where level = ${sql.lit(n)}))::int`;
  return rowsOf<TrendLine>(
    executor,
    sql`with cases as (${casesIn(actor, asked, asked.query.scale ?? null)})
      select quarter, organization, max(facility) as facility, max(provider) as provider, scale, ${COUNTS},
        (count(*) filter (where level is null))::int as undetermined,
        array[${level(1)}, ${level(2)}, ${level(3)}, ${level(4)}] as levels
      from cases group by quarter, organization_id, organization, facility_key, provider_key, scale
      order by quarter, organization, max(facility), max(provider), scale`,
  );
}
