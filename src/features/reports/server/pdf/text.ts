import { dateText, isDate } from '../../../../core/dates.ts';
import { citationLabel, type PresentedText } from '../../rules.ts';
import { INK } from '../../../../platform/pdf/canvas.ts';
import type { FontStyle } from '../../../../platform/pdf/fonts.ts';
import type { Run } from '../../../../platform/pdf/inline.ts';

export const BODY = 10.5;
export const LEADING = 15.75;
/** Text in one style. */
export const run = (text: string, style: FontStyle, size: number, color: string): Run => ({ text, style, size, color });
/** Text of the report itself. */
export const body = (text: string, style: FontStyle = 'serif'): Run => run(together(text), style, BODY, INK.main);
/** Small print of the machine's. */
export const note = (text: string): Run => run(text, 'sans', 8.75, INK.soft);

/** An instant as people read it, with its zone: "Wednesday, November 18, 2026, 2:14 PM EST". */
export function instantText(instant: string, zone: string): string {
  const at = new Date(instant);
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: zone }).format(at);
  const time = new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: zone,
  }).format(at);
  return `${day}, ${time}`;
}
/** The day of an instant in its zone: "November 18, 2026". */
export const dayText = (instant: string, zone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: zone }).format(new Date(instant));
/** A calendar date, which has no zone: "November 18, 2026". */
export const dateAnswer = (date: string): string => (isDate(date) ? dateText(date, 'long') : date);

const nonBreaking = (text: string): string => text.replace(/ (?=\S+$)/, '\u00a0');

const months = 'January|February|March|April|May|June|July|August|September|October|November|December';
const keepsBefore = new RegExp(`(?<=\\b(?:${months}|p\\.|pp\\.|Dr\\.|Mr\\.|Ms\\.|Mrs\\.)|[≥≤≈±<>=§]) (?=\\S)`, 'g');
const keepsAfter =
  /(?<=\d) (?=(?:%|mg|mcg|µg|g|kg|mL|L|dL|cm|mm|h|hours?|minutes?|days?|weeks?|months?|years?|pages?|AM|PM|a\.m\.|p\.m\.)(?![\p{L}\d]))/gu;
/** Keeps a figure with its unit, a month with its day and a title with its name on one line. */
const together = (text: string): string => text.replace(keepsBefore, '\u00a0').replace(keepsAfter, '\u00a0');

/** An answer's text with its citations in parentheses, each followed by its number in the list of passages. */
export function cited(text: PresentedText): Run[] {
  const runs: Run[] = [];
  for (const segment of text) {
    if (segment.type === 'text') {
      runs.push(body(segment.text));
      continue;
    }
    const { citation } = segment;
    const before = runs.at(-1)?.text ?? '';
    runs.push(body(`${before === '' || /[\s(]$/.test(before) ? '' : ' '}(${nonBreaking(citationLabel(citation))})`));
    runs.push({
      ...run(String(citation.number), 'sans-medium', 6.75, INK.petrol),
      rise: 3.6,
      link: {
        target: `#passage-${citation.number}`,
        contents: `Passage ${citation.number}: ${citationLabel(citation)}`,
      },
    });
  }
  return runs;
}

/** Cuts runs at line ends: blank lines part paragraphs, single ones part lines. */
export function linesOf(runs: readonly Run[]): { runs: Run[]; gap: boolean }[] {
  const lines: { runs: Run[]; gap: boolean }[] = [{ runs: [], gap: true }];
  for (const one of runs)
    one.text
      .replace(/\r\n?/g, '\n')
      .split('\n')
      .forEach((text, at) => {
        if (at > 0) lines.push({ runs: [], gap: false });
        if (text !== '') lines.at(-1)?.runs.push({ ...one, text });
      });
  let gap = true;
  return lines.flatMap((line) => {
    if (line.runs.every((one) => one.text.trim() === '')) {
      gap = true;
      return [];
    }
    const kept = { runs: line.runs, gap };
    gap = false;
    return [kept];
  });
}

/** What opens a list item an expert typed; group 1 is its number, if any. */
export const bullet = /^\s*(?:[-–•*]|(\d{1,3}[.)]))\s+/;
