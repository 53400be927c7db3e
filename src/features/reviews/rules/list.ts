import {
  type ActorKind,
  isOrganizationWide,
  isRequesterSide,
  isStaff,
  seesPrices,
  isExpert,
  isExternalExpert,
} from '../../../core/actor.ts';
import { KINDS, type Kind, type OwnColumn } from '../../../core/kinds.ts';
import type { Bucket } from './facts.ts';

export const LIST_TABS = [
  'all',
  'active',
  'yours',
  'others',
  'calls',
  'needs_information',
  'on_hold',
  'attention',
  'drafts',
  'pre_orders',
  'completed',
  'inactive',
] as const;
export type ListTab = (typeof LIST_TABS)[number];

/** Orders an index answers at any depth. `updated`: longest without a change first. */
export const LIST_SORTS = ['due', '-updated', 'updated', 'number', '-number'] as const;
export type ListSort = (typeof LIST_SORTS)[number];

/** The buckets each tab is about. */
export const TAB_BUCKETS: Readonly<Record<ListTab, readonly Bucket[]>> = {
  all: ['draft', 'active'],
  active: ['active'],
  yours: ['active'],
  others: ['active'],
  calls: ['active'],
  needs_information: ['active'],
  on_hold: ['active'],
  attention: ['active'],
  drafts: ['draft'],
  pre_orders: ['draft'],
  completed: ['completed', 'cancelled'],
  inactive: ['draft', 'active', 'cancelled'],
};

export const LIST_COLUMNS = [
  'unread',
  'subject',
  'number',
  'specialty',
  'status',
  'ball',
  'due',
  'expert',
  'state',
  'review_type',
  'requester',
  'organization',
  'pages',
  'price',
  'updated',
  'period',
  'charts',
] as const;
export type SharedColumn = (typeof LIST_COLUMNS)[number];
/** A column of every kind's lists, or one that a single kind has. */
export type ListColumn = SharedColumn | OwnColumn['key'];

const ownOf = (of: Kind | null): OwnColumn['key'][] => (of === null ? [] : KINDS[of].own_columns.map(({ key }) => key));

/** Lists whose columns are remembered apart: what is under way, what has ended, what is ordered ahead. */
export const LIST_SIDES = ['open', 'ended', 'ahead'] as const;
export type ListSide = (typeof LIST_SIDES)[number];
export const sideOf = (tab: ListTab): ListSide =>
  tab === 'completed' ? 'ended' : tab === 'pre_orders' ? 'ahead' : 'open';

/** How a column can be sorted by, ascending and descending; columns without an index for it cannot. */
export const COLUMN_SORTS: Readonly<Partial<Record<ListColumn, readonly ListSort[]>>> = {
  number: ['-number', 'number'],
  due: ['due'],
  updated: ['-updated', 'updated'],
};

/** The order after pressing a column's head: its first, then its other ones in turn; null for a column without any. */
export function nextSort(column: ListColumn, now: ListSort): ListSort | null {
  const sorts = COLUMN_SORTS[column];
  if (!sorts) return null;
  return sorts[(sorts.indexOf(now) + 1) % sorts.length] ?? null;
}

/** The columns a reader can have in a list, of one kind or of all. What has ended is nobody's move and due no more. */
export function columnsFor(kind: ActorKind, side: ListSide, of: Kind | null = null): ListColumn[] {
  const shared = LIST_COLUMNS.filter((column) => {
    if (column === 'period' || column === 'charts') return side === 'ahead';
    if (side === 'ended' && (column === 'ball' || column === 'due')) return false;
    if (column === 'price') return seesPrices(kind);
    if (column === 'organization') return isStaff(kind) || isOrganizationWide(kind) || !isRequesterSide(kind);
    return true;
  });
  return side === 'ahead' ? shared : [...shared, ...ownOf(of)];
}

const AHEAD: readonly ListColumn[] = [
  'unread',
  'subject',
  'specialty',
  'period',
  'charts',
  'due',
  'requester',
  'updated',
];
const USUAL: readonly ListColumn[] = ['unread', 'subject', 'specialty', 'status', 'ball', 'due', 'expert', 'updated'];

