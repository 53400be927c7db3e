import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LapseView } from '../../src/features/experts/contract/credential-ends.ts';
import type { MatchingBoard } from '../../src/features/matching/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';
import { ATTESTATION_LINES } from '../../src/features/reviews/rules.ts';
import { applied, ApplicationDesk } from './application-world.ts';

let t: TestApp;
let cast: Cast;
beforeAll(async () => {
  t = await testApp();
  cast = await castFor(t.world);
});
afterAll(() => t.close());

/** An expert who was just approved, whose license and cover end on these days; they live in Chicago. */
async function approved(ends: { license?: string; cover?: string }) {
  const { who, id } = await applied(t);
  const desk = new ApplicationDesk(t, cast.clinOps, id);
  await desk.check('license:0', { expires_on: ends.license ?? '2035-12-31' });
  await desk.check('malpractice', { expires_on: ends.cover ?? '2035-12-31' });
  await desk.toDecision(who);
  const answer = await desk.move('approve', { reason: 'Everything holds.' });
  if (answer.status !== 200) throw new Error(answer.raw.body);
  who.headers['x-profile-type'] = 'medical_expert';
  return { who, profile_id: who.profile_id ?? 0 };
}
const toldOf = async (who: Person, event = 'credential_ending') =>
  (
    await t.world.db
      .selectFrom('notifications')
      .select(['data', 'created_at'])
      .where('user_id', '=', who.user_id)
      .where('event', '=', event)
      .orderBy('id')
      .execute()
  ).map(({ data, created_at }) => [
    (data as { outcome: string; ends_on: string }).ends_on,
    (data as { outcome: string }).outcome,
    created_at.toISOString().slice(0, 10),
  ]);
const lapses = async (d: CaseDriver, who = cast.clinOps) =>
  (await t.request<{ data: LapseView[] }>(who, 'GET', `/api/v1/expert_lapses/${d.id}`)).body.data;

