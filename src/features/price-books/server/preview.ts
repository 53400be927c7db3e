import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { type Kind, reviewNumber } from '../../../core/kinds.ts';
import { type BookLevel, type BookTerms, heldTerms, PLATFORM_DEPTH } from '../../../core/price-books.ts';
import { ownSpecialties, pricedBy, type SpecialtyPrices } from '../../../core/specialties.ts';
import { Refusal } from '../../../core/errors.ts';
import { inStates } from '../../../platform/db/in-states.ts';
import { meetingRows } from '../../../platform/db/meeting-rows.ts';
import { organizationPaths } from '../../../platform/db/organization-facts.ts';
import type { DB } from '../../../platform/db/types.ts';
import { priceBook, quote, type QuoteInput } from '../../billing/rules.ts';
import { resolveSettings } from '../../organizations/rules.ts';
import { baseNear, formOf, pricesWith, servicesFor, statesWith, subNear } from '../../reviews/rules.ts';
import type { BookPreview } from '../contract.ts';
import { type Held, type Repriced, repriced, summedUp } from '../rules.ts';
import { type StoredVersion, versionsWhere } from './read.ts';

/** Orders that are priced anew at most: the newest. */
const MOST = 10_000;
/** So many are priced before others have their turn. */
const PRICED_AT_ONCE = 200;

type Ordered = {
  id: number;
  organization_id: number;
  organization: string;
  ordered_on: string;
  state: string | null;
  sub_id: number | null;
  sub: SpecialtyPrices | null;
  inputs: QuoteInput;
  total_cents: number;
};

interface Previewed extends Repriced {
  ordered_on: string;
}

/**
 * Each order of a time with what it cost and what it would cost by a version, the newest first, and how many there were. What was
 * canceled before it was done, and what was deleted, is not among them. Refuses `not_found`.
 */
