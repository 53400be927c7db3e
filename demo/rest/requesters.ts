import type { Kysely } from 'kysely';
import type { DB } from '../../src/platform/db/types.ts';
import { seedPerson } from '../people.ts';

/** Those who order the further reviews, by the organization of the first ones: their lists stay as short as a newcomer found them. */
const REQUESTERS: Readonly<Record<string, readonly string[]>> = {
  harborline: ['Joan Prewitt', 'Amos Lindgard', 'Teresa Vance', 'Curtis Halbrook', 'Bettina Shaw', 'Desmond Ayers'],
  northfield: ['Colette Marsh', 'Grant Ibarra', 'Yolanda Pruitt', 'Hugh Danforth'],
  'calder-denver': ['Elise Corbin', 'Rory McAfee', 'Selma Dietz'],
  'calder-phoenix': ['Nico Valdez', 'Paige Truman'],
};

/** A person and that one's profile. */
export interface Person {
  user_id: number;
  profile_id: number;
}

const emailOf = (name: string, organization: string): string =>
  `${name.toLowerCase().replaceAll(' ', '.')}@${organization.replace(/-.*/, '')}.example`;

/** Who orders the further reviews of each organization, by its number; made where they are not there yet. */
export async function requestersOf(db: Kysely<DB>): Promise<Map<number, Person[]>> {
  const like = await db
    .selectFrom('users')
    .select(['password_hash', 'created_at'])
    .where('email', '=', 'dana.whitlock@harborline.example')
    .executeTakeFirstOrThrow();
  const organizations = await db
    .selectFrom('organizations')
    .select(['id', 'friendly_registration_slug as key', 'time_zone'])
    .where('friendly_registration_slug', 'in', Object.keys(REQUESTERS))
    .execute();
  const made = new Map<number, Person[]>();
  for (const { id, key, time_zone } of organizations) {
    const people: Person[] = [];
    for (const name of REQUESTERS[key ?? ''] ?? []) {
      const email = emailOf(name, key ?? '');
      const known = await db
        .selectFrom('users')
        .innerJoin('profiles', 'profiles.user_id', 'users.id')
        .select(['users.id as user_id', 'profiles.id as profile_id'])
        .where('email', '=', email)
        .executeTakeFirst();
      if (known) {
        people.push(known);
        continue;
      }
      const [first_name = '', last_name = ''] = name.split(' ');
      const { user_id, profile_id } = await seedPerson(db, {
        first_name,
        last_name,
        email,
        role: 'user',
        profile: 'ClaimConsultant',
        organization_id: id,
        time_zone,
        note: null,
        password_hash: like.password_hash ?? '',
        since: like.created_at,
      });
      if (profile_id !== null) people.push({ user_id, profile_id });
    }
    made.set(id, people);
  }
  return made;
}
