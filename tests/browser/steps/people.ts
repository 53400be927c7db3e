import type { ServerProcess } from '../../harness/server-process.ts';
import type { Person } from '../../harness/world.ts';
import type { Watched } from '../fixtures.ts';

/** Who takes part in the journey, each with a browser of their own. */
export interface Journey {
  server: ServerProcess;
  dana: Watched;
  clara: Watched;
  ruth: Watched;
  ines: Watched;
  who: People;
  /** The review's address and number, known from the moment it is begun. */
  id: number;
  base: string;
}

export interface People {
  requester: Person;
  clinOps: Person;
  matching: Person;
  expert: Person & { profile_id: number };
  expertCode: string;
}

/** The field of the journey: no other test orders in it, so that only these experts are ranked. */
export const FIELD = { specialty: 'Colorectal surgery', sub_specialty: 'Anastomotic leak' };

/** An insurer with a consultant, two of our staff, and five experts of the field: one tied to the hospital sued. */
export async function populate({ world }: ServerProcess, password_hash: string): Promise<People> {
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
  const expert = await world.expert({ ...FIELD, first_name: 'Ines', last_name: 'Falkenrath' });
  for (const [first_name, last_name] of [
    ['Omar', 'Haddad'],
    ['Leona', 'Brandt'],
    ['Victor', 'Nwosu'],
  ] as const)
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
  return { requester, clinOps, matching, expert, expertCode: code };
}
