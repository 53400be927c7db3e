import type { Cents } from '../../../core/money.ts';
import type { BookTerms } from '../../../core/price-books.ts';
import type { SpecialtyPrices } from '../../../core/specialties.ts';
import type { KindPrices, PriceBook, QuoteInput } from '../../billing/rules.ts';

/** What books say together. `base_cents`: of the review's own service, where no setting or type of call is nearer. */
export interface Held {
  terms: BookTerms;
  base_cents: Cents | undefined;
}

/** What a price is made anew from beside its own inputs. */
export interface Repricing {
  prices: KindPrices;
  /** What was said by books when it was ordered, and what the books say that it is priced by now. */
  before: Held;
  now: Held;
  /** The sub-specialty's numbers without a book; null: none was chosen. */
  sub: { id: number; prices: SpecialtyPrices } | null;
  /** The base price without a book. */
  usual_base_cents: Cents;
  state: string | null;
}

/**
 * The inputs of a past price as other books make them. What they say counts; what the former books said and these do not
 * is as without a book; all else, its pages, its specialty's factor, what came beside it, stays as it was fixed.
 */
export function repriced(
  input: QuoteInput,
  { prices, before, now, sub, usual_base_cents, state }: Repricing,
): QuoteInput {
  const pick = <T>(said: T | undefined, former: T | undefined, usual: T, fixed: T): T =>
    said ?? (former === undefined ? fixed : usual);
  const { book, service } = input;
  const row = input.priced_as ?? prices.services[service];
  const [pages, formerPages] = [now, before].map(({ terms }) => terms.services?.[service]?.included_pages);
  const field = <K extends keyof BookTerms & keyof PriceBook>(key: K, usual: PriceBook[K] & BookTerms[K]) =>
    pick(now.terms[key], before.terms[key], usual, book[key] as BookTerms[K]);
  const number = (key: keyof SpecialtyPrices, fixed: number): number => {
    if (!sub) return fixed;
    return pick(
      now.terms.sub_specialties?.[sub.id]?.[key],
      before.terms.sub_specialties?.[sub.id]?.[key],
      sub.prices[key],
      fixed,
    );
  };
  const report_cost_cents = number('report_cost_cents', input.report_cost_cents);
  const { page_step: _step, minimum_cents: _least, tax_percent: _tax, included: _pages, ...rest } = book;
  const tax_percent = field('tax_percent', {});
  return {
    ...input,
    modifier: { ...input.modifier, factor: number(row?.factor ?? 'price_modifier', input.modifier.factor) },
    report_cost_cents,
    report_overage_cost_cents: number('report_overage_cost_cents', input.report_overage_cost_cents),
    ...(input.added_report_cents !== undefined && report_cost_cents !== input.report_cost_cents
      ? { added_report_cents: report_cost_cents }
      : {}),
    ...(tax_percent ? { state } : {}),
    book: {
      ...rest,
      base_cents: {
        ...book.base_cents,
        [service]: pick(now.base_cents, before.base_cents, usual_base_cents, book.base_cents[service] ?? 0),
      },
      included_pages: pick(pages, formerPages, row?.included_pages ?? book.included_pages, book.included_pages),
      expedited_percent: field('expedited_percent', prices.expedited_percent) ?? book.expedited_percent,
      expedited_min_cents: field('expedited_min_cents', prices.expedited_min_cents) ?? book.expedited_min_cents,
      composition: field('composition', prices.composition) ?? book.composition,
      page_step: field('page_step', 1) ?? 1,
      minimum_cents: field('minimum_cents', 0) ?? 0,
      ...(tax_percent ? { tax_percent } : {}),
    },
  };
}

/** A past price, and what it comes to by other books, cents. */
export interface Repriced {
  id: number;
  service: string;
  organization: string;
  before_cents: Cents;
  now_cents: Cents;
}

/** How many of the largest differences are shown. */
const LARGEST = 10;

/** What past prices come to together, by service, and where they differ most. */
export function summedUp<R extends Repriced>(rows: readonly R[]) {
  const services = new Map<string, { service: string; reviews: number; before_cents: Cents; now_cents: Cents }>();
  for (const { service, before_cents, now_cents } of rows) {
    const sum = services.get(service) ?? { service, reviews: 0, before_cents: 0, now_cents: 0 };
    sum.reviews += 1;
    sum.before_cents += before_cents;
    sum.now_cents += now_cents;
    services.set(service, sum);
  }
  const by_service = [...services.values()].toSorted((a, b) => b.before_cents - a.before_cents);
  return {
    before_cents: by_service.reduce((sum, one) => sum + one.before_cents, 0),
    now_cents: by_service.reduce((sum, one) => sum + one.now_cents, 0),
    by_service,
    largest: rows
      .filter(({ before_cents, now_cents }) => before_cents !== now_cents)
      .toSorted(
        (a, b) => Math.abs(b.now_cents - b.before_cents) - Math.abs(a.now_cents - a.before_cents) || a.id - b.id,
      )
      .slice(0, LARGEST),
  };
}
