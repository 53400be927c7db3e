import { hoursAt, INCLUDED_PAGES, type KindPrices, type ServicePrice, USUAL_TERMS } from '../../../billing/rules.ts';
import type { LegalService } from './options.ts';

/** The hours of a retainer, and what one of them costs before the specialty's factor, cents. */
const RETAINER_HOURS = 10;
export const HOUR_CENTS = 50_000;

const retainer = (label: string): ServicePrice => ({
  label,
  base_cents: hoursAt(RETAINER_HOURS, HOUR_CENTS),
  report: 'later',
  factor_of: 'retainer',
  factor: 'price_modifier',
  included_pages: INCLUDED_PAGES,
});

const services: Record<LegalService, ServicePrice> = {
  consulting: retainer('Retainer of ten hours, consulting'),
  testifying: retainer('Retainer of ten hours, testifying'),
  consulting_first: retainer('Retainer of ten hours, consulting first'),
};

/** What a legal case costs before its hours are counted. */
export const LEGAL_PRICES: KindPrices = { ...USUAL_TERMS, services };
