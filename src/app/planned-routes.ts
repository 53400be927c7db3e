import { PLANNED_ROWS, type PlannedRow } from './planned-rows.ts';
import { PAGE_ROUTES, type PageRoute } from './routes.ts';

interface PlannedWords {
  /** What the page is about, as its heading. */
  title: string;
  /** What will stand there. */
  later: string;
  /** What one can do today instead. */
  today: string;
  /** The way to it. Where there is none of its own, `home`: the reader's start page. */
  way: { label: string; href: string } | 'home';
}

/** A route whose page is not there yet: what will stand there, what can be done today, and the way to it. */
export type PlannedRoute = PlannedRow & PlannedWords;

/** What they say, by path. Every page there is to be is there now. */
const ALL: ReadonlyMap<string, PlannedWords> = new Map();

/** A route whose page is not there yet, with what it says. */
export function plannedRoute(row: PlannedRow): PlannedRoute {
  const words = ALL.get(row.path);
  if (!words) throw new Error(`Nothing is said at ${row.path}.`);
  return { ...row, ...words };
}

/** All of them, with what they say. */
export const LATER_ROUTES: readonly PlannedRoute[] = PLANNED_ROWS.map(plannedRoute);

/** Every route of the product, those whose page is not there yet included (they carry `later`). */
export const ROUTES: readonly (PageRoute & { later?: string })[] = [...PAGE_ROUTES, ...LATER_ROUTES];
