import { performance } from 'node:perf_hooks';
import { MOST_ENDPOINTS } from '../src/features/webhooks/rules.ts';
import { sender } from '../tests/harness/sender.ts';
import { type Benchmark, throughput } from './lib/figures.ts';
import { START, startApp, startBare } from './lib/ground.ts';

/** What is told: a review's status, as `features/webhooks/server/queue.ts` writes it. */
const BODY = JSON.stringify({
  type: 'review.status_changed',
  timestamp: START,
  data: {
    organization_id: 101,
    review_id: 20_418,
    number: 'CR-20418',
    kind: 'Case',
    from: 'submitted',
    status: 'in_intake',
  },
});

/**
 * Webhooks: messages that wait for twenty addresses delivered, each signed and its end written down, beside bare requests
 * to the same receiver from as many at once, one after another each.
 */
export const webhooks: Benchmark = async ({ ground, quick, say }) => {
  const each = quick ? 20 : 60;
  const app = await startApp(ground, await ground.database('bench_webhooks'));
  const receiver = await startBare(app.connection, ground.folder);
  try {
    const { pool } = app.database;
    const organizationId = await app.world.organization();
    const admin = await app.world.person({ role: 'org_admin', organization_id: organizationId });
    const post = sender(app.url);
    for (let n = 0; n < MOST_ENDPOINTS; n += 1) {
      const added = await post(admin, 'POST', `/api/v1/organizations/${organizationId}/webhooks`, {
        url: `${receiver.url}/hook`,
        description: '',
        events: ['review.status_changed'],
      });
      if (added.status !== 201) throw new Error(`${added.status} ${JSON.stringify(added.body)}`);
    }
    const told = { bare: 0, ours: 0, seconds: 0, bareSeconds: 0 };
    // in turn, so that what else the machine does falls on both
    for (let round = 0; round < (quick ? 1 : 4); round += 1) {
      const began = performance.now();
      await Promise.all(
        Array.from({ length: MOST_ENDPOINTS }, async () => {
          for (let n = 0; n < each; n += 1) {
            const answer = await fetch(`${receiver.url}/hook`, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: BODY,
            });
            if (answer.status !== 204) throw new Error(`The receiver answered ${answer.status}.`);
          }
        }),
      );
      told.bareSeconds += (performance.now() - began) / 1_000;
      told.bare += MOST_ENDPOINTS * each;
      await pool.query(
        `insert into webhook_deliveries (endpoint_id, message_id, event, body, created_at, next_at)
          select w.id, 'msg_' || $1::int || '_' || n, 'review.status_changed', $2, $3, $3
          from webhook_endpoints w, generate_series(1, $4::int) n`,
        [round, BODY, new Date(START), each],
      );
      const since = performance.now();
      await app.settle();
      told.seconds += (performance.now() - since) / 1_000;
      told.ours += MOST_ENDPOINTS * each;
    }
    const { rows } = await pool.query<{ n: string }>(
      "select count(*) as n from webhook_deliveries where status = 'delivered' and attempts = 1",
    );
    if (Number(rows[0]?.n) !== told.ours) throw new Error(`${rows[0]?.n} of ${told.ours} were delivered at once.`);
    say(`${told.ours} delivered in ${told.seconds.toFixed(1)} s`);
    const figure = throughput(
      `deliver webhooks to ${MOST_ENDPOINTS} addresses of one organization`,
      told.bare / told.bareSeconds,
      told.ours / told.seconds,
      0,
    );
    return [{ ...figure, bar: '–', met: null }];
  } finally {
    await receiver.stop();
    await app.stop();
  }
};
