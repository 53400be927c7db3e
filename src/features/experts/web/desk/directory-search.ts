import { US_STATES } from '../../../../core/us-states.ts';
import { type Standing, STANDINGS } from '../../rules/experts-desk.ts';

export const ENDINGS = ['ended', 'soon'] as const;

/** What the address of the directory says. */
export interface DirectorySearch {
  q: string;
  status: Standing | null;
  specialty: number | null;
  state: string | null;
  ending: (typeof ENDINGS)[number] | null;
}

/** The search of an address; what it does not know is left out. */
export function readDirectory(search: Record<string, unknown>): DirectorySearch {
  const { q, specialty } = search;
  return {
    q: typeof q === 'string' || typeof q === 'number' ? String(q) : '',
    status: STANDINGS.find((one) => one === search['status']) ?? null,
    specialty: typeof specialty === 'number' && Number.isSafeInteger(specialty) && specialty > 0 ? specialty : null,
    state: US_STATES.find(([code]) => code === search['state'])?.[0] ?? null,
    ending: ENDINGS.find((one) => one === search['ending']) ?? null,
  };
}

/** The same as an address has it: what goes without saying is left out. */
export const writeDirectory = (search: DirectorySearch): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]: [string, string | number | null]) =>
      value === null || value === '' ? [] : [[name, value] as const],
    ),
  );
