import type { Cents } from '../../../core/money.ts';

/** The share that is kept back of a payee's payouts where the tax authority says so, percent. */
const BACKUP_WITHHOLDING_PERCENT = 24;

/** An entry of the book that an expert is owed by, and that no payout pays. */
export interface OwedEntry {
  entry_id: number;
  organization_id: number;
  /** Less than nothing where something was taken back. */
  cents: Cents;
  customer_paid: boolean;
  /** What they laid out, repaid against its receipt: no pay, and nothing is kept back of it. */
  expense: boolean;
}

/** An expert with all they are owed. */
export interface Owed {
  expert_profile_id: number;
  entries: readonly OwedEntry[];
  /** They said who is paid and where to. */
  has_details: boolean;
  /** They signed a W-9 for the number they are paid under. */
  has_w9: boolean;
  /** By the W-9 they signed last, also where it has lapsed since: only another one ends it. */
  backup_withholding: boolean;
}

/** By what it is decided who is paid. */
export interface RunTerms {
  needs_w9: boolean;
  only_paid: boolean;
  minimum_cents: Cents;
}

/** Why an expert who is owed something is not in a run. */
export const LEFT_OUT = {
  no_details: 'No payment details',
  no_w9: 'No signed W-9',
  below_minimum: 'Below the minimum',
  carried_over: 'Nothing is left after corrections',
  customer_unpaid: 'The customer has not paid yet',
} as const;
export type LeftOutReason = keyof typeof LEFT_OUT;
/** What the expert can do something about. */
export const asksExpert = (reason: LeftOutReason): reason is 'no_details' | 'no_w9' =>
  reason === 'no_details' || reason === 'no_w9';

interface ProposedPayout {
  expert_profile_id: number;
  entries: readonly OwedEntry[];
  cents: Cents;
  withheld_cents: Cents;
  /** They signed no W-9 that counts, and by the settings need none. */
  without_w9: boolean;
}

export interface Proposal {
  payouts: ProposedPayout[];
  /** With what they are owed in all. */
  left_out: { expert_profile_id: number; reason: LeftOutReason; cents: Cents }[];
}

const sum = (entries: readonly OwedEntry[]): Cents => entries.reduce((total, { cents }) => total + cents, 0);

/** What of them is pay, not what was laid out: of it a share is kept back, never of more than is paid. */
function payOf(entries: readonly OwedEntry[]): Cents {
  const pay = sum(entries.filter(({ expense }) => !expense));
  return Math.max(0, Math.min(pay, sum(entries)));
}

/** What is kept back of what is paid for services, to the cent. */
export const withheldOf = (cents: Cents): Cents => Math.round((cents * BACKUP_WITHHOLDING_PERCENT) / 100);

/**
 * Who is paid what: each expert once, all they are owed. Where only what the customer has paid counts, the rest waits; what was taken
 * back always counts. Whoever is left out is so for one reason, and what they are owed waits for the next run.
 */
export function proposeRun(owed: readonly Owed[], terms: RunTerms): Proposal {
  const proposal: Proposal = { payouts: [], left_out: [] };
  for (const expert of owed) {
    if (expert.entries.length === 0) continue;
    const { expert_profile_id } = expert;
    const entries = expert.entries.filter(({ cents, customer_paid }) => !terms.only_paid || customer_paid || cents < 0);
    const cents = sum(entries);
    const reason = reasonOf(expert, cents, entries.length < expert.entries.length, terms);
    if (reason !== null) proposal.left_out.push({ expert_profile_id, reason, cents: sum(expert.entries) });
    else
      proposal.payouts.push({
        expert_profile_id,
        entries,
        cents,
        withheld_cents: expert.backup_withholding ? withheldOf(payOf(entries)) : 0,
        without_w9: !expert.has_w9,
      });
  }
  return proposal;
}

function reasonOf(expert: Owed, cents: Cents, waits: boolean, terms: RunTerms): LeftOutReason | null {
  if (cents <= 0) return waits && sum(expert.entries) > 0 ? 'customer_unpaid' : 'carried_over';
  if (!expert.has_details) return 'no_details';
  if (terms.needs_w9 && !expert.has_w9) return 'no_w9';
  return cents < terms.minimum_cents ? 'below_minimum' : null;
}

/** What of a payout each organization's reviews pay, and of that what is kept back: together just the payout, to the cent. */
export function byOrganization(
  entries: readonly Pick<OwedEntry, 'organization_id' | 'cents'>[],
  withheld: Cents,
): { organization_id: number; cents: Cents; withheld_cents: Cents }[] {
  const of = new Map<number, Cents>();
  for (const { organization_id, cents } of entries) of.set(organization_id, (of.get(organization_id) ?? 0) + cents);
  const all = [...of].toSorted(([a], [b]) => a - b);
  const total = all.reduce((whole, [, cents]) => whole + cents, 0);
  let before = 0;
  return all.map(([organization_id, cents]) => {
    const share = (amount: Cents): Cents => (total === 0 ? 0 : Math.round((withheld * amount) / total));
    const withheld_cents = share(before + cents) - share(before);
    before += cents;
    return { organization_id, cents, withheld_cents };
  });
}
