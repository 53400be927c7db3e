import type { FastifyInstance } from 'fastify';
import { fullName } from '../../../core/names.ts';
import { seenOrganization } from '../../../platform/db/organization.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import type { FeatureServer } from '../../../platform/workers.ts';
import { apiKeyEndpoints } from '../contract.ts';
import { makeKey, revokeKey } from './commands.ts';
import type { KeyGuard } from './guard.ts';
import { readKey, readKeys } from './read.ts';
import { warnOfEnd } from './warn.ts';

export { guardKeys } from './guard.ts';

/** API keys: an organization's admins let programs ask as them, for what the key was made for and no more. */
export function apiKeysServer(
  app: FastifyInstance,
  services: Services,
  ports: Pick<Ports, 'mail'>,
  guard: Pick<KeyGuard, 'end'>,
) {
  const e = apiKeyEndpoints;
  const { systemDb } = services.database;
  const now = () => services.clock.now();

  mount(app, services, e.list, async ({ db, params }) => {
    await seenOrganization(db, params.id);
    return { data: await readKeys(systemDb, params.id, now()) };
  });
  mount(app, services, e.make, ({ actor, params, body }) => makeKey(services, actor, params.id, body));
  mount(app, services, e.revoke, ({ actor, params }) => revokeKey(services, actor, params, guard.end));
  mount(app, services, e.own, async ({ actor }) => {
    const organization_id = actor.organization_id ?? 0;
    const { id, name, scopes, expires_at } = await readKey(systemDb, organization_id, actor.api_key ?? 0, now());
    return {
      id,
      name,
      scopes,
      expires_at,
      organization_id,
      acts_as: { user_id: actor.user_id, name: fullName(actor) },
    };
  });

  return {
    timers: { api_key_ends: (tx, { key }) => warnOfEnd(tx, ports, Number(key)) },
  } satisfies FeatureServer;
}
