import type { FastifyInstance } from 'fastify';
import type { ConsolePlace } from '../../../core/console.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Services } from '../../../platform/services.ts';
import type { FeatureServer } from '../../../platform/workers.ts';
import { consoleEndpoints } from '../contract.ts';

/** What waits at the places of the console, as the features that have them count it. */
export function consoleServer(
  app: FastifyInstance,
  services: Services,
  places: readonly ConsolePlace[],
  counters: NonNullable<FeatureServer['waiting']>,
): void {
  mount(app, services, consoleEndpoints.waiting, async ({ actor, db }) => {
    const waiting: Record<string, number> = {};
    for (const { path } of places.filter(({ admits }) => admits(actor.kind))) {
      const count = (await counters[path]?.({ actor, db })) ?? 0;
      if (count > 0) waiting[path] = count;
    }
    return { waiting };
  });
}
