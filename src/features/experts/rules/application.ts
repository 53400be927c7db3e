import { isNpi } from '../../../core/npi.ts';
import type { FieldError } from '../../../core/errors.ts';
import type { ApplicationState } from './application-states.ts';
import { APPLICATION, type ApplicationField, type Column, type Part, PARTS } from './application-fields.ts';

export type PartData = Record<string, unknown>;
export type ApplicationData = Record<Part, PartData>;

/** Full-time years of care without which nobody reviews. */
const YEARS_NEEDED = 5;
const TEXT_MAX = 200;

export const specOf = (part: Part) => {
  const spec = APPLICATION.find(({ key }) => key === part);
  if (!spec) throw new Error(`No part ${part}`);
  return spec;
};

/** Whether a question is asked, given the other answers of its part. */
export const isAsked = (field: ApplicationField, data: PartData): boolean =>
  field.when === undefined || data[field.when.key] === field.when.is;

/** "AP-3001" */
export const applicationNumber = (id: number): string => `AP-${id}`;

/** What of an answer is kept: known questions, each in its own shape, nothing else. */
export function tidyPart(part: Part, data: PartData): PartData {
  const kept: PartData = {};
  for (const field of specOf(part).fields) {
    const value = tidy(field, data[field.key]);
    if (value !== undefined) kept[field.key] = value;
  }
  return kept;
}

function tidy(field: ApplicationField, value: unknown): unknown {
  switch (field.type) {
    case 'text':
    case 'phone':
    case 'npi':
    case 'date':
    case 'license':
      return text(value, TEXT_MAX * 2);
    case 'long':
      return text(value, field.max * 2);
    case 'select':
      return field.options.some((option) => option.value === value) ? value : undefined;
    case 'number':
    case 'money':
      return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 1e9 ? value : undefined;
    case 'yes_no':
    case 'check':
      return typeof value === 'boolean' ? value : undefined;
    case 'multi':
      return Array.isArray(value)
        ? field.options.map((option) => option.value).filter((one) => value.includes(one))
        : undefined;
    case 'rows':
      return Array.isArray(value)
        ? value.slice(0, field.max).map((row) =>
            Object.fromEntries(
              field.columns.flatMap((column) => {
                const tidied = tidyCell(column, cellsOf(row).get(column.key));
                return tidied === undefined ? [] : [[column.key, tidied]];
              }),
            ),
          )
        : undefined;
  }
}

const cellsOf = (row: unknown): ReadonlyMap<string, unknown> =>
  new Map(typeof row === 'object' && row !== null ? Object.entries(row) : []);

function tidyCell(column: Column, value: unknown): unknown {
  if (column.type === 'specialty' || column.type === 'sub_specialty')
    return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
  return text(value, TEXT_MAX * 2);
}

const text = (value: unknown, max: number): string | undefined =>
  typeof value === 'string' ? value.slice(0, max) : undefined;

export interface ApplicationFacts {
  /** Today where the applicant is, YYYY-MM-DD. */
  today: string;
  has_cv: boolean;
  /** The name of part one, for the signature. */
  legal_name: string;
  /** Which sub-specialties belong to which specialty. */
  sub_specialties: ReadonlyMap<number, ReadonlySet<number>>;
  /** The letters of the licenses that are offered. */
  licenses: ReadonlySet<string>;
}

/** What is missing or wrong in a part, at its fields. Empty: the part is complete. */
export function partFaults(part: Part, data: PartData, facts: ApplicationFacts): FieldError[] {
  const faults: FieldError[] = [];
  for (const field of specOf(part).fields) {
    if (!isAsked(field, data)) continue;
    const path = `${part}.${field.key}`;
    const value = data[field.key];
    if (isEmpty(value) || value === false) {
      if (field.required && !(field.type === 'yes_no' && value === false))
        faults.push({ path, message: field.ask ?? ASK[field.type] });
      continue;
    }
    faults.push(...valueFaults(field, path, value, facts));
  }
  if (part === 'cv' && !facts.has_cv) faults.unshift({ path: 'cv.file', message: 'Add your CV as a PDF.' });
  if (part === 'practice') faults.push(...practiceFaults(data, facts));
  if (part === 'attestations' && typeof data.signature === 'string' && data.signature.trim() !== '') {
    if (asSigned(data.signature) !== asSigned(facts.legal_name))
      faults.push({
        path: 'attestations.signature',
        message: facts.legal_name.trim()
          ? `Write it as in part one: ${facts.legal_name.trim()}.`
          : 'Fill in part one first.',
      });
  }
  return faults;
}

const ASK: Record<ApplicationField['type'], string> = {
  text: 'This is needed.',
  phone: 'Enter a phone number.',
  npi: 'Enter your NPI.',
  long: 'Tell us in a few sentences.',
  date: 'Choose the day.',
  number: 'Enter a number.',
  money: 'Enter an amount.',
  select: 'Choose one.',
  license: 'Choose one.',
  yes_no: 'Answer yes or no.',
  check: 'This has to be so before you can apply.',
  multi: 'Choose at least one.',
  rows: 'Add at least one.',
};

