/** What the address of the list of organizations says. */
export interface ListSearch {
  q: string;
  platform_type: 'managed' | 'saas' | null;
  hold: 'billing' | 'legal' | null;
  /** The setting somebody looks for, by its name: rows lead to it. */
  setting: string | null;
}

/** The search of an address; what it does not know is left out. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  const { q } = search;
  return {
    q: typeof q === 'string' || typeof q === 'number' ? String(q) : '',
    platform_type: (['managed', 'saas'] as const).find((one) => one === search['platform_type']) ?? null,
    hold: (['billing', 'legal'] as const).find((one) => one === search['hold']) ?? null,
    setting: typeof search['setting'] === 'string' ? search['setting'] : null,
  };
}

/** The same as an address has it. */
export const writeListSearch = ({ q, platform_type, hold, setting }: ListSearch): Record<string, string> => ({
  ...(q === '' ? {} : { q }),
  ...(platform_type === null ? {} : { platform_type }),
  ...(hold === null ? {} : { hold }),
  ...(setting === null ? {} : { setting }),
});

/** The tabs of an organization's page. */
export const TABS = [
  'features',
  'profile',
  'agreement',
  'sign_in',
  'holds',
  'prices',
  'below',
  'record_systems',
  'webhooks',
  'api_keys',
  'data',
  'history',
] as const;
export type Tab = (typeof TABS)[number];
export const TAB_LABELS: Record<Tab, string> = {
  profile: 'Profile',
  features: 'Features',
  agreement: 'Agreement',
  sign_in: 'Sign-in',
  holds: 'Holds',
  prices: 'Prices',
  below: 'Sub-organizations',
  record_systems: 'Record systems',
  webhooks: 'Webhooks',
  api_keys: 'API keys',
  data: 'Data',
  history: 'What changed',
};
export const tabOf = (search: Record<string, unknown>): Tab => TABS.find((one) => one === search['tab']) ?? 'features';

/** A tab of an organization's page as a link. */
export const organizationHref = (id: number, tab: Tab = 'features', field?: string): string =>
  `/admin/organizations/${id}${tab === 'features' ? '' : `?tab=${tab}${field === undefined ? '' : `&field=${field}`}`}`;

/** The list, to say of which organization a setting is meant. */
export const whoseHref = (setting: string): string =>
  `/admin/organizations?${new URLSearchParams({ setting }).toString()}`;
