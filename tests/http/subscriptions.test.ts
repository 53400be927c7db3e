import { writeRecord } from '../harness/review-driver.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/app/server.ts';
import type { ReviewDetail, ReviewState } from '../../src/features/reviews/contract.ts';
import type { BillingOf, InvoiceRow, InvoiceView } from '../../src/features/invoices/contract.ts';
import { askToSettle, verifyLedger } from '../../src/features/ledger/server/verify.ts';
import type { SubscriptionView } from '../../src/features/subscriptions/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import type { Person } from '../harness/world.ts';
import { type Clinic, programme, START } from './subscriptions-world.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp({ start: START });
});
afterAll(() => t.close());

const {
  clinic,
  planOf,
  must,
  subscribe,
  look,
  preOrders,
  standing,
  complete,
  withRecords,
  fromSeat,
  submit,
  shownPrice,
  seatNamed,
} = programme(() => t);

describe('a period', () => {
  it('opens with one pre-order for each due review of a seat, as an order of its own', async () => {
    const c = await clinic();
    const plan = await subscribe(c, {}, ['Dr. Pike', 'P-17']);
    const reviews = await preOrders(plan.id);
    expect(reviews).toHaveLength(8);
    expect(new Set(reviews.map((r) => `${r.seat_id} ${r.slot}`)).size).toBe(8);
    expect(reviews[0]).toMatchObject({
      status: 'pre_ordered',
      bucket: 'draft',
      requester_id: c.consultant.user_id,
      organization_id: c.organization_id,
      review_type: 'chart_audit',
      service: 'standard',
      due_on: '2026-12-31',
      lapses_on: '2027-01-30',
    });
    expect(reviews[0]?.subject).toContain('Saltmarsh General');
    // due at the end of business of its last day, in the organization's zone
    expect(reviews[0]?.due_at?.toISOString()).toBe('2026-12-31T23:00:00.000Z');
    expect(plan.usage).toMatchObject({ period: 'Q4 2026', quota: 8, used: 0, waiting: 8 });
    const detail = await must<ReviewDetail>(c.consultant, 'GET', `/api/v1/peer_reviews/${reviews[0]?.id}`);
    expect(detail.what_now.text).toContain('2 of 2 charts are still without records');
    expect(detail).toMatchObject({
      charts: { count: 2, missing: 2 },
      pre_order: { due_on: '2026-12-31', lapses_on: '2027-01-30', period: 'Q4 2026' },
      seat: { subscription: 'Hospitalists' },
    });
  });

  it('is told to the contact once, without names', async () => {
    const c = await clinic();
    await subscribe(c, {}, ['Dr. Pike']);
    const mails = await t.world.db
      .selectFrom('mails')
      .selectAll()
      .where('to_user_id', '=', c.consultant.user_id)
      .where('template', '=', 'pre_orders_opened')
      .execute();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe('4 peer reviews of your subscription are due');
    expect(`${mails[0]?.subject}${mails[0]?.text}`).not.toMatch(/Pike|Saltmarsh|Hospitalists/);
    const notes = await t.request<{ data: { title: string }[] }>(c.consultant, 'GET', '/api/v1/notifications');
    expect(JSON.stringify(notes.body)).toContain('4 pre-ordered reviews to fill by Dec 31, 2026');
  });

  it('follows the last one, and what was not used lapses after its days, with a warning before', async () => {
    const c = await clinic();
    const plan = await subscribe(c, { reviews_per_seat: 1 }, ['Dr. Pike']);
    t.clock.set('2027-01-01T12:00:00Z');
    await t.settle();
    expect((await standing(plan.id)).map((r) => r.period)).toEqual(['2026-10-01', '2027-01-01']);
    expect((await look(c, plan.id)).usage).toMatchObject({ period: 'Q1 2027', quota: 1, waiting: 1 });
    t.clock.set('2027-01-23T12:00:00Z');
    await t.settle();
    const warned = await t.world.db
      .selectFrom('mails')
      .select('subject')
      .where('to_user_id', '=', c.consultant.user_id)
      .where('template', '=', 'pre_orders_lapse')
      .execute();
    expect(warned.map((m) => m.subject)).toEqual(['1 pre-ordered peer review lapses soon']);
    t.clock.set('2027-01-31T05:59:00Z');
    await t.settle();
    // January 30 is not over in Chicago
    expect(await standing(plan.id)).toHaveLength(2);
    t.clock.set('2027-01-31T06:00:01Z');
    await t.settle();
    const [first] = await preOrders(plan.id);
    expect(first?.status).toBe('cancelled');
    const told = await must<ReviewDetail>(c.manager, 'GET', `/api/v1/peer_reviews/${first?.id}`);
    expect(told.timeline.data[0]).toMatchObject({
      actor: 'Peritus',
      says: expect.stringContaining('took this pre-order out of the calendar') as string,
      reason: 'Unused reviews of Q4 2026 could be confirmed until January 30, 2027. That day has passed.',
    });
    expect((await standing(plan.id)).map((r) => r.period)).toEqual(['2027-01-01']);
  });

  it('after a jump over several: each is recorded once, and only what can still be confirmed is opened', async () => {
    const c = await clinic();
    const plan = await subscribe(c, {
      period: 'month',
      reviews_per_seat: 2,
      carry_over_days: 10,
      starts_on: '2026-11-01',
    });
    await must(c.manager, 'POST', `/api/v1/subscriptions/${plan.id}/seats`, {
      ...(await c.provider('Dr. Pike')),
      starts_on: '2026-11-01',
    });
    await t.settle();
    t.clock.set('2027-04-05T12:00:00Z');
    await t.settle();
    const periods = await t.world.db
      .selectFrom('subscription_periods')
      .select('starts_on')
      .where('subscription_id', '=', plan.id)
      .orderBy('starts_on')
      .execute();
    expect(periods.map((p) => p.starts_on)).toEqual([
      '2026-11-01',
      '2026-12-01',
      '2027-01-01',
      '2027-02-01',
      '2027-03-01',
      '2027-04-01',
    ]);
    const open = await standing(plan.id);
    expect(open.map((r) => r.period)).toEqual(['2027-03-01', '2027-03-01', '2027-04-01', '2027-04-01']);
    expect(await preOrders(plan.id)).toHaveLength(6);
  });

  it('opens once however many processes look, and goes on after one that died in the middle', async () => {
    const c = await clinic();
    const plan = await subscribe(c, { reviews_per_seat: 6 }, ['Dr. Pike', 'Dr. Moss', 'Dr. Lund']);
    const before = (await preOrders(plan.id)).length;
    expect(before).toBe(18);
    // the next opening fails half-way: nothing of it stays
    await sql`create function stumble() returns trigger language plpgsql as $$ begin
      if new.slot = 5 and new.period = '2027-01-01' then raise exception 'the process died'; end if;
      return new; end $$`.execute(t.world.db);
    await sql`create trigger stumble before insert on review_seats for each row execute function stumble()`.execute(
      t.world.db,
    );
    t.clock.set('2027-01-01T12:00:00Z');
    await t.settle();
    expect(await preOrders(plan.id)).toHaveLength(before);
    expect((await look(c, plan.id)).usage?.period).toBe('Q4 2026');
    await sql`drop trigger stumble on review_seats; drop function stumble`.execute(t.world.db);
    t.clock.advance({ minutes: 30 });
    const { env, clock, database, log } = t.app.services;
    const second = await buildApp({ env, clock, database, log });
    await second.ready();
    await Promise.all([t.settle(), second.settle(), t.settle(), second.settle()]);
    await second.close();
    const after = (await preOrders(plan.id)).filter((r) => r.period === '2027-01-01');
    expect(after).toHaveLength(18);
    expect(new Set(after.map((r) => `${r.seat_id} ${r.slot}`)).size).toBe(18);
  });

  it('waits while the organization takes no orders', async () => {
    const c = await clinic();
    const plan = await subscribe(c, {}, ['Dr. Pike']);
    await t.world.db
      .updateTable('organizations')
      .set({ billing_hold: true })
      .where('id', '=', c.organization_id)
      .execute();
    t.clock.set('2027-01-01T12:00:00Z');
    await t.settle();
    expect((await standing(plan.id)).filter((r) => r.period === '2027-01-01')).toEqual([]);
    await t.world.db
      .updateTable('organizations')
      .set({ billing_hold: false })
      .where('id', '=', c.organization_id)
      .execute();
    t.clock.set('2027-01-02T12:00:00Z');
    await t.settle();
    expect((await standing(plan.id)).filter((r) => r.period === '2027-01-01')).toHaveLength(4);
  });

  it('gives a plan or seat that begins within it its share', async () => {
    const c = await clinic();
    const plan = await subscribe(c, { starts_on: '2026-11-18' }, []);
    await must(c.manager, 'POST', `/api/v1/subscriptions/${plan.id}/seats`, await c.provider('Dr. Pike'));
    await must(c.manager, 'POST', `/api/v1/subscriptions/${plan.id}/seats`, {
      ...(await c.provider('Dr. Moss')),
      starts_on: '2026-12-20',
    });
    await t.settle();
    const seen = await look(c, plan.id);
    // 44 of 92 days of four reviews, and twelve days
    expect(seatNamed(seen, 'Dr. Pike').usage).toMatchObject({ quota: 2, waiting: 2 });
    expect(seatNamed(seen, 'Dr. Moss').usage).toMatchObject({ quota: 1 });
  });
});

