import { type Cents, formatCents, times } from '../../../core/money.ts';
import type { ExtraPrice, KindPrices, PriceBook, ServicePrice } from './price-book.ts';
import { percentOf } from './rates.ts';

/** One line of a quote: what, how it comes about, how much. */
export interface QuoteLine {
  key:
    | 'service'
    | 'modifier'
    | 'further'
    | 'subscription'
    | 'report'
    | 'former_report'
    | 'overage'
    | 'expedited'
    | 'minimum'
    | 'tax'
    | `extra:${string}`;
  label: string;
  how: string | null;
  cents: Cents;
  /** False while the amount can still change by itself, as pages are counted. */
  certain: boolean;
  /** Of sales tax: the report it is of, with which it is due; left out of the tax on the rest. */
  of?: 'report' | 'former_report';
}

export interface Quote {
  lines: QuoteLine[];
  total_cents: Cents;
  /** Price of the service itself, with further ones, before factors; what a cancellation fee is a share of. */
  base_cents: Cents;
}

/** One that was ordered. */
interface OrderedExtra extends ExtraPrice {
  key: string;
}

/** One that staff learned of later. */
export interface AddedExtra {
  key: string;
  label: string;
  cents: Cents;
  note: string;
}

/** Everything a price depends on; kept with a fixed quote, so that it can be explained and made again. */
export interface QuoteInput {
  service: string;
  /** The specialty's factor, with at most four decimals, and the name it is shown under. */
  modifier: { name: string; factor: number };
  /** The same service by others beside the first, at its price before factors: what they are called, in order. */
  further?: readonly string[];
  report_cost_cents: Cents;
  report_overage_cost_cents: Cents;
  pages: number;
  /** Files whose pages are not counted yet. */
  pages_pending: boolean;
  /** Files whose pages cannot be counted, and nobody said them yet. */
  pages_asked?: boolean;
  expedited: boolean;
  /** Price of a written report asked for after ordering. */
  added_report_cents?: Cents;
  /** Written reports that experts delivered who left since. */
  former_report_cents?: Cents;
  extras?: readonly OrderedExtra[];
  added?: readonly AddedExtra[];
  book: PriceBook;
  /** The state the matter is in, by its letters, whose sales tax is charged. */
  state?: string | null;
  /** Its row of the price book, where that is an organization's or the platform's and not the kind's own. */
  priced_as?: ServicePrice;
  /** Set where a subscription covers the service; `how` says by which of its reviews. */
  subscription?: { how: string };
}

/**
 * An order as it costs by another service of its kind: without others beside it, and without what was ordered for the former
 * one; what was added since stays.
 */
export const pricedAs = (prices: KindPrices, service: string, input: QuoteInput): QuoteInput => {
  const { priced_as: _former, subscription: _covered, ...rest } = input;
  const row = prices.services[service];
  if (!row) throw new Error(`There is no price for ${service}.`);
  return {
    ...rest,
    service,
    ...(input.further ? { further: [] } : {}),
    ...(input.extras ? { extras: [] } : {}),
    book: {
      ...input.book,
      base_cents: { ...input.book.base_cents, [service]: input.book.base_cents[service] ?? row.base_cents },
      included_pages: input.book.included?.[service] ?? row.included_pages,
    },
  };
};

const rowFor = (prices: KindPrices, input: Pick<QuoteInput, 'service' | 'priced_as'>): ServicePrice | undefined =>
  input.priced_as ?? prices.services[input.service];

/**
 * The lines of what comes beside the service: what was ordered, then what was added, each by itself. What was ordered at
 * what it costs is a line until that is added.
 */
function extraLines(ordered: readonly OrderedExtra[], added: readonly AddedExtra[]): QuoteLine[] {
  const open = ordered.filter(({ key, cents }) => cents !== null || !added.some((one) => one.key === key));
  return [
    ...open.map(({ key, label, cents }): QuoteLine => ({
      key: `extra:${key}`,
      label,
      how: cents === null ? 'what it costs, once that is known' : null,
      cents: cents ?? 0,
      certain: cents !== null,
    })),
    ...added.map(({ key, label, cents, note }): QuoteLine => ({
      key: `extra:${key}`,
      label,
      how: note || null,
      cents,
      certain: true,
    })),
  ];
}

const sumOf = (lines: readonly QuoteLine[]): Cents => lines.reduce((sum, line) => sum + line.cents, 0);

/** What sales tax is called in a price and in the book. */
export const taxLabel = (state: string): string => `Sales tax, ${state}`;

/**
 * Sales tax of the matter's state on all lines of a price: on its reports each by itself, beside the rest. Together they are the tax on
 * the whole, rounded once, so that a report that a minimum covers makes no price lower by a cent.
 */
function taxLines({ book, state }: QuoteInput, lines: readonly QuoteLine[]): QuoteLine[] {
  const percent = book.tax_percent?.[state ?? ''] ?? 0;
  if (percent <= 0) return [];
  const onReport = { report: ' on the written report', former_report: ' on the report of who left' } as const;
  let before = 0;
  const line = (said: string, taxed: readonly QuoteLine[], of?: QuoteLine['of']): QuoteLine[] => {
    const own = Math.max(0, sumOf(taxed));
    const cents = percentOf(before + own, percent) - percentOf(before, percent);
    before += own;
    return cents === 0
      ? []
      : [
          {
            key: 'tax',
            label: `${taxLabel(state ?? '')}${said}`,
            how: `${percent}% of ${formatCents(sumOf(taxed))}`,
            cents,
            certain: taxed.every(({ certain }) => certain),
            ...(of ? { of } : {}),
          },
        ];
  };
  return [
    ...line(
      '',
      lines.filter(({ key }) => key !== 'report' && key !== 'former_report'),
    ),
    ...(['report', 'former_report'] as const).flatMap((of) =>
      line(
        onReport[of],
        lines.filter(({ key }) => key === of),
        of,
      ),
    ),
  ];
}

