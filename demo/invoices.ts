import { DAY } from '../src/core/time.ts';
import type { BillingOf, BillingTerms, InvoiceRow, InvoiceView } from '../src/features/invoices/contract.ts';
import { DemoActs } from './acts.ts';
import { DemoOrders, ORDERS_OF } from './orders.ts';

/** What an admin did with an organization's billing, and how many days ago. */
type Act = { days: number } & (
  | { does: 'issue' }
  | { does: 'pay'; share: number; method: 'check' | 'ach' | 'wire'; reference: string }
  | { does: 'credit'; share: number; reason: string }
);

interface Billed {
  organization: string;
  terms: Omit<BillingTerms, 'bills_from' | 'issue_day' | 'hold_after_days'>;
  /** How many days ago it began to be billed here: what its further reviews cost before was billed elsewhere. Where orders say it, they do. */
  since?: number;
  acts: readonly Act[];
}

/** One that is paid and one that is overdue, one that is paid in part beside a credit note, and one that is not invoiced yet. */
const BILLED: readonly Billed[] = [
  {
    organization: 'northfield',
    terms: {
      invoice_by: 'month',
      net_days: 30,
      bill_to: 'Northfield Health\nMedical Staff Office\n400 Alder Street\nAltoona, PA 16601',
      email: 'accounts@northfield.example',
    },
    acts: [
      { days: 75, does: 'issue' },
      { days: 49, does: 'pay', share: 1, method: 'check', reference: 'Check 20417' },
      { days: 41, does: 'issue' },
    ],
  },
  {
    organization: 'harborline',
    terms: {
      invoice_by: 'month',
      net_days: 45,
      bill_to: 'Harborline Mutual\nAccounts payable\n12 Quay Street\nBoston, MA 02110',
      email: 'ap@harborline.example',
    },
    since: 21,
    acts: [
      { days: 8, does: 'issue' },
      { days: 6, does: 'credit', share: 0.5, reason: 'The line dropped twice, and half of the call was lost.' },
      { days: 2, does: 'pay', share: 0.5, method: 'ach', reference: 'HM 4471' },
    ],
  },
  {
    organization: 'calder-denver',
    terms: { invoice_by: 'review', net_days: 30, bill_to: '', email: null },
    acts: [],
  },
];

/** What was invoiced, paid and credited, by the product's own commands on days of the past. */
export class DemoInvoices extends DemoActs {
  async live(): Promise<void> {
    for (const one of BILLED) await this.#bill(one);
  }

  async #bill({ organization, terms, since, acts }: Billed): Promise<void> {
    const { clock, now, people } = this.setup;
    const admin = await this.named('nadia');
    const url = `/api/v1/billing/${people.organizations.get(organization)}`;
    clock.at = new Date(now.getTime() - 90 * DAY);
    const own = { ...terms, issue_day: null, hold_after_days: null } satisfies Omit<BillingTerms, 'bills_from'>;
    await this.put(admin, `${url}/terms`, { ...own, bills_from: null });
    const orders = organization === ORDERS_OF.organization ? new DemoOrders(this.setup) : null;
    await orders?.begin();
    const of = `?organization_id=${people.organizations.get(organization)}&state=`;
    for (const act of acts) {
      clock.at = new Date(now.getTime() - act.days * DAY);
      // a day that has begun wherever the organization is
      const today = new Date(clock.at.getTime() - DAY / 2).toISOString().slice(0, 10);
      if (act.does === 'issue') {
        await orders?.approve(today);
        const { until_on, total_cents, drafts } = await this.get<BillingOf>(admin, `${url}?until_on=${today}`);
        // what an organization had done by then hangs on the day the demo is made
        if (drafts.length > 0) await this.post(admin, `${url}/issue`, { until_on, total_cents });
        continue;
      }
      const open = (await this.get<{ data: InvoiceRow[] }>(admin, `/api/v1/invoices${of}open`)).data.at(-1);
      if (!open) continue;
      if (act.does === 'pay')
        await this.post(admin, `${url}/payments`, {
          cents: Math.round(open.open_cents * act.share),
          received_on: today,
          method: act.method,
          reference: act.reference,
          invoice_ids: [open.id],
        });
      else {
        const { lines } = await this.get<InvoiceView>(admin, `/api/v1/invoices/${open.id}`);
        const call = lines.find(({ label, cents }) => label.startsWith('Call') && cents > 0);
        if (call)
          await this.post(admin, `/api/v1/invoices/${open.id}/credit`, {
            reason: act.reason,
            lines: [{ id: call.id, cents: Math.round(call.cents * act.share) }],
          });
      }
    }
    const began = since === undefined ? undefined : new Date(now.getTime() - since * DAY).toISOString().slice(0, 10);
    const bills_from = orders ? await orders.end() : began;
    // what the further reviews had done before is billed elsewhere: the queue is no longer than one reads
    if (bills_from) await this.put(admin, `${url}/terms`, { ...own, bills_from });
    await this.settle();
  }
}
