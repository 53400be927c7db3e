import { type Cents, formatCents, times } from '../../core/money.ts';

export * from './rules/coverage.ts';
export * from './rules/rates.ts';

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
    | `extra:${string}`;
  label: string;
  how: string | null;
  cents: Cents;
  /** False while the amount can still change by itself, as pages are counted. */
  certain: boolean;
}

export interface Quote {
  lines: QuoteLine[];
  total_cents: Cents;
  /** Price of the service itself, with further ones, before factors; what a cancellation fee is a share of. */
  base_cents: Cents;
}

/** A fixed amount beside the service, which neither a factor nor a surcharge touches; null: by what it costs, once known. */
export interface ExtraPrice {
  label: string;
  cents: Cents | null;
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

/** An organization's price book; the defaults stand until it has its own. */
export interface PriceBook {
  base_cents: Readonly<Record<string, Cents>>;
  included_pages: number;
  expedited_percent: number;
  expedited_min_cents: Cents;
  /** How factors combine: one after the other, or their shares added up first. */
  composition: 'multiply' | 'add';
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
  /** Its row of the price book, where that is an organization's or the platform's and not the kind's own. */
  priced_as?: ServicePrice;
  /** Set where a subscription covers the service; `how` says by which of its reviews. */
  subscription?: { how: string };
}

/** How one of a kind's services is priced. */
export interface ServicePrice {
  /** As the quote names it. */
  label: string;
  /** What the specialty’s factor is a factor of, and which of the specialty's factors it is. */
  factor_of: string;
  factor: keyof SpecialtyFactors;
  /** A written report: priced by itself, asked for later if at all, or part of the service. */
  report: 'priced' | 'later' | 'part';
  base_cents: Cents;
  included_pages: number;
  /** The organization's setting that stands for the base price, in dollars; 0 leaves it to the price book. */
  own_price?: keyof OwnPrices;
}

/** What the services of one kind cost. Each kind has its own: none is priced as another. */
export interface KindPrices extends Pick<PriceBook, 'expedited_percent' | 'expedited_min_cents' | 'composition'> {
  services: Readonly<Record<string, ServicePrice>>;
  /** What can come on top: with the order or, as staff learn of it, later. */
  extras?: Readonly<Record<string, ExtraPrice>>;
}

/** A sub-specialty's factors. */
export interface SpecialtyFactors {
  price_modifier: number;
  price_modifier_limited: number;
  price_modifier_standard: number;
}

/** Prices an organization can set for itself. */
export interface OwnPrices {
  limited_peer_review_price: number;
}

/** What a price book says where a kind has no reason to differ. */
export const USUAL_TERMS = {
  expedited_percent: 35,
  expedited_min_cents: 15_000,
  composition: 'multiply',
} as const satisfies Omit<KindPrices, 'services'>;
export const INCLUDED_PAGES = 250;

/** The price book an order is priced by: its kind's, with the organization's own prices. */
export function priceBook({ services, ...terms }: KindPrices, service: string | null, own: OwnPrices): PriceBook {
  return {
    ...terms,
    base_cents: Object.fromEntries(
      Object.entries(services).map(([key, { base_cents, own_price }]) => [
        key,
        (own_price && times(own[own_price], 100)) || base_cents,
      ]),
    ),
    included_pages: services[service ?? '']?.included_pages ?? INCLUDED_PAGES,
  };
}

/** The sub-specialty's factor for a service; 1 where none is chosen. */
export const specialtyFactor = (prices: KindPrices, service: string, sub: SpecialtyFactors | null): number =>
  sub ? sub[prices.services[service]?.factor ?? 'price_modifier'] : 1;

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
      included_pages: row.included_pages,
    },
  };
};

const rowFor = (prices: KindPrices, input: Pick<QuoteInput, 'service' | 'priced_as'>): ServicePrice | undefined =>
  input.priced_as ?? prices.services[input.service];

