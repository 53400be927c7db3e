import { writeRecord } from '../harness/review-driver.ts';
import type { ReviewState } from '../../src/features/reviews/contract.ts';
import type { SeatView, SubscriptionView } from '../../src/features/subscriptions/contract.ts';
import type { TestApp } from '../harness/app.ts';
import type { Person } from '../harness/world.ts';

export const START = '2026-11-18T15:00:00Z';

export interface Clinic {
  organization_id: number;
  manager: Person;
  consultant: Person;
  provider: (name: string, more?: Record<string, unknown>) => Promise<Record<string, unknown>>;
}

/** A peer-review programme as its people begin and use it, over HTTP. */
export function programme(t: () => TestApp) {
  async function clinic(flags: Record<string, boolean> = {}): Promise<Clinic> {
    t().clock.set(START);
    const organization_id = await t().world.organization({ flags });
    return {
      organization_id,
      manager: await t().world.manager(organization_id),
      consultant: await t().world.consultant(organization_id),
      provider: async (provider_name, more = {}) => ({
        provider_name,
        license_type: 'MD',
        state: 'IL',
        ...(await t().world.specialty('Hospital medicine', 'General', 1)),
        ...more,
      }),
    };
  }

  const planOf = (c: Clinic, more: Record<string, unknown> = {}) => ({
    name: 'Hospitalists',
    facility: 'Saltmarsh General',
    committee: 'Quality Committee',
    review_type: 'chart_audit',
    service: 'standard',
    period: 'quarter',
    reviews_per_seat: 4,
    charts_per_review: 2,
    carry_over_days: 30,
    starts_on: '2026-10-01',
    ends_on: null,
    contact_id: c.consultant.user_id,
    ...more,
  });

  async function must<T>(who: Person, method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown): Promise<T> {
    const answer = await t().request<T & object>(who, method, url, body);
    if (answer.status >= 400) throw new Error(`${method} ${url}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  async function subscribe(c: Clinic, more: Record<string, unknown> = {}, seats: string[] = []) {
    const made = await must<SubscriptionView>(c.manager, 'POST', '/api/v1/subscriptions', planOf(c, more));
    await t().settle();
    for (const name of seats) {
      const url = `/api/v1/subscriptions/${made.id}/seats`;
      await must(c.manager, 'POST', url, { ...(await c.provider(name)), starts_on: '2026-10-01' });
    }
    await t().settle();
    return look(c, made.id);
  }
  const look = (c: Clinic, id: number) => must<SubscriptionView>(c.manager, 'GET', `/api/v1/subscriptions/${id}`);
  const seatNamed = (plan: SubscriptionView, name: string): SeatView => {
    const seat = plan.seat_list.find((one) => one.provider_name === name);
    if (!seat) throw new Error(`No seat ${name}`);
    return seat;
  };
  const preOrders = (subscriptionId: number) =>
    t()
      .world.db.selectFrom('reviews')
      .innerJoin('review_seats', 'review_seats.review_id', 'reviews.id')
      .innerJoin('subscription_seats', 'subscription_seats.id', 'review_seats.seat_id')
      .selectAll('reviews')
      .select(['seat_id', 'period', 'slot', 'due_on', 'lapses_on'])
      .where('subscription_seats.subscription_id', '=', subscriptionId)
      .where('slot', 'is not', null)
      .orderBy('reviews.id')
      .execute();
  const standing = async (id: number) => (await preOrders(id)).filter((r) => r.status === 'pre_ordered');

  /** What an order lacks besides what the seat gives: the charts' dates, a date, and the consent. */
  async function complete(who: Person, id: number): Promise<void> {
    const url = (section: string) => `/api/v1/peer_reviews/${id}/sections/${section}`;
    const fill = async (section: string, data: Record<string, unknown>) => {
      const before = await must<{ data: Record<string, unknown>; version: number }>(who, 'GET', url(section));
      await must(who, 'PUT', url(section), { version: before.version, data: { ...before.data, ...data } });
    };
    await fill('step_three', {
      charts: [1, 2].map((n) => ({ key: `chart_${n}`, label: `Chart ${n}`, encounters: [{ from: '2026-09-07' }] })),
    });
    await fill('step_four', { needed_by: '2027-08-31', confidentiality_accepted: true });
  }
  async function withRecords(id: number): Promise<void> {
    const file = await writeRecord(t().world, id);
    await t().world.db.updateTable('files').set({ chart_key: '*' }).where('id', '=', file).execute();
  }
  const fromSeat = async (c: Clinic, seat: number, more: Record<string, unknown> = {}): Promise<number> => {
    const made = await must<ReviewState>(c.consultant, 'POST', '/api/v1/peer_reviews', { seat_id: seat, ...more });
    await complete(c.consultant, made.review_id);
    return made.review_id;
  };
  const submit = async (who: Person, id: number): Promise<void> => {
    await must(who, 'POST', `/api/v1/peer_reviews/${id}/submit`, { confirmed_total_cents: await shownPrice(who, id) });
    await t().settle();
  };
  /** The total an order's quote shows. */
  const shownPrice = async (who: Person, id: number): Promise<number | undefined> =>
    (await must<{ quote: { total_cents: number } | null }>(who, 'GET', `/api/v1/peer_reviews/${id}/quote`)).quote
      ?.total_cents;

  return {
    clinic,
    planOf,
    must,
    subscribe,
    look,
    seatNamed,
    preOrders,
    standing,
    shownPrice,
    complete,
    withRecords,
    fromSeat,
    submit,
  };
}
