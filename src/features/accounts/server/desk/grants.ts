import { type Actor, isStaff, type ProfileType } from '../../../../core/actor.ts';
import type { In } from '../../../../core/endpoint.ts';
import { Refusal } from '../../../../core/errors.ts';
import { command, type Tx } from '../../../../platform/command.ts';
import { refuseWithoutFreshProof } from '../../../../platform/fresh-proof.ts';
import { rooms } from '../../../../platform/live.ts';
import type { Services } from '../../../../platform/services.ts';
import type { peopleDeskEndpoints, PersonView } from '../../contract/people-desk.ts';
import { mayGrantProfile, mayGrantRole, roleFault } from '../../rules.ts';
import { addProfile } from '../people.ts';
import { endSessionsOutOf } from '../session-start.ts';
import { readPerson } from './person.ts';
import { lockPerson } from './stored.ts';

type Desk = typeof peopleDeskEndpoints;

/** Tells a person's open pages that something about them was changed. */
export const tellPerson = (tx: Tx<Actor>, id: number): void =>
  tx.live({ room: rooms.user(id), event: 'user.changed', payload: {} });

/**
 * Gives a person another role. Staff are locked together, so that of two super admins who take each other's role at once
 * one finds theirs gone. Refuses `forbidden`, `wrong_state`, `reauthentication_required`.
 */
export async function grantRole(
  services: Services,
  actor: Actor,
  id: number,
  { role, reason }: In<Desk['grantRole'], 'body'>,
): Promise<PersonView> {
  return command(services, actor, async (tx) => {
    if (isStaff(role) || isStaff(actor.kind)) await lockStaff(tx);
    const person = await lockPerson(tx, id);
    if (!mayGrantRole(actor, person, person.role) || !mayGrantRole(actor, person, role))
      throw new Refusal('forbidden', isStaff(role) ? 'Only a super admin gives roles of staff.' : undefined);
    await refuseWithoutFreshProof(tx);
    const { count } = await tx.system
      .selectFrom('profiles')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    const fault = roleFault({ ...person, profiles: count }, role);
    if (fault !== null) throw new Refusal('wrong_state', fault, { current: { role: person.role } });
    await tx.system.updateTable('users').set({ role }).where('id', '=', id).execute();
    // whoever may no longer act as somebody else does not
    const acting = await tx.system
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', id)
      .where('ended_at', 'is', null)
      .execute();
    await endSessionsOutOf(tx, acting);
    await tx.audit({
      action: 'person.role_granted',
      organization_id: person.organization_id,
      subject: `user:${id}`,
      reason,
      data: { field: 'role', before: person.role, after: role },
    });
    tellPerson(tx, id);
    return readPerson(services, tx.db, id);
  });
}

