import type { Cents } from '../../../core/money.ts';
import type { WorkSide } from './tasks.ts';

/** What an expert lays out for a matter, and how it is called. */
export const EXPENSE_SORTS = {
  travel: 'Travel',
  lodging: 'Lodging',
  meals: 'Meals',
  mileage: 'Mileage',
  copies: 'Copies of transcripts or records',
  postage: 'Postage',
  other: 'Other',
} as const;
export type ExpenseSort = keyof typeof EXPENSE_SORTS;
export const EXPENSE_SORT_NAMES = Object.keys(EXPENSE_SORTS) as [ExpenseSort, ...ExpenseSort[]];

export const EXPENSE_STATES = ['held', 'recorded', 'questioned', 'approved', 'withdrawn'] as const;
export type ExpenseState = (typeof EXPENSE_STATES)[number];
export const EXPENSE_STATE_WORDS: Readonly<Record<ExpenseState, string>> = {
  held: 'Above the budget: held until the firm grants it',
  recorded: 'To be approved',
  questioned: 'Questioned by the firm',
  approved: 'Approved',
  withdrawn: 'Taken back',
};
/** What still waits for somebody’s word. */
export const isOpenExpense = (state: ExpenseState): boolean =>
  state === 'held' || state === 'recorded' || state === 'questioned';
/** Whether it takes from the budget of the matter: what is held or questioned was accepted by nobody. */
export const isCounted = (state: ExpenseState): boolean => state === 'recorded' || state === 'approved';

export type ExpenseAct = 'approve' | 'question' | 'take_back';
interface Row {
  from: readonly ExpenseState[];
  act: ExpenseAct;
  to: ExpenseState;
  by: WorkSide;
}
/** From, act, to, who. An approved one stays so: what takes it back is a row of its own. */
const EXPENSE_TABLE: readonly Row[] = [
  { from: ['held', 'recorded', 'questioned'], act: 'approve', to: 'approved', by: 'requester' },
  { from: ['held', 'recorded'], act: 'question', to: 'questioned', by: 'requester' },
  { from: ['held', 'recorded', 'questioned'], act: 'take_back', to: 'withdrawn', by: 'expert' },
  { from: ['approved'], act: 'take_back', to: 'approved', by: 'expert' },
];
/** The state of an expense after an act of one of these sides, or null where it cannot be taken now. */
export const expenseAfter = (state: ExpenseState, act: ExpenseAct, sides: readonly WorkSide[]): ExpenseState | null =>
  EXPENSE_TABLE.find((one) => one.act === act && one.from.includes(state) && sides.includes(one.by))?.to ?? null;

/** A receipt weighs so much at most. */
export const RECEIPT_BYTES_MAX = 10 * 1024 * 1024;
export const RECEIPT_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export const RECEIPT_FAULTS = {
  kind: 'A receipt is a PDF or a photo (JPEG or PNG).',
  large: 'A receipt can have up to 10 MB. Take a smaller photo, or print it to a PDF.',
} as const;
export const PURPOSE_LEAST = 10;
export const PURPOSE_MOST = 1_000;
export const EXPENSE_MOST: Cents = 10_000_000;

/** "72.5 cents" of tenths of a cent. */
export const rateText = (rate_tenths: number): string => `${rate_tenths / 10} cents`;
/** "12.4 miles" of tenths of a mile. */
export const milesText = (miles_tenths: number): string =>
  `${miles_tenths / 10} ${miles_tenths === 10 ? 'mile' : 'miles'}`;

/** An expense as it is written down. */
export interface WrittenExpense {
  spent_on: string;
  sort: ExpenseSort;
  word: string;
  purpose: string;
  amount_cents: Cents | null;
  miles_tenths: number | null;
  receipt_id: number | null;
}

/** What keeps an expense from being recorded, each with its field. `until`: the last day it can be of; `from`: the day the agreement was signed. */
export function expenseFaults(
  expense: WrittenExpense,
  { from, until, late }: { from: string; until: string; late: boolean },
): { path: string; message: string }[] {
  const faults: { path: string; message: string }[] = [];
  const check = (holds: boolean, path: string, message: string) => {
    if (!holds) faults.push({ path, message });
  };
  const { spent_on, sort } = expense;
  check(spent_on <= until, 'spent_on', late ? 'No work was under way on that day.' : 'This date is in the future.');
  check(spent_on >= from, 'spent_on', 'This was before the agreement was signed.');
  check(sort !== 'other' || expense.word.trim() !== '', 'word', 'Say in a word what it was.');
  if (sort === 'mileage') {
    check(expense.miles_tenths !== null, 'miles_tenths', 'Enter the miles.');
    check(expense.receipt_id === null, 'receipt_id', 'Miles driven are recorded without a receipt.');
  } else {
    check(expense.amount_cents !== null, 'amount_cents', 'Enter the amount.');
    check(
      expense.receipt_id !== null,
      'receipt_id',
      'Add the receipt: the agreement has expenses charged with theirs.',
    );
  }
  return faults;
}

/** Whether the budget of a matter holds this much more. */
export const budgetHolds = (
  cents: Cents,
  { cap_cents, used_cents }: { cap_cents: Cents | null; used_cents: Cents },
): boolean => cap_cents === null || used_cents + cents <= cap_cents;

/** What was laid out in words: "Lodging", "Other: parking". */
export const sortText = ({ sort, word }: { sort: ExpenseSort; word: string }): string =>
  word === '' ? EXPENSE_SORTS[sort] : `${EXPENSE_SORTS[sort]}: ${word}`;

/** What is said of an expense that was approved once the agreement with its expert no longer held. */
export const OUTSIDE_RETAINER = 'paid outside the retainer: the agreement with its expert no longer holds';
