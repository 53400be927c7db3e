/** An invoice with something open of it. */
export interface OpenInvoice {
  id: number;
  organization_id: number;
  number: string;
  open_cents: number;
}

/** Why a line of a statement is thought to be somebody's. */
export const MATCHED_BY = ['number', 'amount', 'sum', 'payer'] as const;
type MatchedBy = (typeof MATCHED_BY)[number];

export interface Match {
  organization_id: number;
  /** What it settles first; none: the oldest. */
  invoice_ids: number[];
  by: MatchedBy;
  /** It comes to just what is open of them. */
  exact: boolean;
  /** Whoever paid was booked for that organization before. */
  known_payer: boolean;
}

/** Of so many invoices at most all sums are tried. */
const SUMS_OF = 12;
const MATCHES_MOST = 3;

/** A payer's name as it is remembered: its letters and digits. */
export const payerKey = (payer: string): string =>
  (
    payer
      .normalize('NFKD')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
    .join(' ')
    .slice(0, 120);

/** The invoices a text names, as they are printed, in order. */
export const numbersIn = (text: string): string[] =>
  [...text.matchAll(/INV[\s-]*(\d{1,15})[\s-]+(\d{1,9})(?!\d)/gi)].map(
    ([, organization = '', sequence = '']) =>
      `INV-${Number(organization)}-${sequence.replace(/^0+(?=\d{5})/, '').padStart(5, '0')}`,
  );

const sumOf = (invoices: readonly OpenInvoice[]): number =>
  invoices.reduce((sum, { open_cents }) => sum + open_cents, 0);

/** Several invoices of an organization, the oldest first, that come to an amount: all, the oldest, or the fewest that do. */
export function sumUp(cents: number, open: readonly OpenInvoice[], thorough: boolean): OpenInvoice[] | null {
  let sum = 0;
  for (const [at, { open_cents }] of open.entries()) {
    sum += open_cents;
    if (sum === cents && at > 0) return open.slice(0, at + 1);
    if (sum > cents) break;
  }
  if (!thorough) return null;
  const some = open.slice(0, SUMS_OF);
  let best: OpenInvoice[] | null = null;
  for (let set = 1; set < 1 << some.length; set += 1) {
    const chosen = some.filter((_, at) => (set >> at) & 1);
    if (chosen.length > 1 && (!best || chosen.length < best.length) && sumOf(chosen) === cents) best = chosen;
  }
  return best;
}

/**
 * Whose a line of a statement may be, the likeliest first: by the numbers it names, by an amount that just one or few
 * invoices are open with, by the sum of several of one organization, by who paid before. `open` is the oldest first;
 * `payers`: the organizations a payer was booked for.
 */
export function matchesOf(
  { cents, reference, payer }: { cents: number; reference: string; payer: string },
  open: readonly OpenInvoice[],
  payers: ReadonlyMap<string, readonly number[]>,
): Match[] {
  const known = new Set(payers.get(payerKey(payer)) ?? []);
  const found: Match[] = [];
  const add = (by: MatchedBy, invoices: readonly OpenInvoice[], organization_id: number): void => {
    const invoice_ids = invoices.map(({ id }) => id);
    if (found.some((one) => one.organization_id === organization_id && `${one.invoice_ids}` === `${invoice_ids}`))
      return;
    const exact = invoices.length > 0 && sumOf(invoices) === cents;
    found.push({ organization_id, invoice_ids, by, exact, known_payer: known.has(organization_id) });
  };
  const named = new Set([...numbersIn(reference), ...numbersIn(payer)]);
  if (named.size > 0)
    for (const [organization_id, invoices] of Map.groupBy(
      open.filter(({ number }) => named.has(number)),
      (one) => one.organization_id,
    ))
      add('number', invoices, organization_id);
  const firstKnown = (a: OpenInvoice, b: OpenInvoice) =>
    Number(known.has(b.organization_id)) - Number(known.has(a.organization_id));
  const equal = open.filter(({ open_cents }) => open_cents === cents).toSorted(firstKnown);
  // an amount that many are open with says nothing of whose it is
  if (equal.length <= MATCHES_MOST || equal.some((one) => known.has(one.organization_id)))
    for (const one of equal.slice(0, MATCHES_MOST)) add('amount', [one], one.organization_id);
  const byOrganization = [...Map.groupBy(open, (one) => one.organization_id)].toSorted(
    ([a], [b]) => Number(known.has(b)) - Number(known.has(a)),
  );
  for (const [organization_id, invoices] of byOrganization) {
    if (found.length >= MATCHES_MOST) break;
    const sum = sumUp(cents, invoices, known.has(organization_id));
    if (sum) add('sum', sum, organization_id);
  }
  for (const organization_id of known)
    if (!found.some((one) => one.organization_id === organization_id)) add('payer', [], organization_id);
  return found.slice(0, MATCHES_MOST);
}
