import { formatCents } from '../../../core/money.ts';
import type { BookTerms, ExpertTerms } from '../../../core/price-books.ts';
import type { SpecialtyPrices } from '../../../core/specialties.ts';

/** One thing a book says. `about` groups what belongs together. */
export interface BookLine {
  key: string;
  about: string;
  label: string;
  value: string;
}

/** What services and sub-specialties are called, by their keys. */
export interface BookNames {
  services: Readonly<Record<string, string>>;
  sub_specialties: Readonly<Record<string, string>>;
}

export const SUB_LABELS: Readonly<Record<keyof SpecialtyPrices, string>> = {
  price_modifier: 'Factor',
  price_modifier_standard: 'Factor, standard peer review',
  price_modifier_limited: 'Factor, limited peer review',
  report_cost_cents: 'Written report',
  report_overage_cost_cents: 'Pages over the included',
};
export const SUB_KEYS = Object.keys(SUB_LABELS) as readonly (keyof SpecialtyPrices)[];

export const COMPOSITIONS = { multiply: 'One after the other', add: 'Shares added up' } as const;
const yes = (value: boolean): string => (value ? 'Yes' : 'No');

/** Everything a book says, in the order people read it; what it leaves out is not among it. */
export function bookLines(terms: BookTerms, experts: ExpertTerms | null, names: BookNames): BookLine[] {
  const lines: BookLine[] = [];
  const say = <T>(
    about: string,
    label: string,
    key: string,
    value: T | undefined,
    write: (value: T) => string,
  ): void => {
    if (value !== undefined) lines.push({ key, about, label, value: write(value) });
  };
  const service = (key: string): string => names.services[key] ?? key;
  for (const [key, said] of Object.entries(terms.services ?? {})) {
    say('Services', service(key), `services.${key}.base_cents`, said.base_cents, formatCents);
    say('Services', `${service(key)}, included pages`, `services.${key}.included_pages`, said.included_pages, String);
  }
  say('Pages', 'Pages charged at once', 'page_step', terms.page_step, String);
  say('Expedited', 'Surcharge', 'expedited_percent', terms.expedited_percent, (n) => `${n}%`);
  say('Expedited', 'Surcharge at least', 'expedited_min_cents', terms.expedited_min_cents, formatCents);
  say('Expedited', 'Specialty and surcharge', 'composition', terms.composition, (one) => COMPOSITIONS[one]);
  say('The whole', 'An order comes to at least', 'minimum_cents', terms.minimum_cents, formatCents);
  for (const [state, percent] of Object.entries(terms.tax_percent ?? {}).toSorted(([a], [b]) => a.localeCompare(b)))
    say('Sales tax', state, `tax_percent.${state}`, percent, (n) => `${n}%`);
  for (const [id, prices] of Object.entries(terms.sub_specialties ?? {}))
    for (const key of SUB_KEYS)
      say(
        names.sub_specialties[id] ?? `Sub-specialty ${id}`,
        SUB_LABELS[key],
        `sub_specialties.${id}.${key}`,
        prices[key],
        (n) => (key.endsWith('_cents') ? formatCents(n) : `× ${n}`),
      );
  if (!experts) return lines;
  for (const [key, fee] of Object.entries(experts.fees_cents ?? {}))
    say('Experts', `${service(key)}, fee`, `experts.fees_cents.${key}`, fee, (n) =>
      n === null ? 'No fee, the share counts' : formatCents(n),
    );
  say('Experts', 'Share of a line without a fee', 'experts.share_percent', experts.share_percent, (n) => `${n}%`);
  say('Experts', 'Own fee schedules count', 'experts.accepts_own_schedules', experts.accepts_own_schedules, yes);
  say('Experts', 'Customers see the amount', 'experts.shows_expert_amount', experts.shows_expert_amount, yes);
  return lines;
}

/** What of a book differs from another one; null: it is not said there. */
export interface BookChange extends Omit<BookLine, 'value'> {
  before: string | null;
  now: string | null;
}

/** What differs between two books, in the order people read them. */
export function bookChanges(before: readonly BookLine[], now: readonly BookLine[]): BookChange[] {
  const was = new Map(before.map((line) => [line.key, line.value]));
  const is = new Map(now.map((line) => [line.key, line.value]));
  const gone = before.filter(({ key }) => !is.has(key));
  return [...now, ...gone].flatMap(({ key, about, label }) => {
    const [one, other] = [was.get(key) ?? null, is.get(key) ?? null];
    return one === other ? [] : [{ key, about, label, before: one, now: other }];
  });
}
