import { ORGANIZATION_ADMINS, STAFF } from '../../../../platform/db/roles.ts';
import { fullNameOf } from '../../../../platform/db/full-name.ts';
import { domainsOf } from '../../../organizations/rules.ts';
import { type Kysely, sql } from 'kysely';
import { dateIn } from '../../../../core/time.ts';
import type { Tx } from '../../../../platform/command.ts';
import type { DB } from '../../../../platform/db/types.ts';
import { checkOrder, type CheckFacts, type Fault, type Fields, formOf, servicesOffered } from '../../rules.ts';
import { offeredLicenses } from '../../../../platform/db/license-rows.ts';
import { extraHolidays } from '../../../../platform/db/extra-holidays.ts';
import { holidaysIn } from '../../rules/holidays.ts';
import type { Ports } from '../../../../platform/ports.ts';
import type { OrderLimits } from '../../ports.ts';
import type { LoadedReview } from '../load.ts';
import { reviewTypesOf } from './types.ts';

/** What the rules of an order look at beside its fields: the organization's flags and options, and the taxonomy. */
export async function checkFacts(
  db: Kysely<DB>,
  loaded: Pick<LoadedReview, 'facts' | 'settings' | 'services'>,
  fields: Fields,
  now: Date,
): Promise<CheckFacts> {
  const asked = ['specialty_id', 'second_specialty_id', 'third_specialty_id']
    .map((key) => fields[key])
    .filter((id) => typeof id === 'number');
  const specialties = new Map<number, Set<number>>();
  if (asked.length > 0) {
    const rows = await db
      .selectFrom('specialties')
      .leftJoin('sub_specialties', (join) =>
        join.onRef('sub_specialties.specialty_id', '=', 'specialties.id').on('sub_specialties.active', '=', true),
      )
      .select(['specialties.id', 'sub_specialties.id as sub_id'])
      .where('specialties.active', '=', true)
      .where('specialties.availability', '<>', 'none')
      .where('specialties.id', 'in', asked)
      .execute();
    for (const row of rows) {
      const subs = specialties.get(row.id) ?? new Set<number>();
      if (row.sub_id !== null) subs.add(row.sub_id);
      specialties.set(row.id, subs);
    }
  }
  const { kind, organization, requester_id, pages } = loaded.facts;
  // one that came from a subscription or from another review holds, whatever is offered now
  const keepsType = await isGiven(db, loaded.facts);
  const held = keepsType ? fields['license_type'] : null;
  const colleagues = await colleaguesIn(db, organization.id, [requester_id, ...numbers(fields['recipients'])]);
  return {
    today: dateIn(now, organization.time_zone),
    isHoliday: holidaysIn(formOf(kind).columns(fields).state, await extraHolidays(db)),
    flags: organization.flags,
    license_types: [...(await offeredLicenses(db)).map(({ key }) => key), ...(typeof held === 'string' ? [held] : [])],
    review_types: (await reviewTypesOf(db, kind, organization.id)).filter((type) => type.offered || keepsType),
    services: servicesOffered(formOf(kind), loaded.services, organization.flags).map(({ value }) => value),
    case_types: loaded.settings.case_type_options.map((o) => o.value),
    exam_types: loaded.settings.ime_type_options.map((o) => o.value),
    specialties,
    email_domains: domainsOf({ flags: organization.flags, settings: loaded.settings }),
    pages,
    requester_name: colleagues.get(requester_id) ?? '',
    colleagues,
  };
}

async function isGiven(db: Kysely<DB>, { id }: { id: number }): Promise<boolean> {
  const { rows } = await sql<{ given: boolean }>`
    select exists (select 1 from review_seats s where s.review_id = ${id})
      or exists (select 1 from linked_reviews l where l.review_id = ${id}) as given`.execute(db);
  return rows[0]?.given ?? false;
}

const numbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : [];

/** Of these users those who order for an organization or one above it, by id. */
export async function colleaguesIn(
  db: Kysely<DB>,
  organizationId: number,
  userIds: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, ${fullNameOf('u')} as name
    from users u where u.id = any(${userIds}::bigint[]) and u.suspended_at is null
      and u.organization_id in (select p.id from organization_path(${organizationId}) p)
      and (u.role in ${ORGANIZATION_ADMINS}
        or exists (select 1 from profiles f where f.user_id = u.id and f.type = 'ClaimConsultant'))`.execute(db);
  return new Map(rows.map((u) => [u.id, u.name]));
}

/** Whether somebody would see an order of this organization as the one who places it. */
export async function seesOrdersOf(db: Kysely<DB>, organizationId: number, userId: number): Promise<boolean> {
  const { rows } = await sql<{ sees: boolean }>`
    select exists (select from users u where u.id = ${userId} and (u.role in ${STAFF}
      or (u.role in ${ORGANIZATION_ADMINS} and u.organization_id in (select p.id from organization_path(${organizationId}) p))
      or exists (select from profiles f where f.user_id = u.id and f.type = 'ClaimConsultant'
        and coalesce(f.organization_id, u.organization_id) = ${organizationId}))) as sees`.execute(db);
  return rows[0]?.sees ?? false;
}

/** Everything in it that stands in the way of ordering this review now. */
export async function faultsOf(db: Kysely<DB>, loaded: LoadedReview, now: Date): Promise<Fault[]> {
  return checkOrder(loaded.facts.kind, loaded.fields, await checkFacts(db, loaded, loaded.fields, now));
}

/** What others say of an order. See the port. */
export const limitsOf = (
  db: Kysely<DB>,
  { orderLimits }: Pick<Ports, 'orderLimits'>,
  { facts, fields }: LoadedReview,
  now: Date,
): ReturnType<OrderLimits> => orderLimits(db, { kind: facts.kind, fields }, dateIn(now, facts.organization.time_zone));

export const countMissing = async (tx: Tx, loaded: LoadedReview): Promise<number> =>
  (await faultsOf(tx.system, loaded, tx.now)).length;
