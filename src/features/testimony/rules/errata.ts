import { plural } from '../../../core/phrases.ts';

/** A correction of a transcript. */
export interface Erratum {
  page: number;
  line: number;
  reads: string;
  should_read: string;
  reason: string;
}
export const ERRATA_MOST = 200;
export const ERRATUM_TEXT_MOST = 500;

/** In the order of the transcript. */
export const inOrder = (errata: readonly Erratum[]): Erratum[] =>
  errata.toSorted((a, b) => a.page - b.page || a.line - b.line);

/** "Page 41, line 7: “left” should read “right”. Reason: misheard." */
export const erratumLine = ({ page, line, reads, should_read, reason }: Erratum): string =>
  `Page ${page}, line ${line}: “${reads}” should read “${should_read}”. Reason: ${reason}`;

/** What keeps a sheet from being signed, each with its field; empty: nothing. No correction at all is a sheet, too. */
export function errataFaults(errata: readonly Erratum[]): { path: string; message: string }[] {
  const seen = new Set<string>();
  return errata.flatMap((one, at) => {
    const key = JSON.stringify([one.page, one.line, one.reads]);
    const twice = seen.has(key);
    seen.add(key);
    return [
      ...(one.reads.trim() === one.should_read.trim()
        ? [{ path: `errata.${at}.should_read`, message: 'This changes nothing.' }]
        : []),
      ...(twice ? [{ path: `errata.${at}.reads`, message: 'This correction is in the sheet already.' }] : []),
    ];
  });
}

/** "3 corrections", "No corrections". */
export const errataCount = (errata: readonly Erratum[]): string =>
  errata.length === 0 ? 'No corrections' : plural(errata.length, 'correction');

/** Days before errata are due at which the expert is reminded. */
export const ERRATA_REMIND_DAYS = [7, 1] as const;
/** Days before a session at which both sides are reminded. */
export const SESSION_REMIND_DAYS = [7, 1] as const;
