import type { Person, World } from './world.ts';

/** Stands in all names, credentials and addresses of a reviewer and the assistant. */
const NAME = 'Qvexname';
/** Where these two are and nobody else is. */
const ZONE = 'Pacific/Chatham';
/** The day's time there, as a PDF would write it: +13:45 in summer. */
const ZONE_WORDS = ['GMT+13:45', 'GMT+12:45'];
/** A specialty nobody else has; it stands in the catalogue, but nowhere about the review. */
export const RARE_SPECIALTY = 'Zzrare medicine';

/** What tells a reviewer or the assistant apart, wherever it stands. */
export const REVIEWER_MARKS: readonly string[] = [NAME, NAME.toLowerCase(), ZONE, ...ZONE_WORDS];

/** Gives a reviewer and the assistant names, addresses, a zone and credentials nobody else has. */
export async function unmistakable(
  { db }: World,
  expert: Person & { profile_id: number },
  assistant: Person,
): Promise<void> {
  for (const [at, { user_id }] of [expert, assistant].entries())
    await db
      .updateTable('users')
      .set({
        first_name: `${NAME}a${at}`,
        last_name: NAME,
        email: `${NAME.toLowerCase()}${user_id}@example.test`,
        time_zone: ZONE,
        phone_number: `+1 555 ${NAME}`,
      })
      .where('id', '=', user_id)
      .execute();
  await db
    .updateTable('expert_profiles')
    .set({
      credentials_suffix: `MD, ${NAME}`,
      city: `${NAME} City`,
      setting: NAME,
      code: `${NAME}-${expert.profile_id}`,
    })
    .where('profile_id', '=', expert.profile_id)
    .execute();
  const first = await db
    .selectFrom('credentials')
    .selectAll()
    .where('expert_profile_id', '=', expert.profile_id)
    .executeTakeFirstOrThrow();
  const { id: _, ...credential } = first;
  const { id: specialty_id } = await db
    .insertInto('specialties')
    .values({ name: RARE_SPECIALTY })
    .onConflict((oc) => oc.column('name').doUpdateSet({ name: RARE_SPECIALTY }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('credentials')
    .values({ ...credential, specialty_id, sub_specialty_id: null, is_primary: false, license_number: NAME })
    .execute();
}
