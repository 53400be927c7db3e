import { INCLUDED_PAGES, type KindPrices, type ServicePrice, USUAL_TERMS } from '../../../billing/rules.ts';
import { LIMITED, type PeerReviewService } from './options.ts';

const services: Record<PeerReviewService, ServicePrice> = {
  standard: {
    label: 'Standard peer review',
    factor_of: 'review',
    factor: 'price_modifier_standard',
    report: 'part',
    base_cents: 40_000,
    included_pages: INCLUDED_PAGES,
  },
  limited: {
    label: 'Limited peer review',
    factor_of: 'review',
    factor: 'price_modifier_limited',
    report: 'part',
    base_cents: 15_000,
    included_pages: LIMITED.pages,
    own_price: 'limited_peer_review_price',
  },
};

/** What a peer review costs. */
export const PEER_REVIEW_PRICES: KindPrices = { ...USUAL_TERMS, services };
