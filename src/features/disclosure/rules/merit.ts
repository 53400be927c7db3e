import { US_STATES } from '../../../core/us-states.ts';

export const MERIT_SORTS = { certificate: 'Certificate of merit', affidavit: 'Affidavit' } as const;
export type MeritSort = keyof typeof MERIT_SORTS;
export const MERIT_SORT_NAMES = Object.keys(MERIT_SORTS) as [MeritSort, ...MeritSort[]];

/** For no state in particular. */
export const GENERAL = 'general';
export const MERIT_PLACES = [GENERAL, ...US_STATES.map(([code]) => code)];
export const TEMPLATE_TEXT_MOST = 12_000;
export const OPINIONS_MOST = 8_000;

/** What a template says, and where that is written. */
export interface MeritTerms {
  sort: MeritSort;
  /** The state by its two letters, or `general`. */
  state: string;
  title: string;
  /** Paragraphs between blank lines, with the names of facts in braces. */
  text: string;
  source: string;
  /** When somebody read it there. */
  read_on: string;
  /** Who checked it; empty until staff say so. */
  reviewed_by: string;
  /** Whether a notary has to act on what is signed on it. */
  needs_notary: boolean;
}
export interface MeritTemplate extends MeritTerms {
  key: string;
  /** 0: as it comes with the product. */
  version: number;
}

/** What braces in a template stand for. */
export const MERIT_FACTS = {
  caption: 'the caption',
  court: 'the court',
  docket: 'the docket number, or that it is to be assigned',
  firm: 'the firm',
  side: 'for whom the expert is retained',
  expert: 'the expert’s name',
  specialty: 'the expert’s specialty',
  opinions: 'the expert’s own words',
  date: 'the day it is signed',
} as const;
export type MeritFact = keyof typeof MERIT_FACTS;
export type MeritFacts = Readonly<Record<MeritFact, string>>;
const isFact = (name: string): name is MeritFact => Object.hasOwn(MERIT_FACTS, name);
const BRACES = /\{([^{}]*)\}/g;

/** What comes with the product: general wording, no form of any state. */
export const SHIPPED_MERIT: readonly MeritTemplate[] = [
  {
    key: 'general_certificate',
    version: 0,
    sort: 'certificate',
    state: GENERAL,
    title: 'Certificate of merit',
    text: [
      '{caption}',
      '{court}. Docket number: {docket}.',
      'I, {expert}, practice in {specialty}. I was retained by {firm} in this matter.',
      'I have reviewed the records that were made available to me. On that review, and on my training and experience, I state:',
      '{opinions}',
      'My fee does not depend on what I state here, or on how the matter ends.',
      'Signed on {date}.',
    ].join('\n\n'),
    source: 'General wording, taken from no statute and no form of a court',
    read_on: '2026-11-27',
    reviewed_by: '',
    needs_notary: false,
  },
  {
    key: 'general_affidavit',
    version: 0,
    sort: 'affidavit',
    state: GENERAL,
    title: 'Declaration under penalty of perjury',
    text: [
      '{caption}',
      '{court}. Docket number: {docket}.',
      'I, {expert}, declare:',
      'I practice in {specialty}. I was retained by {firm} in this matter.',
      '{opinions}',
      'I declare under penalty of perjury that the foregoing is true and correct.',
      'Executed on {date}.',
    ].join('\n\n'),
    source: '28 U.S.C. § 1746(2), for its closing words; the rest is general wording',
    read_on: '2026-11-27',
    reviewed_by: '',
    needs_notary: false,
  },
];

/** A version of a template as staff wrote it; without terms it ends. */
export interface WrittenTemplate {
  key: string;
  version: number;
  terms: MeritTerms | null;
}

/** Each template as it holds: the last version of its key. */
export function templatesThatHold(book: readonly WrittenTemplate[]): MeritTemplate[] {
  const last = new Map<string, MeritTemplate | null>(SHIPPED_MERIT.map((one) => [one.key, one]));
  for (const { key, version, terms } of book.toSorted((a, b) => a.version - b.version))
    last.set(key, terms && { ...terms, key, version });
  return [...last.values()].filter((one) => one !== null);
}