describe('an order from a seat', () => {
  it('begins with what the seat fixes, keeps it, and is covered within the quota', async () => {
    const c = await clinic();
    const plan = await subscribe(c, { reviews_per_seat: 2 }, ['Dr. Pike']);
    const seat = seatNamed(plan, 'Dr. Pike');
    const id = await fromSeat(c, seat.id);
    const draft = await must<ReviewDetail>(c.consultant, 'GET', `/api/v1/peer_reviews/${id}`);
    expect(draft.quote?.subscription).toEqual({
      included: true,
      says: 'Review 1 of 2 of this seat in Q4 2026. The subscription covers it.',
    });
    expect(draft.quote?.lines.map((l) => [l.key, l.cents])).toEqual([
      ['service', 40_000],
      ['subscription', -40_000],
    ]);
    const section = `/api/v1/peer_reviews/${id}/sections/step_two`;
    const two = await must<{ data: Record<string, unknown>; version: number }>(c.consultant, 'GET', section);
    expect(two.data).toMatchObject({ provider_name: 'Dr. Pike', license_type: 'MD', state: 'IL' });
    const changed = await t.request(c.consultant, 'PUT', section, {
      version: two.version,
      data: { ...two.data, provider_name: 'Dr. Somebody Else', ehr: 'Epic' },
    });
    expect([changed.status, changed.problem.errors.map((e) => e.path)]).toEqual([422, ['data.provider_name']]);

    await submit(c.consultant, id);
    const ordered = await must<ReviewDetail>(c.manager, 'GET', `/api/v1/peer_reviews/${id}`);
    expect(ordered.quote).toMatchObject({ state: 'fixed', total_cents: 0 });
    // it took the place of a pre-order that nobody had begun
    expect((await look(c, plan.id)).usage).toMatchObject({ quota: 2, used: 1, waiting: 1 });
    expect((await preOrders(plan.id)).map((r) => r.status).toSorted()).toEqual(['cancelled', 'pre_ordered']);
  });

  it('beyond the quota, and where that is chosen, is at its own price, said before it is ordered', async () => {
    const c = await clinic();
    const plan = await subscribe(c, { reviews_per_seat: 1 }, ['Dr. Pike']);
    const seat = seatNamed(plan, 'Dr. Pike');
    const apart = await fromSeat(c, seat.id, { force_one_off: true });
    // whatever the form chooses later, the price it was begun at stays
    await must(c.consultant, 'PUT', `/api/v1/peer_reviews/${apart}/origin`, { organization_id: c.organization_id });
    await must(c.consultant, 'PUT', `/api/v1/peer_reviews/${apart}/origin`, { seat_id: seat.id });
    await submit(c.consultant, apart);
    expect((await look(c, plan.id)).usage).toMatchObject({ used: 0, waiting: 1 });
    const [first, second] = [await fromSeat(c, seat.id), await fromSeat(c, seat.id)];
    const url = (id: number) => `/api/v1/peer_reviews/${id}`;
    const said = async (id: number) => (await must<ReviewDetail>(c.consultant, 'GET', url(id))).quote;
    expect((await said(second))?.subscription?.included).toBe(true);
    await submit(c.consultant, first);
    expect(await said(second)).toMatchObject({
      total_cents: 40_000,
      subscription: { included: false, says: expect.stringContaining('used its one review of Q4 2026') as string },
    });
    await submit(c.consultant, second);
    expect((await said(second))?.total_cents).toBe(40_000);
    expect((await said(first))?.total_cents).toBe(0);
    expect((await said(apart))?.total_cents).toBe(40_000);
    // given up before a reviewer accepted, it is the seat's again
    await must(c.consultant, 'POST', `${url(first)}/actions/cancel`, { reason: 'Not needed', confirmed_fee_cents: 0 });
    await t.settle();
    expect((await look(c, plan.id)).usage?.used).toBe(0);
  });

  it('what was shown as covered is not ordered at a price: of four at once two get the last two, two the new quote', async () => {
    const c = await clinic();
    const plan = await subscribe(c, { reviews_per_seat: 2 }, ['Dr. Pike']);
    const seat = seatNamed(plan, 'Dr. Pike');
    const ids = await Promise.all([1, 2, 3, 4].map(() => fromSeat(c, seat.id)));
    for (const id of ids) expect(await shownPrice(c.consultant, id)).toBe(0);
    const order = (id: number, confirmed_total_cents: number) =>
      t.request(c.consultant, 'POST', `/api/v1/peer_reviews/${id}/submit`, { confirmed_total_cents });
    const answers = await Promise.all(ids.map((id) => order(id, 0)));
    await t.settle();
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    const refused = ids.filter((_, i) => answers[i]?.status === 409);
    expect(refused).toHaveLength(2);
    for (const { problem } of answers.filter(({ status }) => status === 409)) {
      expect(problem.code).toBe('price_changed');
      expect(problem.current).toMatchObject({
        quote: {
          total_cents: 40_000,
          subscription: { included: false, says: expect.stringContaining('has used all 2') },
        },
      });
    }
    const charged = async () =>
      (
        await t.world.db
          .selectFrom('reviews')
          .innerJoin('review_seats', 'review_seats.review_id', 'reviews.id')
          .select(['charge', 'total_cents'])
          .where('id', 'in', ids)
          .execute()
      )
        .map((r) => `${r.charge} ${r.total_cents}`)
        .toSorted();
    expect(await charged()).toEqual(['included 0', 'included 0', 'null null', 'null null']);
    // nothing was lost, and at the new price they are ordered
    expect((await Promise.all(refused.map((id) => order(id, 40_000)))).map(({ status }) => status)).toEqual([200, 200]);
    expect(await charged()).toEqual(['included 0', 'included 0', 'one_off 40000', 'one_off 40000']);
  });

  it('a cancelled one that an override brings back counts again: said, asked, and for each of two at once as it is then', async () => {
    const c = await clinic();
    const plan = await subscribe(c, { reviews_per_seat: 1 }, ['Dr. Pike']);
    const seat = seatNamed(plan, 'Dr. Pike');
    const ids: number[] = [];
    const clinOps = await t.world.staff('clin_ops');
    for (let n = 0; n < 2; n += 1) {
      const id = await fromSeat(c, seat.id);
      await submit(c.consultant, id);
      await must(c.consultant, 'POST', `/api/v1/peer_reviews/${id}/actions/cancel`, {
        reason: 'Not needed',
        confirmed_fee_cents: 0,
      });
      await t.settle();
      ids.push(id);
    }
    const back = (id: number, confirmed_seat_use?: number) =>
      t.request(clinOps, 'POST', `/api/v1/peer_reviews/${id}/override`, {
        to: 'in_intake',
        reason: 'It was canceled by mistake.',
        ...(confirmed_seat_use === undefined ? {} : { confirmed_seat_use }),
      });
    const asked = await back(ids[0] ?? 0);
    expect([asked.status, asked.problem.detail]).toEqual([
      409,
      'It counts in its seat again: 1 of 1 reviews in Q4 2026 are used then. Confirm that to override.',
    ]);
    const both = await Promise.all(ids.map((id) => back(id, 1)));
    const [late] = both.filter(({ status }) => status === 409);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(late?.problem.detail).toContain('2 of 1 reviews in Q4 2026 are used then, more than it has');
    expect(late?.problem.current).toMatchObject({ seat: { used: 2, quota: 1 } });
    const other = ids.find((_, i) => both[i]?.status === 409) ?? 0;
    expect((await back(other, 2)).status).toBe(200);
  });

  it('a pre-order is confirmed once every chart has records, also into the next period', async () => {
    const c = await clinic();
    const plan = await subscribe(c, { reviews_per_seat: 1 }, ['Dr. Pike']);
    const [review] = await standing(plan.id);
    const id = review?.id ?? 0;
    await complete(c.consultant, id);
    const refused = await t.request(c.consultant, 'POST', `/api/v1/peer_reviews/${id}/submit`, {});
    expect(refused.status).toBe(409);
    await writeRecord(t.world, id);
    const again = await t.request(c.consultant, 'POST', `/api/v1/peer_reviews/${id}/submit`, {
      confirmed_total_cents: 0,
    });
    expect([again.status, again.problem.detail]).toEqual([
      409,
      '2 of 2 charts are still without records. Upload them, and say which chart each file belongs to.',
    ]);
    await withRecords(id);
    t.clock.set('2027-01-20T12:00:00Z');
    await t.settle();
    await submit(c.consultant, id);
    const seat = seatNamed(await look(c, plan.id), 'Dr. Pike');
    expect(seat.usage).toMatchObject({ period: 'Q1 2027', used: 0 });
    expect(seat.past[0]).toMatchObject({ period: 'Q4 2026', quota: 1, used: 1, waiting: 0 });
  });

  it('is refused for another tenant’s seat, one that is somebody else’s by now, and a foreign organization', async () => {
    const c = await clinic();
    const other = await clinic();
    const plan = await subscribe(c, {}, ['Dr. Pike']);
    const seat = seatNamed(plan, 'Dr. Pike');
    const order = (who: Person, body: Record<string, unknown>) => t.request(who, 'POST', '/api/v1/peer_reviews', body);
    expect((await order(other.manager, { seat_id: seat.id })).status).toBe(404);
    expect((await t.request(other.manager, 'GET', `/api/v1/subscription_seats/${seat.id}`)).status).toBe(404);
    expect((await order(c.manager, { organization_id: other.organization_id })).status).toBe(404);
    expect((await order(await t.world.staff('support_agent'), { seat_id: seat.id })).status).toBe(403);
    const admin = await t.world.staff('admin');
    const both = await order(admin, { seat_id: seat.id, organization_id: other.organization_id });
    expect([both.status, both.problem.errors[0]?.path]).toEqual([422, 'organization_id']);
    expect((await t.request(c.manager, 'POST', '/api/v1/cases', { seat_id: seat.id })).status).toBe(404);
    await must(c.manager, 'POST', `/api/v1/subscription_seats/${seat.id}/replace`, await c.provider('Dr. Moss'));
    expect((await order(c.consultant, { seat_id: seat.id })).status).toBe(409);
  });
});

