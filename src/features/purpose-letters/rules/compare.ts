/** A run of words that two versions share, or that one alone has. */
export interface Piece {
  is: 'same' | 'added' | 'removed';
  text: string;
}

/** More words than this on both sides are compared by paragraph. */
const WORDS_MOST = 4_000;

const wordsOf = (text: string): string[] => text.match(/\s+|[^\s]+/gu) ?? [];
const paragraphsOf = (text: string): string[] => text.match(/[^\n]*\n+|[^\n]+$/gu) ?? [];

/** The longest common run of two lists of parts, as steps through both. */
function steps(before: readonly string[], after: readonly string[]): Piece[] {
  const [n, m] = [before.length, after.length];
  const length = Array.from({ length: n + 1 }, () => new Uint16Array(m + 1));
  const at = (i: number, j: number): number => length[i]?.[j] ?? 0;
  for (let i = n - 1; i >= 0; i -= 1)
    for (let j = m - 1; j >= 0; j -= 1) {
      const row = length[i];
      if (row) row[j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const pieces: Piece[] = [];
  const put = (is: Piece['is'], text: string): void => {
    const last = pieces.at(-1);
    if (last?.is === is) last.text += text;
    else pieces.push({ is, text });
  };
  let [i, j] = [0, 0];
  while (i < n || j < m) {
    if (i < n && j < m && before[i] === after[j]) {
      put('same', before[i] ?? '');
      i += 1;
      j += 1;
    } else if (j >= m || (i < n && at(i + 1, j) >= at(i, j + 1))) {
      put('removed', before[i] ?? '');
      i += 1;
    } else {
      put('added', after[j] ?? '');
      j += 1;
    }
  }
  return pieces;
}

/**
 * What changed between two texts, word by word. Put together without what was added they are the first, without what was
 * removed the second.
 */
export function compare(before: string, after: string): Piece[] {
  const [old, fresh] = [wordsOf(before), wordsOf(after)];
  return old.length > WORDS_MOST || fresh.length > WORDS_MOST
    ? steps(paragraphsOf(before), paragraphsOf(after))
    : steps(old, fresh);
}
