import type { Actor } from '../../../core/actor.ts';
import type { Services } from '../../../platform/services.ts';

interface View {
  at: Date;
  actor: Actor;
  review_id: number;
  organization_id: number;
  subject: string | null;
}

const GATHER_MS = 2;
const MOST = 200;

const INSERT = {
  name: 'reviews_view_audit',
  text: `with rows as (
      insert into audit_rows (at, action, actor_user_id, actor_kind, profile_id, organization_id, review_id, subject, ip, request_id)
      select v.at, 'review.viewed', v.user_id, v.kind, v.profile_id, v.organization_id, v.review_id, v.subject, v.ip, v.request_id
      from unnest($1::timestamptz[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::text[])
        as v (at, user_id, kind, profile_id, organization_id, review_id, subject, ip, request_id)
      returning id)
    insert into audit_unsealed (audit_id) select id from rows`,
};

export interface ViewAudit {
  /** Resolves once the view is recorded; nothing is answered before. */
  record(view: { actor: Actor; review_id: number; organization_id: number; subject?: string }): Promise<void>;
  close(): Promise<void>;
}

/**
 * Records who looked at which review. Views that come within two milliseconds share one statement and one commit, so
 * that reading is not slowed down to one commit each.
 */
export function createViewAudit(services: Services): ViewAudit {
  let waiting: { view: View; done: (error?: unknown) => void }[] = [];
  let timer: NodeJS.Timeout | undefined;
  const running = new Set<Promise<void>>();

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    const work = write(batch.map((b) => b.view)).then(
      () => batch.forEach((b) => b.done()),
      (error: unknown) => batch.forEach((b) => b.done(error)),
    );
    running.add(work);
    void work.finally(() => running.delete(work));
  }

  async function write(views: View[]): Promise<void> {
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
      ],
    });
  }

  return {
    record: ({ actor, review_id, organization_id, subject }) =>
      new Promise<void>((resolve, reject) => {
        const view = { at: services.clock.now(), actor, review_id, organization_id, subject: subject ?? null };
        waiting.push({ view, done: (error) => (error === undefined ? resolve() : reject(error as Error)) });
        if (waiting.length >= MOST) flush();
        else timer ??= setTimeout(flush, GATHER_MS);
      }),
    async close() {
      flush();
      await Promise.all(running);
    },
  };
}
