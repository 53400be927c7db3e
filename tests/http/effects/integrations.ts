import { hl7Settings } from '../../harness/hl7-settings.ts';
import type { Cast } from '../../harness/review-driver.ts';
import type { Effects, Stage } from './stage.ts';

/* Where results go beside, or instead of, the pages they are read on. */

/** An organization whose record system is connected, and a report that is delivered at each look. */
async function connected(stage: Stage): Promise<Cast> {
  const of = await stage.cast();
  await stage.t.world.db
    .insertInto('hl7_connections')
    .values({
      ...hl7Settings(),
      organization_id: of.organization_id,
      created_at: stage.t.clock.now(),
      created_by: of.requester.user_id,
    })
    .execute();
  return of;
}

async function deliveredIn(stage: Stage, of: Cast) {
  const d = stage.aCase(await stage.otherExperts(of));
  const needed = new Date(stage.t.clock.now().getTime() + 21 * 86_400_000).toISOString().slice(0, 10);
  await d.to('accepted', { service: 'report_only', needed_by: needed });
  await d.reportStarted();
  await d.reportWritten();
  await d.signed();
  await d.delivered();
  await stage.t.settle();
  return d;
}

export const INTEGRATIONS: Effects = {
  enable_athena_intely_integration: {
    seen: 'a job’s next run',
    scene: async (stage) => {
      const of = await connected(stage);
      return {
        of,
        look: async () => {
          const d = await deliveredIn(stage, of);
          const rows = await stage.t.world.db
            .selectFrom('hl7_messages')
            .select('id')
            .where('review_id', '=', d.id)
            .execute();
          return rows.length;
        },
      };
    },
    on: 1,
    off: 0,
  },
  enable_athena_hl7_only_mode: {
    seen: 'an API answer',
    beside: { flags: { enable_athena_intely_integration: true } },
    scene: async (stage) => {
      const of = await connected(stage);
      return {
        of,
        look: async () => {
          const d = await deliveredIn(stage, of);
          return stage.status(of.requester, 'GET', d.url('/report/pdf'));
        },
      };
    },
    on: 403,
    off: 200,
  },
};
