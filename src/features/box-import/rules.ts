import { HOUR } from '../../core/durations.ts';
import { atLeastAsked, growingWait } from '../../core/waits.ts';

export * from './rules/reports.ts';

const SECOND = 1000;

/** So many files one choice brings at most, from so many folders, so deep. */
export const MOST_FILES = 500;
export const MOST_FOLDERS_READ = 200;
export const DEEPEST = 20;
/** Items one chooses at once. */
export const MOST_CHOSEN = 100;

/** What can be wrong between Box and us, as its person reads it; those of a file say what to do. */
export const FAULTS = {
  away: 'Box gave no answer, several times. Try again later.',
  broken: 'Box no longer lets us in. Connect it again, then try again.',
  gone: 'Box was disconnected. Connect it again, then try again.',
  not_yours: 'This file is not in a folder that is open to you any longer.',
  missing: 'This file is no longer in Box.',
  locked: 'Box does not let you download this file. Ask who owns it.',
  other_bytes: 'What arrived is not what Box says the file holds, twice. Try again later, or upload it.',
  ended: 'This review takes no more records.',
  off: 'Importing from Box was turned off for you.',
  no_right: 'Whoever chose this file may no longer add records to this review.',
} as const;
export type Fault = keyof typeof FAULTS;

/** Tries in a row without a byte, before a file is given up. */
export const MOST_TRIES = 6;
/** A file whose bytes are others is taken again once. */
export const MOST_MISMATCHES = 2;

/** How long until the next try: twice as long each time, up to an hour; at least what Box asked for. */
export function waitFor(tries: number, asked_ms: number | null): number {
  const own = tries === 0 ? 5 * SECOND : growingWait(tries, { first_ms: 30 * SECOND, longest_ms: HOUR });
  return atLeastAsked(own, asked_ms, 6 * HOUR);
}

/** Whether something in Box is one of the folders that were opened to its reader, or lies below one, by Box’s own word. */
export const isOpened = (
  { id, parents }: { id: string | null; parents: readonly string[] },
  opened: readonly string[],
): boolean => (id !== null && opened.includes(id)) || parents.some((parent) => opened.includes(parent));

/** A part of a content from Box: where it begins by its Content-Range, or null where it says nothing that can be read. */
export function rangeStart(header: string | null): number | null {
  const found = /^bytes (\d{1,15})-\d{1,15}\/(?:\d{1,15}|\*)$/.exec(header ?? '');
  return found ? Number(found[1]) : null;
}
