import { type ActorKind, isAssistant, isExpert } from '../../../core/actor.ts';
import { KIND_NAMES, KINDS } from '../../../core/kinds.ts';
import { formatCents } from '../../../core/money.ts';
import { US_STATES } from '../../../core/us-states.ts';
import { US_ZONES } from '../../../core/us-zones.ts';

/** What experts keep about themselves. */
export const RECORD_PARTS = [
  'license',
  'certification',
  'site',
  'rate',
  'affiliation',
  'testimony',
  'publication',
] as const;
export type RecordPart = (typeof RECORD_PARTS)[number];

/** Hours of one weekday at a site, in the site's zone; Sunday is 0. */
export interface SiteHours {
  day: number;
  from: string;
  until: string;
}
export type RecordValue = string | number | null | readonly string[] | readonly SiteHours[];
/** The answers of a record by their fields' names. */
export type RecordData = Readonly<Record<string, RecordValue>>;

interface Option {
  value: string;
  label: string;
}
interface Base {
  key: string;
  label: string;
  /** What is said while it is missing; without it the field may stay empty. */
  ask?: string;
  help?: string;
  /** Stands beside its neighbor where there is room. */
  half?: true;
}
/** One question about a record; form, checks and what is kept all follow it. */
export type RecordField = Base &
  (
    | { type: 'text'; max: number; autoComplete?: string }
    | { type: 'date'; not?: 'past' | 'future' }
    | { type: 'choice'; options: () => readonly Option[] }
    | { type: 'ticks'; options: readonly Option[] }
    | { type: 'number'; min: number; max: number }
    | { type: 'money'; max_cents: number }
    | { type: 'zip' }
    | { type: 'specialty' }
    | { type: 'license' }
    | { type: 'hours' }
    /** A picture of the way there, by its id. */
    | { type: 'map' }
  );

const said = (words: readonly (readonly [string, string])[]) =>
  words.map(([value, label]): Option => ({ value, label }));
const always = (options: readonly Option[]) => () => options;
const STATES = always(said(US_STATES));

const UNITS = said([
  ['hour', 'An hour'],
  ['review', 'A review'],
  ['day', 'A day'],
]);
const FORMS = said([
  ['deposition', 'Deposition'],
  ['trial', 'Trial'],
  ['hearing', 'Hearing'],
]);
const SIDES = said([
  ['plaintiff', 'For the plaintiff'],
  ['defense', 'For the defense'],
  ['court', 'For the court'],
]);
const EXCLUSIONS = said([
  ['none', 'Nothing was excluded'],
  ['part', 'In part'],
  ['all', 'All of it'],
]);
const HOUSES = said([
  ['facility', 'Hospital or facility'],
  ['group', 'Medical group'],
  ['firm', 'Law firm'],
  ['insurer', 'Insurer'],
  ['university', 'University'],
]);
const ACCESS = said([
  ['step_free', 'Step-free entrance'],
  ['elevator', 'Elevator'],
  ['restroom', 'Accessible restroom'],
  ['parking', 'Accessible parking'],
  ['table', 'Height-adjustable exam table'],
  ['transit', 'Near public transit'],
]);
const kinds = (): Option[] => KIND_NAMES.map((value) => ({ value, label: KINDS[value].label }));

interface PartRow {
  /** 'license', in the middle of a sentence. */
  one: string;
  title: string;
  add: string;
  /** Where the expert keeps it. */
  page: string;
  fields: readonly RecordField[];
}

