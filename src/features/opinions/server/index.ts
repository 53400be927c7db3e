import { onEvent } from '../../../platform/workers.ts';
import type { FastifyInstance } from 'fastify';
import { command } from '../../../platform/command.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { type FeatureServer, onAction } from '../../../platform/workers.ts';
import { processOf } from '../../reviews/rules.ts';
import { opinionEndpoints, trendEndpoints } from '../contract.ts';
import { exportTrends } from './export.ts';
import { askOpinion, followDelivery, RETRY_DEADLINE, retryOpening } from './open.ts';
import { readPolicies, savePolicy } from './policy.ts';
import { blindOpinionsOf, openOpinions, toSettleOf } from './settle.ts';
import { renewKeys } from './keys.ts';
import { followStatement, shareStatements } from './statements.ts';
import { purgeOpinion, storeOpinion } from './store.ts';
import { chooseTrend, readTrends } from './trends.ts';
import { opinionsOf } from './view.ts';

/** Several opinions on one case: asking, opening, comparing, settling; agreement of reviewers; trends. */
export function opinionsServer(app: FastifyInstance, services: Services, ports: Ports) {
  const e = opinionEndpoints;
  mount(app, services, e.read, ({ db, kind, params }) => opinionsOf(db, kind, params.id));
  mount(app, services, e.toSettle, ({ db, actor, kind, params }) => toSettleOf(db, actor, kind, params.id));
  mount(app, services, e.open, ({ actor, kind, params }) =>
    command(services, actor, (tx) => openOpinions(tx, ports, { kind, id: params.id })),
  );
  mount(app, services, e.blind, ({ actor, kind, params }) => blindOpinionsOf(services, actor, kind, params.id));
  mount(app, services, e.askSecond, ({ actor, kind, params, body }) =>
    command(services, actor, (tx) =>
      askOpinion(tx, ports, { kind, id: params.id, role: 'second', reason: body.reason }),
    ),
  );
  mount(app, services, e.askAdjudication, ({ actor, kind, params, body }) =>
    command(services, actor, (tx) =>
      askOpinion(tx, ports, { kind, id: params.id, role: 'adjudication', reason: body.reason }),
    ),
  );

  const t = trendEndpoints;
  mount(app, services, t.read, ({ db, query }) => readTrends(db, query, services.clock.now()));
  mount(app, services, t.export, ({ db, query, reply }) => exportTrends(services, db, query, reply));
  mount(app, services, t.choices, ({ db, query }) => chooseTrend(db, query));
  mount(app, services, t.policies, ({ db, query }) => readPolicies(db, query.organization_id));
  mount(app, services, t.savePolicy, ({ actor, params, body }) => savePolicy(services, actor, params.id, body));

  return {
    events: [
      onEvent({
        name: 'opinions.store',
        topics: ['review.transitioned'],
        when: (event) => processOf(event.payload.kind).second_opinions && onAction('purge', 'approve_report')(event),
        run: async (tx, { payload, review_id }) => {
          if (review_id === null) return;
          if (payload.action === 'purge') await purgeOpinion(tx, review_id);
          if (payload.action !== 'approve_report') return;
          const version = await storeOpinion(tx, review_id);
          if (version !== null) await followDelivery(tx, ports, review_id, version);
        },
      }),
      onEvent({
        name: 'opinions.share_statements',
        topics: ['files.changed', 'outside.statement_given'],
        run: async (tx, { topic, payload, review_id }) => {
          if (review_id === null) return;
          if (topic === 'files.changed') await shareStatements(tx, ports, review_id);
          else await followStatement(tx, ports, review_id, payload.link_id);
        },
      }),
    ],
    timers: { renew_opinion_keys: (tx, { key }) => renewKeys(tx, Number(key)) },
    deadlines: {
      [RETRY_DEADLINE]: (tx, { review_id, key, payload }) => retryOpening(tx, ports, review_id, key, payload.trigger),
    },
  } satisfies FeatureServer;
}
