import type { TimelineRow } from '../../contract.ts';

/** A row told by itself, or several steps that Peritus took without anybody, newest first. */
export type TimelineEntry = { row: TimelineRow } | { steps: readonly TimelineRow[] };

/** What the program did by itself and gave no reason for. What a person did or wrote never is. */
const isStep = ({ actor, reason, override, change }: TimelineRow): boolean =>
  actor === 'Peritus' && reason === null && !override && change === null;

/**
 * Rows, newest first, with each run of two of the program's steps or more as one entry. The newest row stays as it is: it
 * says where the review stands now; a single step takes no more room than the line that would open it.
 */
export function foldSteps(rows: readonly TimelineRow[]): TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  let run: TimelineRow[] = [];
  const end = (): void => {
    const [only] = run;
    if (only && run.length === 1) entries.push({ row: only });
    else if (run.length > 1) entries.push({ steps: run });
    run = [];
  };
  rows.forEach((row, at) => {
    if (at > 0 && isStep(row)) {
      run.push(row);
      return;
    }
    end();
    entries.push({ row });
  });
  end();
  return entries;
}