/** Those for a matter: its state's first, then the general ones. */
export const templatesFor = (templates: readonly MeritTemplate[], state: string | null): MeritTemplate[] => [
  ...templates.filter((one) => one.state === state && state !== null),
  ...templates.filter((one) => one.state === GENERAL),
];

/** What is wrong with a template as it would be written, by its fields. */
export function templateFaults(terms: MeritTerms, today: string): { path: string; message: string }[] {
  const names = [...terms.text.matchAll(BRACES)].map(([, name = '']) => name);
  const unknown = names.find((name) => !isFact(name));
  const asked = [
    ['title', 'Enter its title.'],
    ['text', 'Enter its words.'],
    ['source', 'Say where it is written.'],
  ] as const;
  return [
    ...asked.flatMap(([key, message]) => (terms[key].trim() === '' ? [{ path: `terms.${key}`, message }] : [])),
    ...(unknown === undefined
      ? []
      : [
          {
            path: 'terms.text',
            message: `Nothing is known as {${unknown}}. Use ${Object.keys(MERIT_FACTS)
              .map((name) => `{${name}}`)
              .join(', ')}.`,
          },
        ]),
    ...(terms.text.trim() !== '' && unknown === undefined && !names.includes('opinions')
      ? [{ path: 'terms.text', message: 'Say with {opinions} where the expert’s own words stand.' }]
      : []),
    ...(terms.read_on > today ? [{ path: 'terms.read_on', message: 'This day is still ahead.' }] : []),
  ];
}

/** The words of a template with the facts of a matter in them. Braces within what somebody typed stay what they are. */
export const filledTemplate = (text: string, facts: MeritFacts): string =>
  text
    .replaceAll(BRACES, (whole, name: string) => (isFact(name) ? facts[name].trim() : whole))
    .replaceAll(/\r\n?/g, '\n')
    .trim();

/** "General", "Colorado". */
export const meritPlace = (state: string): string =>
  state === GENERAL ? 'General' : (US_STATES.find(([code]) => code === state)?.[1] ?? state);

/** So many days before the end of the day a certificate is asked for by, the expert is reminded. */
export const MERIT_REMIND_DAYS = [7, 1] as const;

export const MERIT_REQUEST_STATES = ['asked', 'given', 'declined', 'taken_back', 'ended'] as const;
/** What a request for a certificate came to, as a line begins with it. */
export const MERIT_REQUEST_WORDS = {
  asked: 'Asked for',
  given: 'Given',
  declined: 'Declined',
  taken_back: 'Taken back',
  ended: 'Ended with the expert’s part on the matter',
} as const satisfies Record<(typeof MERIT_REQUEST_STATES)[number], string>;

/** What is said of a statement whose form needs a notary's act: on its PDF, and on the page until that is recorded. */
export const NOTARY_NEEDED = 'A notary’s act is still needed: the expert’s electronic signature is none.';
export const COPY_BYTES_MAX = 20 * 1024 * 1024;
export const COPY_FAULTS = {
  kind: 'The notarized copy is a PDF.',
  large: 'The notarized copy can have up to 20 MB.',
} as const;

/** What is wrong with a notary's act as it would be recorded, by its fields. `signed_on`: when the statement was signed. */
export function notaryFaults(
  said: { name: string; state: string; number: string; notarized_on: string },
  { signed_on, today }: { signed_on: string; today: string },
): { path: string; message: string }[] {
  return [
    ...(said.name.trim() === '' ? [{ path: 'name', message: 'Enter the notary’s name.' }] : []),
    ...(US_STATES.some(([code]) => code === said.state)
      ? []
      : [{ path: 'state', message: 'Choose the state of the commission.' }]),
    ...(said.number.trim() === '' ? [{ path: 'number', message: 'Enter the number of the commission.' }] : []),
    ...(said.notarized_on > today ? [{ path: 'notarized_on', message: 'This day is still ahead.' }] : []),
    ...(said.notarized_on < signed_on
      ? [{ path: 'notarized_on', message: 'This is before the expert signed it.' }]
      : []),
  ];
}
