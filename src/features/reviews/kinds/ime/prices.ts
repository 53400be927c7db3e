import { type ExtraPrice, type KindPrices, type ServicePrice, USUAL_TERMS } from '../../../billing/rules.ts';
import type { ImeService } from './options.ts';

const priced = (label: string, base_cents: number, factor_of: string): ServicePrice => ({
  label,
  base_cents,
  report: 'part',
  factor_of,
  factor: 'price_modifier',
  included_pages: 600,
});

const services: Record<ImeService, ServicePrice> = {
  exam: priced('Independent medical exam', 250_000, 'exam'),
  records_review: priced('Review of the records', 120_000, 'review'),
};

/** What comes on top of an exam: what is booked with others at a usual price, the rest at what it costs. */
export const IME_EXTRAS = {
  interpreter: { label: 'Interpreter', cents: 24_000 },
  sedan: { label: 'Car to the exam and back', cents: 18_000 },
  wheelchair: { label: 'Wheelchair van to the exam and back', cents: 26_000 },
  flight: { label: 'Flight', cents: null },
  mileage: { label: 'Mileage in advance', cents: null },
  room: { label: 'Rented room', cents: null },
  study: { label: 'Imaging and other studies', cents: null },
  other: { label: 'Other expense', cents: null },
} as const satisfies Record<string, ExtraPrice>;

/** What an exam costs. */
export const IME_PRICES: KindPrices = { ...USUAL_TERMS, services, extras: IME_EXTRAS };