describe('a draft tied to what its address names', () => {
  it('takes the seat’s provider and organization, once, while it is a draft', async () => {
    const c = await clinic();
    const plan = await subscribe(c, {}, ['Dr. Pike']);
    const seat = seatNamed(plan, 'Dr. Pike');
    const { review_id } = await must<ReviewState>(c.consultant, 'POST', '/api/v1/peer_reviews', {});
    const url = `/api/v1/peer_reviews/${review_id}`;
    await must(c.consultant, 'PUT', `${url}/origin`, { seat_id: seat.id, organization_id: c.organization_id });
    await must(c.consultant, 'PUT', `${url}/origin`, { seat_id: seat.id, organization_id: c.organization_id });
    const detail = await must<ReviewDetail>(c.consultant, 'GET', url);
    expect(detail).toMatchObject({
      subject: 'Dr. Pike, Saltmarsh General',
      service: 'standard',
      seat: { seat_id: seat.id },
    });
    await must(c.consultant, 'PUT', `${url}/origin`, { seat_id: seat.id, force_one_off: true });
    expect((await must<ReviewDetail>(c.consultant, 'GET', url)).quote?.subscription?.included).toBe(false);
    await complete(c.consultant, review_id);
    await submit(c.consultant, review_id);
    expect((await t.request(c.consultant, 'PUT', `${url}/origin`, { seat_id: seat.id })).status).toBe(409);
  });

  it('keeps what an address gave it: the type, the organization, its own price though the seat has reviews left', async () => {
    const c = await clinic();
    const below = await t.world.organization({ parent_id: c.organization_id });
    const admin = await t.world.person({ role: 'customer_admin', organization_id: c.organization_id });
    const plan = await subscribe(c, {}, ['Dr. Pike']);
    const seat = seatNamed(plan, 'Dr. Pike');
    const { review_id } = await must<ReviewState>(admin, 'POST', '/api/v1/peer_reviews', {});
    const url = `/api/v1/peer_reviews/${review_id}`;
    const named = { organization_id: c.organization_id, review_type_label: 'OPPE summary', force_one_off: true };
    await must(admin, 'PUT', `${url}/origin`, { ...named, fixed: true });
    const first = await must<{ data: Record<string, unknown>; version: number }>(
      admin,
      'GET',
      `${url}/sections/step_one`,
    );
    expect(first.data['review_type']).toBe('oppe');
    const save = (data: Record<string, unknown>) =>
      t.request(admin, 'PUT', `${url}/sections/step_one`, { version: first.version, data: { ...first.data, ...data } });
    const other = await save({ review_type: 'focused', facility: 'Saltmarsh General' });
    expect([other.status, other.problem.errors.map((e) => e.path)]).toEqual([422, ['data.review_type']]);
    expect((await save({ facility: 'Saltmarsh General' })).status).toBe(200);
    const moved = await t.request(admin, 'PUT', `${url}/origin`, { organization_id: below });
    expect([moved.status, moved.problem.errors[0]?.path]).toEqual([422, 'organization_id']);
    expect((await must<ReviewDetail>(admin, 'GET', url)).given).toEqual([
      'force_one_off',
      'organization_id',
      'review_type',
    ]);
    // a seat taken afterwards keeps its reviews
    await must(admin, 'PUT', `${url}/origin`, { seat_id: seat.id });
    expect((await must<ReviewDetail>(admin, 'GET', url)).quote?.subscription?.included).toBe(false);
    // until an address says otherwise
    await must(admin, 'PUT', `${url}/origin`, { force_one_off: false });
    expect((await must<ReviewDetail>(admin, 'GET', url)).quote?.subscription?.included).toBe(true);
  });

  it('begun at its own price without a seat, stays so when a seat is chosen', async () => {
    const c = await clinic();
    const plan = await subscribe(c, {}, ['Dr. Pike']);
    const { review_id } = await must<ReviewState>(c.consultant, 'POST', '/api/v1/peer_reviews', {
      force_one_off: true,
    });
    const url = `/api/v1/peer_reviews/${review_id}`;
    expect((await must<ReviewDetail>(c.consultant, 'GET', url)).given).toEqual(['force_one_off']);
    await must(c.consultant, 'PUT', `${url}/origin`, { seat_id: seatNamed(plan, 'Dr. Pike').id });
    expect((await must<ReviewDetail>(c.consultant, 'GET', url)).quote?.subscription?.included).toBe(false);
  });

  it('is moved to another organization by whoever orders for several; what that one does not use is emptied', async () => {
    const c = await clinic();
    const below = await t.world.organization({
      name: 'Saltmarsh West',
      parent_id: c.organization_id,
      flags: { enable_expedited_peer_reviews: false },
    });
    const admin = await t.world.person({ role: 'org_admin', organization_id: c.organization_id });
    const { review_id } = await must<ReviewState>(admin, 'POST', '/api/v1/peer_reviews', {
      sections: { step_one: { expedited: true, facility: 'Saltmarsh General' } },
    });
    const url = `/api/v1/peer_reviews/${review_id}`;
    await must(admin, 'PUT', `${url}/origin`, { organization_id: below });
    const detail = await must<ReviewDetail>(admin, 'GET', url);
    expect(detail).toMatchObject({ organization: { id: below }, given: [] });
    const { data } = await must<{ data: Record<string, unknown> }>(admin, 'GET', `${url}/sections/step_one`);
    expect(data).toMatchObject({ facility: 'Saltmarsh General' });
    expect(data['expedited'] ?? null).toBeNull();
    // only who orders for it moves it there
    const own = await must<ReviewState>(c.consultant, 'POST', '/api/v1/peer_reviews', {});
    const origin = `/api/v1/peer_reviews/${own.review_id}/origin`;
    expect((await t.request(c.consultant, 'PUT', origin, { organization_id: below })).status).toBe(404);
  });

  it('is moved to no organization for which its requester does not order', async () => {
    const c = await clinic();
    const [west, east] = [
      await t.world.organization({ name: 'Saltmarsh West', parent_id: c.organization_id }),
      await t.world.organization({ name: 'Saltmarsh East', parent_id: c.organization_id }),
    ];
    const admin = await t.world.person({ role: 'org_admin', organization_id: c.organization_id });
    const marcus = await t.world.person({ profile: 'ClaimConsultant', organization_id: west });
    const { review_id } = await must<ReviewState>(marcus, 'POST', '/api/v1/peer_reviews', {});
    const url = `/api/v1/peer_reviews/${review_id}`;
    const moved = await t.request(admin, 'PUT', `${url}/origin`, { organization_id: east });
    expect([moved.status, moved.problem?.errors.map((e) => e.path)]).toEqual([422, ['organization_id']]);
    expect((await t.request(marcus, 'GET', url)).status).toBe(200);
    // who orders above it: the draft stays theirs to see, or is not moved
    const above = await must<ReviewState>(c.consultant, 'POST', '/api/v1/peer_reviews', {});
    const theirs = `/api/v1/peer_reviews/${above.review_id}`;
    await t.request(admin, 'PUT', `${theirs}/origin`, { organization_id: west });
    expect((await t.request(c.consultant, 'GET', theirs)).status).toBe(200);
  });

  it('begins with the organization that orders the kind, and asks where several do and the own one does not', async () => {
    const c = await clinic({ for_peer_reviews: false });
    const admin = await t.world.person({ role: 'org_admin', organization_id: c.organization_id });
    const begin = () => t.request<ReviewState>(admin, 'POST', '/api/v1/peer_reviews', {});
    const mayBegin = async () =>
      (await must<{ create: { allowed: boolean } }>(admin, 'GET', '/api/v1/peer_reviews/counts')).create.allowed;
    expect([(await begin()).status, await mayBegin()]).toEqual([403, false]);
    const flags = { for_peer_reviews: true };
    const west = await t.world.organization({ parent_id: c.organization_id, flags });
    const made = await begin();
    expect([made.status, await mayBegin()]).toEqual([201, true]);
    const detail = await must<ReviewDetail>(admin, 'GET', `/api/v1/peer_reviews/${made.body.review_id}`);
    expect(detail.organization?.id).toBe(west);
    await t.world.organization({ parent_id: c.organization_id, flags });
    const asked = await begin();
    expect([asked.status, asked.problem.errors[0]?.path]).toEqual([422, 'organization_id']);
  });

  it('is left as it is for a seat or an organization of another tenant', async () => {
    const [c, other] = [await clinic(), await clinic()];
    const foreign = seatNamed(await subscribe(other, {}, ['Dr. Pike']), 'Dr. Pike');
    const { review_id } = await must<ReviewState>(c.consultant, 'POST', '/api/v1/peer_reviews', {});
    const url = `/api/v1/peer_reviews/${review_id}`;
    const seat = await t.request(c.consultant, 'PUT', `${url}/origin`, { seat_id: foreign.id });
    expect([seat.status, seat.problem.detail]).toEqual([
      404,
      'This seat is not there, or it is not one of your organization’s.',
    ]);
    const organization = { organization_id: other.organization_id };
    expect((await t.request(c.consultant, 'PUT', `${url}/origin`, organization)).status).toBe(404);
    expect(await must<ReviewDetail>(c.consultant, 'GET', url)).toMatchObject({ subject: '', seat: null });
    // to a sub-organization of one's own tree it may go
    const below = await t.world.organization({ parent_id: c.organization_id });
    const admin = await t.world.person({ role: 'org_admin', organization_id: c.organization_id });
    const own = await must<ReviewState>(admin, 'POST', '/api/v1/peer_reviews', {});
    await must(admin, 'PUT', `/api/v1/peer_reviews/${own.review_id}/origin`, { organization_id: below });
    const moved = await must<ReviewDetail>(admin, 'GET', `/api/v1/peer_reviews/${own.review_id}`);
    expect(moved.organization?.id).toBe(below);
  });
});