/** The columns of somebody who chose none. */
export const usualColumns = (kind: ActorKind, side: ListSide, of: Kind | null = null): ListColumn[] => {
  const can = columnsFor(kind, side, of);
  const own = side === 'ahead' ? [] : ownOf(of);
  // an expert's list holds their own reviews: who asks is news to them, who answers is not
  const usual =
    isExpert(kind) && !isExternalExpert(kind)
      ? USUAL.map((column) => (column === 'expert' ? 'requester' : column))
      : USUAL;
  return (side === 'ahead' ? AHEAD : usual)
    .flatMap((column): readonly ListColumn[] => (column === 'specialty' && own.length > 0 ? own : [column]))
    .filter((column) => can.includes(column));
};

/**
 * A stored choice as it can be shown: each column once, none the reader cannot have, never without the subject, which
 * carries the link.
 */
export function chosenColumns(
  stored: readonly string[] | null,
  kind: ActorKind,
  side: ListSide,
  of: Kind | null = null,
): ListColumn[] {
  if (stored === null || stored.length === 0) return usualColumns(kind, side, of);
  const can = columnsFor(kind, side, of);
  const chosen =
    can.length > 0 ? [...new Set(stored)].filter((c): c is ListColumn => can.includes(c as ListColumn)) : [];
  if (chosen.includes('subject')) return chosen;
  return chosen[0] === 'unread' ? ['unread', 'subject', ...chosen.slice(1)] : ['subject', ...chosen];
}

/** What a spreadsheet begins a formula with, after what it skips; full-width signs are these to some of them. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@|%\t\r]/u;

/** An amount that was taken back: no formula, though it begins like one. */
const AMOUNT = /^-\d+\.\d\d$/;

/** A cell of a comma-separated file that no spreadsheet takes for a formula, quoted where it must be. */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  const plain = typeof value === 'number' || AMOUNT.test(value) || !FORMULA.test(value.normalize('NFKC'));
  const text = plain ? String(value) : `'${value}`;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of such a file, with its end. */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** The field of its form in which a kind's type stands, as lists show and filter it. */
export const TYPE_FIELDS: ReadonlySet<string> = new Set(['case_type', 'review_type', 'ime_type']);

/** The search words in what somebody typed: letters and digits, in lower case, without the prefixes of numbers. */
export function searchWords(typed: string, prefixes: readonly string[]): string[] {
  const words = typed.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !prefixes.includes(word)).slice(0, 12);
}

/** The words of a search: which are looked up in the index of words, and which only filter what is led to. */
export type SplitWords = (words: string[]) => { looked_up: string[]; filtering: string[] };

/** The share of all reviews, 0 to 1, in which a word stands that begins with this one, as far as is known. */
export type ShareOf = (beginning: string) => number;

/**
 * By the words known to be common and the share each stands in. Every review's number is among its words, and of all
 * numbers a ninth begins with a given digit, a tenth of those with a given second one.
 */
export const shareAmong =
  (known: readonly (readonly [word: string, share: number])[]): ShareOf =>
  (beginning) => {
    const numbers = /^[0-9]+$/.test(beginning) ? 10 ** (1 - beginning.length) / 9 : 0;
    return Math.min(
      1,
      known.reduce((sum, [word, share]) => (word.startsWith(beginning) ? sum + share : sum), numbers),
    );
  };

/** Where this share of the reviews is meant, a page is full after a few thousand rows of a list read in its order. */
const READ_IN_ORDER_FROM = 0.005;
/** A word of this share is the long way through an index. */
const NEVER_LOOKED_UP_FROM = 0.1;

/**
 * For a page no word is looked up where all of them together, taken as independent, mean many reviews: then the list is
 * read in its order. Counting goes on beyond a page, so that there it is none only where each word means very many.
 */
export const splitBy =
  (shareOf: ShareOf, purpose: 'page' | 'count'): SplitWords =>
  (words) => {
    const inOrderFrom = purpose === 'page' ? READ_IN_ORDER_FROM : NEVER_LOOKED_UP_FROM;
    const rarestFirst = words.map((word) => ({ word, share: shareOf(word) })).toSorted((a, b) => a.share - b.share);
    const looked_up: string[] = [];
    const filtering: string[] = [];
    let meant = 1;
    for (const { word, share } of rarestFirst) {
      if (meant >= inOrderFrom || share < NEVER_LOOKED_UP_FROM) looked_up.push(word);
      else filtering.push(word);
      meant *= share;
    }
    return meant >= inOrderFrom ? { looked_up: [], filtering: looked_up } : { looked_up, filtering };
  };
