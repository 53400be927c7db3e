import { dateIn } from '../src/core/time.ts';
import type { WorkView } from '../src/features/work/contract.ts';
import { DemoActs, type Headers } from './acts.ts';
import { DEMO_ORGANIZATIONS } from './people.ts';
import { receiptPdf } from './receipts.ts';

/** Days are meant in the zone of who orders. */
export const ZONE = DEMO_ORGANIZATIONS.find(({ key }) => key === 'calder-denver')?.time_zone ?? 'UTC';

/** Time on one task: what the firm says of it, and each entry's minutes and words. */
export interface Hours {
  note: string;
  entries: readonly (readonly [minutes: number, narrative: string])[];
}

/** What experts of legal cases do by the hour, and what they lay out meanwhile. */
export class DemoLegalWork extends DemoActs {
  /** A task with rate and hours, and time on it. */
  async hours(
    marcus: Headers,
    doctor: Headers,
    url: (rest?: string) => string,
    { note, entries }: Hours,
  ): Promise<void> {
    const { agreed_rates } = await this.get<WorkView>(marcus, url('/work'));
    const { tasks } = await this.post<WorkView>(marcus, url('/work/tasks'), {
      type: 'record_review',
      note,
      rate: agreed_rates?.record_review,
      budget_minutes: 600,
    });
    const newest = Math.max(...tasks.map(({ id }) => id));
    for (const [minutes, narrative] of entries) {
      await this.later(12);
      await this.post(doctor, url(`/work/tasks/${newest}/entries`), {
        worked_on: dateIn(this.setup.clock.at, ZONE),
        minutes,
        narrative,
      });
    }
    await this.settle();
  }

  /** What the expert laid out: a night that is approved, copies that are questioned, a flight above the budget. */
  async expenses(marcus: Headers, doctor: Headers, url: (rest?: string) => string): Promise<void> {
    const laid = [
      {
        sort: 'lodging',
        purpose: 'One night in Denver before the inspection of the ward.',
        cents: 18_900,
        from: 'Tremont House Hotel',
        what: 'One night, room 412, taxes included',
        answer: { approve: true },
      },
      {
        sort: 'copies',
        purpose: 'Copies of the deposition transcript and its exhibits.',
        cents: 14_260,
        from: 'Front Range Reporting',
        what: 'Transcript, certified copy; exhibits 1 to 14',
        answer: { approve: false, reason: 'We sent you this transcript. Was it ordered before that?' },
      },
      {
        sort: 'travel',
        purpose: 'Flight to Denver and back for the inspection of the ward.',
        cents: 61_240,
        from: 'Mesa Air Travel',
        what: 'Round trip, economy, one traveler',
        answer: null,
      },
    ] as const;
    for (const { sort, purpose, cents, from, what, answer } of laid) {
      await this.later(3);
      const day = dateIn(this.setup.clock.at, ZONE);
      const pdf = await receiptPdf({ from, place: 'Denver, CO', what, cents, day });
      const sender = { ...doctor, 'content-type': 'application/pdf' };
      const { id } = await this.post<{ id: number }>(sender, url(`/work/receipts?name=${sort}.pdf`), pdf);
      const body = { spent_on: day, sort, purpose, amount_cents: cents, receipt_id: id };
      const { expenses } = await this.post<WorkView>(doctor, url('/work/expenses'), body);
      if (answer === null) continue;
      const newest = Math.max(...expenses.list.map((one) => one.id));
      await this.post(marcus, url(`/work/expenses/${newest}/answer`), answer);
    }
    await this.settle();
  }
}
