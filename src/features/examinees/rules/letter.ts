import { interpreterWords, type ReportRole, reportWords, rideWords } from './arranged-words.ts';
import type { Arrangement, ArrangementSort, Ride } from './arrangements.ts';
import { dayIn, timeIn } from './dates.ts';
import { FALLBACK, languageFor, languageOf, sayIn, versionOf } from './languages.ts';
import type { WordKey } from './words/words.ts';

/** What a notice is written from. Instants are dates, days are told where the exam is held. */
export interface NoticeFacts {
  /** The language the examinee speaks, by its code. */
  language: string;
  /** The languages somebody has checked every text of. */
  checked: ReadonlySet<string>;
  examinee: string;
  /** Their attorney, where it goes to them instead of the examinee. */
  through_attorney: string | null;
  organization: string;
  claim: string;
  parts: readonly string[];
  starts_at: Date;
  arrive_at: Date;
  minutes: number;
  place: {
    name: string;
    lines: readonly string[];
    time_zone: string;
    phone: string;
    access: string;
    /** The address of the call; left out where it is no exam by video. */
    link?: string | undefined;
  };
  /** Whether the site has a map of the way there: its picture stands in each language once. */
  map: boolean;
  /** Who examines, with the specialty; several in one visit each with their own time. */
  examiners: readonly { name: string; starts_at: Date }[];
  /** The language that is interpreted; null where no interpreter is planned. */
  interpreted: string | null;
  ride: Ride | null;
  /** Who gets the report beside who ordered it. */
  report_to: readonly ReportRole[];
  /** Of whom the interpreter and the ride were ordered. */
  arrangements: Readonly<Partial<Record<ArrangementSort, Arrangement>>>;
  law: { state: string; says: readonly string[]; source: string; call_off_until: Date | null } | null;
  /** From when on giving it up costs which share, in percent. */
  fee_steps: readonly { from: Date; percent: number }[];
  now: Date;
  url: string;
  contact: string;
  reply_to: string;
}

/** A piece of a letter; the engine that prints it takes the same. */
type LetterBlock =
  | { is: 'heading' | 'strong'; text: string }
  | { is: 'text'; text: string; lang?: string }
  | { is: 'picture'; alt: string }
  | { is: 'list'; items: readonly string[]; lang?: string }
  | { is: 'write'; text: string; lines: number };

/** A letter in one language. */
export interface LetterPart {
  lang: string;
  title: string;
  mark: string | null;
  version: string;
  blocks: readonly LetterBlock[];
}

const ENGLISH_TAG = languageOf(FALLBACK).tag;

/** The languages of a notice: theirs alone once it was checked, else the English first and theirs beside it. */
export function noticeLanguages(spoken: string, checked: ReadonlySet<string>): string[] {
  const code = languageFor(spoken);
  if (code === FALLBACK) return [FALLBACK];
  return checked.has(code) ? [code] : [FALLBACK, code];
}

/** The notice to an examinee in each language it goes out in. What the law says stands in English in all of them. */
export const noticeParts = (facts: NoticeFacts): LetterPart[] =>
  noticeLanguages(facts.language, facts.checked).map((code) => partIn(code, facts));

