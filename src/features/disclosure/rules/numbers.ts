import { batesRangeText, batesText } from '../../files/rules.ts';

/** Two to twelve capitals, digits and hyphens; not a digit last, which would read on into the number. */
const PREFIX = /^[A-Z][A-Z0-9-]{0,10}[A-Z-]$/;
export const PREFIX_MOST = 12;

/** What is wrong with what is to stand before page numbers; empty: nothing. */
export const prefixFaults = (prefix: string): { path: string; message: string }[] =>
  PREFIX.test(prefix)
    ? []
    : [
        {
          path: 'prefix',
          message: 'Use 2 to 12 capital letters, digits and hyphens, a letter first and no digit last: “DOE-EXP”.',
        },
      ];

/** What stands before page numbers unless somebody says otherwise: the expert's last name. */
export function prefixFrom(lastName: string): string {
  const letters = lastName
    .normalize('NFD')
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, '')
    .slice(0, 8);
  return letters.length >= 2 ? letters : 'EXPERT';
}

/** A part of a packet with so many pages. */
export interface Part {
  key: string;
  title: string;
  pages: number;
  /** A part of the one before it, which is not counted with a line of its own: an exhibit. */
  within?: boolean;
}
/** The same with its first and last number, which includes what is within it. */
export interface NumberedPart extends Part {
  from: number;
  to: number;
}

/** Numbers for the pages of all parts, one after the other without a gap; a part that others are within ends where they do. */
export function numberParts(parts: readonly Part[], first: number): NumberedPart[] {
  let next = first;
  const own = parts.map((part) => {
    const from = next;
    next += part.pages;
    return { ...part, from, to: next - 1 };
  });
  return own.map((part, at) => {
    if (part.within) return part;
    let to = part.to;
    for (let after = at + 1; own[after]?.within; after += 1) to = own[after]?.to ?? to;
    return { ...part, to };
  });
}

/** "DOE000003–000012". */
export const rangeOf = (prefix: string, { from, to }: Pick<NumberedPart, 'from' | 'to'>): string =>
  batesRangeText(batesText(prefix, from), batesText(prefix, to)) ?? '';

/** The first number of a packet: no number is given twice under one prefix. */
export const firstNumber = (
  prefix: string,
  before: readonly { prefix: string; first_number: number; pages: number | null }[],
): number =>
  Math.max(
    1,
    ...before
      .filter((one) => one.prefix === prefix && one.pages !== null)
      .map((one) => one.first_number + (one.pages ?? 0)),
  );
