import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RatingView } from '../../src/features/ratings/contract.ts';
import { RATING_ITEMS } from '../../src/features/ratings/rules.ts';
import type { SystemActor } from '../../src/core/actor.ts';
import { command } from '../../src/platform/command.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { flagWorld } from '../harness/flags.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

describe('of several at once', () => {
  test('who choose different times, one gets theirs and the rest are told that it is done', async () => {
    for (let round = 0; round < 3; round += 1) {
      const d = await flagWorld(t).aCase();
      await d.to('offered', { claimant_last_name: `Race${round}` });
      const offers = await d.offers();
      const answers = await Promise.all(
        offers.map(({ id }) =>
          t.request(d.cast.requester, 'POST', d.url('/call'), { offer_id: id, zone: 'America/Chicago' }),
        ),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        200,
        ...offers.slice(1).map(() => 409),
      ]);
      const calls = await t.world.db
        .selectFrom('appointments')
        .select('starts_at')
        .where('review_id', '=', d.id)
        .where('status', '=', 'scheduled')
        .execute();
      const chosen = offers[answers.findIndex(({ status }) => status === 200)];
      expect(calls).toEqual([{ starts_at: chosen?.starts_at }]);
    }
  });

  test('who write the same thing, none is told that we failed', async () => {
    const { services } = t.app;
    const timer = { kind: 'test', key: 'once', due_at: t.clock.now(), created_at: t.clock.now() };
    const write = () =>
      command(services, { kind: 'system', request_id: 'race' }, (tx) =>
        tx.system.insertInto('deadlines').values(timer).execute(),
      );
    const written = await Promise.allSettled([write(), write(), write()]);
    expect(written.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of written)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'lost_race', status: 409 });
  });

  test('who wait for each other, all get what they asked for', async () => {
    const { services } = t.app;
    const actor = { kind: 'system', request_id: 'deadlock' } as const satisfies SystemActor;
    const keys = ['left', 'right'] as const;
    await command(services, actor, async (tx) => {
      for (const key of keys) await tx.setTimer({ kind: 'subscription_round', key, due_at: tx.now });
    });
    let arrived = 0;
    let go: () => void = () => undefined;
    const both = new Promise<void>((resolve) => {
      go = resolve;
    });
    const tries = [0, 0];
    const touch = (first: number) =>
      command(services, actor, async (tx) => {
        const nth = (tries[first] ?? 0) + 1;
        tries[first] = nth;
        await tx.setTimer({ kind: 'subscription_round', key: keys[first] ?? 'left', due_at: tx.now });
        arrived += 1;
        if (arrived === 2) go();
        await both;
        await tx.setTimer({ kind: 'subscription_round', key: keys[1 - first] ?? 'left', due_at: tx.now });
        return nth;
      });
    const answers = await Promise.all([touch(0), touch(1)]);
    expect(answers.toSorted((a, b) => a - b)).toEqual([1, 2]);
  });

  test('who rate, the first stands under their name and the others are told so', async () => {
    const d = await flagWorld(t).aCase({ flags: { enable_automated_case_closeouts: false } });
    await d.to('timeChosen', { claimant_last_name: 'Twice' });
    t.clock.advance({ days: 3 });
    await d.held();
    const { requester, organization_id } = d.cast;
    const managers = [await t.world.manager(organization_id), await t.world.manager(organization_id)];
    const url = d.url('/ratings/medical_expert');
    const scores = (value: number) =>
      Object.fromEntries(RATING_ITEMS.medical_expert.map((i) => [i.key, i.type === 'scale' ? value : true]));
    const raters = [requester, ...managers];
    const answers = await Promise.all(
      raters.map((who, at) => t.request<RatingView>(who, 'PUT', url, { scores: scores(at + 2) })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const first = answers.findIndex(({ status }) => status === 200);
    const kept = await t.world.db
      .selectFrom('ratings')
      .select(['rater_user_id', 'scores'])
      .where('review_id', '=', d.id)
      .execute();
    expect(kept).toEqual([{ rater_user_id: raters[first]?.user_id, scores: scores(first + 2) }]);
  });
});
