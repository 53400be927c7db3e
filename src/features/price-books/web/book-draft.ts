import type { In } from '../../../core/endpoint.ts';
import type { BookVersion, BookView, priceBookEndpoints } from '../contract.ts';

type Said = Pick<In<typeof priceBookEndpoints.add, 'body'>, 'terms' | 'experts'>;
type SubKey = keyof NonNullable<NonNullable<Said['terms']['sub_specialties']>[string]>;
type Choice = 'yes' | 'no' | null;

export interface TaxRow {
  id: string;
  state: string | null;
  percent: number | null;
}
export interface SubRow {
  id: string;
  sub: string | null;
  said: Partial<Record<SubKey, number | null | undefined>>;
}

/** A version as it is written: what is null is as above. */
export interface BookDraft {
  from: string | null;
  note: string;
  services: Record<string, { base: number | null; pages: number | null; fee: number | null }>;
  page_step: number | null;
  expedited_percent: number | null;
  expedited_min: number | null;
  composition: 'multiply' | 'add' | null;
  minimum: number | null;
  taxes: TaxRow[];
  subs: SubRow[];
  share: number | null;
  accepts: Choice;
  shows: Choice;
}

const choice = (said: boolean | undefined): Choice => (said === undefined ? null : said ? 'yes' : 'no');
const said = (chosen: Choice): boolean | undefined => (chosen === null ? undefined : chosen === 'yes');

/** What is written begins with: the version itself, or for a new one what the latest says. */
export function draftOf(view: BookView, version: BookVersion | null): BookDraft {
  const from = version ?? view.versions[0];
  const [terms, experts] = [from?.terms ?? {}, from?.experts ?? null];
  return {
    from: version?.effective_from ?? null,
    note: version?.note ?? '',
    services: Object.fromEntries(
      view.services.map(({ key }) => [
        key,
        {
          base: terms.services?.[key]?.base_cents ?? null,
          pages: terms.services?.[key]?.included_pages ?? null,
          fee: experts?.fees_cents?.[key] ?? null,
        },
      ]),
    ),
    page_step: terms.page_step ?? null,
    expedited_percent: terms.expedited_percent ?? null,
    expedited_min: terms.expedited_min_cents ?? null,
    composition: terms.composition ?? null,
    minimum: terms.minimum_cents ?? null,
    taxes: Object.entries(terms.tax_percent ?? {}).map(([state, percent]) => ({ id: state, state, percent })),
    subs: Object.entries(terms.sub_specialties ?? {}).map(([sub, prices]) => ({ id: sub, sub, said: { ...prices } })),
    share: experts?.share_percent ?? null,
    accepts: choice(experts?.accepts_own_schedules),
    shows: choice(experts?.shows_expert_amount),
  };
}

/** The same object without what is null or not said. */
const only = <T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], null | undefined> } =>
  // why: what is left is of the same fields
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null && one !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], null | undefined>;
  };
const rows = <T extends object>(table: Record<string, T>): Record<string, T> | undefined => {
  const kept = Object.entries(table).filter(([, row]) => Object.keys(row).length > 0);
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
};

/** What is sent of it. A fee of none that the version had already is kept. */
export function saidIn(draft: BookDraft, before: BookVersion['experts']): Said {
  const none = Object.entries(before?.fees_cents ?? {}).filter(
    ([key, fee]) => fee === null && (draft.services[key]?.fee ?? null) === null,
  );
  const fees = {
    ...Object.fromEntries(none),
    ...Object.fromEntries(
      Object.entries(draft.services).flatMap(([key, { fee }]) => (fee === null ? [] : [[key, fee] as const])),
    ),
  };
  const taxes = draft.taxes.flatMap(({ state, percent }) =>
    state === null || percent === null ? [] : [[state, percent] as const],
  );
  return {
    terms: only({
      services: rows(
        Object.fromEntries(
          Object.entries(draft.services).map(([key, { base, pages }]) => [
            key,
            only({ base_cents: base, included_pages: pages }),
          ]),
        ),
      ),
      page_step: draft.page_step,
      expedited_percent: draft.expedited_percent,
      expedited_min_cents: draft.expedited_min,
      composition: draft.composition,
      minimum_cents: draft.minimum,
      tax_percent: taxes.length > 0 ? Object.fromEntries(taxes) : undefined,
      sub_specialties: rows(
        Object.fromEntries(draft.subs.flatMap((row) => (row.sub === null ? [] : [[row.sub, only(row.said)] as const]))),
      ),
    }),
    experts: only({
      fees_cents: Object.keys(fees).length > 0 ? fees : undefined,
      share_percent: draft.share,
      accepts_own_schedules: said(draft.accepts),
      shows_expert_amount: said(draft.shows),
    }),
  };
}
