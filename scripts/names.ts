/**
 * Roles and kinds of review are rows of tables (`ROLE_TABLE` in core/actor.ts, core/kinds.ts and what each kind brings). Elsewhere
 * a page or rule asks what a row says, and names none: a role or kind added is then a row, not a search through the sources. A
 * role's name that is also another word (an office on a review, a direction of ratings) is refused where it is held against
 * a role. Files that are lists of roles or kinds by right stand below, each with its reason.
 */
import { ACTOR_KINDS } from '../src/core/actor.ts';
import { KIND_NAMES, KINDS } from '../src/core/kinds.ts';
import { checkSources } from './source-check.ts';

/** Where roles may be named. */
const LISTS_ROLES: readonly (readonly [RegExp, string])[] = [
  [/^src\/core\/actor\.ts$/, 'the table'],
  [/^src\/platform\/db\/types\.ts$/, 'generated from the database'],
  [
    /^src\/features\/reviews\/kinds\//,
    'lifecycles say which office takes a step; staff hold theirs by the name of the role',
  ],
  [/^src\/features\/reviews\/rules\/(permission|attention)\.ts$/, 'the same offices, and who holds which'],
  [
    /^src\/features\/accounts\/rules\/(people|profiles)\.ts$/,
    'what people are invited to be, and what headers are called',
  ],
  [/^src\/features\/accounts\/server\/registration\.ts$/, 'the role of who founds an organization'],
  [/^src\/app\/create-admin\.ts$/, 'the role of the first admin'],
];
/** Where kinds may be named. */
const LISTS_KINDS: readonly (readonly [RegExp, string])[] = [
  [/^src\/core\/kinds\.ts$/, 'the table'],
  [/^src\/features\/reviews\/kinds\//, 'the kinds'],
  [/^src\/features\/reviews\/rules\/guides\.ts$/, 'the half of each kind that pages load'],
  [/^src\/app\/kinds\.ts$/, 'the registry'],
  [/^src\/app\/(web\/)?(pages|routes|forward-pages)\.tsx?$/, 'the addresses there are, each by its name'],
  [/^src\/features\/files\/rules\/categories\.ts$/, 'the table of file categories'],
  [
    /^src\/features\/reports\/rules\/(shipped|(case|ime)-form|peer\/[\w-]+)\.ts$/,
    'the table of report forms, and the forms',
  ],
  [/^src\/ui\/gallery\//, 'pictures of parts, without a product behind them'],
];

/** Roles whose name is another word, too. */
const ALSO_OTHERWISE: ReadonlySet<string> = new Set(['admin', 'attendee', 'medical_expert', 'nobody']);
/** Kinds whose name is another word, too. */
const WORDS: ReadonlySet<string> = new Set(['Generic']);

const literal = (names: readonly string[]): string => `['"](?:${names.join('|')})['"]`;
/** Who has an office on a review is asked of the set of offices by its name. */
const OFFICE = /\b(?:offices|officesOf\([^()]*\))\.has\('\w+'\)/g;
const ROLE = new RegExp(literal(ACTOR_KINDS.filter((name) => !ALSO_OTHERWISE.has(name))), 'g');
const HELD = String.raw`\b(?:actor\.kind|viewer\.kind|kind|u\.role|users\.role|role|reader)`;
const HELD_ROLE = new RegExp(
  [
    String.raw`${HELD}\s*(?:={1,3}|!==?|<>|not in|in)\s*\(?${literal(ACTOR_KINDS)}`,
    String.raw`case ${literal(ACTOR_KINDS.filter((name) => !['attendee', 'nobody'].includes(name)))}:`,
  ].join('|'),
  'g',
);
const KIND = new RegExp(
  [
    literal(KIND_NAMES.filter((name) => !WORDS.has(name))),
    String.raw`kind\s*(?:={1,3}|!==?|<>)\s*${literal(KIND_NAMES)}`,
    String.raw`\b[A-Z][A-Z_]*\.(?:${KIND_NAMES.join('|')})\b`,
    ...Object.values(KINDS).map(({ slug }) => String.raw`[\`'"]/${slug}/`),
  ].join('|'),
  'g',
);

const isListed = (file: string, lists: typeof LISTS_KINDS): boolean => lists.some(([path]) => path.test(file));

/** Lines of a file that name a role or a kind where a row is to be asked, as sentences. */
export function nameFaults(file: string, text: string): string[] {
  const blank = (found: string): string => ' '.repeat(found.length);
  const bare = text.replace(/\/\*[\s\S]*?\*\//g, (found) => found.replace(/[^\n]/g, ' ')).replace(OFFICE, blank);
  const lines = (pattern: RegExp): Set<number> =>
    new Set([...bare.matchAll(pattern)].map(({ index }) => bare.slice(0, index).split('\n').length));
  const roles = isListed(file, LISTS_ROLES) ? new Set<number>() : new Set([...lines(ROLE), ...lines(HELD_ROLE)]);
  const kinds = isListed(file, LISTS_KINDS) ? new Set<number>() : lines(KIND);
  return [
    ...[...roles].map((line) => [line, `${file}:${line} names a role: ask core/actor.ts what it is`] as const),
    ...[...kinds].map((line) => [line, `${file}:${line} names a kind of review: ask what its row says`] as const),
  ]
    .toSorted(([a], [b]) => a - b)
    .map(([, fault]) => fault);
}

if (import.meta.main) checkSources(['src'], nameFaults, 'No role or kind is named outside its table.');
