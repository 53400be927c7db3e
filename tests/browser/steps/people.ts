import type { ServerProcess } from '../../harness/server-process.ts';
import type { Person } from '../../harness/world.ts';
import type { Watched } from '../fixtures.ts';

/** A review between who orders and who reviews, each with a browser of their own. */
export interface Review {
  server: ServerProcess;
  dana: Watched;
  ines: Watched;
  who: Sides;
  /** The review's address and number, known from the moment it is begun. */
  id: number;
  base: string;
}

/** The same with the two of our staff who prepare and check it. */
export interface Journey extends Review {
  clara: Watched;
  ruth: Watched;
  who: People;
}

interface Sides {
  requester: Pick<Person, 'user_id' | 'email'>;
  expert: Person & { profile_id: number };
  expertCode: string;
}

interface People extends Sides {
  requester: Person;
  clinOps: Person;
  matching: Person;
}

/** The field of the journey: no other test orders in it, so that only these experts are ranked. */
export const FIELD = { specialty: 'Colorectal surgery', sub_specialty: 'Anastomotic leak' };

/** An insurer with a consultant, two of our staff, and the experts of the field. */
export async function populate(server: ServerProcess, password_hash: string): Promise<People> {
  const { world } = server;
  const organization_id = await world.organization({ name: 'Harborline Mutual' });
  const named = { password_hash };
  const requester = await world.person({
    ...named,
    profile: 'ClaimConsultant',
    organization_id,
    first_name: 'Dana',
    last_name: 'Whitlock',
  });
  const clinOps = await world.person({ ...named, role: 'clin_ops', first_name: 'Clara', last_name: 'Osei' });
  const matching = await world.person({ ...named, role: 'matching_admin', first_name: 'Ruth', last_name: 'Amari' });
  return { requester, clinOps, matching, ...(await populateField(server, password_hash)) };
}

/** The colleagues among whom the expert of the journey is found. */
const COLLEAGUES = [
  ['Omar', 'Haddad'],
  ['Leona', 'Brandt'],
  ['Victor', 'Nwosu'],
] as const;

/** The expert of the journey, colleagues of the field, and one who is tied to the hospital sued. */
export async function populateField(
  { world }: ServerProcess,
  password_hash: string,
  colleagues: number = COLLEAGUES.length,
): Promise<Pick<People, 'expert' | 'expertCode'>> {
  const expert = await world.expert({ ...FIELD, first_name: 'Ines', last_name: 'Falkenrath' });
  for (const [first_name, last_name] of COLLEAGUES.slice(0, colleagues))
    await world.expert({ ...FIELD, first_name, last_name, state: 'OH' });
  await world.expert({
    ...FIELD,
    first_name: 'Theo',
    last_name: 'Marchetti',
    affiliations: ['Brightwater Regional Hospital'],
  });
  await world.db.updateTable('users').set({ password_hash }).where('id', '=', expert.user_id).execute();
  const { code } = await world.db
    .selectFrom('expert_profiles')
    .select('code')
    .where('profile_id', '=', expert.profile_id)
    .executeTakeFirstOrThrow();
  return { expert, expertCode: code };
}
