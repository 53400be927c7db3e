import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { mount } from '../../../platform/http/mount.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { type FeatureServer, onAction, onEvent, onJob } from '../../../platform/workers.ts';
import { exportEndpoints } from '../contract.ts';
import { askForExport, endExport, endExportByHand, listExports, sendExport } from './commands.ts';
import { makeExports } from './make.ts';

/** Everything an organization owns, as an archive it can take along. */
export function exportsServer(app: FastifyInstance, services: Services, ports: Ports) {
  mount(app, services, exportEndpoints.list, ({ db, params }) => listExports(db, params.id));
  mount(app, services, exportEndpoints.ask, ({ actor, params }) => askForExport(services, actor, params.id));
  mount(app, services, exportEndpoints.end, async ({ actor, params }) => {
    await endExportByHand(services, actor, params);
    return null;
  });
  mount(app, services, exportEndpoints.content, async (call) => {
    await sendExport(services, call);
  });

  return {
    jobs: [
      makeExports(services, ports),
      onJob({
        name: 'exports.remove_stored',
        topics: ['export.removed'],
        run: ({ payload }) => services.storage.remove(payload.storage_key),
      }),
    ],
    events: [
      // what is purged is in no archive either
      onEvent({
        name: 'exports.purge',
        topics: ['review.transitioned'],
        when: onAction('purge'),
        async run(tx, { review_id }) {
          const { rows } = await sql<{ id: number; organization_id: number; storage_key: string | null }>`
            select x.id, x.organization_id, x.storage_key from reviews r, organization_path(r.organization_id) p
            join tenant_exports x on x.organization_id = p.id
            where r.id = ${review_id} and x.status = 'ready' for update of x`.execute(tx.system);
          for (const row of rows) await endExport(tx, row, null);
        },
      }),
    ],
    timers: {
      export_ends: async (tx, { key }) => {
        const row = await tx.system
          .selectFrom('tenant_exports')
          .select(['id', 'organization_id', 'storage_key'])
          .where('id', '=', Number(key))
          .where('status', '=', 'ready')
          .forUpdate()
          .executeTakeFirst();
        if (row) await endExport(tx, row, null);
      },
    },
  } satisfies FeatureServer;
}
