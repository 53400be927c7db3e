import { memberOf, resolveOrganization } from '../../organizations/rules.ts';
import type { Kysely } from 'kysely';
import { actorKind, type ProfileType, type Role, sideOf } from '../../../core/actor.ts';
import { organizationPaths } from '../../../platform/db/organization-facts.ts';
import type { DB } from '../../../platform/db/types.ts';
import { demoToCome } from '../../../platform/demo-world.ts';
import type { DemoAccounts } from '../contract.ts';
import { fullName, initialsOf } from '../../../core/names.ts';
import { namingOf, personName, profileLabel } from '../rules.ts';

type Group = DemoAccounts['groups'][number];

/**
 * The accounts of the demo world, by organization, then experts and staff. The world is there when `instance_settings`
 * has the key `demo`: `{password, organization_notes: {id: note}}`; else there are no accounts. Listed is who has a note.
 */
export async function demoAccounts(db: Kysely<DB>): Promise<DemoAccounts> {
  const setting = await db.selectFrom('instance_settings').select('value').where('key', '=', 'demo').executeTakeFirst();
  const password = memberOf(setting?.value, 'password');
  if (typeof password !== 'string') return { password: '', filling: null, groups: [] };
  const notes = memberOf(setting?.value, 'organization_notes');
  const noteOf = (id: number): string => {
    const note = memberOf(notes, String(id));
    return typeof note === 'string' ? note : '';
  };
  const people = await db
    .selectFrom('users')
    .leftJoin('organizations', 'organizations.id', 'users.organization_id')
    .leftJoin('profiles', (join) =>
      join.onRef('profiles.user_id', '=', 'users.id').on('profiles.is_primary', '=', true),
    )
    .select([
      'users.id',
      'users.email',
      'users.first_name',
      'users.last_name',
      'users.role',
      'users.demo_note',
      'users.organization_id',
      'organizations.name as organization_name',
      'profiles.id as profile_id',
      'profiles.type',
      'profiles.is_review_manager',
    ])
    .where('users.demo_note', 'is not', null)
    .where('users.demo_note', '<>', '')
    .where('users.suspended_at', 'is', null)
    .orderBy('users.id')
    .execute();
  const paths = await organizationPaths(
    db,
    people.flatMap((person) => person.organization_id ?? []),
  );
  const groups = new Map<number | null, Group>();
  const rest: Group = { name: 'Experts and Peritus staff', note: '', accounts: [] };
  for (const person of people) {
    const role = person.role as Role;
    const type = person.type as ProfileType | null;
    const profile =
      person.profile_id === null || type === null
        ? null
        : {
            id: person.profile_id,
            type,
            is_review_manager: person.is_review_manager ?? false,
            is_primary: true,
            organization_id: null,
          };
    const path = paths.get(person.organization_id ?? 0);
    const acting = role === 'user' ? profile : null;
    let group = rest;
    if (person.organization_id !== null) {
      group = groups.get(person.organization_id) ?? {
        name: person.organization_name ?? '',
        note: noteOf(person.organization_id),
        accounts: [],
      };
      groups.set(person.organization_id, group);
    }
    group.accounts.push({
      email: person.email,
      name: personName(person, acting?.type ?? null),
      initials: initialsOf(fullName(person)),
      profile_label: profileLabel(role, acting, path ? namingOf(resolveOrganization(path)) : null),
      seat: sideOf(actorKind(role, acting)),
      note: person.demo_note ?? '',
    });
  }
  return {
    password,
    filling: await demoToCome(db),
    groups: [...groups.values(), ...(rest.accounts.length > 0 ? [rest] : [])],
  };
}
