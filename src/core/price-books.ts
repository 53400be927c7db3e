import type { Cents } from './money.ts';
import type { SaidPrices } from './specialties.ts';

/* Price books: what an organization, its parents and the platform say prices are, each for one kind of review. */

/** What a book says about one service. */
interface ServiceTerms {
  base_cents?: Cents | undefined;
  included_pages?: number | undefined;
}

/** What a book says the customer pays. Whatever it leaves out is as the book above says, last as the product comes. */
export interface BookTerms {
  services?: Readonly<Record<string, ServiceTerms>> | undefined;
  /** Pages over the included ones are charged by so many at once. */
  page_step?: number | undefined;
  expedited_percent?: number | undefined;
  expedited_min_cents?: Cents | undefined;
  composition?: 'multiply' | 'add' | undefined;
  /** What an order comes to at least, before extras and tax. */
  minimum_cents?: Cents | undefined;
  /** Sales tax by the letters of the state the matter is in, with at most three decimals. */
  tax_percent?: Readonly<Record<string, number>> | undefined;
  /** In place of a sub-specialty's own numbers, by its id. */
  sub_specialties?: Readonly<Record<string, SaidPrices>> | undefined;
}

/** What a book says experts earn. Customers never see it. */
export interface ExpertTerms {
  /** For a service, cents; null: no fee, so that the share counts. */
  fees_cents?: Readonly<Record<string, Cents | null>> | undefined;
  /** An expert's own fee schedule counts before the fees. */
  accepts_own_schedules?: boolean | undefined;
  /** The customer is shown what the expert earns. */
  shows_expert_amount?: boolean | undefined;
  /** What the expert earns of a line where nothing else says it, in whole percent. */
  share_percent?: number | undefined;
}

/** What experts earn where no book says otherwise. */
export const USUAL_EXPERT_TERMS = {
  fees_cents: {},
  accepts_own_schedules: false,
  shows_expert_amount: false,
  share_percent: 70,
} as const satisfies ExpertTerms;

/** Where the platform's books stand above every organization. */
export const PLATFORM_DEPTH = 1000;

export type HeldExpertTerms = {
  [K in keyof typeof USUAL_EXPERT_TERMS]: Exclude<ExpertTerms[K], undefined>;
};

/** A book in effect, and how far above the organization: 0 its own, 1 its parent's, and so on. */
export interface BookLevel<T> {
  depth: number;
  terms: T;
}

/** The first value that is said, nearest first. */
function nearest<T, K extends keyof T>(levels: readonly T[], key: K): T[K] | undefined {
  return levels.find((one) => one[key] !== undefined)?.[key];
}

/** Rows of all levels by their keys, each merged field by field. */
function mergedRows<R extends object>(
  tables: readonly (Readonly<Record<string, R>> | undefined)[],
): Record<string, R> | undefined {
  const said = tables.filter((table) => table !== undefined);
  if (said.length === 0) return undefined;
  const all: Record<string, R> = {};
  for (const table of said.toReversed())
    for (const [key, row] of Object.entries(table)) all[key] = { ...all[key], ...withoutUnsaid(row) };
  return all;
}

/** The same object without what is undefined. */
// why: the fields that are left are those of the object
const withoutUnsaid = <T extends object>(said: T): T =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) as T;

/** What the books of an organization say together, nearest first: each field as the nearest has it. */
export const mergedTerms = (levels: readonly BookTerms[]): BookTerms =>
  withoutUnsaid<BookTerms>({
    services: mergedRows(levels.map(({ services }) => services)),
    page_step: nearest(levels, 'page_step'),
    expedited_percent: nearest(levels, 'expedited_percent'),
    expedited_min_cents: nearest(levels, 'expedited_min_cents'),
    composition: nearest(levels, 'composition'),
    minimum_cents: nearest(levels, 'minimum_cents'),
    tax_percent: levels.some(({ tax_percent }) => tax_percent !== undefined)
      ? Object.assign({}, ...levels.map(({ tax_percent }) => tax_percent ?? {}).toReversed())
      : undefined,
    sub_specialties: mergedRows(levels.map(({ sub_specialties }) => sub_specialties)),
  });

/** What the books in effect say that are no farther above the organization than `near`, nearest first. */
export const heldTerms = (levels: readonly BookLevel<BookTerms>[], near = Infinity): BookTerms =>
  mergedTerms(levels.filter(({ depth }) => depth <= near).map(({ terms }) => terms));

/** The same of what experts earn; what no book says is as usual. */
export const mergedExpertTerms = (levels: readonly ExpertTerms[]): HeldExpertTerms => ({
  fees_cents: Object.assign({}, ...levels.map(({ fees_cents }) => fees_cents ?? {}).toReversed()),
  accepts_own_schedules: nearest(levels, 'accepts_own_schedules') ?? USUAL_EXPERT_TERMS.accepts_own_schedules,
  shows_expert_amount: nearest(levels, 'shows_expert_amount') ?? USUAL_EXPERT_TERMS.shows_expert_amount,
  share_percent: nearest(levels, 'share_percent') ?? USUAL_EXPERT_TERMS.share_percent,
});