function valueFaults(field: ApplicationField, path: string, value: unknown, facts: ApplicationFacts): FieldError[] {
  const say = (message: string | null): FieldError[] => (message === null ? [] : [{ path, message }]);
  switch (field.type) {
    case 'text':
    case 'long': {
      const max = field.max ?? TEXT_MAX;
      return say(String(value).length > max ? `Shorten it to ${max} characters.` : null);
    }
    case 'phone':
      return say(/^\+?[\d\s().-]{10,25}$/.test(String(value).trim()) ? null : 'This is not a phone number yet.');
    case 'license':
      return say(facts.licenses.has(String(value)) ? null : 'This one is no longer offered. Choose another.');
    case 'npi':
      return say(npiFault(String(value)));
    case 'date':
      if (!isDate(String(value))) return say('Choose the day.');
      return say(field.past && String(value) > facts.today ? 'This date is in the future.' : null);
    case 'number': {
      const n = Number(value);
      if (!Number.isInteger(n)) return say('Enter a whole number.');
      return say(n < field.min || n > field.max ? `It is between ${field.min} and ${field.max}.` : null);
    }
    case 'money': {
      const cents = Number(value);
      return say(
        !Number.isInteger(cents) || cents <= 0 || cents > field.max_cents
          ? `It is between $0.01 and $${(field.max_cents / 100).toLocaleString('en-US')}.`
          : null,
      );
    }
    case 'rows':
      return (value as PartData[]).flatMap((row, at) =>
        field.columns.flatMap((column) => {
          const message = cellFault(column, row[column.key], facts);
          return message === null ? [] : [{ path: `${path}.${at}.${column.key}`, message }];
        }),
      );
    default:
      return [];
  }
}

/** What is wrong with a National Provider Identifier, or null. */
export function npiFault(npi: string): string | null {
  if (!/^\d{10}$/.test(npi.trim())) return 'It has ten digits.';
  return isNpi(npi.trim()) ? null : 'A digit is wrong or two are swapped. Compare it with your NPI letter.';
}

function cellFault(column: Column, value: unknown, facts: ApplicationFacts): string | null {
  if (isEmpty(value)) return column.required ? (column.ask ?? ASK.text) : null;
  switch (column.type) {
    case 'date':
      if (!isDate(String(value))) return 'Choose the day.';
      return column.key === 'expires_on' && String(value) < facts.today ? 'This license has expired.' : null;
    case 'year': {
      const year = Number(value);
      const most = Number(facts.today.slice(0, 4));
      return /^\d{4}$/.test(String(value)) && year >= 1940 && year <= most ? null : `A year up to ${most}.`;
    }
    case 'select':
      return column.options?.some((option) => option.value === value) ? null : 'Choose one.';
    case 'specialty':
      return facts.sub_specialties.has(Number(value)) ? null : 'Choose one.';
    default:
      return String(value).length > TEXT_MAX ? `Shorten it to ${TEXT_MAX} characters.` : null;
  }
}

function practiceFaults(data: PartData, facts: ApplicationFacts): FieldError[] {
  const faults: FieldError[] = [];
  const years = data.years_in_practice;
  if (typeof years === 'number' && years >= 0 && years < YEARS_NEEDED)
    faults.push({
      path: 'practice.years_in_practice',
      message: `Reviewers have at least ${YEARS_NEEDED} years. Your answers are kept; come back when you do.`,
    });
  const rows = Array.isArray(data.specialties) ? (data.specialties as PartData[]) : [];
  rows.forEach((row, at) => {
    const subs = facts.sub_specialties.get(Number(row.specialty_id));
    if (subs && !isEmpty(row.sub_specialty_id) && !subs.has(Number(row.sub_specialty_id)))
      faults.push({ path: `practice.specialties.${at}.sub_specialty_id`, message: 'Choose one of this specialty.' });
  });
  return faults;
}

/** Faults of the whole application, part by part. */
export function applicationFaults(data: ApplicationData, facts: ApplicationFacts): FieldError[] {
  return PARTS.flatMap((part) => partFaults(part, data[part], facts));
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** A signature is one's name as it was written before, but for spaces and capitals. */
export const asSigned = (name: string): string => name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();

function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const instant = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(value);
}

/** What the applicant is told in each state: where it stands, what happens next, and whose move it is. */
export const STATE_WORDS: Record<
  ApplicationState,
  { title: string; text: string; whose: 'you' | 'peritus' | 'nobody' }
> = {
  started: {
    title: 'Your application is started',
    text: 'Finish the five parts whenever it suits you, on any device. Nothing is sent until you say so.',
    whose: 'you',
  },
  submitted: {
    title: 'Your application is with us',
    text: 'A person reads it within five business days. We’ll write to you either way.',
    whose: 'peritus',
  },
  screening: {
    title: 'We are reading your application',
    text: 'We compare your field with what customers need. We’ll write to you within five business days.',
    whose: 'peritus',
  },
  documents_requested: {
    title: 'We asked you for something',
    text: 'Answer each request below, then send it to us. We’ll continue where we stopped.',
    whose: 'you',
  },
  verification: {
    title: 'We are checking your credentials',
    text: 'Boards and licensing authorities answer within five to ten business days.',
    whose: 'peritus',
  },
  interview: {
    title: 'We would like to talk with you',
    text: 'Our message below says how and when.',
    whose: 'you',
  },
  agreement_sent: {
    title: 'The agreement is with you',
    text: 'Read it and sign below. We’ll then take the last step.',
    whose: 'you',
  },
  approved: { title: 'You are a Peritus expert', text: 'Invitations come to Up next.', whose: 'nobody' },
  waitlisted: {
    title: 'You are on our list',
    text: 'Your field is well covered today. We’ll write to you when that changes; you don’t need to do anything.',
    whose: 'nobody',
  },
  rejected: {
    title: 'We cannot accept your application',
    text: 'Our message below says why.',
    whose: 'nobody',
  },
  withdrawn: {
    title: 'You withdrew your application',
    text: 'What you wrote is kept. You can apply again at any time.',
    whose: 'nobody',
  },
};
