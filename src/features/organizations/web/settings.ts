import { ORGANIZATION_FIELDS } from '../rules/fields.ts';
import { organizationHref, TAB_LABELS, TABS } from './search.ts';

/** A tab of an organization's page, or a field on one, that is found by name. */
export interface Setting {
  /** Of the tab, or of the field. */
  name: string;
  label: string;
  /** Where it stands. */
  place: string;
  /** Other words it is found by. */
  words: string;
  /** Its place on the page of an organization. */
  href: (organizationId: number) => string;
}

/** Everything of an organization that can be looked for: its tabs, and every field whose matter is built. */
export const SETTINGS: readonly Setting[] = [
  ...TABS.filter((tab) => tab !== 'below' && tab !== 'data').map((tab): Setting => ({
    name: tab,
    label: TAB_LABELS[tab],
    place: 'Organization',
    words: '',
    href: (id) => organizationHref(id, tab),
  })),
  ...ORGANIZATION_FIELDS.map(({ name, label, explanation, tab }): Setting => ({
    name,
    label,
    place: TAB_LABELS[tab],
    words: `${name} ${name.replaceAll('_', ' ')} ${explanation}`,
    href: (id) => (tab === 'features' ? `/admin/organizations/${id}?q=${name}` : organizationHref(id, tab)),
  })),
];

/** The setting of a name an address has; undefined where there is none. */
export const settingOf = (name: string | null): Setting | undefined => SETTINGS.find((one) => one.name === name);