/**
 * The price of an order with its lines, in cents; lines sum to the total exactly. The specialty's factor applies to
 * the service, the expedited surcharge to service, factor, further ones and report, never to pages or extras. A
 * subscription takes off the service with its factor, nothing else; what it covers has no minimum. Sales tax is on all of
 * it, that on a report by itself, as it is due with it. Never negative.
 */
export function quote(prices: KindPrices, input: QuoteInput): Quote {
  const service = rowFor(prices, input);
  if (!service) throw new Error(`There is no price for ${input.service}.`);
  const { book } = input;
  const base = book.base_cents[input.service] ?? 0;
  const factor = Math.max(0, input.modifier.factor);
  const modifier = times(base, factor) - base;
  const report = service.report === 'priced' ? input.report_cost_cents : 0;
  const lines: QuoteLine[] = [];
  if (base > 0) lines.push({ key: 'service', label: service.label, how: null, cents: base, certain: true });
  if (modifier !== 0) {
    lines.push({
      key: 'modifier',
      label: input.modifier.name,
      how: `× ${factor} on the ${service.factor_of}`,
      cents: modifier,
      certain: true,
    });
  }
  const further = input.further ?? [];
  for (const label of further) lines.push({ key: 'further', label, how: null, cents: base, certain: true });
  const credit = input.subscription ? base + modifier : 0;
  if (input.subscription && credit > 0) {
    lines.push({
      key: 'subscription',
      label: 'Covered by your subscription',
      how: input.subscription.how,
      cents: -credit,
      certain: true,
    });
  }
  if (report > 0) lines.push({ key: 'report', label: 'Written report', how: null, cents: report, certain: true });
  const overPages = Math.max(0, Math.ceil(input.pages) - book.included_pages);
  const step = Math.max(1, book.page_step ?? 1);
  const isOpen = input.pages_pending || input.pages_asked === true;
  if (overPages > 0 || isOpen) {
    lines.push({
      key: 'overage',
      label: overPages > 0 ? `${overPages} pages over ${book.included_pages}` : `Pages over ${book.included_pages}`,
      how: input.pages_pending
        ? 'some files are still being counted'
        : input.pages_asked
          ? 'say how many pages each file has'
          : `at ${formatCents(input.report_overage_cost_cents)} ${step === 1 ? 'a page' : `for each ${step} pages begun`}`,
      cents: Math.ceil(overPages / step) * input.report_overage_cost_cents,
      certain: !isOpen,
    });
  }
  if (input.expedited) {
    const plain = base * (1 + further.length) + report;
    const surcharged = book.composition === 'multiply' ? plain + modifier : plain;
    const share = times(surcharged, book.expedited_percent / 100);
    const cents = Math.max(share, book.expedited_min_cents);
    lines.push({
      key: 'expedited',
      label: 'Expedited',
      how:
        cents > share
          ? `at least ${formatCents(book.expedited_min_cents)}`
          : `${book.expedited_percent}% of the service`,
      cents,
      certain: true,
    });
  }
  if (input.added_report_cents !== undefined) {
    lines.push({
      key: 'report',
      label: 'Written report',
      how: 'asked for later',
      cents: input.added_report_cents,
      certain: true,
    });
  }
  if (input.former_report_cents !== undefined) {
    lines.push({
      key: 'former_report',
      label: 'Written report',
      how: 'by an expert who left since',
      cents: input.former_report_cents,
      certain: true,
    });
  }
  const short = input.subscription ? 0 : (book.minimum_cents ?? 0) - sumOf(lines);
  if (short > 0)
    lines.push({
      key: 'minimum',
      label: 'Up to the minimum',
      how: `an order comes to at least ${formatCents(book.minimum_cents ?? 0)}`,
      cents: short,
      certain: !isOpen,
    });
  lines.push(...extraLines(input.extras ?? [], input.added ?? []));
  lines.push(...taxLines(input, lines));
  // what the subscription has paid is not charged again when the review is given up
  const base_cents = (input.subscription ? 0 : base) + base * further.length;
  return { lines, total_cents: sumOf(lines), base_cents };
}

/** What was added to a price after ordering, cents. */
export const addedCents = (added: readonly Pick<AddedExtra, 'cents'>[] | null | undefined): Cents =>
  (added ?? []).reduce((sum, { cents }) => sum + cents, 0);

/** What the written report is charged for in a quote, cents. */
export const reportPrice = ({ lines }: Pick<Quote, 'lines'>): Cents =>
  lines.reduce((sum, line) => (line.key === 'report' ? sum + line.cents : sum), 0);

/** "Written report, if you ask later": by how much the price rises with it, or null when the order includes one. */
export function reportLater(prices: KindPrices, input: QuoteInput): Cents | null {
  const later = rowFor(prices, input)?.report === 'later';
  if (!later || input.added_report_cents !== undefined) return null;
  const asked = quote(prices, { ...input, added_report_cents: input.report_cost_cents });
  return asked.total_cents - quote(prices, input).total_cents;
}

/**
 * The inputs once the expert has left: a report they delivered stays part of the price, one they did not costs nothing, and another
 * one is asked for anew. The same object where none was asked for.
 */
export function afterTheyLeft(input: QuoteInput, delivered: boolean): QuoteInput {
  const { added_report_cents, ...rest } = input;
  if (added_report_cents === undefined) return input;
  if (!delivered) return rest;
  return { ...rest, former_report_cents: (input.former_report_cents ?? 0) + added_report_cents };
}