describe('the list of what is ordered ahead', () => {
  it('shows period, provider, due date and charts without records, and counts them', async () => {
    const c = await clinic();
    const plan = await subscribe(c, { reviews_per_seat: 2 }, ['Dr. Pike']);
    const [first] = await standing(plan.id);
    const file = await writeRecord(t.world, first?.id ?? 0);
    await t.world.db.updateTable('files').set({ chart_key: 'chart_2' }).where('id', '=', file).execute();
    await must(c.consultant, 'POST', '/api/v1/peer_reviews', {});
    const list = await must<{ data: { id: number; ahead: unknown; due: { at: string } | null; subject: string }[] }>(
      c.manager,
      'GET',
      '/api/v1/peer_reviews?tab=pre_orders',
    );
    expect(list.data).toHaveLength(2);
    expect(list.data.find((row) => row.id === first?.id)).toMatchObject({
      subject: 'Dr. Pike, Saltmarsh General',
      due: { at: '2026-12-31T23:00:00.000Z' },
      ahead: { period: 'Q4 2026', lapses_on: '2027-01-30', charts: 2, charts_missing: 1 },
    });
    const counts = await must<{ tabs: Record<string, number> }>(c.manager, 'GET', '/api/v1/peer_reviews/counts');
    expect(counts.tabs).toMatchObject({ pre_orders: 2, drafts: 3 });
    const cases = await must<{ tabs: Record<string, number> }>(c.manager, 'GET', '/api/v1/cases/counts');
    expect(cases.tabs['pre_orders']).toBe(0);
    const file_ = await t.request(c.manager, 'GET', '/api/v1/peer_reviews/export?tab=pre_orders');
    expect(file_.raw.body).toContain('Period');
    expect(file_.raw.body).toContain('Q4 2026,2,1');
  });
});

