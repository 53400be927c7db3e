/** Finding words in a page's text the way a reader means them: case, accents, ligatures and line ends do not matter. */

export interface TextPiece {
  str: string;
  hasEOL: boolean;
}

/** A page's text in one string; `starts[i]` is where piece i begins in it. */
export interface JoinedText {
  text: string;
  starts: readonly number[];
}

/** A match as offsets into the joined text, end exclusive. */
export interface Match {
  start: number;
  end: number;
}

interface Folded {
  text: string;
  /** For each folded character the offset of the character it came from. */
  from: readonly number[];
}

export function joinPieces(pieces: readonly TextPiece[]): JoinedText {
  let text = '';
  const starts: number[] = [];
  for (const piece of pieces) {
    starts.push(text.length);
    text += piece.str;
    if (piece.hasEOL) text += '\n';
  }
  return { text, starts };
}

/** A hyphen at a line end is one of three things: as printed, part of the word (follow-up), or a divided word's. */
type LineEnd = 'printed' | 'kept' | 'divided';
const LINE_ENDS: readonly LineEnd[] = ['printed', 'kept', 'divided'];

/** Folds for comparison. */
function fold(source: string, lineEnd: LineEnd): Folded {
  let text = '';
  const from: number[] = [];
  let space = true;
  for (let i = 0; i < source.length;) {
    const char = String.fromCodePoint(source.codePointAt(i) ?? 0);
    const next = i + char.length;
    if (lineEnd !== 'printed' && char === '-' && source[next] === '\n') {
      if (lineEnd === 'kept') {
        text += char;
        from.push(i);
      }
      space = false;
      i = next + 1;
      continue;
    }
    if (/\s/u.test(char)) {
      if (!space) {
        text += ' ';
        from.push(i);
      }
      space = true;
    } else if (char !== '\u00ad' && char !== '\u200b') {
      const plain = char
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .replace(/[‘’]/g, "'")
        .replace(/[“”]/g, '"')
        .replace(/[‐‑–—−]/g, '-');
      for (const unit of plain.toLowerCase()) {
        text += unit;
        for (let k = 0; k < unit.length; k++) from.push(i);
      }
      if (plain !== '') space = false;
    }
    i = next;
  }
  return { text, from };
}

/** All places of `query` in `text`, in order and without overlap. An empty query is found nowhere. */
export function findMatches(text: string, query: string): Match[] {
  const needle = fold(query, 'printed').text.trim();
  if (needle === '') return [];
  const found: Match[] = [];
  for (const lineEnd of text.includes('-\n') ? LINE_ENDS : LINE_ENDS.slice(0, 1)) {
    const hay = fold(text, lineEnd);
    for (let at = hay.text.indexOf(needle); at !== -1; at = hay.text.indexOf(needle, at + needle.length)) {
      const start = hay.from[at] ?? 0;
      const last = hay.from[at + needle.length - 1] ?? start;
      found.push({ start, end: last + String.fromCodePoint(text.codePointAt(last) ?? 0).length });
    }
  }
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: Match[] = [];
  for (const match of found) if (match.start >= (kept.at(-1)?.end ?? 0)) kept.push(match);
  return kept;
}

/** The pieces a match covers, each with the offsets inside the piece. */
export function piecesOf(joined: JoinedText, pieces: readonly TextPiece[], match: Match) {
  const parts: { index: number; start: number; end: number }[] = [];
  for (let index = 0; index < pieces.length; index++) {
    const begin = joined.starts[index] ?? 0;
    if (begin >= match.end) break;
    const length = pieces[index]?.str.length ?? 0;
    const start = Math.max(0, match.start - begin);
    const end = Math.min(length, match.end - begin);
    if (start < end) parts.push({ index, start, end });
  }
  return parts;
}

/** A quote as it is kept: one line, single spaces. */
export const tidyQuote = (text: string): string => text.replace(/\s+/gu, ' ').trim();
