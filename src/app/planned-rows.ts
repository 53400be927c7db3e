/** A route whose page is not there yet. What it says instead comes with its page (planned-routes.ts). */
export interface PlannedRow {
  path: string;
  access: 'public' | 'entry' | 'actor';
}

const SINGLE = [] as const satisfies readonly PlannedRow[];

/** Their paths; one that gets its page leaves that list (a type in routes.ts sees to it). */
export type PlannedPath = (typeof SINGLE)[number]['path'];

/** The routes of the product that another piece of work still owns. None of them is in the navigation. */
export const PLANNED_ROWS: readonly PlannedRow[] = SINGLE;