describe('files are matched to charts', () => {
  it('all at once, by who prepares the records, with charts and files of the review', async () => {
    const [c, other] = [await clinic(), await clinic()];
    const plan = await subscribe(c, { reviews_per_seat: 1 }, ['Dr. Pike']);
    const id = (await standing(plan.id))[0]?.id ?? 0;
    const files = [await writeRecord(t.world, id, 'Chart 1.pdf'), await writeRecord(t.world, id, 'Chart 2.pdf')];
    const url = `/api/v1/peer_reviews/${id}/files/charts`;
    const put = (who: Person, assignments: unknown[]) => t.request(who, 'PUT', url, { assignments });
    const both = files.map((file_id, n) => ({ file_id, chart_key: `chart_${n + 1}` }));
    expect((await put(other.manager, both)).status).toBe(404);
    expect((await put(await t.world.staff('matching_admin'), both)).status).toBe(403);
    const wrong = await put(c.consultant, [...both, { file_id: 1, chart_key: 'chart_9' }]);
    expect([wrong.status, wrong.problem.errors.map((e) => e.path)]).toEqual([
      422,
      ['assignments.2.file_id', 'assignments.2.chart_key'],
    ]);
    const charts = async () => (await must<ReviewDetail>(c.consultant, 'GET', `/api/v1/peer_reviews/${id}`)).charts;
    // refused as a whole: nothing of it stays
    expect(await charts()).toEqual({ count: 2, missing: 2 });
    expect((await put(c.consultant, both.slice(0, 1))).body).toEqual({ assigned: 1 });
    expect(await charts()).toEqual({ count: 2, missing: 1 });
    await put(c.consultant, [{ file_id: files[1], chart_key: '*' }]);
    expect(await charts()).toEqual({ count: 2, missing: 0 });
    const detail = await must<ReviewDetail>(c.consultant, 'GET', `/api/v1/peer_reviews/${id}`);
    expect(detail.what_now.headline).toBe('Confirm the charts and order');
    await must(c.consultant, 'POST', `/api/v1/peer_reviews/${id}/actions/cancel`, {
      reason: 'No',
      confirmed_fee_cents: 0,
    });
    expect((await put(c.consultant, both)).status).toBe(409);
  });
});

