import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import type { SeatView, SubscriptionView } from '../../src/features/subscriptions/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import type { Person } from '../harness/world.ts';
import { programme, START } from './subscriptions-world.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp({ start: START });
});
afterAll(() => t.close());

const { clinic, must, subscribe, look, standing, fromSeat, submit, seatNamed } = programme(() => t);
const detailsOf = (seat: SeatView) => ({
  provider_name: seat.provider_name,
  provider_blind: seat.provider_blind,
  license_type: seat.license_type,
  npi: seat.npi,
  state: seat.state,
  specialty_id: seat.specialty.id,
  sub_specialty_id: seat.sub_specialty.id,
  lock_version: seat.lock_version,
});
const correct = (who: Person, seat: SeatView, more: Record<string, unknown>) =>
  t.request<SubscriptionView>(who, 'PUT', `/api/v1/subscription_seats/${seat.id}`, { ...detailsOf(seat), ...more });
const stepTwo = async (who: Person, id: number) =>
  (await must<{ data: Record<string, unknown> }>(who, 'GET', `/api/v1/peer_reviews/${id}/sections/step_two`)).data;

describe('a seat’s details', () => {
  it('are corrected in place: what is not ordered gets them, what is ordered keeps its own', async () => {
    const c = await clinic();
    const plan = await subscribe(c, { reviews_per_seat: 3 }, ['Dr. Lowel Pike']);
    const seat = seatNamed(plan, 'Dr. Lowel Pike');
    const ordered = await fromSeat(c, seat.id);
    await submit(c.consultant, ordered);
    const draft = (
      await must<{ review_id: number }>(c.consultant, 'POST', '/api/v1/peer_reviews', { seat_id: seat.id })
    ).review_id;
    const [ahead] = await standing(plan.id);
    expect(seatNamed(await look(c, plan.id), 'Dr. Lowel Pike')).toMatchObject({
      not_ordered: 3,
      ordered: 1,
      corrections: [],
    });
    const right = { provider_name: 'Dr. Lowell Pike', npi: '1234567893', state: 'WI' };
    const answer = await correct(c.manager, seat, right);
    expect(answer.status).toBe(200);
    const now = seatNamed(answer.body, 'Dr. Lowell Pike');
    expect(now).toMatchObject({
      id: seat.id,
      npi: '1234567893',
      state: 'WI',
      status: 'active',
      not_ordered: 3,
      ordered: 1,
    });
    expect(now.corrections).toMatchObject([
      {
        changes: [
          { field: 'Provider', old: 'Dr. Lowel Pike', new: 'Dr. Lowell Pike' },
          { field: 'NPI', old: 'nothing', new: '1234567893' },
          { field: 'State', old: 'IL', new: 'WI' },
        ],
      },
    ]);
    for (const id of [draft, ahead?.id ?? 0]) {
      expect(await stepTwo(c.consultant, id)).toMatchObject(right);
      const detail = await must<ReviewDetail>(c.consultant, 'GET', `/api/v1/peer_reviews/${id}`);
      expect(detail.subject).toBe('Dr. Lowell Pike, Saltmarsh General');
      // old and new values, with who did it
      expect(detail.timeline.data.find((row) => row.change?.new === 'Dr. Lowell Pike')).toMatchObject({
        change: { old: 'Dr. Lowel Pike' },
        seat: 'requester',
      });
    }
    const parties = await t.world.db
      .selectFrom('review_parties')
      .select(['name', 'role'])
      .where('review_id', '=', ahead?.id ?? 0)
      .where('role', '=', 'subject_provider')
      .execute();
    expect(parties).toEqual([{ name: 'Dr. Lowell Pike', role: 'subject_provider' }]);
    const kept = await must<ReviewDetail>(c.consultant, 'GET', `/api/v1/peer_reviews/${ordered}`);
    expect(kept.subject).toBe('Dr. Lowel Pike, Saltmarsh General');
    expect(await stepTwo(c.consultant, ordered)).toMatchObject({ provider_name: 'Dr. Lowel Pike', state: 'IL' });
    // the next period opens with the right ones, and usage goes on
    expect((await look(c, plan.id)).usage).toMatchObject({ quota: 3, used: 1 });
    t.clock.set('2027-01-01T12:00:00Z');
    await t.settle();
    const next = (await standing(plan.id)).filter((r) => r.period === '2027-01-01');
    expect(next.map((r) => r.subject)).toEqual(Array(3).fill('Dr. Lowell Pike, Saltmarsh General'));
  });

  it('reach an order begun at the same moment', async () => {
    const c = await clinic();
    const plan = await subscribe(c, { reviews_per_seat: 1 }, ['Dr. Pike']);
    let seat = seatNamed(plan, 'Dr. Pike');
    for (let round = 1; round <= 6; round += 1) {
      const provider_name = `Dr. Pike ${round}`;
      const [corrected, begun] = await Promise.all([
        correct(c.manager, seat, { provider_name }),
        must<{ review_id: number }>(c.consultant, 'POST', '/api/v1/peer_reviews', { seat_id: seat.id }),
      ]);
      expect(corrected.status).toBe(200);
      seat = seatNamed(corrected.body, provider_name);
      expect(await stepTwo(c.consultant, begun.review_id)).toMatchObject({ provider_name });
    }
  });

  it('the same ones change nothing, and a paused seat can be corrected, too', async () => {
    const c = await clinic();
    const plan = await subscribe(c, { reviews_per_seat: 1 }, ['Dr. Pike']);
    const seat = seatNamed(plan, 'Dr. Pike');
    expect((await correct(c.manager, seat, {})).status).toBe(200);
    expect(seatNamed(await look(c, plan.id), 'Dr. Pike')).toMatchObject({
      lock_version: seat.lock_version,
      corrections: [],
    });
    const paused = await must<SubscriptionView>(c.manager, 'POST', `/api/v1/subscription_seats/${seat.id}/pause`, {
      reason: 'On leave',
    });
    const now = await correct(c.manager, seatNamed(paused, 'Dr. Pike'), { license_type: 'DO' });
    expect(seatNamed(now.body, 'Dr. Pike')).toMatchObject({ status: 'paused', license_type: 'DO' });
  });

  it('license numbers only where the organization keeps them; one left out stays', async () => {
    const c = await clinic({ enable_license_id_field_for_peer_review_subscription: true });
    const plan = await subscribe(c, { reviews_per_seat: 1 }, ['Dr. Pike']);
    const made = await correct(c.manager, seatNamed(plan, 'Dr. Pike'), { license_id: 'IL-7788' });
    const seat = seatNamed(made.body, 'Dr. Pike');
    expect(seat.license_id).toBe('IL-7788');
    const [ahead] = await standing(plan.id);
    expect(await stepTwo(c.consultant, ahead?.id ?? 0)).toMatchObject({ license_id: 'IL-7788' });
    const other = seatNamed((await correct(c.manager, seat, { npi: '1234567893' })).body, 'Dr. Pike');
    expect(other.license_id).toBe('IL-7788');
    const bare = await clinic();
    const theirs = seatNamed(await subscribe(bare, {}, ['Dr. Moss']), 'Dr. Moss');
    expect((await correct(bare.manager, theirs, { license_id: 'WI-1' })).status).toBe(403);
  });

  it('says what is wrong with them', async () => {
    const c = await clinic();
    const plan = await subscribe(c, { reviews_per_seat: 1 }, ['Dr. Pike', 'Dr. Moss']);
    const seat = seatNamed(plan, 'Dr. Pike');
    const wrong = await correct(c.manager, seat, {
      provider_name: 'dr. moss',
      npi: '1234567890',
      license_type: 'XX',
      state: 'ZZ',
      sub_specialty_id: 999_999,
    });
    expect([wrong.status, wrong.problem.errors.map((e) => e.path).toSorted()]).toEqual([
      422,
      ['license_type', 'npi', 'provider_name', 'state', 'sub_specialty_id'],
    ]);
    expect(seatNamed(await look(c, plan.id), 'Dr. Pike').corrections).toEqual([]);
  });

  it('only by those who manage, in their own organization, while the seat is that provider’s', async () => {
    const [c, other] = [await clinic(), await clinic()];
    const plan = await subscribe(c, { reviews_per_seat: 1 }, ['Dr. Pike', 'Dr. Moss']);
    const seat = seatNamed(plan, 'Dr. Pike');
    expect((await correct(other.manager, seat, { npi: '1234567893' })).status).toBe(404);
    expect((await correct(c.consultant, seat, { npi: '1234567893' })).status).toBe(403);
    expect((await correct(await t.world.staff('support_agent'), seat, { npi: '1234567893' })).status).toBe(403);
    expect((await correct(c.manager, seat, { npi: '1234567893' })).status).toBe(200);
    const stale = await correct(c.manager, seat, { npi: null });
    expect([stale.status, stale.problem.type]).toEqual([409, '/api/docs#problem-stale']);
    await must(c.manager, 'POST', `/api/v1/subscription_seats/${seat.id}/replace`, await c.provider('Dr. Lund'));
    const gone = seatNamed(await look(c, plan.id), 'Dr. Pike');
    const replaced = await correct(c.manager, gone, { npi: null });
    expect([replaced.status, replaced.problem.detail]).toEqual([
      409,
      'Another provider has taken this seat. It is kept for its history.',
    ]);
    await must(c.manager, 'POST', `/api/v1/subscriptions/${plan.id}/end`, { reason: 'Over' });
    const ended = await correct(c.manager, seatNamed(await look(c, plan.id), 'Dr. Moss'), { npi: '1234567893' });
    expect([ended.status, ended.problem.detail]).toEqual([
      409,
      'This subscription has ended. Begin a new one instead.',
    ]);
  });
});
