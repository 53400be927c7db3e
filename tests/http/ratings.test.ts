import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Out } from '../../src/core/endpoint.ts';
import { RATING_ITEMS } from '../../src/features/ratings/rules.ts';
import type { readUpNext } from '../../src/features/reviews/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import type { CaseDriver } from '../harness/case-driver.ts';
import { flagWorld } from '../harness/flags.ts';
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
  await (await (await (await (await d.draft({ ...names, ...matter })).submitted()).released()).presented()).selected();
  await (await (await d.accepted()).offered()).timeChosen();
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
