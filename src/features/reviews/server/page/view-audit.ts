import type { Actor } from '../../../../core/actor.ts';
import { wayOf } from '../../../../platform/audit.ts';
import { batchLoader } from '../../../../platform/batch-loader.ts';
import type { Services } from '../../../../platform/services.ts';

interface View {
  at: Date;
  actor: Actor;
  review_id: number;
  organization_id: number;
  subject: string | null;
}

const INSERT = {
  name: 'reviews_view_audit',
  text: `with rows as (
      insert into audit_rows (at, action, actor_user_id, actor_kind, profile_id, organization_id, review_id, subject, ip, request_id,
        impersonator_user_id, data)
      select v.at, 'review.viewed', v.user_id, v.kind, v.profile_id, v.organization_id, v.review_id, v.subject, v.ip, v.request_id,
        v.impersonator, v.way
      from unnest($1::timestamptz[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::text[],
        $10::bigint[], $11::jsonb[]) as v (at, user_id, kind, profile_id, organization_id, review_id, subject, ip, request_id,
        impersonator, way)
      returning id)
    insert into audit_unsealed (audit_id) select id from rows`,
};

export interface ViewAudit {
  /** Resolves once the view is recorded; nothing is answered before. */
  record(view: { actor: Actor; review_id: number; organization_id: number; subject?: string }): Promise<void>;
  close(): Promise<void>;
}

/**
 * Records who looked at which review. Views that come while others are being written share one statement and one
 * commit, so that reading is not slowed down to one commit each.
 */
export function createViewAudit(services: Services): ViewAudit {
  const write = batchLoader(writeViews, { parallel: 1, most: 200 });
  const running = new Set<Promise<void>>();

  async function writeViews(views: View[]): Promise<void[]> {
    const column = <T>(read: (v: View) => T): T[] => views.map(read);
    await services.database.pool.query({
      ...INSERT,
      values: [
        column((v) => v.at),
        column((v) => v.actor.user_id),
        column((v) => v.actor.kind),
        column((v) => v.actor.profile?.id ?? null),
        column((v) => v.organization_id),
        column((v) => v.review_id),
        column((v) => v.subject),
        column((v) => v.actor.ip),
        column((v) => v.actor.request_id),
        column((v) => v.actor.impersonator?.user_id ?? null),
        column((v) => JSON.stringify(wayOf(v.actor))),
      ],
    });
    return views.map(() => undefined);
  }

  return {
    async record({ actor, review_id, organization_id, subject }) {
      const work = write({ at: services.clock.now(), actor, review_id, organization_id, subject: subject ?? null });
      running.add(work);
      try {
        await work;
      } finally {
        running.delete(work);
      }
    },
    async close() {
      await Promise.allSettled(running);
    },
  };
}
