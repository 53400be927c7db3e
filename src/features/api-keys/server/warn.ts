import type { SystemActor } from '../../../core/actor.ts';
import type { Tx } from '../../../platform/command.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import { organizationOf } from '../../../platform/db/organization.ts';
import { organizationAdmins } from '../../../platform/mail/organization-wide.ts';
import type { Ports } from '../../../platform/ports.ts';

/** Tells who made a key, and its organization's admins, that it expires soon; of one that was revoked nobody. */
export async function warnOfEnd(tx: Tx<SystemActor>, ports: Pick<Ports, 'mail'>, keyId: number): Promise<void> {
  const key = await tx.system
    .selectFrom('api_keys')
    .select(['id', 'name', 'organization_id', 'user_id', 'expires_at'])
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', tx.now)
    .executeTakeFirst();
  if (!key) return;
  const maker = await tx.system
    .selectFrom('users')
    .select(['id as user_id', 'email', fullNameOf().as('name')])
    .where('id', '=', key.user_id)
    .where('suspended_at', 'is', null)
    .execute();
  const told = new Map(
    [...maker, ...(await organizationAdmins(tx.system, key.organization_id))].map((to) => [to.user_id, to]),
  );
  const { name: organization } = await organizationOf(tx.system, key.organization_id);
  for (const to of told.values())
    await ports.mail(tx, {
      to,
      template: 'api_key_ends',
      data: {
        name: key.name,
        until: key.expires_at.toISOString(),
        organization,
        link: `/admin/organizations/${key.organization_id}?tab=api_keys`,
      },
      side: 'requester',
      dedupe_key: `api_key_ends:${key.id}:${to.user_id}`,
    });
}
