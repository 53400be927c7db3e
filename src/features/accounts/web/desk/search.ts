import { PROFILE_TYPES, type ProfileType, type Role, ROLES } from '../../../../core/actor.ts';

/** What the address of the list of people says. */
export interface PeopleSearch {
  q: string;
  is: Role | ProfileType | null;
  organization_id: number | null;
  standing: 'active' | 'suspended' | null;
}

/** The search of an address; what it does not know is left out. */
export function readPeopleSearch(search: Record<string, unknown>): PeopleSearch {
  const { q, organization } = search;
  return {
    q: typeof q === 'string' || typeof q === 'number' ? String(q) : '',
    is: [...ROLES, ...PROFILE_TYPES].find((one) => one === search['is']) ?? null,
    organization_id: /^\d{1,15}$/.test(String(organization)) ? Number(organization) : null,
    standing: (['active', 'suspended'] as const).find((one) => one === search['standing']) ?? null,
  };
}

/** The same as an address has it. */
export const writePeopleSearch = ({
  q,
  is,
  organization_id,
  standing,
}: PeopleSearch): Record<string, string | number> => ({
  ...(q === '' ? {} : { q }),
  ...(is === null ? {} : { is }),
  ...(organization_id === null ? {} : { organization: organization_id }),
  ...(standing === null ? {} : { standing }),
});

/** The tabs of a person's page. */
export const TABS = ['roles', 'settings', 'sign_in', 'access', 'history'] as const;
export type Tab = (typeof TABS)[number];
export const TAB_LABELS: Record<Tab, string> = {
  roles: 'Roles',
  settings: 'Settings',
  sign_in: 'Sign-in',
  access: 'What they see',
  history: 'What changed',
};
export const tabOf = (search: Record<string, unknown>): Tab => TABS.find((one) => one === search['tab']) ?? 'roles';

/** A tab of a person's page as a link. */
export const personHref = (id: number, tab: Tab = 'roles'): string =>
  `/admin/people/${id}${tab === 'roles' ? '' : `?tab=${tab}`}`;
