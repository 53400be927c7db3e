/** Amounts are integer cents everywhere in arithmetic; dollars appear only on the wire and on the page. */
export type Cents = number;

/** Cents of a dollar amount such as a price field, rounded half away from zero. */
export function cents(dollars: number): Cents {
  return Math.sign(dollars) * Math.round(Math.abs(dollars) * 100 + 1e-7);
}

export const dollars = (amount: Cents): number => amount / 100;

/** "1322.00", as files have amounts: without a sign for the currency or between thousands. */
export const plainDollars = (amount: Cents): string => (amount / 100).toFixed(2);

const formats = new Map<string, Intl.NumberFormat>();

/** "$1,322.00", minus sign in front. */
export function formatCents(amount: Cents, locale = 'en-US'): string {
  // making a format costs a hundred times what using it does
  let format = formats.get(locale);
  if (!format) formats.set(locale, (format = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' })));
  return format.format(amount / 100);
}

/** A factor applied to cents, rounded half up to the cent. Factors have at most four decimals. */
export function times(amount: Cents, factor: number): Cents {
  return Math.round((amount * Math.round(factor * 10_000)) / 10_000);
}
