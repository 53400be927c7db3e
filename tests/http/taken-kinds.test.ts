import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TakenKindsView } from '../../src/features/experts/contract.ts';
import type { MatchingBoard } from '../../src/features/matching/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* Which kinds of review an expert takes: said by the expert alone, at least one, and matching proposes them for no other. */

const URL = '/api/v1/taken_kinds';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const read = async (who: Person) => (await t.request<TakenKindsView>(who, 'GET', URL)).body;
const says = (who: Person, kinds: unknown) => t.request<TakenKindsView>(who, 'PUT', URL, { kinds });
const taken = ({ kinds }: TakenKindsView) => kinds.filter((one) => one.taken).map(({ kind }) => kind);
const stored = async (who: Person) =>
  (
    await t.world.db
      .selectFrom('expert_profiles')
      .select('accepts_kinds')
      .where('profile_id', '=', who.profile_id ?? 0)
      .executeTakeFirstOrThrow()
  ).accepts_kinds;

test('an expert says which; matching proposes them for those alone, and it is on record', async () => {
  const cast = await castFor(t.world);
  expect(await read(cast.expert)).toEqual({
    kinds: [
      { kind: 'Case', label: 'Case Reviews', taken: true },
      { kind: 'PeerReview', label: 'Peer Reviews', taken: false },
      { kind: 'IME', label: 'IME Cases', taken: false },
      { kind: 'Generic', label: 'Legal Cases', taken: false },
    ],
  });
  const d = await new CaseDriver(inApp(t, cast)).to('released');
  const proposed = async () =>
    (await d.must<MatchingBoard>(cast.matching, 'GET', d.url('/matching'))).ranking.candidates.map(({ code }) => code);
  const code = `X-${cast.expert.profile_id}`;
  expect(await proposed()).toContain(code);
  const said = await says(cast.expert, ['PeerReview']);
  expect(said.status).toBe(200);
  expect(taken(said.body)).toEqual(['PeerReview']);
  expect(await proposed()).not.toContain(code);
  expect(taken((await says(cast.expert, ['PeerReview', 'Case', 'Case'])).body)).toEqual(['Case', 'PeerReview']);
  expect(await proposed()).toContain(code);
  // the same again changes nothing, and is not on record
  await says(cast.expert, ['Case', 'PeerReview']);
  const rows = await t.world.db
    .selectFrom('audit_rows')
    .select('data')
    .where('action', '=', 'expert.kinds_changed')
    .where('actor_user_id', '=', cast.expert.user_id)
    .orderBy('id')
    .execute();
  expect(rows.map((row) => row.data)).toEqual([
    { was: ['Case'], kinds: ['PeerReview'] },
    { was: ['PeerReview'], kinds: ['Case', 'PeerReview'] },
  ]);
});

test('none and what is no kind are refused, and nothing changes', async () => {
  const expert = await t.world.expert({});
  expect((await says(expert, [])).problem).toMatchObject({
    status: 422,
    errors: [{ path: 'kinds', message: expect.stringMatching(/at least one kind/) as string }],
  });
  for (const kinds of [['Cooking'], 'Case', null, undefined]) expect((await says(expert, kinds)).status).toBe(400);
  expect(await stored(expert)).toEqual(['Case']);
});

test('an organization’s own expert chooses among what the organization has; of the rest stays what was said', async () => {
  const organization_id = await t.world.organization({
    flags: { peer_reviews_enabled: false, imes_enabled: false, generics_enabled: false },
  });
  const own = await t.world.expert({});
  await t.world.ownExpert(own, { organization_id, email: 'own@example.test' });
  const headers = { ...own.headers, 'x-profile-type': 'external_medical_expert' };
  const who = { ...own, headers };
  expect((await read(who)).kinds.map(({ kind }) => kind)).toEqual(['Case']);
  expect((await says(who, ['PeerReview'])).status).toBe(422);
  expect((await says(who, ['Generic'])).problem).toMatchObject({
    status: 422,
    errors: [{ path: 'kinds', message: expect.stringMatching(/Legal Cases/) as string }],
  });
  await t.world.db
    .updateTable('expert_profiles')
    .set({ accepts_kinds: ['PeerReview', 'Generic'] })
    .where('profile_id', '=', own.profile_id)
    .execute();
  expect((await says(who, ['Case'])).status).toBe(200);
  expect(await stored(own)).toEqual(['Case', 'PeerReview', 'Generic']);
});

test('nobody else says it: not the assistant, who orders, staff, or who is in no directory', async () => {
  const cast = await castFor(t.world);
  const assistant = await t.world.assistantOf(cast.expert.profile_id);
  for (const who of [assistant, cast.requester, cast.admin, cast.matching]) {
    expect((await t.request(who, 'GET', URL)).status).toBe(403);
    expect((await says(who, ['PeerReview'])).status).toBe(403);
  }
  const nowhere = await t.world.person({ profile: 'MedicalExpert' });
  expect(taken(await read(nowhere))).toEqual([]);
  expect((await says(nowhere, ['Case'])).problem).toMatchObject({ status: 403, code: 'forbidden' });
  expect(await stored(cast.expert)).toEqual(['Case']);
});
