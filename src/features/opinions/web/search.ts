import type { SentIn } from '../../../core/endpoint.ts';
import type { trendEndpoints } from '../contract.ts';
import { quarterOf, SCALE_NAMES, type Scale } from '../rules.ts';

export type TrendSearch = SentIn<typeof trendEndpoints.read, 'query'> & object;

const text = (value: unknown): string | undefined => {
  const words = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return words === '' ? undefined : words.slice(0, 300);
};
const quarter = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-(0[1-9]|1[0-2])-\d{2}$/.test(value) ? quarterOf(value) : undefined;

/** Reads an address; what it does not understand is as if it were not there. */
export function readTrendSearch(raw: Record<string, unknown>): TrendSearch {
  const organization = Number(text(raw['organization_id']));
  const read: Record<string, unknown> = {
    organization_id: Number.isSafeInteger(organization) && organization > 0 ? organization : undefined,
    facility: text(raw['facility'])?.slice(0, 200),
    provider: text(raw['provider']),
    review_type: text(raw['review_type'])?.slice(0, 60),
    scale: SCALE_NAMES.find((one): one is Scale => one === raw['scale']),
    from: quarter(raw['from']),
    to: quarter(raw['to']),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as TrendSearch;
}