describe('seats', () => {
  it('pausing lets what nobody has begun lapse, resuming brings it back', async () => {
    const c = await clinic();
    const plan = await subscribe(c, { reviews_per_seat: 3 }, ['Dr. Pike']);
    const seat = seatNamed(plan, 'Dr. Pike');
    const [first] = await standing(plan.id);
    await withRecords(first?.id ?? 0);
    const url = `/api/v1/subscription_seats/${seat.id}`;
    await must(c.manager, 'POST', `${url}/pause`, { reason: 'On leave' });
    await t.settle();
    expect((await standing(plan.id)).map((r) => r.id)).toEqual([first?.id]);
    expect((await t.request(c.manager, 'POST', `${url}/pause`, { reason: 'Again' })).status).toBe(409);
    await must(c.manager, 'POST', `${url}/resume`);
    await t.settle();
    expect((await look(c, plan.id)).usage).toMatchObject({ quota: 3, used: 0, waiting: 3 });
  });

  it('a provider who takes a seat goes on with what is left; the old one keeps what it had', async () => {
    const c = await clinic();
    const plan = await subscribe(c, { reviews_per_seat: 4 }, ['Dr. Pike']);
    const old = seatNamed(plan, 'Dr. Pike');
    await submit(c.consultant, await fromSeat(c, old.id));
    const [begun] = await standing(plan.id);
    await withRecords(begun?.id ?? 0);
    const url = `/api/v1/subscription_seats/${old.id}/replace`;
    await must(c.manager, 'POST', url, await c.provider('Dr. Moss', { state: 'WI' }));
    await t.settle();
    const seen = await look(c, plan.id);
    expect(seatNamed(seen, 'Dr. Pike')).toMatchObject({
      status: 'replaced',
      replaced_by: { name: 'Dr. Moss' },
      usage: { quota: 2, used: 1, waiting: 1 },
    });
    expect(seatNamed(seen, 'Dr. Moss')).toMatchObject({
      status: 'active',
      replaces: { name: 'Dr. Pike' },
      usage: { quota: 2, used: 0, waiting: 2 },
    });
    expect(seen.usage).toMatchObject({ quota: 4, used: 1, waiting: 3 });
    expect((await t.request(c.manager, 'POST', url, await c.provider('Dr. Lund'))).status).toBe(409);
    // next period the new one has a full quota, the old one none
    t.clock.set('2027-01-02T12:00:00Z');
    await t.settle();
    const next = await look(c, plan.id);
    expect(seatNamed(next, 'Dr. Moss').usage?.quota).toBe(4);
    expect(seatNamed(next, 'Dr. Pike').usage).toBeNull();
  });

  it('license numbers are kept only where the organization asks for them', async () => {
    const without = await clinic();
    const plain = await subscribe(without);
    const add = async (c: Clinic, id: number, more: Record<string, unknown>) =>
      t.request<SubscriptionView>(c.manager, 'POST', `/api/v1/subscriptions/${id}/seats`, await c.provider('P', more));
    expect((await add(without, plain.id, { license_id: '036-1' })).status).toBe(403);
    const c = await clinic({ enable_license_id_field_for_peer_review_subscription: true });
    const plan = await subscribe(c);
    expect(plan.license_ids).toBe(true);
    const added = await add(c, plan.id, { license_id: '036-1' });
    expect(added.status).toBe(201);
    await t.settle();
    const [review] = await standing(plan.id);
    const two = await must<{ data: object }>(c.manager, 'GET', `/api/v1/peer_reviews/${review?.id}/sections/step_two`);
    expect(two.data).toMatchObject({ license_id: '036-1' });
    const wrong = await add(c, plan.id, { npi: '1234567890', state: 'ZZ', license_type: 'XX', specialty_id: 999_999 });
    expect([wrong.status, wrong.problem.errors.map((e) => e.path).toSorted()]).toEqual([
      422,
      ['license_type', 'npi', 'provider_name', 'state', 'sub_specialty_id'],
    ]);
  });
});

