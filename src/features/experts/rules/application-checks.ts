import type { FieldError } from '../../../core/errors.ts';
import { dateText, isDate } from '../../../core/dates.ts';
import type { ApplicationData, PartData } from './application.ts';

export const CHECK_RESULTS = ['passed', 'failed', 'waived'] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];

/** Whether a thing ends on a day, and whether that day has to be known. */
type Ends = 'must' | 'may' | 'never';

/** One thing that is checked before anybody reviews. */
export interface CheckSpec {
  key: string;
  label: string;
  /** What to look at, and where. */
  about: string;
  /** What the applicant said of it. */
  claim: string | null;
  ends: Ends;
}

const rowsOf = (data: PartData, key: string): PartData[] => (Array.isArray(data[key]) ? (data[key] as PartData[]) : []);
const dayText = (day: string): string => (isDate(day) ? dateText(day, 'medium') : day);
const words = (value: unknown): string => (typeof value === 'string' ? value : '');

/** State licenses as the applicant listed them, by the key of their check. */
export const licensesOf = (data: ApplicationData): { key: string; row: PartData }[] =>
  rowsOf(data.credentials, 'licenses').map((row, at) => ({ key: `license:${at}`, row }));
/** Board certifications likewise. */
export const boardsOf = (data: ApplicationData): { key: string; row: PartData }[] =>
  rowsOf(data.credentials, 'board_certifications').map((row, at) => ({ key: `board:${at}`, row }));

/** Everything that is checked for these answers, in order; nobody reviews before each has passed or is waived. */
export function checksFor(data: ApplicationData): CheckSpec[] {
  const said = (key: string): string | null =>
    data.cv[key] === true ? words(data.cv[`${key}_explained`]) : data.cv[key] === false ? 'Nothing to disclose' : null;
  return [
    {
      key: 'identity',
      label: 'Identity',
      about: 'A government photo ID shows the name of the application.',
      claim: words(data.you.legal_name) || null,
      ends: 'never',
    },
    {
      key: 'npi',
      label: 'NPI',
      about: 'The national registry has the number under this name, active.',
      claim: words(data.credentials.npi) || null,
      ends: 'never',
    },
    ...licensesOf(data).map(({ key, row }) => ({
      key,
      label: `License in ${words(row.state)}`,
      about: 'The licensing authority lists it as active and unrestricted.',
      claim: `${words(row.number)}, valid until ${dayText(words(row.expires_on))}`,
      ends: 'must' as const,
    })),
    ...boardsOf(data).map(({ key, row }) => ({
      key,
      label: `Board certification, ${words(row.field)}`,
      about: 'The board confirms it.',
      claim: `${words(row.board)}, since ${words(row.since)}`,
      ends: 'may' as const,
    })),
    {
      key: 'exclusion',
      label: 'OIG and SAM exclusion',
      about: 'Neither list of exclusions from federal programs has this person.',
      claim: said('excluded'),
      ends: 'never',
    },
    {
      key: 'npdb',
      label: 'NPDB self-query',
      about: 'The applicant’s own report of the National Practitioner Data Bank agrees with the disclosures.',
      claim: said('discipline'),
      ends: 'never',
    },
    {
      key: 'malpractice',
      label: 'Malpractice cover and claims',
      about: 'The insurer’s certificate is current, and claims agree with what was said.',
      claim: said('malpractice'),
      ends: 'must',
    },
    {
      key: 'training',
      label: 'Degrees and training',
      about: 'School and program confirm them.',
      claim:
        rowsOf(data.credentials, 'training')
          .map((row) => `${words(row.what)}, ${words(row.where)} ${words(row.year)}`)
          .join('; ') || null,
      ends: 'never',
    },
    ...[1, 2].map((n) => ({
      key: `reference_${n}`,
      label: n === 1 ? 'First reference' : 'Second reference',
      about: 'A colleague of the same specialty speaks for the applicant’s judgment.',
      claim: null,
      ends: 'never' as const,
    })),
    {
      key: 'sample_report',
      label: 'Sample report',
      about: 'A sample report, names removed, answers the question and cites the records.',
      claim: null,
      ends: 'never',
    },
    {
      key: 'tax_form',
      label: 'Tax form W-9',
      about: 'The form is signed and its name is the payee’s.',
      claim: null,
      ends: 'never',
    },
  ];
}

/** A result as staff record it. */
export interface CheckEntry {
  result: CheckResult;
  source: string;
  note: string;
  checked_on: string;
  expires_on: string | null;
}

/** What is wrong with an entry, at its fields. `today`: where whoever records it is. */
export function checkFaults(spec: CheckSpec, entry: CheckEntry, today: string): FieldError[] {
  const faults: FieldError[] = [];
  const say = (path: string, message: string) => faults.push({ path, message });
  if (entry.source.trim() === '') say('source', 'Say where this was looked up, or who confirmed it.');
  if (!isDate(entry.checked_on)) say('checked_on', 'Choose the day it was checked.');
  else if (entry.checked_on > today) say('checked_on', 'This date is in the future.');
  if (entry.result !== 'passed' && entry.note.trim() === '')
    say('note', entry.result === 'failed' ? 'Say what was found.' : 'Say why it does not have to be checked.');
  if (entry.result !== 'passed') return faults;
  if (entry.expires_on === null) {
    if (spec.ends === 'must') say('expires_on', 'Enter the day it ends. We remind everybody before.');
  } else if (spec.ends === 'never') say('expires_on', 'This does not end.');
  else if (!isDate(entry.expires_on)) say('expires_on', 'Choose the day it ends.');
  else if (entry.expires_on < today) say('expires_on', 'It has ended already. Record it as failed.');
  return faults;
}

/** A result that stands: whether what it found is still so today. */
export interface StandingCheck {
  key: string;
  result: CheckResult;
  expires_on: string | null;
}

const lets = (check: StandingCheck | undefined, today: string): boolean =>
  check !== undefined &&
  (check.result === 'waived' ||
    (check.result === 'passed' && (check.expires_on === null || check.expires_on >= today)));

/** Names of what still keeps an application from going on; at least one license must hold, and waiving is not holding. */
export function openChecks(specs: readonly CheckSpec[], standing: readonly StandingCheck[], today: string): string[] {
  const by = new Map(standing.map((check) => [check.key, check]));
  const open = specs.filter(({ key }) => !lets(by.get(key), today)).map(({ label }) => label);
  const licenses = specs.filter(({ key }) => key.startsWith('license:'));
  const isLicensed = licenses.some(({ key }) => by.get(key)?.result === 'passed' && lets(by.get(key), today));
  return isLicensed || open.some((label) => licenses.some((one) => one.label === label))
    ? open
    : [...open, 'a license that is valid'];
}
