import { APPLICATION_STATES, type ApplicationState } from '../../rules/application-states.ts';

const VIEWS = ['list', 'board'] as const;
const ASSIGNED = ['me', 'nobody'] as const;

/** What the address of the applications says. `status`: `open` while nothing else is said. */
export interface DeskSearch {
  view: (typeof VIEWS)[number];
  status: ApplicationState | 'open' | 'all';
  assigned: (typeof ASSIGNED)[number] | null;
  q: string;
  newest: boolean;
}

/** The search of an address; what it does not know is left out. */
export function readSearch(search: Record<string, unknown>): DeskSearch {
  const { q, status } = search;
  return {
    view: VIEWS.find((one) => one === search['view']) ?? 'list',
    status:
      status === 'all' ? 'all' : (APPLICATION_STATES.find((one) => one === status && one !== 'started') ?? 'open'),
    assigned: ASSIGNED.find((one) => one === search['assigned']) ?? null,
    q: typeof q === 'string' || typeof q === 'number' ? String(q) : '',
    newest: search['sort'] === 'newest',
  };
}

/** The same as an address has it: what goes without saying is left out. */
export const writeSearch = ({ view, status, assigned, q, newest }: DeskSearch): Record<string, string> => ({
  ...(view === 'list' ? {} : { view }),
  ...(status === 'open' ? {} : { status }),
  ...(assigned === null ? {} : { assigned }),
  ...(q === '' ? {} : { q }),
  ...(newest ? { sort: 'newest' } : {}),
});

/** A search as a link. */
export function hrefOf(search: DeskSearch): string {
  const query = new URLSearchParams(writeSearch(search));
  return query.size > 0 ? `/admin/applications?${query}` : '/admin/applications';
}

/** What the search asks the server besides the state. */
export const askOf = ({ assigned, q }: DeskSearch) => ({
  ...(assigned === null ? {} : { assigned }),
  ...(q === '' ? {} : { q }),
});
