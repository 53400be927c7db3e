import { maxUploadBytes } from '../../../../ui/session/site.ts';
import type { PreOrderView } from '../../contract.ts';
import { chartWithin, placeFiles, type Placement, whyNotSendable } from '../../rules.ts';
import type { BulkUploadFile } from './store.ts';

/** A file with where it goes now: put by hand, or as its name proposes. */
export interface Proposed {
  file: BulkUploadFile;
  review_id: number | null;
  chart_key: string | null;
  /** What its name says, or that it was put by hand. */
  says: string;
  among: readonly number[];
  /** 0: cannot be sent or its pre-order is open, 1: its chart is, 2: likely, 3: sure. By its name alone, so that no row moves when it is corrected. */
  rank: number;
}

const CONFIDENT = { sure: 'Sure. ', likely: 'Likely. ', none: '' } as const;

const placed = new WeakMap<readonly PreOrderView[], Map<string, Placement>>();

/** Where names say that files go, by their paths. Each is asked once of a list: a correction changes no name. */
function placementsOf(paths: readonly string[], preOrders: readonly PreOrderView[]): ReadonlyMap<string, Placement> {
  const known = placed.get(preOrders) ?? new Map<string, Placement>();
  placed.set(preOrders, known);
  const fresh = [...new Set(paths)].filter((path) => !known.has(path));
  const found = fresh.length === 0 ? [] : placeFiles(fresh, preOrders);
  for (const [at, placement] of found.entries()) known.set(fresh[at] ?? '', placement);
  return known;
}

/** The files not sent yet with where they go, those that need somebody first. */
export function propose(files: readonly BulkUploadFile[], preOrders: readonly PreOrderView[]): Proposed[] {
  const open = files.filter((file) => file.sent === null);
  const placements = placementsOf(
    open.map((file) => file.chosen.path),
    preOrders,
  );
  return open
    .map((file) => proposed(file, placements.get(file.chosen.path), preOrders))
    .toSorted((a, b) => a.rank - b.rank);
}

function proposed(file: BulkUploadFile, by: Placement | undefined, preOrders: readonly PreOrderView[]): Proposed {
  const { path, file: bytes } = file.chosen;
  const sendable = whyNotSendable({ name: bytes.name, size_bytes: bytes.size }, maxUploadBytes()) === null;
  const rank =
    !sendable || !by || by.review_id === null ? 0 : by.chart_key === null ? 1 : by.confidence === 'sure' ? 3 : 2;
  const among = by?.among ?? [];
  const says = by ? `${CONFIDENT[by.confidence]}${by.because}` : '';
  const put = file.put;
  if (put === null)
    return { file, review_id: by?.review_id ?? null, chart_key: by?.chart_key ?? null, says, among, rank };
  const there = preOrders.find((one) => one.review_id === put.review_id);
  if (!there)
    return {
      file,
      review_id: null,
      chart_key: null,
      says: put.review_id === null ? 'Your choice.' : says,
      among,
      rank,
    };
  if (put.chart_key !== undefined)
    return { file, review_id: put.review_id, chart_key: put.chart_key, says: 'Your choice.', among, rank };
  const { chart_key, because } = chartWithin(path, there.charts);
  return { file, review_id: put.review_id, chart_key, says: `Your choice of the pre-order. ${because}`, among, rank };
}
