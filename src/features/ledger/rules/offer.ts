import type { Kind } from '../../../core/kinds.ts';
import type { Cents } from '../../../core/money.ts';
import type { HeldExpertTerms } from '../../../core/price-books.ts';
import {
  type ExpertLine,
  expertLines,
  type ExpertPlace,
  feeTerms,
  type FeeTerms,
  linesTotal,
  type QuoteInput,
  type QuoteLine,
  shareOf,
} from '../../billing/rules.ts';
import { feeSchedule, type KeptRate, serviceFee } from '../../experts/rules/kept-rates.ts';
import { formOf, processOf } from '../../reviews/rules.ts';

/* What an expert earns of a review, worked out before they are on it: for who is invited, and for everybody who could be. */

/** A review's price, as far as experts' fees are worked out of it. */
export interface PricedOrder {
  kind: Kind;
  service: string;
  /** What the price calls the service; experts name it so among their rates. */
  label: string | undefined;
  /** A written report is part of what was ordered. */
  orders_report: boolean;
  lines: readonly QuoteLine[];
  /** Places of a panel that were not given up, in order. */
  places: readonly number[];
}

/** The same of a price as it is kept. */
export function pricedOrder(
  kind: Kind,
  { lines, inputs }: { lines: readonly QuoteLine[]; inputs: Pick<QuoteInput, 'service' | 'priced_as'> },
  places: readonly number[],
): PricedOrder {
  const { service, priced_as } = inputs;
  const priced = priced_as ?? formOf(kind).prices.services[service];
  return {
    kind,
    service,
    label: priced?.label,
    orders_report: priced?.report === 'priced',
    lines,
    places,
  };
}

/** The terms of an expert for what was ordered, by the rates they keep and the books of a day: see `feeTerms`. */
export const offeredTerms = (
  { service, label }: Pick<PricedOrder, 'service' | 'label'>,
  book: HeldExpertTerms,
  rates: readonly KeptRate[],
): FeeTerms =>
  feeTerms(service, book, {
    fee_cents: serviceFee(rates, label === undefined ? [service] : [service, label]),
    rates: feeSchedule(rates),
  });

const byTheHour = (kind: Kind): boolean => processOf(kind).by_the_hour !== undefined;

/** An expert's lines of a price. By the hour the price is an estimate of the retainer: of it only a report pays. */
export function offeredLines(
  order: PricedOrder,
  terms: Pick<FeeTerms, 'fee' | 'share_percent'>,
  panelPlace: number,
): ExpertLine[] {
  const place: ExpertPlace = panelPlace === 1 ? 'lead' : Math.max(0, order.places.indexOf(panelPlace));
  const lines = expertLines(order.lines, terms, place, order.orders_report);
  return byTheHour(order.kind) ? lines.filter(({ key }) => key === 'report') : lines;
}

/** What a place of a review pays before it is known whose it is, to hold an expert's amount against. */
export interface OfferScale {
  per: 'review' | 'hour';
  /** What the customer pays for it where nobody asks for something else. */
  of_cents: Cents;
  /** The most an expert may earn, by what the order says; null: no limit. */
  cap_cents: Cents | null;
}

/** `max_cents`: the most the customer wants to pay for an hour; a book that takes no own rates leaves the expert a share of it. */
export function offerScale(
  order: PricedOrder,
  book: HeldExpertTerms,
  panelPlace: number,
  { usual_hour_cents, max_cents }: { usual_hour_cents: Cents; max_cents: Cents | null },
): OfferScale {
  if (!byTheHour(order.kind)) {
    const all = offeredLines(order, { fee: null, share_percent: 100 }, panelPlace);
    return { per: 'review', of_cents: linesTotal(all), cap_cents: null };
  }
  const earned = (cents: Cents): Cents => (book.accepts_own_schedules ? cents : shareOf(cents, book.share_percent));
  return { per: 'hour', of_cents: usual_hour_cents, cap_cents: max_cents === null ? null : earned(max_cents) };
}

/**
 * What an expert would earn of a review: their own amount where the organization takes it, else the book's, else the share; of one
 * by the hour, for an hour, which begins at their own rate as what is agreed with the customer does.
 */
export function offeredAmount(
  order: PricedOrder,
  book: HeldExpertTerms,
  rates: readonly KeptRate[],
  panelPlace: number,
  usual_hour_cents: Cents,
): Cents {
  const terms = offeredTerms(order, book, rates);
  if (!byTheHour(order.kind)) return linesTotal(offeredLines(order, terms, panelPlace));
  return terms.rates?.hourly_cents ?? shareOf(feeSchedule(rates).hourly_cents ?? usual_hour_cents, terms.share_percent);
}
