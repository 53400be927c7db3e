import { expect, it } from 'vitest';
import { json } from '../../src/platform/db/json.ts';
import { startCallProviders } from '../harness/call-providers.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { givenCluster } from '../harness/provided.ts';
import { castFor } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import { startServer } from '../harness/server-process.ts';

it('a meeting that the provider made while the application died is found afterwards, and no second one is made', async () => {
  const p = await startCallProviders();
  const server = await startServer(givenCluster(), {
    connections: 6,
    env: { ...p.env, PROVIDER_ANSWER_SECONDS: '120' },
  });
  try {
    const db = server.database.systemDb;
    for (const provider of ['zoom', 'microsoft']) {
      const cast = await castFor(server.world, PASSWORD_HASH);
      await db
        .updateTable('organizations')
        .set({ flags: json({ enable_zoom_oauth_integrations: true, enable_teams_oauth_integrations: true }) })
        .where('id', '=', cast.organization_id)
        .execute();
      const d = new CaseDriver(atServer(server, cast));
      p.account = { id: `acc-${cast.requester.user_id}`, email: 'a@b.test' };
      const at = `/api/v1/connected-accounts/${provider}`;
      const { url } = await d.must<{ url: string }>(cast.requester, 'POST', `${at}/begin`, { uses: ['meetings'] });
      await d.must(cast.requester, 'POST', `${at}/finish`, Object.fromEntries(p.allow(url).searchParams));
      await d.to('offered');
      p.meetings = [];
      p.wrong = [
        { at: provider === 'zoom' ? 'POST /zoom-api/v2/users/me/meetings' : 'createOrGet', what: 'silent_after' },
      ];
      // its work goes on while the provider keeps silent
      const chosen = d.timeChosen().catch(() => null);
      await expect.poll(() => p.meetings.length, { timeout: 60_000 }).toBe(1);
      await server.kill();
      await chosen;
      const row = () =>
        db
          .selectFrom('meetings')
          .select(['state', 'external_id'])
          .where('review_id', '=', d.id)
          .executeTakeFirstOrThrow();
      expect(await row()).toEqual({ state: 'claimed', external_id: null });
      await server.restart();
      // until the claim of the dead process is over nobody else looks
      await server.settle();
      expect(await row()).toEqual({ state: 'claimed', external_id: null });
      await server.advance({ minutes: 3 });
      await server.settle();
      const [made, ...more] = p.meetings;
      expect([more, await row()]).toEqual([[], { state: 'made', external_id: made?.id }]);
      const { location } = await db
        .selectFrom('appointments')
        .select('location')
        .where('review_id', '=', d.id)
        .executeTakeFirstOrThrow();
      expect(location).toBe(made?.join);
    }
  } finally {
    await server.stop();
    await p.close();
  }
});
