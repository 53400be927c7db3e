import { US_STATES } from '../../../../core/us-states.ts';
import { type Standing, STANDINGS } from '../../rules/experts-desk.ts';

export const ENDINGS = ['ended', 'soon'] as const;
export const AVAILABILITIES = ['accepting', 'limited', 'none'] as const;
export const LOADS = ['free', 'full'] as const;

/** What the address of the directory says. */
export interface DirectorySearch {
  q: string;
  status: Standing | null;
  specialty: number | null;
  state: string | null;
  ending: (typeof ENDINGS)[number] | null;
  availability: (typeof AVAILABILITIES)[number] | null;
  load: (typeof LOADS)[number] | null;
  /** Only those of whom something waits to be verified. */
  waiting: 1 | null;
}

/** Nothing chosen. */
export const WHOLE_DIRECTORY: DirectorySearch = {
  q: '',
  status: null,
  specialty: null,
  state: null,
  ending: null,
  availability: null,
  load: null,
  waiting: null,
};

/** The search of an address; what it does not know is left out. */
export function readDirectory(search: Record<string, unknown>): DirectorySearch {
  const { q, specialty } = search;
  return {
    q: typeof q === 'string' || typeof q === 'number' ? String(q) : '',
    status: STANDINGS.find((one) => one === search['status']) ?? null,
    specialty: typeof specialty === 'number' && Number.isSafeInteger(specialty) && specialty > 0 ? specialty : null,
    state: US_STATES.find(([code]) => code === search['state'])?.[0] ?? null,
    ending: ENDINGS.find((one) => one === search['ending']) ?? null,
    availability: AVAILABILITIES.find((one) => one === search['availability']) ?? null,
    load: LOADS.find((one) => one === search['load']) ?? null,
    waiting: search['waiting'] === 1 ? 1 : null,
  };
}

/** The same as an address has it: what goes without saying is left out. */
export const writeDirectory = (search: DirectorySearch): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]: [string, string | number | null]) =>
      value === null || value === '' ? [] : [[name, value] as const],
    ),
  );
