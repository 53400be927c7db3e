import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../../core/errors.ts';
import { command } from '../../../platform/command.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { type FeatureServer, onAction, onEvent } from '../../../platform/workers.ts';
import { publicReportEndpoints } from '../contract.ts';
import { sharedReportEndpoints } from '../contract/shared-report.ts';
import { seesLinks } from '../rules.ts';
import { allowLinks, disallowLinks, endLink, makeLink } from './links.ts';
import { linksOf, sharedReview } from './load.ts';
import { openReport, sendReport } from './visits.ts';

/** So many openings of a link are listed. */
const MOST_VISITS = 100;

/** Reports read by a public link: making and ending links, what an admin allows, and the page of who has one. */
export function publicReportsServer(app: FastifyInstance, services: Services, ports: Ports) {
  const e = publicReportEndpoints;
  const now = () => services.clock.now();

  mount(app, services, e.list, async ({ params, kind, actor, db }) =>
    linksOf(db.executor, actor, await sharedReview(db, kind, params.id), now()),
  );
  mount(app, services, e.visits, async ({ params, kind, actor, db }) => {
    const review = await sharedReview(db, kind, params.id);
    const link = await db.executor
      .selectFrom('public_report_links')
      .select('id')
      .where('id', '=', params.link_id)
      .where('review_id', '=', review.id)
      .executeTakeFirst();
    if (!seesLinks(actor, review)) throw new Refusal('forbidden');
    if (!link) throw new Refusal('not_found');
    const rows = await db.executor
      .selectFrom('public_report_visits')
      .select(['opened_at', 'source', 'browser', 'downloads'])
      .where('link_id', '=', link.id)
      .orderBy('id', 'desc')
      .limit(MOST_VISITS)
      .execute();
    return { visits: rows.map((row) => ({ ...row, opened_at: row.opened_at.toISOString() })) };
  });
  mount(app, services, e.make, ({ params, body, kind, actor }) =>
    command(services, actor, async (tx) => {
      const made = await makeLink(tx, { kind, id: params.id }, body);
      const review = await sharedReview(tx.db, kind, params.id);
      return { ...made, links: await linksOf(tx.system, actor, review, tx.now) };
    }),
  );
  mount(app, services, e.end, ({ params, body, kind, actor }) =>
    command(services, actor, async (tx) => {
      await endLink(tx, { kind, id: params.id }, body.link_id);
      return linksOf(tx.system, actor, await sharedReview(tx.db, kind, params.id), tx.now);
    }),
  );
  mount(app, services, e.allow, ({ params, body, kind, actor }) =>
    command(services, actor, async (tx) => {
      await allowLinks(tx, { kind, id: params.id }, body.reason);
      return linksOf(tx.system, actor, await sharedReview(tx.db, kind, params.id), tx.now);
    }),
  );
  mount(app, services, e.disallow, ({ params, kind, actor }) =>
    command(services, actor, async (tx) => {
      await disallowLinks(tx, { kind, id: params.id });
      return linksOf(tx.system, actor, await sharedReview(tx.db, kind, params.id), tx.now);
    }),
  );

  mount(app, services, sharedReportEndpoints.open, ({ body, request, reply }) =>
    openReport(services, ports, body, { request, reply }),
  );
  mount(app, services, sharedReportEndpoints.pdf, async ({ params, query, request, reply }) => {
    await sendReport(services, params.link_id, query.download !== undefined, { request, reply });
  });

  return {
    events: [
      onEvent({
        name: 'public_reports.purge',
        topics: ['review.transitioned'],
        when: onAction('purge'),
        async run(tx, event) {
          if (event.review_id === null) return;
          const ofReview = event.review_id;
          // that there were links, when they were opened and how often stays; whom they were for and who came goes
          await tx.system
            .updateTable('public_report_links')
            .set({ audience: '', passcode_hash: null })
            .where('review_id', '=', ofReview)
            .execute();
          await tx.system
            .updateTable('public_report_links')
            .set({ ended_at: tx.now, ended_why: 'deleted' })
            .where('review_id', '=', ofReview)
            .where('ended_at', 'is', null)
            .execute();
          await tx.system
            .updateTable('public_report_visits')
            .set({ source: '', browser: '', ends_at: tx.now })
            .where('review_id', '=', ofReview)
            .execute();
          await tx.system
            .updateTable('public_report_permits')
            .set({ reason: '' })
            .where('review_id', '=', ofReview)
            .execute();
        },
      }),
    ],
  } satisfies FeatureServer;
}