/** Locks everybody of the staff in one order, and refuses an actor whose own right was taken meanwhile. */
async function lockStaff(tx: Tx<Actor>): Promise<void> {
  const own = await tx.system
    .selectFrom('users')
    .select(['id', 'role', 'suspended_at'])
    .where('role', '<>', 'user')
    .where('organization_id', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (!isStaff(tx.actor.kind)) return;
  const mine = own.find((one) => one.id === tx.actor.user_id);
  const still = mine && mine.suspended_at === null && mine.role === tx.actor.role;
  if (!still) throw new Refusal('forbidden', 'Your own role was changed just now.');
}

/** Gives a person a profile in an organization; whoever belongs to none belongs to that one then. */
export async function grantProfile(
  services: Services,
  actor: Actor,
  id: number,
  body: In<Desk['grantProfile'], 'body'>,
): Promise<PersonView> {
  return command(services, actor, async (tx) => {
    const person = await lockPerson(tx, id);
    const organization = await tx.db
      .selectFrom('organizations')
      .select('organizations.id')
      .where('organizations.id', '=', body.organization_id)
      .executeTakeFirst();
    if (!organization) throw new Refusal('not_found');
    if (!mayGrantProfile(actor, person, body)) throw new Refusal('forbidden');
    await refuseWithoutFreshProof(tx);
    const same = await tx.system
      .selectFrom('profiles')
      .select('id')
      .where('user_id', '=', id)
      .where('type', '=', body.type)
      .where('organization_id', '=', body.organization_id)
      .executeTakeFirst();
    if (same) throw new Refusal('wrong_state', 'They have this profile there already.');
    const profileId = await addProfile(tx, id, body.organization_id, body);
    await tx.audit({
      action: 'person.profile_granted',
      organization_id: body.organization_id,
      subject: `user:${id}`,
      data: {
        field: 'profile',
        before: null,
        after: { id: profileId, ...profileWords(body) },
      },
    });
    tellPerson(tx, id);
    return readPerson(services, tx.db, id);
  });
}

const profileWords = ({ type, is_review_manager, organization_id }: ProfileRow) => ({
  type,
  is_review_manager,
  organization_id,
});

interface ProfileRow {
  type: ProfileType;
  is_review_manager: boolean;
  organization_id: number | null;
}

/** A profile of a person, to be changed. Refuses `not_found`, `forbidden`. */
async function lockProfile(tx: Tx<Actor>, personId: number, profileId: number) {
  const person = await lockPerson(tx, personId);
  const all = await tx.system
    .selectFrom('profiles')
    .select(['id', 'type', 'is_review_manager', 'is_primary', 'organization_id'])
    .where('user_id', '=', personId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const row = all.find((one) => one.id === profileId);
  if (!row) throw new Refusal('not_found');
  const profile = {
    ...row,
    type: row.type as ProfileType,
    organization_id: row.organization_id ?? person.organization_id,
  };
  if (!mayGrantProfile(tx.actor, person, profile)) throw new Refusal('forbidden');
  return { person, profile, others: all.filter((one) => one.id !== profileId) };
}

export async function changeProfile(
  services: Services,
  actor: Actor,
  { id, profile_id }: { id: number; profile_id: number },
  body: In<Desk['changeProfile'], 'body'>,
): Promise<PersonView> {
  return command(services, actor, async (tx) => {
    const { profile } = await lockProfile(tx, id, profile_id);
    const manages = body.is_review_manager ?? profile.is_review_manager;
    if (!mayGrantProfile(actor, await lockPerson(tx, id), { ...profile, is_review_manager: manages }))
      throw new Refusal('forbidden');
    await refuseWithoutFreshProof(tx);
    const becomesPrimary = body.is_primary === true && !profile.is_primary;
    if (!becomesPrimary && manages === profile.is_review_manager) throw new Refusal('wrong_state', 'It is so already.');
    if (becomesPrimary)
      await tx.system
        .updateTable('profiles')
        .set({ is_primary: false })
        .where('user_id', '=', id)
        .where('is_primary', '=', true)
        .execute();
    await tx.system
      .updateTable('profiles')
      .set({ is_review_manager: manages, ...(becomesPrimary ? { is_primary: true } : {}) })
      .where('id', '=', profile_id)
      .execute();
    await tx.audit({
      action: 'person.profile_changed',
      organization_id: profile.organization_id,
      subject: `user:${id}`,
      data: {
        field: 'profile',
        before: { id: profile_id, ...profileWords(profile), is_primary: profile.is_primary },
        after: {
          id: profile_id,
          ...profileWords({ ...profile, is_review_manager: manages }),
          is_primary: profile.is_primary || becomesPrimary,
        },
      },
    });
    tellPerson(tx, id);
    return readPerson(services, tx.db, id);
  });
}

/** Takes a profile away; the next one is the primary then. */
export async function removeProfile(
  services: Services,
  actor: Actor,
  { id, profile_id }: { id: number; profile_id: number },
): Promise<PersonView> {
  return command(services, actor, async (tx) => {
    const { profile, others } = await lockProfile(tx, id, profile_id);
    await refuseWithoutFreshProof(tx);
    const attention = await tx.system
      .selectFrom('review_attention')
      .select('id')
      .where('raised_profile_id', '=', profile_id)
      .limit(1)
      .executeTakeFirst();
    if (attention)
      throw new Refusal(
        'wrong_state',
        'Something on a review was raised with this profile. Suspend the person instead.',
      );
    await tx.system.deleteFrom('profiles').where('id', '=', profile_id).execute();
    const [next] = others;
    if (profile.is_primary && next)
      await tx.system.updateTable('profiles').set({ is_primary: true }).where('id', '=', next.id).execute();
    await tx.audit({
      action: 'person.profile_removed',
      organization_id: profile.organization_id,
      subject: `user:${id}`,
      data: { field: 'profile', before: { id: profile_id, ...profileWords(profile) }, after: null },
    });
    tellPerson(tx, id);
    return readPerson(services, tx.db, id);
  });
}
