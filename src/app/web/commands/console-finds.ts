import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { peopleDeskEndpoints } from '../../../features/accounts/contract/people-desk.ts';
import { keepsPeople } from '../../../features/accounts/rules/people-desk.ts';
import { personHref } from '../../../features/accounts/web/desk/search.ts';
import { keepsOrganizations } from '../../../features/organizations/rules/standing.ts';
import { organizationConsoleEndpoints } from '../../../features/organizations/contract/console.ts';
import { organizationHref, whoseHref } from '../../../features/organizations/web/search.ts';
import { SETTINGS } from '../../../features/organizations/web/settings.ts';
import { viewerOf } from '../../../features/accounts/web/current-user.ts';
import { query as queryOf } from '../../../ui/api/hooks.ts';
import { useAuth } from '../auth.tsx';
import type { Entry } from './match.ts';

/** The organization a setting is meant of: the one whose page is open, else one's own. */
const settingsOf = (path: string, own: number | null): number | null => {
  const open = /^\/admin\/organizations\/(\d{1,15})$/.exec(path)?.[1];
  return open === undefined ? own : Number(open);
};

/**
 * Every page and field of an organization, for those who keep one: found by name, label and the words of the sentence.
 * Who has none of their own, and none open, says of which it is meant.
 */
export function useSettings(): Entry[] {
  const { user } = useAuth();
  const router = useRouter();
  if (!user || !keepsOrganizations(viewerOf(user).kind)) return [];
  const id = settingsOf(router.state.location.pathname, user.organization?.id ?? null);
  return SETTINGS.map(({ name, label, place, words, href }): Entry => ({
    id: `setting-${name}`,
    group: 'Settings',
    label,
    note: place,
    words,
    // an address with its search
    run: () => router.history.push(id === null ? whoseHref(name) : href(id)),
  }));
}

/** People by name or address, of those the person keeps. */
export function usePeople(asked: string) {
  const { user } = useAuth();
  const router = useRouter();
  const enabled = user !== null && keepsPeople(viewerOf(user).kind) && asked.length >= 2;
  const found = useQuery({ ...queryOf(peopleDeskEndpoints.list, { query: { q: asked, limit: 5 } }), enabled });
  const rows = enabled ? (found.data?.data ?? []) : [];
  return {
    searching: enabled && found.isFetching,
    failed: enabled && found.isError,
    entries: rows.map(({ id, name, email, label, organization }): Entry => ({
      id: `person-${id}`,
      group: 'People',
      label: name || email,
      note: organization ? `${label}, ${organization.name}` : label,
      run: () => void router.navigate({ to: personHref(id) }),
    })),
  };
}

/** Organizations by name, of those the person keeps. */
export function useOrganizations(asked: string) {
  const { user } = useAuth();
  const router = useRouter();
  const enabled = user !== null && keepsOrganizations(viewerOf(user).kind) && asked.length >= 2;
  const found = useQuery({
    ...queryOf(organizationConsoleEndpoints.list, { query: { q: asked, limit: 5 } }),
    enabled,
  });
  const rows = enabled ? (found.data?.data ?? []) : [];
  return {
    searching: enabled && found.isFetching,
    failed: enabled && found.isError,
    entries: rows.map(({ id, name, parent }): Entry => ({
      id: `organization-${id}`,
      group: 'Organizations',
      label: name,
      ...(parent ? { note: parent.name } : {}),
      run: () => void router.navigate({ to: organizationHref(id) }),
    })),
  };
}
