import type { ProfileType, Role } from '../../../core/actor.ts';
import { type FieldError, Refusal } from '../../../core/errors.ts';
import { isZone } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import type { Database } from '../../../platform/db/database.ts';
import { organizationPath } from '../../../platform/db/organization-facts.ts';
import { type ResolvedOrganization, resolveOrganization } from '../../organizations/rules.ts';
import type { BecomeExpert } from '../../experts/ports.ts';
import { nameFault, tidyName } from '../rules.ts';

export interface NewPerson {
  email: string;
  /** Null for who comes by single sign-on. */
  password_hash: string | null;
  first_name: string;
  last_name: string;
  time_zone: string;
  role: Role;
  organization_id: number | null;
  profile: { type: ProfileType; is_review_manager: boolean } | null;
}

/** Makes a user with the first profile; null when the address has an account already. */
export async function createPerson(
  tx: Tx,
  person: NewPerson,
): Promise<{ user_id: number; profile_id: number | null } | null> {
  const user = await tx.system
    .insertInto('users')
    .values({
      email: person.email,
      password_hash: person.password_hash,
      first_name: tidyName(person.first_name),
      last_name: tidyName(person.last_name),
      role: person.role,
      organization_id: person.organization_id,
      time_zone: person.time_zone,
      created_at: tx.now,
    })
    .onConflict((oc) => oc.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!user) return null;
  const profileId = person.profile ? await addProfile(tx, user.id, person.organization_id, person.profile) : null;
  await tx.audit({
    action: 'user.create',
    organization_id: person.organization_id,
    subject: `user:${user.id}`,
    data: { role: person.role, profile_type: person.profile?.type ?? null },
  });
  return { user_id: user.id, profile_id: profileId };
}

/** Gives a user a profile in an organization; the one they have already when it is the same. The first is primary. */
export async function addProfile(
  tx: Tx,
  userId: number,
  organizationId: number | null,
  { type, is_review_manager }: { type: ProfileType; is_review_manager: boolean },
): Promise<number> {
  const own = await tx.system
    .selectFrom('profiles')
    .select(['id', 'type', 'is_review_manager', 'organization_id', 'is_primary'])
    .where('user_id', '=', userId)
    .forUpdate()
    .execute();
  const same = own.find(
    (p) => p.type === type && p.organization_id === organizationId && p.is_review_manager === is_review_manager,
  );
  if (same) return same.id;
  const { id } = await tx.system
    .insertInto('profiles')
    .values({
      user_id: userId,
      type,
      is_review_manager,
      is_primary: !own.some((p) => p.is_primary),
      organization_id: organizationId,
      created_at: tx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Makes an applicant's profile an expert's. Refuses `wrong_state` where it is none any more. */
export const becomeExpert: BecomeExpert = async (tx, profileId) => {
  const { numUpdatedRows } = await tx.system
    .updateTable('profiles')
    .set({ type: 'MedicalExpert' })
    .where('id', '=', profileId)
    .where('type', '=', 'ApplicantMedicalExpert')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('wrong_state', 'This person no longer applies.');
  await tx.audit({
    action: 'profile.become_expert',
    subject: `profile:${profileId}`,
    from_state: 'ApplicantMedicalExpert',
    to_state: 'MedicalExpert',
  });
};

/** Whether an address belongs to another account, or to one whose change of address can still be taken back. */
export async function isTaken(db: Database['systemDb'], email: string, now: Date, exceptUser = 0): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('id', '<>', exceptUser)
    .executeTakeFirst();
  if (user) return true;
  const kept = await db
    .selectFrom('email_changes')
    .select('id')
    .where('old_email', '=', email)
    .where('user_id', '<>', exceptUser)
    .where('confirmed_at', 'is not', null)
    .where('stopped_at', 'is', null)
    .where('stoppable_until', '>', now)
    .executeTakeFirst();
  return kept !== undefined;
}

/** The organization as it holds with everything it inherits. Refuses `not_found`. */
export async function loadOrganization(db: Database['systemDb'], id: number): Promise<ResolvedOrganization> {
  const path = await organizationPath(db, id);
  if (path.length === 0) throw new Refusal('not_found');
  return resolveOrganization(path);
}

/** A logo a page may show: one of ours or one written out as an image; nothing that asks another server. */
export const safeLogo = (logo: string | null): string | null =>
  logo !== null && (/^\/(?![/\\])/.test(logo) || /^data:image\/(?:png|jpeg|webp|gif|svg\+xml)[;,]/.test(logo))
    ? logo
    : null;

export function nameFaults(names: { first_name: string; last_name: string }): FieldError[] {
  const first = nameFault(names.first_name, 'your first name');
  const last = nameFault(names.last_name, 'your last name');
  return [
    ...(first ? [{ path: 'first_name', message: first }] : []),
    ...(last ? [{ path: 'last_name', message: last }] : []),
  ];
}

/** The zone the browser names, or the fallback when it is none. */
export const zoneOr = (zone: string | undefined, fallback: string): string =>
  zone !== undefined && isZone(zone) ? zone : fallback;
