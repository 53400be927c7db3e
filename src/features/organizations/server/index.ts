import type { CreateOrganization } from '../ports.ts';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../../core/errors.ts';
import { organizationPath, organizationsBelow, specialtyRows } from '../../../platform/db/organization-facts.ts';
import { mount } from '../../../platform/http/mount.ts';
import { Pictures } from '../../../platform/inspect/pictures.ts';
import type { Services } from '../../../platform/services.ts';
import type { FeatureServer } from '../../../platform/workers.ts';
import { organizationEndpoints } from '../contract.ts';
import { agreementEndpoints } from '../contract/agreement.ts';
import { organizationChoices } from '../contract/choices.ts';
import { organizationConsoleEndpoints } from '../contract/console.ts';
import { setupEndpoints } from '../contract/setup.ts';
import { presentOrganization } from '../rules.ts';
import { chooseOrganizations } from './choices.ts';
import { agreementPeople, publishAgreement, readAgreement } from './console/agreement.ts';
import { addOrganization, changeOrganization } from './console/change.ts';
import { mountLogos } from './console/logo.ts';
import { readHistory } from './console/history.ts';
import { listOrganizations } from './console/list.ts';
import { changeSetup, readSetup } from './console/setup.ts';
import { mountSpecialties } from './console/specialties.ts';
import { readSettings, refuseUnseen } from './console/settings.ts';

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
  mount(app, services, organizationChoices, ({ db, query }) => chooseOrganizations(db, query));
  const e = organizationConsoleEndpoints;
  mount(app, services, e.list, ({ db, actor, query }) => listOrganizations(db, actor, query));
  mount(app, services, e.create, ({ actor, db, body }) => addOrganization(services, actor, db, body));
  mount(app, services, e.settings, async ({ db, actor, params }) => {
    await refuseUnseen(db, params.id);
    return readSettings(services, db.executor, actor, params.id);
  });
  mount(app, services, e.change, ({ actor, params, body }) => changeOrganization(services, actor, params.id, body));
  mount(app, services, e.history, ({ db, params, query }) => readHistory(db, params.id, query));
  mount(app, services, agreementEndpoints.read, async ({ db, params }) => {
    await refuseUnseen(db, params.id);
    return readAgreement(db.executor, params.id);
  });
  mount(app, services, agreementEndpoints.publish, ({ actor, params, body }) =>
    publishAgreement(services, actor, params.id, body),
  );
  mount(app, services, agreementEndpoints.accepted, ({ db, params, query }) => agreementPeople(db, params.id, query));
  mount(app, services, setupEndpoints.read, async ({ db, params }) => {
    await refuseUnseen(db, params.id);
    return readSetup(db.executor, params.id);
  });
  mount(app, services, setupEndpoints.change, ({ actor, params, body }) =>
    changeSetup(services, actor, params.id, body),
  );
  mountSpecialties(app, services);
  const pictures = new Pictures();
  mountLogos(app, services, pictures);
  return { close: async () => pictures.close() };
}

/** A new organization: of the type the installation says, nothing set, so that every default holds. */
export const createOrganization: CreateOrganization = async (tx, { name, time_zone }) => {
  const { id } = await tx.system
    .insertInto('organizations')
    .values({ name, time_zone, platform_type: tx.services.env.REGISTRATION_PLATFORM_TYPE, created_at: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.audit({ action: 'organization.create', organization_id: id, subject: `organization:${id}` });
  return id;
};