export async function previewed(
  db: Kysely<DB>,
  id: number,
  { from, until }: { from: string; until: string },
): Promise<{ version: StoredVersion; rows: Previewed[]; found: number }> {
  const version: StoredVersion | undefined = await versionsWhere(db)
    .where('price_books.id', '=', id)
    .executeTakeFirst();
  if (!version) throw new Refusal('not_found');
  const { organization_id, kind } = version;
  const among = sql`
    from reviews r join organizations o on o.id = r.organization_id
    ${organization_id === null ? sql`` : sql`join organization_tree(${organization_id}) t on t.id = r.organization_id`}
    where r.kind = ${kind} and r.bucket in ('active', 'completed') 
      and not ${inStates(
        'r',
        statesWith(({ phase }) => phase === 'records_deleted'),
      )}
      and r.submitted_at >= (${from}::date::timestamp at time zone o.time_zone)
      and r.submitted_at < (${until}::date::timestamp at time zone o.time_zone)`;
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n ${among}`.execute(db);
  const { rows } = await sql<Ordered>`
    select r.id, r.organization_id, r.organization, r.ordered_on, r.state, r.sub_id, q.inputs, q.total_cents::float8 as total_cents,
      (select json_build_object('price_modifier', s.price_modifier, 'price_modifier_limited', s.price_modifier_limited,
          'price_modifier_standard', s.price_modifier_standard, 'report_cost_cents', s.report_cost_cents,
          'report_overage_cost_cents', s.report_overage_cost_cents)
        from sub_specialties s where s.id = r.sub_id) as sub
    from (select r.id, r.organization_id, o.name as organization, r.state, r.sub_specialty_id as sub_id,
        (r.submitted_at at time zone o.time_zone)::date::text as ordered_on ${among} order by r.id desc limit ${MOST}) r
    join lateral (select inputs, total_cents from quotes q where q.review_id = r.id order by q.version desc limit 1) q on true
    order by r.id desc`.execute(db);
  const price = await pricing(db, version, [...new Set(rows.map((row) => row.organization_id))]);
  const anew: Previewed[] = [];
  for (const [at, row] of rows.entries()) {
    // others are answered meanwhile
    if (at > 0 && at % PRICED_AT_ONCE === 0) await setImmediate();
    anew.push(price(row));
  }
  return { version, rows: anew, found: counted[0]?.n ?? 0 };
}

/** What prices an order anew by a version, for orders of these organizations. */
async function pricing(
  db: Kysely<DB>,
  version: StoredVersion,
  organizationIds: readonly number[],
): Promise<(row: Ordered) => Previewed> {
  const { kind } = version;
  const form = formOf(kind);
  const books = await versionsWhere(db).where('price_books.kind', '=', kind).execute();
  const paths = await organizationPaths(db, organizationIds);
  const calls = new Map<number, ReturnType<typeof servicesFor>>();
  for (const id of organizationIds) calls.set(id, servicesFor(form, await meetingRows(db, id, kind)));

  /** The books of an organization on a day, nearest first; `over`: with the version in place of what its owner says then. */
  const levelsOn = (organizationId: number, day: string, over: boolean): BookLevel<BookTerms>[] => {
    const steps: { depth: number; id: number | null }[] = (paths.get(organizationId) ?? []).map((step, depth) => ({
      depth,
      id: step.id,
    }));
    return [...steps, { depth: PLATFORM_DEPTH, id: null }].flatMap(({ depth, id }) => {
      if (over && id === version.organization_id) return [{ depth, terms: version.terms }];
      const held = books.find((one) => one.organization_id === id && one.effective_from <= day);
      return held ? [{ depth, terms: held.terms }] : [];
    });
  };
  const kept = new Map<string, BookLevel<BookTerms>[]>();
  const levels = (organizationId: number, day: string, over: boolean): BookLevel<BookTerms>[] => {
    const key = `${organizationId} ${day} ${over}`;
    let found = kept.get(key);
    if (!found) kept.set(key, (found = levelsOn(organizationId, day, over)));
    return found;
  };
  const merged = new Map<BookLevel<BookTerms>[], Map<number, BookTerms>>();
  const held = (all: BookLevel<BookTerms>[], near: number): BookTerms => {
    let by = merged.get(all);
    if (!by) merged.set(all, (by = new Map()));
    let terms = by.get(near);
    if (!terms) by.set(near, (terms = heldTerms(all, near)));
    return terms;
  };

  return ({ id, organization_id, organization, ordered_on, state, sub_id, sub, inputs, total_cents }) => {
    const path = paths.get(organization_id) ?? [];
    const settings = resolveSettings(path);
    const { service } = inputs;
    const offered = calls.get(organization_id)?.find(({ value }) => value === service) ?? null;
    const prices = pricesWith(form.prices, offered);
    const near = offered ? baseNear(path, settings, prices.services[service]?.own_price, offered) : Infinity;
    const specialties = ownSpecialties(path);
    const ofSub = sub_id === null ? Infinity : subNear(path, specialties, sub_id);
    const said = (day: string, over: boolean): Held => {
      const all = levels(organization_id, day, over);
      return {
        terms: { ...held(all, Infinity), sub_specialties: held(all, ofSub).sub_specialties },
        base_cents: held(all, near).services?.[service]?.base_cents,
      };
    };
    const input = repriced(inputs, {
      prices,
      before: said(ordered_on, false),
      now: said(version.effective_from, true),
      sub: sub && sub_id !== null ? { id: sub_id, prices: pricedBy(specialties, sub_id, sub) } : null,
      usual_base_cents: priceBook(prices, service, settings).base_cents[service] ?? 0,
      state,
    });
    return {
      id,
      ordered_on,
      organization,
      service: offered?.label ?? (inputs.priced_as ?? prices.services[service])?.label ?? service,
      before_cents: total_cents,
      now_cents: quote(prices, input).total_cents,
    };
  };
}

/** What a time would have cost, summed up. */
export function presentPreview(
  kind: Kind,
  { from, until }: { from: string; until: string },
  { rows, found }: { rows: readonly Previewed[]; found: number },
): BookPreview {
  const { largest, ...sums } = summedUp(rows);
  return {
    from,
    until,
    reviews: rows.length,
    found,
    ...sums,
    largest: largest.map(({ id, organization, service, before_cents, now_cents }) => ({
      review: { id, kind, number: reviewNumber(kind, id) },
      organization,
      service,
      before_cents,
      now_cents,
    })),
  };
}
