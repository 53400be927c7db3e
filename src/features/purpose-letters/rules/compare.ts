import { diffLines, diffWordsWithSpace } from 'diff';

/** A run of words that two versions share, or that one alone has. */
export interface Piece {
  is: 'same' | 'added' | 'removed';
  text: string;
}

/** Texts that differ in more places than this are compared by lines: word by word nobody could read it. */
const EDITS_MOST = 4_000;

/**
 * What changed between two texts, word by word. Put together without what was added they are the first, without what was
 * removed the second.
 */
export const compare = (before: string, after: string): Piece[] =>
  (diffWordsWithSpace(before, after, { maxEditLength: EDITS_MOST }) ?? diffLines(before, after)).map(
    ({ value, added, removed }) => ({ is: added ? 'added' : removed ? 'removed' : 'same', text: value }),
  );
