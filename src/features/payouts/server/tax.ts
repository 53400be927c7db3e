import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { command } from '../../../platform/command.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import type { DB } from '../../../platform/db/types.ts';
import { refuseWithoutFreshProof } from '../../../platform/fresh-proof.ts';
import type { Services } from '../../../platform/services.ts';
import { type Classification, KEPT_AS } from '../../accounts/rules.ts';
import type { TaxPayee, TaxYearView } from '../contract.ts';
import { FORMS_OF_A_FILE, NO_PAYER, reportedOf, type TaxForm, taxFile, taxState, thresholdOf } from '../rules.ts';
import { readSettings } from './settings.ts';

interface Stored {
  expert: { id: number; name: string };
  payouts: number;
  paid_cents: number;
  expenses_cents: number;
  withheld_cents: number;
  tax_id: Buffer | null;
  tax_id_kind: 'ssn' | 'ein' | null;
  tax_id_last4: string | null;
  payee_name: string | null;
  address: Omit<TaxForm['recipient'], 'tax_id' | 'tax_id_kind' | 'name' | 'business_name' | 'number'> | null;
  /** The W-9 of that number. */
  w9: {
    name: string;
    business_name: string;
    classification: Classification;
    llc_taxed_as: 'C' | 'S' | 'P' | null;
  } | null;
}

/** What each payee was paid on days of a year and did not come back, with who they are to the tax authority now. */
const paidIn = async (db: Kysely<DB>, year: number): Promise<Stored[]> =>
  (
    await sql<Stored>`
    select json_build_object('id', x.expert_profile_id, 'name', ${fullNameOf('u')}) as expert, x.payouts, x.paid_cents, x.expenses_cents, x.withheld_cents,
      v.tax_id, v.tax_id_kind, v.tax_id_last4, v.payee_name,
      case when v.user_id is not null then json_build_object('address_line1', v.address_line1, 'address_line2', v.address_line2,
        'city', v.city, 'state', v.state, 'postal_code', v.postal_code) end as address,
      (select json_build_object('name', f.name, 'business_name', f.business_name, 'classification', f.classification,
          'llc_taxed_as', f.llc_taxed_as) from w9_forms f
        where f.user_id = p.user_id and f.tax_id = v.tax_id order by f.id desc limit 1) as w9
    from (select expert_profile_id, count(*)::int as payouts, sum(cents)::float8 as paid_cents,
          coalesce(sum((select sum(e.cents) from payout_entries e join ledger_entries g on g.id = e.entry_id
            where e.payout_id = payouts.id and g.cause = 'expert_expense')), 0)::float8 as expenses_cents,
          sum(withheld_cents)::float8 as withheld_cents from payouts
        where returned_at is null and paid_on between make_date(${year}, 1, 1) and make_date(${year}, 12, 31)
        group by expert_profile_id) x
      join profiles p on p.id = x.expert_profile_id join users u on u.id = p.user_id
      left join vendor_infos v on v.user_id = p.user_id
    order by ${fullNameOf('u')}, x.expert_profile_id`.execute(db)
  ).rows;

const present = (year: number, row: Stored): TaxPayee => ({
  expert: row.expert,
  name: row.w9?.name ?? row.payee_name ?? row.expert.name,
  tax_id_last4: row.tax_id_last4,
  has_w9: row.w9 !== null,
  state: taxState(year, {
    reported_cents: reportedOf(row),
    withheld_cents: row.withheld_cents,
    classification: row.w9?.classification ?? null,
    llc_taxed_as: row.w9?.llc_taxed_as ?? null,
    has_tax_id: row.tax_id !== null,
  }),
  payouts: row.payouts,
  paid_cents: row.paid_cents,
  expenses_cents: row.expenses_cents,
  reported_cents: reportedOf(row),
  withheld_cents: row.withheld_cents,
});

/** What each payee was paid in a year, and whether it is reported. */
export async function readTaxYear(db: Kysely<DB>, year: number): Promise<TaxYearView> {
  const data = (await paidIn(db, year)).map((row) => present(year, row));
  const forms = data.filter(({ state }) => state === 'reported').length;
  return {
    year,
    threshold_cents: thresholdOf(year),
    data,
    files: Math.ceil(forms / FORMS_OF_A_FILE),
    can_make: (await readSettings(db)).payer !== null,
  };
}

/**
 * A file of forms; taxpayer numbers are opened for it and kept nowhere. Refuses `reauthentication_required`, `wrong_state` where who
 * pays is not set, `not_found` where the year has no such part.
 */
export function makeTaxFile(services: Services, actor: Actor, year: number, part: number): Promise<string> {
  return command(services, actor, async (tx) => {
    await refuseWithoutFreshProof(tx);
    const { payer, tax_headings } = await readSettings(tx.system);
    if (payer === null) throw new Refusal('wrong_state', NO_PAYER);
    const reported = (await paidIn(tx.system, year)).filter((row) => present(year, row).state === 'reported');
    const rows = reported.slice((part - 1) * FORMS_OF_A_FILE, part * FORMS_OF_A_FILE);
    if (rows.length === 0) throw new Refusal('not_found');
    const forms = rows.flatMap((row): TaxForm[] =>
      row.tax_id === null || row.tax_id_kind === null || row.address === null
        ? []
        : [
            {
              year,
              payer,
              reported_cents: reportedOf(row),
              withheld_cents: row.withheld_cents,
              recipient: {
                ...row.address,
                tax_id_kind: row.tax_id_kind,
                tax_id: services.keys.decrypt(row.tax_id, KEPT_AS.tax_id).toString(),
                name: row.w9?.name ?? row.payee_name ?? row.expert.name,
                business_name: row.w9?.business_name ?? '',
                number: `E${row.expert.id}`,
              },
            },
          ],
    );
    await tx.audit({
      action: 'payout.tax_file_made',
      subject: `tax_year:${year}`,
      data: { part, forms: forms.length },
    });
    return taxFile(tax_headings, forms);
  });
}
