import type { Kysely } from 'kysely';
import { dateIn } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import type { DB } from '../../../platform/db/types.ts';
import { type CaseCheckFacts, type CaseFields, checkCase, type Fault } from '../rules.ts';
import { holidaysIn } from '../rules/holidays.ts';
import type { LoadedReview } from './load.ts';

/** What the rules of an order look at beside its fields: the organization's flags and options, and the taxonomy. */
export async function checkFacts(
  db: Kysely<DB>,
  loaded: Pick<LoadedReview, 'facts' | 'settings'>,
  fields: Partial<CaseFields>,
  now: Date,
): Promise<CaseCheckFacts> {
  const asked = [fields.specialty_id, fields.second_specialty_id].filter((id): id is number => Boolean(id));
  const specialties = new Map<number, Set<number>>();
  if (asked.length > 0) {
    const rows = await db
      .selectFrom('specialties')
      .leftJoin('sub_specialties', (join) =>
        join.onRef('sub_specialties.specialty_id', '=', 'specialties.id').on('sub_specialties.active', '=', true),
      )
      .select(['specialties.id', 'sub_specialties.id as sub_id'])
      .where('specialties.active', '=', true)
      .where('specialties.id', 'in', asked)
      .execute();
    for (const row of rows) {
      const subs = specialties.get(row.id) ?? new Set<number>();
      if (row.sub_id !== null) subs.add(row.sub_id);
      specialties.set(row.id, subs);
    }
  }
  const { organization } = loaded.facts;
  return {
    today: dateIn(now, organization.time_zone),
    isHoliday: holidaysIn(fields.venue_state ?? null),
    flags: organization.flags,
    case_types: loaded.settings.case_type_options.map((o) => o.value),
    specialties,
    email_domains: organization.flags['email_domain_whitelisting_enabled']
      ? loaded.settings.allowed_email_domains
      : null,
  };
}

/** Everything that stands in the way of ordering this review now. */
export async function faultsOf(db: Kysely<DB>, loaded: LoadedReview, now: Date): Promise<Fault[]> {
  return checkCase(loaded.fields, await checkFacts(db, loaded, loaded.fields, now));
}

export const countMissing = async (tx: Tx, loaded: LoadedReview): Promise<number> =>
  (await faultsOf(tx.system, loaded, tx.now)).length;