export const RECORDS: Record<RecordPart, PartRow> = {
  license: {
    one: 'license',
    title: 'Licenses',
    add: 'Add a license',
    page: '/account/credentials',
    fields: [
      {
        key: 'license_key',
        label: 'License',
        type: 'license',
        ask: 'Choose which license it is.',
        half: true,
      },
      { key: 'state', label: 'State', type: 'choice', ask: 'Choose the state.', half: true, options: STATES },
      { key: 'number', label: 'License number', type: 'text', max: 60, ask: 'Enter the license number.', half: true },
      {
        key: 'expires_on',
        label: 'Last day',
        type: 'date',
        not: 'past',
        ask: 'Enter its last day. We remind you before.',
        half: true,
      },
      {
        key: 'specialty_id',
        label: 'Specialty',
        type: 'specialty',
        help: 'Left open, it stands for every specialty you have with us.',
      },
    ],
  },
  certification: {
    one: 'certification',
    title: 'Certifications and cover',
    add: 'Add a certification or cover',
    page: '/account/credentials',
    fields: [
      {
        key: 'sort',
        label: 'What it is',
        type: 'choice',
        ask: 'Choose what it is.',
        options: always(
          said([
            ['board', 'Board certification'],
            ['malpractice', 'Malpractice cover'],
          ]),
        ),
      },
      { key: 'issuer', label: 'Board or insurer', type: 'text', max: 200, ask: 'Enter who issued it.', half: true },
      { key: 'field', label: 'Field', type: 'text', max: 200, half: true },
      {
        key: 'expires_on',
        label: 'Last day',
        type: 'date',
        not: 'past',
        help: 'A certification without an end has none.',
      },
    ],
  },
  site: {
    one: 'practice site',
    title: 'Practice sites',
    add: 'Add a site',
    page: '/account/sites',
    fields: [
      { key: 'name', label: 'Name of the site', type: 'text', max: 120, ask: 'Enter what the site is called.' },
      {
        key: 'address_line1',
        label: 'Street',
        type: 'text',
        max: 120,
        ask: 'Enter the street and number.',
        half: true,
        autoComplete: 'address-line1',
      },
      {
        key: 'address_line2',
        label: 'Suite, floor',
        type: 'text',
        max: 120,
        half: true,
        autoComplete: 'address-line2',
      },
      {
        key: 'city',
        label: 'City',
        type: 'text',
        max: 80,
        ask: 'Enter the city.',
        half: true,
        autoComplete: 'address-level2',
      },
      { key: 'state', label: 'State', type: 'choice', ask: 'Choose the state.', half: true, options: STATES },
      { key: 'postal_code', label: 'ZIP code', type: 'zip', ask: 'Enter the ZIP code.', half: true },
      {
        key: 'time_zone',
        label: 'Time zone',
        type: 'choice',
        ask: 'Choose the zone the site is in.',
        half: true,
        options: always(US_ZONES),
      },
      { key: 'phone', label: 'Phone', type: 'text', max: 40, half: true, autoComplete: 'tel' },
      {
        key: 'rooms',
        label: 'Exam rooms',
        type: 'number',
        min: 1,
        max: 99,
        ask: 'Enter how many rooms an exam can be held in.',
        half: true,
      },
      { key: 'access', label: 'Accessibility', type: 'ticks', options: ACCESS },
      {
        key: 'access_note',
        label: 'More about getting in',
        type: 'text',
        max: 300,
        help: 'Which entrance, where to park, what a visitor should know.',
      },
      {
        key: 'map_id',
        label: 'Map of the way there',
        type: 'map',
        help: 'It stands in notices of exams here, and on the examinee’s page.',
      },
      { key: 'hours', label: 'Hours', type: 'hours', ask: 'Choose at least one day with its hours.' },
    ],
  },
  rate: {
    one: 'rate',
    title: 'Rates',
    add: 'Add a rate',
    page: '/account/rates',
    fields: [
      {
        key: 'kind',
        label: 'Kind of review',
        type: 'choice',
        options: kinds,
        help: 'Left open, it is for all of them.',
        half: true,
      },
      {
        key: 'service',
        label: 'Service',
        type: 'text',
        max: 80,
        help: 'Where it is for one only: “Deposition”, “Record review”, or as the invitation calls it: “Call, 45 minutes”.',
        half: true,
      },
      {
        key: 'amount_cents',
        label: 'Amount',
        type: 'money',
        max_cents: 10_000_000,
        ask: 'Enter the amount.',
        half: true,
      },
      {
        key: 'unit',
        label: 'For',
        type: 'choice',
        ask: 'Choose what the amount is for.',
        options: always(UNITS),
        half: true,
      },
      { key: 'from_on', label: 'From', type: 'date', ask: 'Choose the first day.', half: true },
      { key: 'until_on', label: 'Until, included', type: 'date', half: true },
    ],
  },
  affiliation: {
    one: 'affiliation',
    title: 'Affiliations',
    add: 'Add an affiliation',
    page: '/account/affiliations',
    fields: [
      { key: 'name', label: 'Name', type: 'text', max: 200, ask: 'Enter its name as it is commonly written.' },
      { key: 'kind', label: 'What it is', type: 'choice', ask: 'Choose what it is.', options: always(HOUSES) },
      { key: 'from_on', label: 'From', type: 'date', not: 'future', half: true },
      { key: 'until_on', label: 'Until, included', type: 'date', half: true, help: 'Left open while it lasts.' },
    ],
  },
  testimony: {
    one: 'testimony',
    title: 'Testimony',
    add: 'Add a testimony',
    page: '/account/testimony',
    fields: [
      {
        key: 'case_name',
        label: 'Name of the case',
        type: 'text',
        max: 200,
        ask: 'Enter the name of the case.',
        help: 'As its caption says: “Doe v. General Hospital”.',
      },
      { key: 'court', label: 'Court', type: 'text', max: 200, ask: 'Enter the court.', half: true },
      { key: 'docket', label: 'Docket number', type: 'text', max: 80, half: true },
      {
        key: 'testified_on',
        label: 'Day',
        type: 'date',
        not: 'future',
        ask: 'Choose the day you testified.',
        half: true,
      },
      {
        key: 'form',
        label: 'Where',
        type: 'choice',
        ask: 'Choose where you testified.',
        options: always(FORMS),
        half: true,
      },
      { key: 'side', label: 'Side', type: 'choice', ask: 'Choose for whom you testified.', options: always(SIDES) },
      {
        key: 'retaining_firm',
        label: 'Firm that retained you',
        type: 'text',
        max: 200,
        help: 'For your own records. No list of your testimony names it.',
      },
      {
        key: 'exclusion',
        label: 'Excluded by the court?',
        type: 'choice',
        options: always(EXCLUSIONS),
        help: 'Firms ask for it before they retain you.',
      },
      {
        key: 'exclusion_note',
        label: 'What the court decided',
        type: 'text',
        max: 400,
        help: 'Where some of it, or all, was excluded: the ruling, its reason, and whether it stood.',
      },
    ],
  },
  publication: {
    one: 'publication',
    title: 'Publications',
    add: 'Add a publication',
    page: '/account/publications',
    fields: [
      { key: 'title', label: 'Title', type: 'text', max: 300, ask: 'Enter its title.' },
      {
        key: 'venue',
        label: 'Where it appeared',
        type: 'text',
        max: 200,
        ask: 'Enter the journal, book or conference.',
        help: 'The journal with volume and pages, the book, or the conference.',
      },
      { key: 'year', label: 'Year', type: 'number', min: 1900, max: 2200, ask: 'Enter the year.', half: true },
    ],
  },
};