export const DEFAULT_REPORT_COST_CENTS = 120_000;
export const DEFAULT_OVERAGE_CENTS = 200;

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

/**
 * The price of an order with its lines, in cents; lines sum to the total exactly. The specialty's factor applies to
 * the service, the expedited surcharge to service, factor, further ones and report, never to pages or extras. A
 * subscription takes off the service with its factor, nothing else. Never negative.
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
  const isOpen = input.pages_pending || input.pages_asked === true;
  if (overPages > 0 || isOpen) {
    lines.push({
      key: 'overage',
      label: overPages > 0 ? `${overPages} pages over ${book.included_pages}` : `Pages over ${book.included_pages}`,
      how: input.pages_pending
        ? 'some files are still being counted'
        : input.pages_asked
          ? 'say how many pages each file has'
          : `at ${formatCents(input.report_overage_cost_cents)} a page`,
      cents: overPages * input.report_overage_cost_cents,
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
  lines.push(...extraLines(input.extras ?? [], input.added ?? []));
  // what the subscription has paid is not charged again when the review is given up
  const base_cents = (input.subscription ? 0 : base) + base * further.length;
  return { lines, total_cents: lines.reduce((sum, line) => sum + line.cents, 0), base_cents };
}

/** What was added to a price after ordering, cents. */
export const addedCents = (added: readonly Pick<AddedExtra, 'cents'>[] | null | undefined): Cents =>
  (added ?? []).reduce((sum, { cents }) => sum + cents, 0);

/** What the written report is charged for in a quote, cents. */
export const reportPrice = ({ lines }: Pick<Quote, 'lines'>): Cents =>
  lines.reduce((sum, line) => (line.key === 'report' ? sum + line.cents : sum), 0);

/** "Written report, if you ask later": its price, or null when the order includes one. */
export function reportLater(prices: KindPrices, input: QuoteInput): Cents | null {
  const later = rowFor(prices, input)?.report === 'later';
  return !later || input.added_report_cents !== undefined ? null : input.report_cost_cents;
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

/** Why an order is not taken at the price that was shown, in cents; null where it is the price of now. */
export function otherPrice(shown: Cents | undefined, now: Cents): string | null {
  if (shown === now) return null;
  return shown === undefined
    ? `This order costs ${formatCents(now)}. Agree to that price to order.`
    : `This order costs ${formatCents(now)} now, not ${formatCents(shown)}. Nothing was ordered.`;
}

/** A line of an order that costs something else than was shown; null: it was not, or is no longer, part of the price. */
export interface LineChange {
  label: string;
  how: string | null;
  before: Cents | null;
  now: Cents | null;
}

type PricedLine = Pick<QuoteLine, 'label' | 'how' | 'cents'> & { key: string };

/** What of a price changed, line by line. The differences sum up to the difference of the totals. */
export function priceChanges(before: readonly PricedLine[], now: readonly PricedLine[]): LineChange[] {
  const keys = [...new Set([...before, ...now].map((line) => line.key))];
  const sum = (lines: readonly PricedLine[], key: string): Cents | null => {
    const own = lines.filter((line) => line.key === key);
    return own.length === 0 ? null : own.reduce((total, line) => total + line.cents, 0);
  };
  return keys.flatMap((key) => {
    const [was, is] = [sum(before, key), sum(now, key)];
    const line = now.find((one) => one.key === key) ?? before.find((one) => one.key === key);
    return was === is || !line ? [] : [{ label: line.label, how: line.how, before: was, now: is }];
  });
}

/** A fixed price may rise by the smaller of a tenth and $250 before the requester is asked again. */
export function consentOver(fixedTotal: Cents): Cents {
  return Math.min(times(fixedTotal, 0.1), 25_000);
}

/** Whether a new price needs the requester's consent. A lower price never does. */
export function needsConsent(fixedTotal: Cents, newTotal: Cents): boolean {
  return newTotal - fixedTotal > consentOver(fixedTotal);
}
