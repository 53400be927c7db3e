import { DAY } from '../src/core/time.ts';
import type { OwedView, PayoutRunView, PayoutSettingsView } from '../src/features/payouts/contract.ts';
import { DemoActs, type Headers } from './acts.ts';

/** Experts who are left without a W-9: the first and the second of those who are owed something. */
const WITHOUT_W9 = 2;
const STREETS = ['4 Elm Road', '118 Harbor Street', '27 Alder Court', '902 Prairie Avenue'];

/** Runs of payouts, by the product's own commands on days of the past: one paid, of which a payout came back, one released, one proposed. */
export class DemoPayouts extends DemoActs {
  async live(): Promise<void> {
    await this.#settings();
    const paid = await this.#propose(30, 40, 'nadia', 'alex');
    if (paid) {
      this.#on(28);
      await this.post(await this.#proven('nadia'), `/api/v1/payout_runs/${paid.id}/paid`, {
        paid_on: this.#day(),
        payout_ids: null,
      });
    }
    await this.#propose(9, 10, 'alex', 'nadia');
    const [first] = paid?.lines ?? [];
    if (first) {
      this.#on(6);
      await this.post(await this.#proven('nadia'), `/api/v1/payouts/${first.id}/return`, {
        returned_on: this.#day(),
        return_code: 'R03',
      });
    }
    await this.#propose(1, 2, 'nadia', null);
    await this.settle();
  }

  #on(days: number): void {
    this.setup.clock.at = new Date(this.setup.now.getTime() - days * DAY);
  }

  #day(more = 0): string {
    return new Date(this.setup.clock.at.getTime() + more * DAY).toISOString().slice(0, 10);
  }

  /** Somebody who showed just now who they are. */
  async #proven(key: string): Promise<Headers> {
    const headers = await this.named(key);
    await this.proveAgain();
    return headers;
  }

  async #settings(): Promise<void> {
    this.#on(60);
    const admin = await this.#proven('alex');
    const url = '/api/v1/payout_settings';
    const kept = await this.get<PayoutSettingsView>(admin, url);
    await this.put(admin, url, {
      ...kept,
      minimum_cents: 2_500,
      bank: {
        odfi_routing: '091000019',
        destination_routing: '091000019',
        destination_name: 'Prairie Bank',
        origin: '1364471200',
        origin_name: 'Peritus Inc',
        company_id: '1364471200',
        company_name: 'Peritus Inc',
      },
      payer: {
        name: 'Peritus Inc',
        tax_id: '36-4471200',
        address_line1: '200 West Lake Street',
        address_line2: '',
        city: 'Chicago',
        state: 'IL',
        postal_code: '60606',
        phone: '',
        email: 'payouts@peritus.example',
      },
    });
  }

  /** Proposes what was earned until a day, once those who are owed it gave their details; `releases`: who releases it. */
  async #propose(
    days: number,
    until: number,
    proposes: 'nadia' | 'alex',
    releases: 'nadia' | 'alex' | null,
  ): Promise<PayoutRunView | null> {
    this.#on(days);
    const admin = await this.#proven(proposes);
    const url = `/api/v1/payout_runs/owed?until_on=${this.#day(days - until)}`;
    await this.#fillIn((await this.get<OwedView>(admin, url)).left_out);
    const owed = await this.get<OwedView>(admin, url);
    // what was earned by then hangs on the day the demo is made
    if (owed.payouts.length === 0) return null;
    const { until_on, cents } = owed;
    const run = await this.post<PayoutRunView>(admin, '/api/v1/payout_runs', { pay_on: this.#day(2), until_on, cents });
    if (releases !== null) await this.post(await this.#proven(releases), `/api/v1/payout_runs/${run.id}/release`, {});
    return run;
  }

  /** Experts who are owed something give their payment details, and sign their W-9, but for the first two. */
  async #fillIn(left: OwedView['left_out']): Promise<void> {
    for (const { expert, reason } of left) {
      if (reason !== 'no_details') continue;
      const headers = await this.expert(expert.id);
      const at = this.#filled++;
      await this.put(headers, '/api/v1/account/vendor_info', {
        payee_name: expert.name,
        tax_id_kind: 'ssn',
        tax_id: String(123_450_000 + at * 7 + 1),
        address_line1: STREETS[at % STREETS.length],
        address_line2: '',
        city: 'Springfield',
        state: 'IL',
        postal_code: '62701',
        bank_name: 'Prairie Bank',
        account_type: at % 3 === 2 ? 'savings' : 'checking',
        routing_number: '021000021',
        account_number: String(4_410_000_000 + at * 7_919),
        lock_version: null,
      });
      if (at < WITHOUT_W9) continue;
      await this.post(headers, '/api/v1/account/w9', {
        name: expert.name,
        business_name: '',
        classification: 'individual',
        llc_taxed_as: null,
        exempt_payee_code: '',
        fatca_code: '',
        backup_withholding: false,
        signed_name: expert.name,
        certifies: true,
      });
    }
  }
  #filled = 0;
}
