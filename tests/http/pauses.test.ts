import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { InvitationView } from '../../src/features/matching/contract.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { LOCKS } from '../../src/platform/db/locks.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { PeerDriver, reviewPeers } from '../harness/peer-driver.ts';
import { type Cast, castFor, CLEAN_ATTESTATION, inApp, type ReviewDriver } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/** 9 in the morning in Chicago, on Mondays of weeks without a holiday; each later than what the test before did. */
const MONDAYS = ['2026-11-16', '2026-11-30', '2027-01-04', '2026-12-14'].map((day) => new Date(`${day}T15:00:00Z`));
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let t: TestApp;
let cast: Cast;
let admin: Person;
beforeAll(async () => {
  t = await testApp();
  admin = await t.world.staff('admin');
});
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
  await t.world.db
    .updateTable('organizations')
    .set({ time_zone: 'America/Chicago' })
    .where('id', '=', cast.organization_id)
    .execute();
});
afterAll(() => t.close());

/** The clock runs on while a test works; none works for an hour. */
const about = (instant: string | null | undefined, expected: number) =>
  expect(Math.abs(Date.parse(instant ?? '') - expected)).toBeLessThan(HOUR);
async function invited(monday: 0 | 1 | 3): Promise<CaseDriver> {
  t.clock.set(MONDAYS[monday] ?? '');
  const d = new CaseDriver(inApp(t, cast));
  await d.to('selected');
  return d;
}
const act = (d: ReviewDriver, who: Person, action: string, body = {}) =>
  d.must(who, 'POST', d.url(`/actions/${action}`), body);
const hold = (d: ReviewDriver) => act(d, admin, 'hold', { reason: 'The payer asked to wait.' });
const later = async (days: number) => {
  t.clock.advance({ days });
  await t.settle();
};
const dueOf = async (d: ReviewDriver, who: Person) => (await t.request<ReviewDetail>(who, 'GET', d.url())).body.due;
const detailOf = async (d: ReviewDriver) => (await t.request<ReviewDetail>(cast.expert, 'GET', d.url())).body;
const invitationOf = async (d: ReviewDriver) =>
  (await t.request<InvitationView>(cast.expert, 'GET', `/api/v1/invitations/review-${d.id}`)).body;

describe('pauses', () => {
  test('an invitation does not end while its review is on hold, and has then what was left', async () => {
    const d = await invited(0);
    const { expires_at } = await invitationOf(d);
    await hold(d);
    // held until it would long have ended
    await later(7);
    expect(await invitationOf(d)).toMatchObject({ state: 'open', paused_at: expect.any(String), expires_at });
    const refused = await t.request(
      cast.expert,
      'POST',
      `/api/v1/invitations/review-${d.id}/accept`,
      CLEAN_ATTESTATION,
    );
    expect(refused.status).toBe(409);
    await act(d, admin, 'resume');
    await t.settle();
    // Monday to Monday, no holiday between: a week later, whatever day it ended on
    const after = await invitationOf(d);
    expect(after).toMatchObject({ state: 'open', paused_at: null });
    about(after.expires_at, Date.parse(expires_at ?? '') + 7 * DAY);
    expect((await dueOf(d, cast.requester))?.at).toBe(after.expires_at);
    await d.must(cast.expert, 'POST', `/api/v1/invitations/review-${d.id}/accept`, CLEAN_ATTESTATION);
    expect((await invitationOf(d)).state).toBe('accepted');
  });

  test('an invitation that nobody answers after the hold ends then', async () => {
    const d = await invited(1);
    await hold(d);
    await later(7);
    await act(d, admin, 'resume');
    await t.settle();
    await later(5);
    expect((await invitationOf(d)).state).toBe('expired');
  });

  test('an invitation whose old time comes before the end of the hold reached it does not end', async () => {
    const d = await invited(3);
    const ends = Date.parse((await invitationOf(d)).expires_at ?? '');
    t.clock.set(new Date(ends - HOUR));
    await hold(d);
    await t.settle();
    t.clock.set(new Date(ends - HOUR / 2));
    const expiry = () =>
      t.world.db
        .selectFrom('deadlines')
        .select(['done_at', 'due_at'])
        .where('review_id', '=', d.id)
        .where('kind', '=', 'invitation_expiry')
        .where('cancelled_at', 'is', null)
        .orderBy('id')
        .execute();
    await t.world.db.connection().execute(async (own) => {
      // no event reaches its handlers while this is held
      await sql`select pg_advisory_lock(${LOCKS.outbox})`.execute(own);
      try {
        await act(d, admin, 'resume');
        t.clock.set(new Date(ends + HOUR));
        await expect.poll(expiry, { timeout: 60_000 }).toMatchObject([{ done_at: expect.any(Date) }]);
      } finally {
        await sql`select pg_advisory_unlock(${LOCKS.outbox})`.execute(own);
      }
    });
    // what was left of it, half an hour, began with the end of the hold
    t.clock.set(new Date(ends - HOUR / 4));
    await t.settle();
    expect(await invitationOf(d)).toMatchObject({ state: 'open', paused_at: null });
    expect(await expiry()).toMatchObject([{ done_at: expect.any(Date) }, { done_at: null }]);
  });

  test('records asked for and a hold in between take each day once, and the report is due on a business day', async () => {
    t.clock.set(MONDAYS[2] ?? '');
    await reviewPeers(t.world, [cast.expert.profile_id]);
    const d = new PeerDriver(inApp(t, cast));
    await d.to('accepted');
    const due = Date.parse((await dueOf(d, cast.expert))?.at ?? '');
    const asked = await d.must<{ id: number }>(cast.expert, 'POST', d.url('/file_requests'), {
      items: [{ label: 'Discharge summary' }],
      due_on: '2027-01-06',
    });
    expect((await detailOf(d)).status.key).toBe('needs_information');
    await later(1);
    await hold(d);
    await later(2);
    await act(d, admin, 'resume');
    // two days of the hold later than Wednesday, 5 in the afternoon
    about((await dueOf(d, cast.requester))?.at, Date.parse('2027-01-08T23:00:00Z'));
    await later(4);
    await d.must(cast.requester, 'POST', d.url(`/file_requests/${asked.id}/answers`), {
      items: [{ item: 1, not_available_because: 'The hospital has no such record.' }],
    });
    await t.settle();
    const body = await detailOf(d);
    expect(body.status.key).toBe('in_review');
    // from the Monday it was asked for to the Monday it was answered: five business days, not nine
    about(body.due?.at, due + 7 * DAY);
  });

  test('an invitation of 48 hours has after a hold over a weekend the hours it had before', async () => {
    // Friday at 2 in the afternoon in Chicago: it ends on Sunday
    t.clock.set('2027-01-29T20:00:00Z');
    const d = new CaseDriver(inApp(t, cast));
    await d.to('selected');
    const { expires_at } = await invitationOf(d);
    t.clock.advance({ hours: 19 });
    await hold(d);
    t.clock.advance({ hours: 30 });
    await t.settle();
    await act(d, admin, 'resume');
    await t.settle();
    const after = await invitationOf(d);
    expect(after).toMatchObject({ state: 'open', paused_at: null });
    about(after.expires_at, Date.parse(expires_at ?? '') + 30 * HOUR);
    expect((await dueOf(d, cast.requester))?.at).toBe(after.expires_at);
  });
});
