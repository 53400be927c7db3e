import type { Cents } from '../../../core/money.ts';
import type { Classification } from '../../accounts/rules.ts';

/**
 * From which total of a calendar year on a payee is reported on Form 1099-NEC, by the first year it holds for. From 2027 on the
 * amount follows prices: a row is added once it is known.
 */
const NEC_THRESHOLDS: readonly { from: number; cents: Cents }[] = [
  { from: 2020, cents: 60_000 },
  { from: 2026, cents: 200_000 },
];
export const TAX_YEAR_FIRST = 2020;

export const thresholdOf = (year: number): Cents =>
  NEC_THRESHOLDS.findLast(({ from }) => from <= year)?.cents ?? NEC_THRESHOLDS[0]?.cents ?? 0;

/**
 * What of a year's payments is reported: what was paid for services. Expenses that were repaid against their receipts are not, as who
 * laid them out accounted for them (Instructions for Forms 1099-MISC and 1099-NEC, box 1: a reimbursement counts "for which the
 * nonemployee did not account to the payer"; 26 CFR 1.274-5T(h)).
 */
export const reportedOf = ({ paid_cents, expenses_cents }: { paid_cents: Cents; expenses_cents: Cents }): Cents =>
  Math.max(0, paid_cents - expenses_cents);

/** What a payee got in a year. */
export interface PaidInYear {
  reported_cents: Cents;
  withheld_cents: Cents;
  classification: Classification | null;
  llc_taxed_as: 'C' | 'S' | 'P' | null;
  has_tax_id: boolean;
}

export const TAX_STATES = ['reported', 'below', 'corporation', 'no_tax_id'] as const;
export type TaxState = (typeof TAX_STATES)[number];
export const TAX_STATE_WORDS: Readonly<Record<TaxState, string>> = {
  reported: 'To report',
  below: 'Below the threshold',
  corporation: 'A corporation: not reported',
  no_tax_id: 'To report, and no taxpayer number is known',
};

const isCorporation = ({ classification, llc_taxed_as }: PaidInYear): boolean =>
  classification === 'c_corporation' ||
  classification === 's_corporation' ||
  (classification === 'llc' && (llc_taxed_as === 'C' || llc_taxed_as === 'S'));

/** Whether a payee is reported for a year: whoever had tax kept back in any case; otherwise no corporation, and from the threshold on. */
export function taxState(year: number, of: PaidInYear): TaxState {
  if (of.withheld_cents === 0) {
    if (of.reported_cents < thresholdOf(year)) return 'below';
    if (isCorporation(of)) return 'corporation';
  }
  return of.has_tax_id ? 'reported' : 'no_tax_id';
}