describe('a plan', () => {
  it('is begun by managers and admins, seen by who orders and staff, by nobody of another tenant', async () => {
    const c = await clinic();
    const other = await clinic();
    const plan = await subscribe(c);
    const url = `/api/v1/subscriptions/${plan.id}`;
    expect((await t.request(c.consultant, 'GET', url)).body).toMatchObject({
      abilities: { manage: { allowed: false }, order: { allowed: true } },
    });
    expect((await t.request(await t.world.staff('support_agent'), 'GET', url)).body).toMatchObject({
      abilities: { manage: { allowed: false }, order: { allowed: false } },
    });
    expect((await t.request(other.manager, 'GET', url)).status).toBe(404);
    expect((await t.request(c.consultant, 'POST', '/api/v1/subscriptions', planOf(c))).status).toBe(403);
    expect((await t.request(c.consultant, 'POST', `${url}/end`, { reason: 'No' })).status).toBe(403);
    const foreign = planOf(c, { organization_id: other.organization_id });
    expect((await t.request(c.manager, 'POST', '/api/v1/subscriptions', foreign)).status).toBe(404);
    const listed = await t.request<{ data: { id: number }[] }>(other.manager, 'GET', '/api/v1/subscriptions');
    expect(listed.body.data).toEqual([]);
    expect((await t.request(await t.world.expert(), 'GET', '/api/v1/subscriptions')).status).toBe(403);
  });

  it('says what is wrong with it', async () => {
    const c = await clinic();
    const wrong = await t.request(
      c.manager,
      'POST',
      '/api/v1/subscriptions',
      planOf(c, { review_type: 'focused', starts_on: '2026-09-30', ends_on: '2026-01-01', contact_id: 1 }),
    );
    expect([wrong.status, wrong.problem.errors.map((e) => e.path)]).toEqual([
      422,
      ['charts_per_review', 'starts_on', 'ends_on', 'contact_id'],
    ]);
    const limited = planOf(c, { service: 'limited' });
    expect((await t.request(c.manager, 'POST', '/api/v1/subscriptions', limited)).status).toBe(403);
    const allowed = await clinic({ allow_limited_peer_review_pricing: true });
    const made = await subscribe(allowed, { service: 'limited' }, ['Dr. Pike']);
    const [review] = await standing(made.id);
    expect(review?.service).toBe('limited');
  });

  it('changes for the next period, and a stale change is refused', async () => {
    const c = await clinic();
    const plan = await subscribe(c, { reviews_per_seat: 1 }, ['Dr. Pike']);
    const { review_type: _a, service: _b, period: _c, starts_on: _d, ...rest } = planOf(c, { reviews_per_seat: 3 });
    const url = `/api/v1/subscriptions/${plan.id}`;
    const changed = await must<SubscriptionView>(c.manager, 'PUT', url, { ...rest, lock_version: plan.lock_version });
    expect(changed.usage?.quota).toBe(1);
    expect((await t.request(c.manager, 'PUT', url, { ...rest, lock_version: plan.lock_version })).status).toBe(409);
    t.clock.set('2027-01-02T12:00:00Z');
    await t.settle();
    expect((await look(c, plan.id)).usage?.quota).toBe(3);
  });

  it('ends at a word or on its day: what nobody has begun lapses, what was begun stays', async () => {
    const c = await clinic();
    const plan = await subscribe(c, { reviews_per_seat: 2 }, ['Dr. Pike']);
    const [begun] = await standing(plan.id);
    await withRecords(begun?.id ?? 0);
    const url = `/api/v1/subscriptions/${plan.id}`;
    await must(c.manager, 'POST', `${url}/end`, { reason: 'The contract is over' });
    await t.settle();
    expect((await standing(plan.id)).map((r) => r.id)).toEqual([begun?.id]);
    expect((await t.request(c.manager, 'POST', `${url}/end`, { reason: 'Again' })).status).toBe(409);
    expect((await t.request(c.manager, 'POST', `${url}/seats`, await c.provider('Dr. Moss'))).status).toBe(409);
    await complete(c.consultant, begun?.id ?? 0);
    await submit(c.consultant, begun?.id ?? 0);
    expect(
      await t.world.db
        .selectFrom('review_seats')
        .select('charge')
        .where('review_id', '=', begun?.id ?? 0)
        .execute(),
    ).toEqual([{ charge: 'included' }]);

    const dated = await subscribe(await clinic(), { ends_on: '2026-12-15', reviews_per_seat: 4 });
    t.clock.set('2026-12-16T12:00:00Z');
    await t.settle();
    const row = await t.world.db
      .selectFrom('subscriptions')
      .select(['status', 'current_period'])
      .where('id', '=', dated.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ status: 'ended', current_period: null });
  });
});

