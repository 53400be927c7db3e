import { expect, it } from 'vitest';
import { json } from '../../src/platform/db/json.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { hl7Receiver } from '../harness/hl7-receiver.ts';
import { hl7Settings } from '../harness/hl7-settings.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { givenCluster } from '../harness/provided.ts';
import { castFor } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import { startServer } from '../harness/server-process.ts';

it('a result whose answer was lost with the application goes out again with the number it had, and once more only', async () => {
  const receiver = await hl7Receiver();
  const server = await startServer(givenCluster(), {
    connections: 6,
    env: { HL7_ALLOW_PRIVATE: '127.0.0.1', HL7_ANSWER_SECONDS: '300' },
  });
  try {
    const db = server.database.systemDb;
    const cast = await castFor(server.world, PASSWORD_HASH);
    await db
      .updateTable('organizations')
      .set({ flags: json({ enable_athena_intely_integration: true }) })
      .where('id', '=', cast.organization_id)
      .execute();
    await db
      .insertInto('hl7_connections')
      .values({
        ...hl7Settings({ transport: 'mllp', host: '127.0.0.1', port: receiver.port }),
        organization_id: cast.organization_id,
        may_lead_inside: true,
        created_at: server.now(),
        created_by: cast.admin.user_id,
      })
      .execute();
    const d = new CaseDriver(atServer(server, cast));
    const needed_by = new Date(server.now().getTime() + 21 * 86_400_000).toISOString().slice(0, 10);
    await d.to('accepted', { service: 'report_only', needed_by });
    await d.reportStarted();
    await d.reportWritten();
    await d.signed();
    receiver.faults.push('silent');
    // its work goes on while the receiver keeps silent
    const delivered = d.delivered().catch(() => null);
    await expect.poll(() => receiver.got.length, { timeout: 60_000 }).toBe(1);
    await server.kill();
    await delivered;
    const row = () =>
      db.selectFrom('hl7_messages').select(['status', 'attempts', 'control_id']).executeTakeFirstOrThrow();
    expect(await row()).toMatchObject({ status: 'queued', attempts: 1 });
    await server.restart();
    // until the claim of the dead process is over nobody else sends it
    await server.settle();
    expect(receiver.got).toHaveLength(1);
    await server.advance({ minutes: 7 });
    await server.settle();
    const { control_id, ...after } = await row();
    expect(after).toEqual({ status: 'acked', attempts: 2 });
    expect(receiver.got.map((one) => one.getSegment('MSH')?.getComponent(10, 1))).toEqual([control_id, control_id]);
    expect(receiver.got[1]?.toString()).toBe(receiver.got[0]?.toString());
  } finally {
    await server.stop();
    await receiver.close();
  }
});
