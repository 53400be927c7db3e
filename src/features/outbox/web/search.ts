import { MESSAGE_SORTS, MESSAGE_STATES, type MessageSort, type MessageState } from '../rules.ts';

/** What the address of the outbox says. */
export interface OutboxSearch {
  of: MessageSort;
  state: MessageState | null;
  q: string;
  message: number | null;
}

/** The search of an address; what it does not know is left out. */
export function readSearch(search: Record<string, unknown>): OutboxSearch {
  const { q, message } = search;
  return {
    of: MESSAGE_SORTS.find((name) => name === search['of']) ?? 'mails',
    state: MESSAGE_STATES.find((name) => name === search['state']) ?? null,
    q: typeof q === 'string' || typeof q === 'number' ? String(q) : '',
    message: typeof message === 'number' && Number.isSafeInteger(message) && message > 0 ? message : null,
  };
}

/** The same as an address has it: what goes without saying is left out. */
export const writeSearch = ({ of, state, q, message }: OutboxSearch): Record<string, string | number> => ({
  ...(of === 'mails' ? {} : { of }),
  ...(state === null ? {} : { state }),
  ...(q === '' ? {} : { q }),
  ...(message === null ? {} : { message }),
});

/** A search as a link. */
export function hrefOf(search: OutboxSearch): string {
  const query = new URLSearchParams(Object.entries(writeSearch(search)).map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `/admin/outbox?${query}` : '/admin/outbox';
}