/** Who keeps which records: experts all of theirs; assistants those of their expert, but see no amounts. */
export const keepsRecords = (kind: ActorKind): readonly RecordPart[] =>
  isExpert(kind) ? RECORD_PARTS : isAssistant(kind) ? RECORD_PARTS.filter((part) => part !== 'rate') : [];

/** Whether papers are shown for it: those have a source to compare with. */
export const hasPaper = (part: RecordPart): part is 'license' | 'certification' =>
  part === 'license' || part === 'certification';

const text = (value: RecordValue | undefined): string => (typeof value === 'string' ? value : '');
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
export const weekdayName = (day: number): string => WEEKDAYS[day] ?? '';

/** An answer as a person reads it; empty where there is none. Days and specialties are the caller's to write. */
function answerWords(field: RecordField, value: RecordValue | undefined, day: (date: string) => string): string {
  if (value === null || value === undefined || value === '') return '';
  const labelIn = (options: readonly Option[], one: string) => options.find((o) => o.value === one)?.label ?? one;
  switch (field.type) {
    case 'choice':
      return labelIn(field.options(), text(value));
    case 'ticks':
      return Array.isArray(value)
        ? (value as readonly string[]).map((one) => labelIn(field.options, one)).join(', ')
        : '';
    case 'money':
      return formatCents(Number(value));
    case 'date':
      return day(text(value));
    case 'hours':
      return (value as readonly SiteHours[])
        .map((one) => `${weekdayName(one.day)} ${one.from}–${one.until}`)
        .join(', ');
    default:
      return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  }
}

