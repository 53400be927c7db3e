import { INCLUDED_PAGES, type KindPrices, type ServicePrice, USUAL_TERMS } from '../../../billing/rules.ts';
import type { CaseService } from './options.ts';

const priced = (label: string, base_cents: number, report: ServicePrice['report']): ServicePrice => ({
  label,
  base_cents,
  report,
  factor_of: 'call',
  factor: 'price_modifier',
  included_pages: INCLUDED_PAGES,
});

const services: Record<CaseService, ServicePrice> = {
  call_30: priced('Call, 30 minutes', 45_000, 'later'),
  call_45: priced('Call, 45 minutes', 62_500, 'later'),
  call_60: priced('Call, 60 minutes', 80_000, 'later'),
  call_and_report: priced('Call, 45 minutes', 62_500, 'priced'),
  report_only: priced('Written report', 0, 'priced'),
};

/** What a case review costs. */
export const CASE_PRICES: KindPrices = { ...USUAL_TERMS, services };
