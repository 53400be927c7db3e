import { castFor, type Send } from '../harness/review-driver.ts';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { CaseDriver } from '../harness/case-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { seeded } from '../harness/seeded.ts';
import { sender } from '../harness/sender.ts';
import { type ServerProcess, startServer } from '../harness/server-process.ts';
import { givenCluster } from '../harness/provided.ts';

const KILLS = 30;

it(`nothing acknowledged is lost or doubled when the application is killed ${KILLS} times during the journey`, async () => {
  // each new connection reads the catalog anew, and each start makes all of them
  const server = await startServer(givenCluster(), { connections: 6 });
  try {
    const random = seeded(20_261_121);
    let kills = 0;
    let restarting: Promise<void> | null = null;
    const restart = () =>
      (restarting ??= (async () => {
        await server.kill();
        await server.restart();
        restarting = null;
      })());

    /** Every request has a key; about one in three is cut off by a kill at a random moment, and sent again after it. */
    const send: Send = async (who, method, url, body) => {
      const key = randomUUID();
      const attempt = () => sender(server.url)(who, method, url, body, { 'idempotency-key': key });
      if (kills < KILLS && method !== 'GET' && random() < 0.5) {
        kills += 1;
        const delay = random() * 30;
        const cut = new Promise<void>((resolve) => setTimeout(resolve, delay)).then(restart);
        const first = await attempt().catch(() => null);
        await cut;
        const again = await attempt();
        // what was acknowledged before the kill is what a repetition answers after it
        if (first && first.status < 300 && again.status < 300) expect(again.body).toEqual(first.body);
        return again;
      }
      return attempt();
    };

    const reviews: { id: number; reports: number }[] = [];
    for (let round = 0; round < 6 || kills < KILLS; round += 1) {
      const cast = await castFor(server.world, PASSWORD_HASH);
      const d = new CaseDriver({ send, world: server.world, cast, settle: () => server.settle() });
      await d.draft({
        service: round % 2 === 0 ? 'report_only' : 'call_45',
        claimant_last_name: `Claimant ${round}`,
        conflict_parties: [{ name: `Ana Claimant ${round}`, role: 'claimant', kind: 'person' }],
      });
      await d.to('accepted');
      const message = await talk(d, `Message ${round}`);
      if (round % 2 === 1) {
        await d.to('timeChosen');
        expect(await count(server, 'appointments', d.id)).toBe(1);
      } else {
        await d.to('delivered');
      }
      await server.settle();
      await audit(server, d, message);
      reviews.push({ id: d.id, reports: round % 2 === 0 ? 1 : 0 });
      if (round > 40) throw new Error('The kills never ended.');
    }
    expect(kills).toBe(KILLS);
    for (const { id, reports } of reviews) expect(await count(server, 'reports', id)).toBe(reports);
    const unhandled = await server.database.systemDb
      .selectFrom('outbox')
      .select('id')
      .where('handed_over_at', 'is', null)
      .execute();
    expect(unhandled).toEqual([]);
  } finally {
    await server.stop();
  }
});

/** Says something in the matter's conversation, with one client id however often it is sent. */
async function talk(d: CaseDriver, body: string): Promise<{ channel: string; body: string }> {
  const { channels } = await d.must<{ channels: { channel_id: string; audience: string }[] }>(
    d.cast.requester,
    'POST',
    d.url('/chat/channels'),
  );
  const channel = channels.find((c) => c.audience === 'requester_expert')?.channel_id ?? '';
  await d.must(d.cast.requester, 'POST', `/api/v1/chat/channels/${channel}/messages`, {
    client_id: randomUUID(),
    body,
  });
  return { channel, body };
}

/** What the review's history, conversation and mails must look like after however many repetitions. */
async function audit(server: ServerProcess, d: CaseDriver, message: { channel: string; body: string }): Promise<void> {
  const db = server.database.systemDb;
  const transitions = await db
    .selectFrom('audit_rows')
    .select(['from_state', 'to_state'])
    .where('review_id', '=', d.id)
    .where('to_state', 'is not', null)
    .orderBy('id')
    .execute();
  // an unbroken chain: each transition starts where the one before it ended, so none is lost and none is doubled
  for (const [i, row] of transitions.entries()) if (i > 0) expect(row.from_state).toBe(transitions[i - 1]?.to_state);
  expect(transitions.at(-1)?.to_state).toBe(await d.status());
  const said = await db
    .selectFrom('messages')
    .select(['seq', 'body'])
    .where('channel_id', '=', message.channel)
    .where('body', '=', message.body)
    .execute();
  expect(said).toHaveLength(1);
  const invitations = await db.selectFrom('invitations').select('id').where('review_id', '=', d.id).execute();
  expect(invitations).toHaveLength(1);
  const mails = await db
    .selectFrom('mails')
    .select('template')
    .where('review_id', '=', d.id)
    .where('template', '=', 'invitation')
    .execute();
  expect(mails).toHaveLength(1);
  const handled = await db
    .selectFrom('handled_events')
    .innerJoin('outbox', 'outbox.id', 'handled_events.outbox_id')
    .select(['handler', 'outbox_id'])
    .where('outbox.review_id', '=', d.id)
    .execute();
  expect(new Set(handled.map((h) => `${h.handler}:${h.outbox_id}`)).size).toBe(handled.length);
}

async function count(server: ServerProcess, table: 'appointments' | 'reports', reviewId: number): Promise<number> {
  const rows = await server.database.systemDb
    .selectFrom(table)
    .select('id')
    .where('review_id', '=', reviewId)
    .execute();
  return rows.length;
}
