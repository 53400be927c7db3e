import { type Account, isExpertAccount } from './accounts.ts';
import { type Cause, type Charge, type ChargeLine, isExpertCause, lineKey, type Rule } from './charges.ts';

/** What is posted of a cause so far: the sum of each line, and in how many entries. */
export interface Posted {
  cause: Cause;
  cause_id: number;
  parts: number;
  lines: readonly PostedLine[];
  expert_profile_id?: number;
}

/** A line as it is posted, and how much of it credit notes took back, cents: that is not taken back a second time. */
export interface PostedLine extends ChargeLine {
  credited?: number;
}

/** An entry to be made: the next part of its cause. */
export interface Posting extends Charge {
  part: number;
}

/** One side of an entry, cents: debits positive, credits negative. */
export interface LedgerLine {
  account: Account;
  line_key: string;
  label: string;
  cents: number;
  /** Of an expert's accounts. */
  expert_profile_id: number | null;
}

const causeKey = ({ cause, cause_id }: { cause: Cause; cause_id: number }): string => `${cause}:${cause_id}`;

/**
 * What must be posted so that what is posted is what is due: for each cause the difference, line by line, as one entry. What
 * is due no longer is taken back at `now`, but for what a credit note took back of it already. Nothing where both agree, so
 * that doing it again posts nothing.
 */
export function toPost(due: readonly Charge[], posted: readonly Posted[], now: Date): Posting[] {
  const before = new Map(posted.map((one) => [causeKey(one), one]));
  const charges = new Map(due.map((one) => [causeKey(one), one]));
  const gone: Charge[] = posted
    .filter((one) => !charges.has(causeKey(one)))
    .map(({ cause, cause_id, expert_profile_id }) => ({
      ...(expert_profile_id === undefined ? {} : { expert_profile_id }),
      cause,
      cause_id,
      rule: 'taken_back' satisfies Rule,
      happened_at: now,
      quote_id: null,
      lines: [],
    }));
  return [...due, ...gone].flatMap((charge) => {
    const was = before.get(causeKey(charge));
    const lines = difference(charge.lines, was?.lines ?? []);
    const part = was?.parts ?? 0;
    // a later part of a cause happens when it became due, not when the first did
    return lines.length === 0 ? [] : [{ ...charge, part, lines, happened_at: part > 0 ? now : charge.happened_at }];
  });
}

function difference(due: readonly ChargeLine[], posted: readonly PostedLine[]): ChargeLine[] {
  const all = new Map<string, Required<PostedLine>>();
  const add = ({ key, label, cents }: ChargeLine, sign: 1 | -1, credited = 0): void => {
    const at = lineKey({ key, label });
    const was = all.get(at);
    all.set(at, { key, label, cents: (was?.cents ?? 0) + sign * cents, credited: (was?.credited ?? 0) + credited });
  };
  for (const line of due) add(line, 1);
  for (const line of posted) add(line, -1, line.credited ?? 0);
  return [...all.values()]
    .map(({ credited, cents, ...line }) => ({ ...line, cents: cents < 0 ? Math.min(0, cents + credited) : cents }))
    .filter(({ cents }) => cents !== 0);
}

/** Which accounts a charge's lines stand on: what they are debited to, and credited to. */
function sides(cause: Cause, key: string): readonly [debit: Account, credit: Account] {
  // tax is no income: it is owed to a state
  const earned = key === 'tax' ? 'sales_tax' : 'revenue';
  switch (cause) {
    case 'retainer':
      return key === 'paid_in' ? ['cash', 'retainers'] : ['retainers', 'unbilled'];
    case 'invoice':
      return ['receivable', 'unbilled'];
    case 'credit_note':
      return ['receivable', earned];
    case 'payment':
      return ['cash', 'receivable'];
    case 'payout':
    case 'payout_return':
      return ['owed_experts', key === 'withheld' ? 'tax_withheld' : 'cash'];
    default:
      return isExpertCause(cause) ? ['expert_fees', 'owed_experts'] : ['unbilled', earned];
  }
}

/** An entry's lines on both sides; they sum to zero. */
export const bothSides = ({
  cause,
  lines,
  expert_profile_id = null,
}: Pick<Posting, 'cause' | 'lines'> & { expert_profile_id?: number | null | undefined }): LedgerLine[] =>
  lines.flatMap(({ key, label, cents }) => {
    const line = (account: Account, of: number): LedgerLine => ({
      account,
      line_key: key,
      label,
      cents: of,
      expert_profile_id: isExpertAccount(account) ? expert_profile_id : null,
    });
    const [debit, credit] = sides(cause, key);
    return [line(debit, cents), line(credit, -cents)];
  });

/** What was posted of a cause, read back from the side that its charge's sign stands on. */
export const chargedSide = (cause: Cause, key: string): Account => sides(cause, key)[0];
