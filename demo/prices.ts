import { DAY } from '../src/core/time.ts';
import type { BookVersion, BookView } from '../src/features/price-books/contract.ts';
import { DemoActs, type Headers } from './acts.ts';

const VERSIONS = '/api/v1/price_book_versions';

/** Days before the first order of the demo, so that what was ordered was priced by it. */
const AGREED_DAYS_AGO = 150;

/** What was agreed on prices: an insurer's own for cases, and for the quarter to come. */
export class DemoPrices extends DemoActs {
  async live(): Promise<void> {
    const { clock, now, people } = this.setup;
    const organization_id = people.organizations.get('harborline');
    const at = (days: number): string => new Date(now.getTime() + days * DAY).toISOString().slice(0, 10);
    clock.at = new Date(now.getTime() - AGREED_DAYS_AGO * DAY);
    const alex = await this.named('alex');
    const kind = 'Case';
    const agreed = {
      services: { call_60: { base_cents: 78_000 }, report_only: { included_pages: 300 } },
      expedited_percent: 30,
    };
    await this.post<BookVersion>(alex, VERSIONS, {
      organization_id,
      kind,
      effective_from: at(-AGREED_DAYS_AGO + 1),
      note: 'Framework agreement, first year',
      terms: agreed,
      experts: { share_percent: 70, accepts_own_schedules: true, fees_cents: { call_60: 56_000 } },
    });
    await this.#books(alex, at(-AGREED_DAYS_AGO + 1));
    clock.at = new Date(now.getTime() - 9 * DAY);
    const { sub_specialties } = await this.get<BookView>(
      alex,
      `/api/v1/price_book?kind=${kind}&organization_id=${organization_id}`,
    );
    const spine = sub_specialties.find(({ name }) => /spine/i.test(name));
    await this.post<BookVersion>(alex, VERSIONS, {
      organization_id,
      kind,
      effective_from: at(33),
      note: 'Second year: calls cost more, pages are charged by tens',
      terms: {
        ...agreed,
        services: {
          ...agreed.services,
          call_30: { base_cents: 47_500 },
          call_45: { base_cents: 65_000 },
          call_60: { base_cents: 81_000 },
        },
        page_step: 10,
        minimum_cents: 45_000,
        ...(spine
          ? { sub_specialties: { [spine.id]: { price_modifier: 1.2, report_overage_cost_cents: 1_800 } } }
          : {}),
      },
      experts: { share_percent: 68, accepts_own_schedules: true, fees_cents: { call_30: 30_000, call_60: 58_000 } },
    });
  }

  /** A hospital's, with fees for its reviewers, and a law firm's, which is shown what its experts earn. */
  async #books(admin: Headers, effective_from: string): Promise<void> {
    const { organizations } = this.setup.people;
    for (const { organization, ...book } of [
      {
        organization: 'northfield',
        kind: 'PeerReview',
        note: 'Reviewers’ fees, as agreed with the medical staff office',
        experts: { fees_cents: { standard: 29_000 } },
      },
      {
        organization: 'calder',
        kind: 'Generic',
        note: 'Experts’ amounts are disclosed to the firm',
        experts: { share_percent: 80, shows_expert_amount: true },
      },
      {
        organization: 'calder',
        kind: 'Case',
        note: 'Experts’ amounts are disclosed to the firm',
        experts: { share_percent: 75, shows_expert_amount: true },
      },
    ])
      await this.post<BookVersion>(admin, VERSIONS, {
        ...book,
        organization_id: organizations.get(organization),
        effective_from,
        terms: {},
      });
  }
}
