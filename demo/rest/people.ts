import { type Kysely, sql } from 'kysely';
import type { DB } from '../../src/platform/db/types.ts';
import { type Person, requestersOf } from './requesters.ts';
import type { Row } from './schema.ts';

/** An expert of the directory, as others are put in that one's place. */
export interface RestExpert extends Person {
  name: string;
  code: string;
  suffix: string;
  specialty_id: number | null;
  /** Whether a demo account is listed for that one: whose lists stay as they are. */
  listed: boolean;
  /** What was known of an expert when one was looked for. */
  said: Row;
}

/** Whom the further reviews are given to. */
export interface RestPeople {
  experts: ReadonlyMap<number, RestExpert>;
  requesters: ReadonlyMap<number, readonly Person[]>;
  /** Everybody by user, with the first profile. */
  known: ReadonlyMap<number, Person & { name: string }>;
}

/** Everybody who takes part in the further reviews. */
export async function readPeople(db: Kysely<DB>): Promise<RestPeople> {
  const requesters = await requestersOf(db);
  const { rows } = await sql<RestExpert>`
    select e.profile_id, p.user_id, u.first_name || ' ' || u.last_name as name, e.code, e.credentials_suffix as suffix,
      c.specialty_id, u.demo_note is not null or p.type <> 'MedicalExpert' as listed,
      json_build_object('name', 'Dr. ' || u.first_name || ' ' || u.last_name, 'code', e.code, 'city', e.city, 'state', e.state,
        'setting', e.setting, 'summary', e.summary, 'years_in_practice', e.years_in_practice, 'time_zone', u.time_zone) as said
    from expert_profiles e join profiles p on p.id = e.profile_id join users u on u.id = p.user_id
      left join credentials c on c.expert_profile_id = e.profile_id and c.is_primary
    order by e.profile_id`.execute(db);
  const known = await sql<Person & { name: string }>`
    select u.id as user_id, coalesce(p.id, 0) as profile_id, u.first_name || ' ' || u.last_name as name
    from users u left join profiles p on p.user_id = u.id and p.is_primary`.execute(db);
  return {
    requesters,
    experts: new Map(rows.map((one) => [one.profile_id, one])),
    known: new Map(known.rows.map((one) => [one.user_id, one])),
  };
}

/** Who may stand in an expert's place, nearest first from where `nth` begins: of the same field and the same credentials. */
export function inPlaceOf({ experts }: RestPeople, profileId: number, nth: number): RestExpert[] {
  const own = experts.get(profileId);
  if (!own) return [];
  const alike = [...experts.values()].filter(
    (one) => !one.listed && one.suffix === own.suffix && one.specialty_id === own.specialty_id,
  );
  const others =
    alike.length > 0 || !own.listed
      ? alike
      : [...experts.values()].filter((one) => !one.listed && one.suffix === own.suffix);
  return others.map((_, i) => others[(i + nth) % others.length]).filter((one) => one !== undefined);
}
