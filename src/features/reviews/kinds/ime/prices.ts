import { INCLUDED_PAGES, type KindPrices, type ServicePrice, USUAL_TERMS } from '../../../billing/rules.ts';
import type { ImeService } from './options.ts';

const priced = (label: string, base_cents: number, factor_of: string): ServicePrice => ({
  label,
  base_cents,
  report: 'part',
  factor_of,
  factor: 'price_modifier',
  included_pages: INCLUDED_PAGES,
});

const services: Record<ImeService, ServicePrice> = {
  exam: priced('Independent medical exam', 145_000, 'exam'),
  records_review: priced('Review of the records', 95_000, 'review'),
};

/** What an exam costs. */
export const IME_PRICES: KindPrices = { ...USUAL_TERMS, services };
