import { formatCents } from '../../../core/money.ts';
import type { BookTerms, ExpertTerms } from '../../../core/price-books.ts';
import { onlySaid, priceFaults, wirePrices } from '../../../core/specialties.ts';
import { US_STATES } from '../../../core/us-states.ts';
import { BOOK_LIMITS } from './limits.ts';

type Fault = { path: string; message: string };
/** What is known where a book is written: its kind's services, and the sub-specialties there are. */
interface Known {
  services: readonly string[];
  sub_specialties: ReadonlySet<string>;
}
const STATES: ReadonlySet<string> = new Set(US_STATES.map(([letters]) => letters));
const whole = (value: number, most: number, least = 0): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

/** What is wrong with a book's terms, each fault at its field. */
export function bookFaults(terms: BookTerms, experts: ExpertTerms, known: Known): Fault[] {
  const faults: Fault[] = [];
  const check = (path: string, value: number | null | undefined, ok: (value: number) => boolean, message: string) => {
    if (value !== undefined && value !== null && !ok(value)) faults.push({ path, message });
  };
  const { cents, pages, page_step, percent, tax_percent } = BOOK_LIMITS;
  const amount = `Enter $0 to ${formatCents(cents)}.`;
  const money = (path: string, value: number | null | undefined) =>
    check(path, value, (one) => whole(one, cents), amount);
  for (const [key, { base_cents, included_pages }] of Object.entries(terms.services ?? {})) {
    if (!known.services.includes(key))
      faults.push({ path: `terms.services.${key}`, message: 'There is no such service.' });
    money(`terms.services.${key}.base_cents`, base_cents);
    check(
      `terms.services.${key}.included_pages`,
      included_pages,
      (n) => whole(n, pages),
      `Enter 0 to ${pages.toLocaleString('en-US')} pages.`,
    );
  }
  check('terms.page_step', terms.page_step, (n) => whole(n, page_step, 1), `Enter 1 to ${page_step} pages.`);
  check('terms.expedited_percent', terms.expedited_percent, (n) => whole(n, percent), `Enter 0 to ${percent} percent.`);
  money('terms.expedited_min_cents', terms.expedited_min_cents);
  money('terms.minimum_cents', terms.minimum_cents);
  for (const [state, value] of Object.entries(terms.tax_percent ?? {})) {
    if (!STATES.has(state)) faults.push({ path: `terms.tax_percent.${state}`, message: 'There is no such state.' });
    check(
      `terms.tax_percent.${state}`,
      value,
      (n) => n >= 0 && n <= tax_percent && Math.abs(n * 1_000 - Math.round(n * 1_000)) < 1e-6,
      `Enter 0 to ${tax_percent} percent, with three decimals at most.`,
    );
  }
  const subs = Object.entries(terms.sub_specialties ?? {});
  if (subs.length > BOOK_LIMITS.sub_specialties)
    faults.push({ path: 'terms.sub_specialties', message: `${BOOK_LIMITS.sub_specialties} at most.` });
  const NOTHING = {
    price_modifier: 1,
    report_cost_cents: 0,
    report_overage_cost_cents: 0,
    price_modifier_limited: 1,
    price_modifier_standard: 1,
  };
  for (const [id, prices] of subs) {
    if (!known.sub_specialties.has(id))
      faults.push({ path: `terms.sub_specialties.${id}`, message: 'There is no such sub-specialty.' });
    faults.push(...priceFaults(wirePrices({ ...NOTHING, ...onlySaid(prices) }), `terms.sub_specialties.${id}.`));
  }
  for (const [key, value] of Object.entries(experts.fees_cents ?? {})) {
    if (!known.services.includes(key))
      faults.push({ path: `experts.fees_cents.${key}`, message: 'There is no such service.' });
    money(`experts.fees_cents.${key}`, value);
  }
  check('experts.share_percent', experts.share_percent, (n) => whole(n, 100), 'Enter 0 to 100 percent.');
  return faults;
}