/** An answer of a choice as a person reads it. */
export function recordAnswer(part: RecordPart, key: string, data: RecordData): string {
  const field = RECORDS[part].fields.find((one) => one.key === key);
  return field ? answerWords(field, data[key], (date) => date) : '';
}

/** What a record is called in a line. */
export function recordTitle(part: RecordPart, data: RecordData): string {
  const choice = (key: string): string => {
    const field = RECORDS[part].fields.find((one) => one.key === key);
    return field?.type === 'choice' ? answerWords(field, data[key], (date) => date) : '';
  };
  switch (part) {
    case 'license':
      return `${text(data.license_key)} license in ${text(data.state)}`.trim();
    case 'certification':
      return `${data.sort === 'malpractice' ? 'Malpractice cover with' : 'Certification by'} ${text(data.issuer)}`;
    case 'rate':
      return `${formatCents(Number(data.amount_cents))} ${choice('unit').toLowerCase()}`;
    case 'testimony':
      return text(data.case_name);
    case 'publication':
      return text(data.title);
    default:
      return text(data.name);
  }
}

/** What stands under its title. */
export function recordAbout(part: RecordPart, data: RecordData, day: (date: string) => string): string[] {
  const shown: Record<RecordPart, readonly string[]> = {
    license: ['number'],
    certification: ['field'],
    site: ['address_line1', 'address_line2', 'city', 'state', 'postal_code', 'phone', 'access', 'hours'],
    rate: ['kind', 'service'],
    affiliation: ['kind'],
    testimony: ['court', 'docket', 'form', 'testified_on', 'side', 'retaining_firm'],
    publication: ['venue', 'year'],
  };
  const words = shown[part].flatMap((key) => {
    const field = RECORDS[part].fields.find((one) => one.key === key);
    return field ? [answerWords(field, data[key], day)] : [];
  });
  if (part === 'rate' && !data.kind) words.unshift('All reviews');
  if (part === 'testimony' && (data.exclusion === 'part' || data.exclusion === 'all'))
    words.push(`Excluded ${data.exclusion === 'part' ? 'in part' : 'as a whole'}: ${text(data.exclusion_note)}`);
  if (part === 'site') words.push(`${Number(data.rooms)} exam ${Number(data.rooms) === 1 ? 'room' : 'rooms'}`);
  return [...words, spanWords(data, day)].filter((one) => one !== '');
}

function spanWords(data: RecordData, day: (date: string) => string): string {
  if (!('from_on' in data)) return text(data.expires_on) === '' ? '' : `until ${day(text(data.expires_on))}`;
  const [from, until] = [text(data.from_on), text(data.until_on)];
  if (from === '' && until === '') return '';
  return until === '' ? `since ${day(from)}` : from === '' ? `until ${day(until)}` : `${day(from)} to ${day(until)}`;
}

/** What an expert is told of a change that was decided: no amount stands in a mail. */
export const changeWords = (part: RecordPart, data: RecordData): string =>
  part === 'rate' ? 'a rate' : recordTitle(part, data);
