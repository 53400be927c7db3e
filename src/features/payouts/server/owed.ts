import { type Kysely, sql } from 'kysely';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { OwedView } from '../contract.ts';
import { type Owed, proposeRun, type Proposal, type RunTerms } from '../rules.ts';

interface OwedExpert extends Owed {
  user_id: number;
  email: string;
  name: string;
}

/**
 * That the customer paid for a review (`r`): all of it is on invoices that are settled, or was paid out of a retainer or a
 * subscription; what is written off is waited for no longer.
 */
const CUSTOMER_PAID = sql`(r.billing_status = 'written_off'
  or ((r.billing_status = 'paid' or not exists (select from invoice_lines i where i.review_id = r.id))
    and coalesce((select sum(u.cents) from ledger_entries c join ledger_lines u on u.entry_id = c.id
      where c.review_id = r.id and u.account = 'unbilled'
        and not exists (select from invoice_lines i where i.ledger_line_id = u.id)), 0) <= 0))`;

/** Every expert who earned something until a day (UTC, included) that no payout pays, with all of it. */
export async function owedExperts(db: Kysely<DB>, untilOn: string, terms: RunTerms): Promise<OwedExpert[]> {
  const { rows } = await sql<OwedExpert>`
    with owed as (
      select l.expert_profile_id, l.entry_id, e.organization_id, e.review_id, e.cause = 'expert_expense' as expense,
        -sum(l.cents) as cents
      from ledger_lines l join ledger_entries e on e.id = l.entry_id
      where l.account = 'owed_experts' and l.expert_profile_id is not null and e.cause like 'expert\\_%'
        and e.happened_at < (${untilOn}::date + 1)::timestamp at time zone 'UTC'
        and not exists (select from payout_entries p where p.entry_id = e.id and p.counts)
      group by l.expert_profile_id, l.entry_id, e.organization_id, e.review_id, e.cause having sum(l.cents) <> 0)
    select o.expert_profile_id, p.user_id, u.email, ${fullNameOf('u')} as name, v.user_id is not null as has_details,
      coalesce(w.tax_id = v.tax_id, false) as has_w9, coalesce(w.backup_withholding, false) as backup_withholding, o.entries
    from (select o.expert_profile_id, json_agg(json_build_object('entry_id', o.entry_id, 'organization_id', o.organization_id,
          'cents', o.cents, 'expense', o.expense, 'customer_paid', ${terms.only_paid ? CUSTOMER_PAID : sql`true`}) order by o.entry_id) as entries
        from owed o join reviews r on r.id = o.review_id group by o.expert_profile_id) o
      join profiles p on p.id = o.expert_profile_id join users u on u.id = p.user_id
      left join vendor_infos v on v.user_id = p.user_id
      left join lateral (select f.tax_id, f.backup_withholding from w9_forms f where f.user_id = p.user_id
        order by f.id desc limit 1) w on true
    order by name, o.expert_profile_id`.execute(db);
  return rows;
}

const total = <T>(rows: readonly T[], of: (row: T) => number): number => rows.reduce((sum, row) => sum + of(row), 0);

/** The same as it is looked at before it is proposed. */
export function presentOwed(untilOn: string, experts: readonly OwedExpert[], terms: RunTerms): OwedView {
  const { payouts, left_out } = proposeRun(experts, terms);
  const names = new Map(experts.map(({ expert_profile_id: id, name }) => [id, { id, name }]));
  const of = ({ expert_profile_id: id }: { expert_profile_id: number }) => names.get(id) ?? { id, name: '' };
  return {
    until_on: untilOn,
    payouts: payouts.map(({ entries, cents, withheld_cents, without_w9, ...one }) => ({
      expert: of(one),
      entries: entries.length,
      cents,
      withheld_cents,
      without_w9,
    })),
    left_out: left_out.map(({ reason, cents, ...one }) => ({ expert: of(one), reason, cents })),
    cents: totalOf(payouts),
    withheld_cents: total(payouts, ({ withheld_cents }) => withheld_cents),
  };
}

export const totalOf = (payouts: Proposal['payouts']): number => total(payouts, ({ cents }) => cents);
