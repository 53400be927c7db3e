import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Out } from '../../src/core/endpoint.ts';
import type { RatingView } from '../../src/features/ratings/contract.ts';
import { RATING_ITEMS } from '../../src/features/ratings/rules.ts';
import type { readUpNext } from '../../src/features/reviews/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import type { CaseDriver } from '../harness/case-driver.ts';
import { flagWorld } from '../harness/flags.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import type { Person } from '../harness/world.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const scores = (direction: keyof typeof RATING_ITEMS, value: number) =>
  Object.fromEntries(RATING_ITEMS[direction].map((i) => [i.key, i.type === 'scale' ? value : true]));

/** A case whose call was held, with the expert given. */
async function held(flags: Record<string, boolean> = {}, expert?: CaseDriver['cast']['expert']): Promise<CaseDriver> {
  const d = await flagWorld(t).aCase({ flags: { enable_automated_case_closeouts: false, ...flags } });
  if (expert) d.cast.expert = expert;
  const names = { claimant_last_name: `Rated${d.cast.organization_id}`, needed_by: '2027-11-30' };
  const matter = {
    defendants: [{ name: `Provider ${d.cast.organization_id}` }],
    conflict_parties: [{ name: `Ana Rated${d.cast.organization_id}`, role: 'claimant', kind: 'person' }],
  };
  await d.to('timeChosen', { ...names, ...matter });
  t.clock.advance({ days: 3 });
  return d.held();
}

describe('an expert', () => {
  const upNext = async (who: Person) =>
    (await t.request<Out<typeof readUpNext>>(who, 'GET', '/api/v1/up_next')).body.rating;

  it('sees the mean of the own ratings from three on, nobody’s single one, and others see none', async () => {
    const first = await held();
    const { expert } = first.cast;
    const assistant = await t.world.assistantOf(expert.profile_id);
    expect(await upNext(expert)).toEqual({ mean: null, n: 0 });
    const drivers = [first, await held({}, expert), await held({}, expert)];
    for (const [at, d] of drivers.entries()) {
      expect(await upNext(expert)).toEqual({ mean: null, n: at });
      await d.must(d.cast.requester, 'PUT', d.url('/ratings/medical_expert'), {
        scores: scores('medical_expert', 3 + at),
      });
    }
    expect(await upNext(expert)).toEqual({ mean: 4, n: 3 });
    expect(await upNext(assistant)).toBeNull();
    // what the expert gives counts for nobody's work
    await first.must(expert, 'PUT', first.url('/ratings/claim_requester'), { scores: scores('claim_requester', 1) });
    expect(await upNext(expert)).toEqual({ mean: 4, n: 3 });
  });
});

describe('ratings are asked for', () => {
  const asked = async (d: CaseDriver, who: Person) =>
    (
      await t.world.db
        .selectFrom('mails')
        .select(['text', 'subject'])
        .where('review_id', '=', d.id)
        .where('to_user_id', '=', who.user_id)
        .where('template', '=', 'rating_request')
        .orderBy('id')
        .execute()
    ).map((m) => m.text);
  const later = async (span: { days?: number; hours?: number }): Promise<void> => {
    t.clock.advance(span);
    await t.settle();
  };

  it('a day after the call, and once more after a week of who has not given one', async () => {
    const d = await held();
    const { requester, expert } = d.cast;
    await later({ hours: 23 });
    expect([await asked(d, requester), await asked(d, expert)]).toEqual([[], []]);
    await later({ hours: 2 });
    const [first] = await asked(d, requester);
    expect(first).toContain(`/case/${d.id}/rate-medical-expert`);
    expect((await asked(d, expert))[0]).toContain(`/case/${d.id}/rate-claim-requester`);
    const inBell = async (who: Person) =>
      (
        await t.request<{ data: { event: string; review: { id: number } | null }[] }>(
          who,
          'GET',
          '/api/v1/notifications?unread=true',
        )
      ).body.data.some((n) => n.event === 'rating_request' && n.review?.id === d.id);
    expect([await inBell(requester), await inBell(expert)]).toEqual([true, true]);
    t.clock.advance({ minutes: 1 });
    await d.must(requester, 'PUT', d.url('/ratings/medical_expert'), { scores: scores('medical_expert', 5) });
    await t.settle();
    expect([await inBell(requester), await inBell(expert)]).toEqual([false, true]);
    await later({ days: 7 });
    expect(await asked(d, requester)).toHaveLength(1);
    expect(await asked(d, expert)).toHaveLength(2);
    await later({ days: 30 });
    expect(await asked(d, expert)).toHaveLength(2);
  });

  it('of a peer review after its report is delivered, without the reviewer’s name', async () => {
    const d = await (await flagWorld(t, PASSWORD_HASH).aPeerReview()).to('delivered', { needed_by: '2027-11-30' });
    const { first_name, last_name } = await t.world.db
      .selectFrom('users')
      .select(['first_name', 'last_name'])
      .where('id', '=', d.cast.expert.user_id)
      .executeTakeFirstOrThrow();
    const own = await d.must<RatingView>(d.cast.requester, 'GET', d.url('/ratings/medical_expert'));
    expect(own).toMatchObject({ about: 'the reviewer', rateable: true, rating: null });
    await later({ hours: 25 });
    const [mail = ''] = await asked(d, d.cast.requester);
    expect(mail).toContain('rate the reviewer');
    expect(mail).not.toContain(`${first_name} ${last_name}`);
    expect(await asked(d, d.cast.expert)).toHaveLength(1);
  });

  it('of nobody where there is nothing to rate any more, or a report is being written', async () => {
    const cancelled = await held();
    await cancelled.must(cancelled.cast.admin, 'POST', cancelled.url('/actions/cancel'), {
      reason: 'Settled.',
      confirmed_fee_cents: (
        await cancelled.must<{ cancellation: { fee_cents: number } | null }>(
          cancelled.cast.admin,
          'GET',
          cancelled.url(),
        )
      ).cancellation?.fee_cents,
    });
    const writing = await (await held()).reportRequested();
    await later({ days: 8 });
    for (const d of [cancelled, writing]) expect(await asked(d, d.cast.requester)).toEqual([]);
  });

  it('flag disable_ratings on: of nobody', async () => {
    const d = await held({ disable_ratings: true });
    await later({ days: 8 });
    expect([await asked(d, d.cast.requester), await asked(d, d.cast.expert)]).toEqual([[], []]);
  });
});
