import { type Cents, times } from '../../../core/money.ts';
import { type BookLevel, type BookTerms, heldTerms } from '../../../core/price-books.ts';

/** A fixed amount beside the service, which neither a factor nor a surcharge touches; null: by what it costs, once known. */
export interface ExtraPrice {
  label: string;
  cents: Cents | null;
}

/** What an order is priced by: an organization's books, and where they say nothing as the product comes. */
export interface PriceBook {
  base_cents: Readonly<Record<string, Cents>>;
  included_pages: number;
  expedited_percent: number;
  expedited_min_cents: Cents;
  /** How factors combine: one after the other, or their shares added up first. */
  composition: 'multiply' | 'add';
  /** Pages each service includes, where a book says it. */
  included?: Readonly<Record<string, number>>;
  /** Pages over the included ones that are charged at once; one where left out. */
  page_step?: number;
  /** What an order comes to at least, before extras and tax. */
  minimum_cents?: Cents;
  /** Sales tax by the letters of the matter's state. */
  tax_percent?: Readonly<Record<string, number>>;
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

/** What is said beside a kind's prices: the books in effect, and how near else its base price is said (a setting, a type of call). */
interface Said {
  books?: readonly BookLevel<BookTerms>[];
  base_near?: number;
}

/**
 * What an order is priced by: its kind's prices, with the organization's own and what its books say. Of the base price who
 * is nearest to the organization has the last word, and a book where two are as near.
 */
export function priceBook(
  { services, extras: _beside, ...usual }: KindPrices,
  service: string | null,
  own: OwnPrices,
  { books = [], base_near = Infinity }: Said = {},
): PriceBook {
  const terms = heldTerms(books);
  const near = heldTerms(books, base_near);
  const included = Object.fromEntries(
    Object.keys(services).flatMap((key) => {
      const pages = terms.services?.[key]?.included_pages;
      return pages === undefined ? [] : [[key, pages]];
    }),
  );
  return {
    expedited_percent: terms.expedited_percent ?? usual.expedited_percent,
    expedited_min_cents: terms.expedited_min_cents ?? usual.expedited_min_cents,
    composition: terms.composition ?? usual.composition,
    base_cents: Object.fromEntries(
      Object.entries(services).map(([key, { base_cents, own_price }]) => [
        key,
        (key === service ? near : terms).services?.[key]?.base_cents ??
          ((own_price && times(own[own_price], 100)) || base_cents),
      ]),
    ),
    included_pages: included[service ?? ''] ?? services[service ?? '']?.included_pages ?? INCLUDED_PAGES,
    ...(Object.keys(included).length > 0 ? { included } : {}),
    ...(terms.page_step === undefined ? {} : { page_step: terms.page_step }),
    ...(terms.minimum_cents === undefined ? {} : { minimum_cents: terms.minimum_cents }),
    ...(terms.tax_percent === undefined ? {} : { tax_percent: terms.tax_percent }),
  };
}

/** The sub-specialty's factor for a service; 1 where none is chosen. */
export const specialtyFactor = (prices: KindPrices, service: string, sub: SpecialtyFactors | null): number =>
  sub ? sub[prices.services[service]?.factor ?? 'price_modifier'] : 1;

export const DEFAULT_REPORT_COST_CENTS = 120_000;
export const DEFAULT_OVERAGE_CENTS = 200;
