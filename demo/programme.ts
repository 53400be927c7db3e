import { periodOf } from '../src/core/periods.ts';
import { DAY } from '../src/core/time.ts';
import type { SubscriptionView } from '../src/features/subscriptions/contract.ts';
import { DemoActs } from './acts.ts';
import { demoMatter } from './matters/index.ts';
import { fieldOf } from './order.ts';

/** Providers under regular review, and the matter whose field and state are theirs. */
const SEATS = [
  ['Dr. Silas Venn', 'peer-retina'],
  ['Dr. Agnes Holt', 'peer-family'],
  ['Provider 21', 'peer-mohs'],
] as const;
const BEGAN_DAYS_AGO = 44;

/** The hospital group's programme: a subscription with its seats, begun before the first peer review is ordered. */
export class DemoProgramme extends DemoActs {
  /** Answers the seats by their providers. */
  async begin(): Promise<ReadonlyMap<string, number>> {
    const { clock, db, now, people } = this.setup;
    clock.at = new Date(now.getTime() - BEGAN_DAYS_AGO * DAY);
    const priya = await this.named('priya');
    const today = clock.at.toISOString().slice(0, 10);
    const { starts_on } = periodOf('quarter', today);
    const plan = await this.post<SubscriptionView>(priya, '/api/v1/subscriptions', {
      name: 'Quarterly chart audits',
      facility: 'Northfield Health',
      committee: 'Quality and Peer Review Committee',
      review_type: 'chart_audit',
      service: 'standard',
      period: 'quarter',
      reviews_per_seat: 3,
      charts_per_review: 4,
      carry_over_days: 30,
      starts_on,
      ends_on: null,
      contact_id: people.users.get('noel')?.user_id,
    });
    await this.settle();
    let seen = plan;
    for (const [provider_name, key] of SEATS) {
      const matter = demoMatter(key);
      seen = await this.post<SubscriptionView>(priya, `/api/v1/subscriptions/${plan.id}/seats`, {
        ...(await fieldOf(db, matter)),
        provider_name,
        provider_blind: provider_name.startsWith('Provider'),
        license_type: 'MD',
        state: matter.venue_state,
        starts_on,
      });
    }
    await this.settle();
    return new Map(seen.seat_list.map((seat) => [seat.provider_name, seat.id]));
  }
}