describe('what an expert was checked for', () => {
  test('is reminded of 90, 60, 30 and 0 days before it ends: the expert, who assists, and the desks, once each', async () => {
    t.clock.set('2026-11-18T15:00:00Z');
    const { who, profile_id } = await approved({ license: '2027-05-31' });
    const assistant = await t.world.person({ profile: 'MedicalExpertAssistant' });
    await t.world.db
      .insertInto('assistant_links')
      .values({ assistant_profile_id: assistant.profile_id ?? 0, expert_profile_id: profile_id })
      .execute();
    await t.settle();
    expect(await toldOf(who)).toEqual([]);
    // nine in the morning where the expert is, and not a second before
    t.clock.set('2027-03-02T14:59:58Z');
    await t.settle();
    expect(await toldOf(who)).toEqual([]);
    for (const at of ['2027-03-02T15:00:00Z', '2027-04-01T14:00:00Z', '2027-05-01T14:00:00Z', '2027-06-01T05:00:00Z']) {
      t.clock.set(at);
      await t.settle();
      await t.settle();
    }
    const all = [
      ['2027-05-31', 'ends', '2027-03-02'],
      ['2027-05-31', 'ends', '2027-04-01'],
      ['2027-05-31', 'ends', '2027-05-01'],
      ['2027-05-31', 'ended', '2027-06-01'],
    ];
    expect(await toldOf(who)).toEqual(all);
    expect(await toldOf(assistant)).toEqual(all);
    expect(await toldOf(cast.clinOps, 'expert_credential_ending')).toEqual(all);
    expect(await toldOf(cast.matching, 'expert_credential_ending')).toEqual(all);
    const mails = await t.world.db
      .selectFrom('mails')
      .select('subject')
      .where('to_email', '=', who.email)
      .where('template', '=', 'credential_ending')
      .orderBy('id')
      .execute();
    expect(mails.map(({ subject }) => subject)).toEqual([
      ...Array<string>(3).fill('Your license in IL ends on Mon, May 31, 2027'),
      'Your license in IL has ended',
    ]);
    t.clock.set('2026-11-18T15:00:00Z');
  });

  test.each([['license' as const], ['cover' as const]])(
    'the second its %s ends nobody invites the expert any more, and open reviews say so',
    async (sort) => {
      t.clock.set('2026-11-18T15:00:00Z');
      const expert = await approved({ [sort]: '2026-11-30' });
      const own: Cast = { ...cast, expert: { ...expert.who, profile_id: expert.profile_id } };
      const running = new CaseDriver(inApp(t, own));
      await running.to('accepted');
      const waiting = new CaseDriver(inApp(t, own));
      // another matter: an expert is asked about one once
      const other = `Quillfeather${sort}`;
      await waiting.to('released', {
        claimant_last_name: other,
        defendants: [{ name: `${other} Physicians` }],
        facility: `${other} Memorial`,
        conflict_parties: [{ name: `Ana ${other}`, role: 'claimant', kind: 'person' }],
      });
      const invite = () =>
        t.request(cast.matching, 'POST', waiting.url('/invitations'), { expert_profile_ids: [expert.profile_id] });
      const ranked = async () =>
        (await waiting.must<MatchingBoard>(cast.matching, 'GET', waiting.url('/matching'))).ranking.candidates.some(
          ({ profile_id }) => profile_id === expert.profile_id,
        );
      // the last second of the last day, in Chicago
      t.clock.set('2026-12-01T05:59:58Z');
      expect(await ranked()).toBe(true);
      expect(await lapses(running)).toEqual([]);
      // the board was read while it still held: the command asks again
      t.clock.set('2026-12-01T06:00:00Z');
      const refused = await invite();
      expect([refused.status, refused.problem.errors[0]?.path]).toEqual([422, 'expert_profile_ids.0']);
      expect(await ranked()).toBe(false);
      expect(await lapses(running)).toMatchObject([
        {
          expert_profile_id: expert.profile_id,
          what: sort === 'license' ? 'license in IL' : 'malpractice cover with The source itself',
          ended_at: '2026-12-01T06:00:00.000Z',
        },
      ]);
      await t.settle();
      const noted = await t.world.db
        .selectFrom('audit_rows')
        .select('review_id')
        .where('action', '=', 'expert.credential_ended')
        .where('subject', '=', `profile:${expert.profile_id}`)
        .execute();
      expect(noted).toEqual([{ review_id: running.id }]);
      expect((await t.request(cast.requester, 'GET', `/api/v1/expert_lapses/${running.id}`)).status).toBe(403);
      expect((await t.request(cast.clinOps, 'GET', '/api/v1/expert_lapses/999999')).status).toBe(404);
    },
  );

  test('that has ended keeps an invitation from being sent again', async () => {
    t.clock.set('2026-11-18T15:00:00Z');
    const expert = await approved({ license: '2026-11-19' });
    const d = new CaseDriver(inApp(t, { ...cast, expert: { ...expert.who, profile_id: expert.profile_id } }));
    await d.to('released', {
      claimant_last_name: 'Ravenscar',
      defendants: [{ name: 'Ravenscar Physicians' }],
      facility: 'Ravenscar Memorial',
      conflict_parties: [{ name: 'Ana Ravenscar', role: 'claimant', kind: 'person' }],
    });
    await d.must(cast.matching, 'POST', d.url('/invitations'), { expert_profile_ids: [expert.profile_id] });
    await t.settle();
    const { id } = await t.world.db
      .selectFrom('mails')
      .select('id')
      .where('template', '=', 'invitation')
      .where('to_email', '=', expert.who.email)
      .executeTakeFirstOrThrow();
    const again = () => t.request(cast.admin, 'POST', `/api/v1/outbox/mails/${id}/resend`);
    t.clock.set('2026-11-20T05:59:58Z');
    expect((await again()).status).toBeLessThan(300);
    t.clock.set('2026-11-20T06:00:00Z');
    const refused = await again();
    expect([refused.status, refused.problem.detail]).toEqual([409, expect.stringContaining('no longer be invited')]);
    // nor is the open one accepted, from that second on, and the review says so to staff
    const accept = () =>
      t.request(expert.who, 'POST', `/api/v1/invitations/review-${d.id}/accept`, {
        answers: Object.fromEntries(ATTESTATION_LINES.map(({ key, good }) => [key, good])),
        disclosure: '',
      });
    const late = await accept();
    expect([late.status, late.problem.code, late.problem.current]).toEqual([409, 'wrong_state', { ended: 'license' }]);
    expect(await lapses(d)).toMatchObject([{ expert_profile_id: expert.profile_id, what: 'license in IL' }]);
    t.clock.set('2026-11-20T05:59:59Z');
    expect((await accept()).status).toBe(200);
  });

  test('that was there before the product reminded is looked at once, and told of where it ended', async () => {
    t.clock.set('2026-11-18T15:00:00Z');
    const expert = await t.world.expert();
    const { id } = await t.world.db
      .updateTable('credentials')
      .set({ expires_on: '2026-11-10' })
      .where('expert_profile_id', '=', expert.profile_id)
      .returning('id')
      .executeTakeFirstOrThrow();
    await t.world.db
      .insertInto('deadlines')
      .values({ kind: 'credential_due', key: `credential:${id}`, due_at: t.clock.now(), created_at: t.clock.now() })
      .execute();
    await t.settle();
    await t.settle();
    expect(await toldOf(expert)).toEqual([['2026-11-10', 'ended', '2026-11-18']]);
  });
});
