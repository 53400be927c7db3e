/**
 * A state of a review is named in its kind's folder alone; everywhere else asks for what the state's row says (`StateRow`).
 * A name that is no other word is refused wherever it stands; one that is also a word of another list (a bucket, a tab, a
 * report's status, a page) where it is held against a review's status. No file switches over a review's status.
 */
import { KIND_TABLES } from '../src/features/reviews/kinds/tables.ts';
import { SCREENING } from '../tests/harness/screening.ts';
import { checkSources } from './source-check.ts';

const MAY_NAME = /^src\/features\/reviews\/kinds\//;
/** Names that are also words of other lists. */
const ALSO_OTHERWISE = new Set([
  'cancelled',
  'closed',
  'completed',
  'delivered',
  'draft',
  'in_qa',
  'invited',
  'matching',
  'needs_information',
  'on_hold',
  'pre_ordered',
  'report_delivered',
  'report_requested',
  'report_submitted',
  'returned',
  'screening',
  'submitted',
]);

/** Every state of every kind, that of the tests among them. */
export const STATES: readonly string[] = [
  ...new Set([...Object.values(KIND_TABLES), SCREENING].flatMap(({ states }) => Object.keys(states))),
];

const literal = (names: readonly string[]): string => `['"](?:${names.join('|')})['"]`;
const PLAIN = new RegExp(literal(STATES.filter((state) => !ALSO_OTHERWISE.has(state))), 'g');
/** Who has a review's status: a review as it is called somewhere, or what a transition moved from and to. */
const STATUS = String.raw`(?<![\w.])(?:loaded\.|source\??\.|\w+\.review\.|\w+\.data\.)?(?:(?:review|reviews|facts|first|original|board|schedule|row|loaded|r)\??\.status(?:\.key)?|status|(?:view\.)?review_status|move\.(?:from|to))\b`;
const HELD_AGAINST = new RegExp(
  [
    String.raw`${STATUS}['"]?\)?,?\s*['"]?(?:={1,3}|!==?|<>|not in|in|= any)['"]?,?\s*\(?\[?(?:\s*${literal(STATES)},?)`,
    String.raw`\[[^\][]*${literal(STATES)}[^\][]*\]\.includes\(\s*${STATUS}`,
  ].join('|'),
  'g',
);
const SWITCH = new RegExp(String.raw`switch \(${STATUS}\)`, 'g');
/** Where a bare `status`, or that of a row, is that of something else: a report, a file, an application. */
const OTHERS =
  /^src\/(platform|ui)\/|^src\/features\/(accounts|billing|experts|files\/web|notifications|organizations|reports|support)\//;
const BARE = /^(row\??\.)?status\b/;

/** Lines of a file that name a state, as sentences. */
export function stateFaults(file: string, text: string): string[] {
  if (MAY_NAME.test(file)) return [];
  const others = (found: string): boolean => OTHERS.test(file) && BARE.test(found);
  const found = [
    ...text.matchAll(PLAIN),
    ...text.matchAll(HELD_AGAINST).filter(([at]) => !others(at)),
    ...text.matchAll(SWITCH).filter(([at]) => !others(at.slice('switch ('.length))),
  ];
  const lines = new Set(found.map(({ index }) => text.slice(0, index).split('\n').length));
  return [...lines]
    .toSorted((a, b) => a - b)
    .map((line) => `${file}:${line} names a state of a review: ask for what its row says`);
}

if (import.meta.main) checkSources(['src'], stateFaults, 'No state is named outside its kind’s folder.');
