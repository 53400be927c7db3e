import { castFor, inApp } from '../harness/review-driver.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import type { OpportunitiesView } from '../../src/features/experts/contract.ts';
import type { MatchingBoard, presentation } from '../../src/features/matching/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { flag, setFlags } from '../harness/flags.ts';
import type { Person } from '../harness/world.ts';

/* What experts are open to beside reviews: said by them where somebody asks, shown where that organization chooses. */

const FLAG = 'enable_expert_additional_opportunities';
const URL = '/api/v1/opportunities';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const nobodyAsks = () => t.world.db.updateTable('organizations').set({ flags: '{}' }).execute();
const read = async (who: Person) => (await t.request<OpportunitiesView>(who, 'GET', URL)).body;
const says = (who: Person, open_to: readonly string[]) => t.request<OpportunitiesView>(who, 'PUT', URL, { open_to });

/** A case with three experts presented, of whom the first said to be open to two things while somebody asked. */
async function presented(on: boolean) {
  await nobodyAsks();
  const cast = await castFor(t.world);
  const asking = await t.world.organization({ flags: { [FLAG]: true } });
  expect((await says(cast.expert, ['panel_work', 'testifying'])).status).toBe(200);
  await setFlags(t, asking, {});
  await setFlags(t, cast.organization_id, { flags: { [FLAG]: on } });
  const d = await new CaseDriver(inApp(t, cast)).to('released');
  const board = await d.must<MatchingBoard>(cast.matching, 'GET', d.url('/matching'));
  await d.presented();
  const shown = await d.must<z.output<typeof presentation>>(cast.requester, 'GET', d.url('/candidates'));
  const code = `X-${cast.expert.profile_id}`;
  return {
    cast,
    d,
    onBoard: board.ranking.candidates.find((one) => one.code === code)?.open_to,
    toRequester: shown.candidates.find((one) => one.code === code)?.open_to,
    others: board.ranking.candidates.filter((one) => one.code !== code).flatMap((one) => one.open_to),
  };
}

flag(
  FLAG,
  async () => {
    const { cast, d, onBoard, toRequester, others } = await presented(true);
    expect(onBoard).toEqual(['testifying', 'panel_work']);
    expect(toRequester).toEqual(['testifying', 'panel_work']);
    expect(others).toEqual([]);
    expect(await read(cast.expert)).toEqual({ offered: true, open_to: ['testifying', 'panel_work'] });
    expect((await says(cast.expert, [])).body).toEqual({ offered: true, open_to: [] });
    // whoever was presented stays as presented, as with everything else on the card
    const shown = await d.must<z.output<typeof presentation>>(cast.requester, 'GET', d.url('/candidates'));
    expect(shown.candidates.find((one) => one.code === `X-${cast.expert.profile_id}`)?.open_to).toHaveLength(2);
    expect((await says(cast.expert, ['cooking'])).status).toBe(400);
    const rows = await t.world.db
      .selectFrom('audit_rows')
      .select('data')
      .where('action', '=', 'expert.open_to_changed')
      .where('actor_user_id', '=', cast.expert.user_id)
      .orderBy('id')
      .execute();
    expect(rows.map((row) => row.data)).toEqual([{ open_to: ['testifying', 'panel_work'] }, { open_to: [] }]);
  },
  async () => {
    const { cast, onBoard, toRequester } = await presented(false);
    expect([onBoard, toRequester]).toEqual([[], []]);
    expect(await read(cast.expert)).toEqual({ offered: false, open_to: [] });
    expect((await says(cast.expert, ['teaching'])).problem).toMatchObject({ status: 403, code: 'forbidden' });
    expect((await says(cast.expert, [])).status).toBe(403);
  },
);

test('who asks: an organization of whose reviews the expert takes a kind; for its own expert itself and those below', async () => {
  await nobodyAsks();
  const [asking, silent] = [await t.world.organization({}), await t.world.organization({})];
  const platform = await t.world.expert({});
  const own = async (organization_id: number) => {
    const person = await t.world.person({ profile: 'ExternalMedicalExpert', organization_id });
    const profile_id = person.profile_id ?? 0;
    await t.world.db
      .insertInto('expert_profiles')
      .values({ profile_id, code: `EX-${profile_id}`, accepts_kinds: ['Case'], created_at: t.clock.now() })
      .execute();
    return person;
  };
  const [ofAsking, ofSilent] = [await own(asking), await own(silent)];
  const asked = async () => [
    (await read(platform)).offered,
    (await read(ofAsking)).offered,
    (await read(ofSilent)).offered,
  ];
  expect(await asked()).toEqual([false, false, false]);
  await setFlags(t, asking, { flags: { [FLAG]: true } });
  expect(await asked()).toEqual([true, true, false]);
  expect((await says(ofSilent, ['teaching'])).status).toBe(403);
  // a sub-organization asks with its parent, and of its parent's experts
  const below = await t.world.organization({ parent_id: asking });
  const ofBelow = await own(below);
  expect((await read(ofBelow)).offered).toBe(true);
  const under = await t.world.organization({ parent_id: silent, flags: { [FLAG]: true } });
  expect(await asked()).toEqual([true, true, true]);
  await setFlags(t, under, {});
  await setFlags(t, asking, {});
  await setFlags(t, below, { flags: { [FLAG]: true } });
  expect([...(await asked()), (await read(ofBelow)).offered]).toEqual([true, true, false, true]);
  await setFlags(t, asking, { flags: { [FLAG]: true } });
  await setFlags(t, below, { flags: { [FLAG]: false } });
  // experts of whoever stands below are not asked by those above
  expect([...(await asked()), (await read(ofBelow)).offered]).toEqual([true, true, false, false]);
  // whoever takes none of the kinds it has is not asked
  await setFlags(t, asking, { flags: { [FLAG]: true, case_reviews_enabled: false } });
  await setFlags(t, below, {});
  expect(await asked()).toEqual([false, false, false]);
  // nobody but experts
  for (const who of [await t.world.consultant(asking), await t.world.staff('admin')])
    expect((await t.request(who, 'GET', URL)).status).toBe(403);
});