describe('what a period costs', () => {
  const posted = async (c: Clinic) =>
    (
      await t.world.db
        .selectFrom('ledger_entries as e')
        .innerJoin('ledger_lines as l', 'l.entry_id', 'e.id')
        .select(['e.part', 'l.label', 'l.cents'])
        .where('e.cause', '=', 'subscription')
        .where('l.account', '=', 'unbilled')
        .where('e.organization_id', '=', c.organization_id)
        .orderBy('l.id')
        .execute()
    ).map(({ part, label, cents }) => [part, label, cents]);
  const owed = async (c: Clinic): Promise<number> =>
    (await posted(c)).reduce((sum, [, , cents]) => sum + Number(cents), 0);
  const change = (c: Clinic, plan: SubscriptionView, who: Person, more: object) => {
    const { review_type: _a, service: _b, period: _c, starts_on: _d, ...rest } = planOf(c);
    const body = { ...rest, ...more, lock_version: plan.lock_version };
    return t.request<SubscriptionView>(who, 'PUT', `/api/v1/subscriptions/${plan.id}`, body);
  };

  it('is each seat’s reviews at the period’s price, posted once, and invoiced without a provider’s name', async () => {
    const c = await clinic();
    const admin = await t.world.staff('admin');
    const plan = await subscribe(c, {}, ['Dr. Pike']);
    expect([plan.review_price_cents, plan.current_price_cents]).toEqual([40_000, 40_000]);
    const seat = seatNamed(plan, 'Dr. Pike').id;
    const first = [0, `Seat ${seat}, Q4 2026`, 160_000];
    expect(await posted(c)).toEqual([first]);
    // one who begins within it is charged their share
    const url = `/api/v1/subscriptions/${plan.id}/seats`;
    const more = await must<SubscriptionView>(c.manager, 'POST', url, await c.provider('Dr. Moss'));
    await t.settle();
    const late = seatNamed(more, 'Dr. Moss');
    expect(late.usage?.quota).toBe(2);
    expect(await posted(c)).toEqual([first, [1, `Seat ${late.id}, Q4 2026`, 80_000]]);
    // who takes a seat goes on with what is left of it: nothing more is charged
    await must(c.manager, 'POST', `/api/v1/subscription_seats/${late.id}/replace`, await c.provider('Dr. Vale'));
    await t.settle();
    expect(await owed(c)).toBe(240_000);
    const bill = await must<BillingOf>(admin, 'GET', `/api/v1/billing/${c.organization_id}`);
    expect(bill.total_cents).toBe(240_000);
    const said = bill.drafts[0]?.lines.map(({ matter, label }) => `${matter} ${label}`) ?? [];
    expect(said).toContain(`SUB-${plan.id} Seat ${seat}, Q4 2026: 4 reviews at $400.00`);
    expect(said.join()).not.toMatch(/Pike|Moss|Vale|Hospitalists/);
    const { until_on, total_cents } = bill;
    const issued = await must<{ data: InvoiceRow[] }>(admin, 'POST', `/api/v1/billing/${c.organization_id}/issue`, {
      until_on,
      total_cents,
    });
    const invoice = `/api/v1/invoices/${issued.data[0]?.id}`;
    expect((await must<InvoiceView>(admin, 'GET', invoice)).lines.map(({ review }) => review)).toEqual(
      said.map(() => null),
    );
    const line = (await must<InvoiceView>(admin, 'GET', invoice)).lines.find(({ cents }) => cents === 160_000);
    await must(admin, 'POST', `${invoice}/credit`, { reason: 'Half.', lines: [{ id: line?.id, cents: 80_000 }] });
    expect(await verifyLedger(t.world.db, t.clock.now())).toMatchObject({ owing: [], differing_subscriptions: [] });
  });

  it('changes from the next period on, by the platform’s admins alone, and the contact is told', async () => {
    const c = await clinic();
    const plan = await subscribe(c, {}, ['Dr. Pike']);
    expect((await change(c, plan, c.manager, { review_price_cents: 1 })).status).toBe(403);
    expect((await change(c, plan, await t.world.manager(await t.world.organization()), {})).status).toBe(404);
    const admin = await t.world.staff('admin');
    const changed = await change(c, plan, admin, { review_price_cents: 36_000 });
    expect([changed.body.current_price_cents, changed.body.review_price_cents]).toEqual([40_000, 36_000]);
    await t.settle();
    const told = await t.world.db
      .selectFrom('mails')
      .select('to_user_id')
      .where('template', '=', 'subscription_price_changed')
      .where('to_user_id', '=', c.consultant.user_id)
      .execute();
    expect(told).toHaveLength(1);
    expect(await owed(c)).toBe(160_000);
    t.clock.set('2027-01-02T12:00:00Z');
    await t.settle();
    expect(await owed(c)).toBe(160_000 + 4 * 36_000);
  });

  it('is given back as far as it was neither used nor its days were over, where it ends at a word', async () => {
    const c = await clinic();
    const plan = await subscribe(c, {}, ['Dr. Pike']);
    await must(c.manager, 'POST', `/api/v1/subscriptions/${plan.id}/end`, { reason: 'The contract is over' });
    await t.settle();
    // 49 of 92 days are 2 of its 4 reviews
    expect(await owed(c)).toBe(80_000);
    expect((await verifyLedger(t.world.db, t.clock.now())).differing_subscriptions).toEqual([]);
  });

  it('is settled by asking where something was missed', async () => {
    const c = await clinic();
    const plan = await subscribe(c, {}, ['Dr. Pike']);
    await t.world.db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await trx
        .updateTable('seat_quotas')
        .set({ quota: 3 })
        .where('seat_id', '=', seatNamed(plan, 'Dr. Pike').id)
        .execute();
    });
    const asked = { reviews: [], subscriptions: [plan.id] };
    expect((await verifyLedger(t.world.db, t.clock.now())).differing_subscriptions).toEqual(asked.subscriptions);
    await askToSettle(t.world.db, asked, t.clock.now());
    await t.settle();
    expect(await owed(c)).toBe(120_000);
  });
});
