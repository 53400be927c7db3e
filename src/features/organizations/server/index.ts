import type { CreateOrganization } from '../ports.ts';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../../core/errors.ts';
import { organizationPath, organizationsBelow, specialtyRows } from '../../../platform/db/organization-facts.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Services } from '../../../platform/services.ts';
import type { FeatureServer } from '../../../platform/workers.ts';
import { organizationEndpoints } from '../contract.ts';
import { presentOrganization } from '../rules.ts';

/** Organizations: the tenant tree, with flags and settings as they hold. */
export function organizationsServer(app: FastifyInstance, services: Services): FeatureServer {
  mount(app, services, organizationEndpoints.read, async ({ params, db }) => {
    const seen = await db
      .selectFrom('organizations')
      .select('organizations.id')
      .where('organizations.id', '=', params.id)
      .executeTakeFirst();
    if (!seen) throw new Refusal('not_found');
    return presentOrganization({
      path: await organizationPath(db.executor, params.id),
      below: await organizationsBelow(db.executor, params.id),
      ...(await specialtyRows(db.executor)),
    });
  });
  return {};
}

/** A new organization: managed, nothing set, so that every default holds. */
export const createOrganization: CreateOrganization = async (tx, { name, time_zone }) => {
  const { id } = await tx.system
    .insertInto('organizations')
    .values({ name, time_zone, platform_type: 'managed', created_at: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.audit({ action: 'organization.create', organization_id: id, subject: `organization:${id}` });
  return id;
};