function partIn(code: string, facts: NoticeFacts): LetterPart {
  const language = languageOf(code);
  const { tag } = language;
  const say = sayIn(code);
  const { organization, place, law, starts_at } = facts;
  const { time_zone: zone } = place;
  const heading = (key: WordKey, values?: Record<string, string>): LetterBlock => ({
    is: 'heading',
    text: say(key, values),
  });
  const text = (key: WordKey, values?: Record<string, string | number>): LetterBlock => ({
    is: 'text',
    text: say(key, values),
  });
  const plain = (line: string): LetterBlock => ({ is: 'text', text: line });
  const day = (at: Date): string => dayIn(tag, at, zone);
  const [first] = facts.fee_steps;
  const free = first !== undefined && first.from > facts.now ? first.from : null;
  return {
    lang: tag,
    title: say('letter_title'),
    mark: code === FALLBACK || facts.checked.has(code) ? null : say('beside_english'),
    version: say('version', { language: language.name, version: versionOf(language) }),
    blocks: [
      text('dear', { name: facts.examinee }),
      ...(facts.through_attorney === null ? [] : [text('through_attorney', { attorney: facts.through_attorney })]),
      text('letter_lead', { organization, claim: facts.claim }),
      heading('when'),
      { is: 'strong', text: `${day(starts_at)}, ${timeIn(tag, starts_at, zone)}` },
      text(place.link ? 'video_arrive' : 'arrive', { time: timeIn(tag, facts.arrive_at, zone) }),
      text('lasts', { minutes: facts.minutes }),
      heading('where'),
      ...(place.link
        ? [
            { is: 'strong', text: say('by_video') } as const,
            text('video_open', { link: place.link }),
            text('video_ready'),
          ]
        : [
            { is: 'strong', text: place.name } as const,
            ...place.lines.map((line): LetterBlock => ({ is: 'text', text: line })),
            ...(place.phone === '' ? [] : [text('office_phone', { phone: place.phone })]),
            heading('directions'),
            place.access === '' ? text('directions_ask') : ({ is: 'text', text: place.access } as const),
            ...(facts.map
              ? [
                  {
                    is: 'picture',
                    alt: say('map_alt', { name: place.name, address: place.lines.join(', ') }),
                  } as const,
                ]
              : []),
          ]),
      heading(facts.examiners.length > 1 ? 'examiners' : 'examiner'),
      ...facts.examiners.map(({ name, starts_at: at }): LetterBlock => ({
        is: 'text',
        text: facts.examiners.length > 1 ? `${timeIn(tag, at, zone)}: ${name}` : name,
      })),
      heading('purpose'),
      text('purpose_parts', { organization, parts: facts.parts.join('; ') }),
      heading('bring'),
      {
        is: 'list',
        items: (['bring_id', 'bring_medications', 'bring_aids', 'bring_images', 'bring_letter'] as const).map((key) =>
          say(key),
        ),
      },
      heading('no_treatment_title'),
      text('no_treatment'),
      heading('report_title'),
      ...reportWords(code, { organization, roles: facts.report_to }).map(plain),
      heading('interpreter_title'),
      ...interpreterWords(code, facts.interpreted, facts.arrangements.interpreter ?? null).map(plain),
      ...(place.link
        ? []
        : [
            heading('transport_title'),
            ...rideWords(code, {
              ride: facts.ride,
              arrangement: facts.arrangements.transport ?? null,
              organization,
            }).map(plain),
          ]),
      heading('recording_title'),
      text('recording_ask'),
      ...(law === null
        ? []
        : [
            heading('law_title', { state: law.state }),
            ...(law.says.length === 0
              ? []
              : [
                  ...(code === FALLBACK ? [] : [text('law_english')]),
                  { is: 'list', items: law.says, ...(code === FALLBACK ? {} : { lang: ENGLISH_TAG }) } as const,
                ]),
            ...(law.call_off_until === null
              ? []
              : [
                  text('law_call_off', {
                    day: day(law.call_off_until),
                    time: timeIn(tag, law.call_off_until, zone),
                  }),
                ]),
            text('law_source', { source: law.source }),
          ]),
      heading('missing_title'),
      text('missing'),
      ...(facts.fee_steps.length === 0
        ? []
        : [
            heading('fee_title'),
            ...(free === null ? [] : [text('fee_before', { organization, day: day(free) })]),
            ...facts.fee_steps.map(({ from, percent }) => text('fee_from', { organization, day: day(from), percent })),
          ]),
      heading('change_title'),
      free === null ? text('change_late') : text('change', { day: day(free) }),
      text('page_address', { url: facts.url }),
      text('contact', { email: facts.contact }),
      heading('slip_title'),
      text('slip_lead', { address: facts.reply_to }),
      { is: 'text', text: `[   ]  ${say('slip_come')}` },
      { is: 'write', text: `[   ]  ${say('slip_other')}`, lines: 2 },
      { is: 'write', text: `[   ]  ${say('slip_needs')}`, lines: 1 },
      { is: 'write', text: `${say('slip_signature')}, ${say('slip_date')}`, lines: 1 },
    ],
  };
}
